// Keys of the two algorithms that this program signs with itself, made, written and read, and what they sign and verify. A private key is in no message. Pure but for
// the randomness that node:crypto makes keys of. Source: advisory, Outputs.
//
// ECDSA signatures are DER (SEQUENCE of r and s), as cosign and the rest of sigstore write and expect them, over SHA-256. Of one such signature a stranger can make a
// second valid one, with n - s for s. Both are accepted: FIPS 186-5 asks for no low s, other signers do not write it, and nothing here hangs on a signature's
// bytes. Signatures are never counted, compared or used as a name: a threshold counts keys. DER with anything behind it or spelt otherwise is refused by OpenSSL.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

export const KEY_ALGORITHMS = ['ed25519', 'ecdsa-p256'] as const;
export type KeyAlgorithm = (typeof KEY_ALGORITHMS)[number];

/** What node:crypto wants to know of an algorithm. */
const TERMS = {
  ed25519: { digest: null, make: () => generateKeyPairSync('ed25519') },
  'ecdsa-p256': { digest: 'sha256', make: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) },
} as const satisfies Record<KeyAlgorithm, unknown>;

/** A public key of an algorithm we know. */
export interface PublicKey {
  readonly algorithm: KeyAlgorithm;
  /** SHA-256 of the SPKI in DER, lower-case hex. One key has one id, however it was spelt where it came from. */
  readonly keyId: string;
  /** SPKI. */
  readonly pem: string;
  readonly key: KeyObject;
}

/** A private key, with its public half. Never logged, never in a message. */
export interface PrivateKey {
  readonly publicKey: PublicKey;
  readonly key: KeyObject;
}

/** A new key. */
export function makeKey(algorithm: KeyAlgorithm): PrivateKey {
  const { privateKey } = TERMS[algorithm].make();
  return { publicKey: publicHalfOf(privateKey), key: privateKey };
}

/** PKCS#8, unencrypted: for the vault alone. */
export const privatePemOf = ({ key }: PrivateKey): string =>
  key.export({ format: 'pem', type: 'pkcs8' }) as string;

/**
 * @param pem what `privatePemOf` wrote
 * @returns null when it is none, or of an algorithm we do not sign with
 */
export function privateKeyOf(pem: string): PrivateKey | null {
  try {
    const key = createPrivateKey({ key: pem, format: 'pem' });
    return algorithmOf(key) === null ? null : { publicKey: publicHalfOf(key), key };
  } catch {
    return null;
  }
}

function publicHalfOf(privateKey: KeyObject): PublicKey {
  const publicKey = publicKeyOf(createPublicKey(privateKey));
  if (publicKey === null) throw new TypeError('a private key of another algorithm than ours');
  return publicKey;
}

/**
 * A key under its one spelling: a point of P-256 can be written in two ways, and whoever trusts a key in both must not count it twice.
 * @returns null for another kind of key, another curve
 */
export function publicKeyOf(given: KeyObject): PublicKey | null {
  const algorithm = algorithmOf(given);
  if (algorithm === null) return null;
  const key = createPublicKey({ key: given.export({ format: 'jwk' }), format: 'jwk' });
  const der = key.export({ format: 'der', type: 'spki' });
  return {
    algorithm,
    keyId: createHash('sha256').update(der).digest('hex'),
    pem: key.export({ format: 'pem', type: 'spki' }) as string,
    key,
  };
}

function algorithmOf(key: KeyObject): KeyAlgorithm | null {
  if (key.asymmetricKeyType === 'ed25519') return 'ed25519';
  const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
  return isP256 ? 'ecdsa-p256' : null;
}

/** @returns 64 bytes of Ed25519, or ECDSA in DER */
export function signWith({ publicKey, key }: PrivateKey, message: Uint8Array): Uint8Array {
  return sign(TERMS[publicKey.algorithm].digest, message, { key, dsaEncoding: 'der' });
}

/** Whether this key made this signature of this message. Never throws. */
export function isSignedBy(
  { algorithm, key }: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  // OpenSSL passes over the name of a digest where a key of Ed25519 comes with one.
  if (algorithmOf(key) !== algorithm) return false;
  try {
    return verify(TERMS[algorithm].digest, message, { key, dsaEncoding: 'der' }, signature);
  } catch {
    return false;
  }
}
