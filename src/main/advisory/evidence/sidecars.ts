// Files that lie beside a document and are about it: `NAME.sha256` and `NAME.sha512` say what its bytes are, `NAME.sig` signs them, and so does `NAME.asc`, with
// OpenPGP. Called by sources.ts, in the thread that imports. Source: advisory, Evidence.
import { createHash } from 'node:crypto';
import { Refusal } from '../formats/refusal.ts';

export interface Sidecars {
  /** Null where none lies there. */
  readonly signature: Uint8Array | null;
  /** A signature that nobody here can verify lies there. */
  readonly isOpenPgp: boolean;
}

export const NO_SIDECARS: Sidecars = { signature: null, isOpenPgp: false };

/** The longest that is read of one; a signature and a digest have less. */
export const MAX_SIDECAR_BYTES = 16_384;

const SUMS = { '.sha256': 'sha256', '.sha512': 'sha512' } as const;
const SUFFIX = /\.(?:sha256|sha512|sig|asc)$/i;

/** The name of what a file is about, by its own; null where it is no sidecar by its name. */
export const documentBeside = (name: string): string | null =>
  SUFFIX.test(name) ? name.replace(SUFFIX, '') : null;

/**
 * @param bytes of the file
 * @param read gives what lies beside the file under its name with this suffix; undefined where nothing does
 * @throws Refusal where the file is not what a checksum says
 */
export async function readSidecars(
  bytes: Uint8Array,
  read: (suffix: string) => Promise<Uint8Array | undefined>,
): Promise<Sidecars> {
  for (const [suffix, algorithm] of Object.entries(SUMS)) {
    const sum = await read(suffix);
    if (sum !== undefined) checkSum(bytes, Buffer.from(sum).toString('latin1'), suffix, algorithm);
  }
  const signature = (await read('.sig')) ?? null;
  const isOpenPgp =
    signature !== null && Buffer.from(signature).toString('latin1').startsWith('-----BEGIN PGP');
  return {
    signature: isOpenPgp ? null : signature,
    isOpenPgp: isOpenPgp || (await read('.asc')) !== undefined,
  };
}

/** `DIGEST` or `DIGEST  NAME`, as sha256sum writes it. */
function checkSum(bytes: Uint8Array, text: string, suffix: string, algorithm: string): void {
  const digest = createHash(algorithm).update(bytes).digest('hex');
  const stated = text.trim().split(/\s/, 1)[0]?.toLowerCase() ?? '';
  if (stated === digest) return;
  const isSum = stated.length === digest.length && /^[0-9a-f]+$/.test(stated);
  throw new Refusal(
    '',
    isSum
      ? `It is not what the file with ${suffix} beside it says: it was changed, or broke off. Get both again.`
      : `The file with ${suffix} beside it holds no ${algorithm} digest. Get it again, or take it away.`,
  );
}
