// How large a bundle may be: written no larger than it is read. Used by write-bundle.ts and read-bundle.ts.

export interface BundleLimits {
  /** Files, the list of hashes and the signatures among them. */
  readonly entries: number;
  /** Bytes of one file. */
  readonly entryBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
}

export const DEFAULT_LIMITS: BundleLimits = {
  entries: 200_000,
  // What eleven octal digits can say; a header for more is another format.
  entryBytes: 8 * 1024 ** 3 - 1,
  totalBytes: 64 * 1024 ** 3,
};

/** A signature is held in memory to be checked: this many bytes, and no more than a few of them. */
export const MAX_SIGNATURE_BYTES = 67_108_864;
export const MAX_SIGNATURES = 16;
