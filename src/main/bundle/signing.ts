// What the container asks of signatures, without knowing what they are made of. Implemented elsewhere and handed in to write-bundle.ts and verify-bundle.ts.
// Source: advisory, Outputs.

/** A file that a statement speaks of, with its sha256 in small hex. */
export interface Subject {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Signs a bundle.
 * @param subjects `SHA256SUMS` first, then every file it lists, in its order. A statement has to have the first among its own; that covers the others.
 * @returns envelopes, each with the name of its file within `signatures/`. None: the bundle is not signed.
 */
export type SignStatement = (
  subjects: readonly Subject[],
) => Promise<readonly { readonly file: string; readonly text: string }[]>;

/**
 * Checks one envelope with the keys it was made with. It has to refuse a text that differs in any byte from what its signer would have written, also where the
 * signature does not reach (blanks of the JSON, a key's id, another spelling of base64): the container leaves it to this check alone.
 */
export type VerifyEnvelope = (
  text: string,
) =>
  | { readonly ok: true; readonly subjects: readonly Subject[]; readonly keyId: string }
  | { readonly ok: false; readonly reason: string };
