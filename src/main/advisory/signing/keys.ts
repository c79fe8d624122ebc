// Keys of the two algorithms that this program signs with itself, made, written and read, and what they sign and verify; and public keys of others, in more
// algorithms, which only verify. A private key is in no message. Pure but for the randomness that node:crypto makes keys of. Source: advisory, Outputs.
//
// ECDSA signatures are DER (SEQUENCE of r and s), as cosign and the rest of sigstore write and expect them, over SHA-256. Of one such signature a stranger can make a
// second valid one, with n - s for s. Both are accepted: FIPS 186-5 asks for no low s, other signers do not write it, and nothing here hangs on a signature's
// bytes. Signatures are never counted, compared or used as a name. DER with anything behind it or spelt otherwise is refused by OpenSSL.
import {
  constants,
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

/** Those that signatures of others are verified in. */
export const VERIFY_ALGORITHMS = [...KEY_ALGORITHMS, 'ecdsa-p384', 'rsa'] as const;
export type VerifyAlgorithm = (typeof VERIFY_ALGORITHMS)[number];

interface Attempt {
  readonly digest: string | null;
  readonly padding?: number;
}

/** How signers use a key, where there is more than one way; all of them are tried. */
const ATTEMPTS: Readonly<Record<VerifyAlgorithm, readonly Attempt[]>> = {
  ed25519: [{ digest: null }],
  'ecdsa-p256': [{ digest: 'sha256' }],
  'ecdsa-p384': [{ digest: 'sha384' }, { digest: 'sha256' }],
  rsa: [
    { digest: 'sha256', padding: constants.RSA_PKCS1_PADDING },
    { digest: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING },
  ],
};

/** Shorter ones are broken by those who want to. */
const LEAST_RSA_BITS = 2048;

/** What node:crypto wants to know of an algorithm. */
const TERMS = {
  ed25519: { digest: null, make: () => generateKeyPairSync('ed25519') },
  'ecdsa-p256': { digest: 'sha256', make: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) },
} as const satisfies Record<KeyAlgorithm, unknown>;

/** A public key of an algorithm we know. */
export interface VerifyKey {
  readonly algorithm: VerifyAlgorithm;
  /** SHA-256 of the SPKI in DER, lower-case hex. One key has one id, however it was spelt where it came from. */
  readonly keyId: string;
  /** SPKI. */
  readonly pem: string;
  readonly key: KeyObject;
}

/** One of an algorithm that we sign with. */
export interface PublicKey extends VerifyKey {
  readonly algorithm: KeyAlgorithm;
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

/** @returns null for another kind of key than we sign with, another curve */
export function publicKeyOf(given: KeyObject): PublicKey | null {
  const algorithm = algorithmOf(given);
  return algorithm === null ? null : { ...spelled(given), algorithm };
}

/** @returns null for a kind of key, a curve or a length that nothing is verified with */
export function verifyKeyOf(given: KeyObject): VerifyKey | null {
  const algorithm = verifyAlgorithmOf(given);
  return algorithm === null ? null : { ...spelled(given), algorithm };
}

/** A key under its one spelling: a point of a curve can be written in two ways, and whoever trusts a key in both must not count it twice. */
function spelled(given: KeyObject): Omit<VerifyKey, 'algorithm'> {
  const key = createPublicKey({ key: given.export({ format: 'jwk' }), format: 'jwk' });
  const der = key.export({ format: 'der', type: 'spki' });
  return {
    keyId: createHash('sha256').update(der).digest('hex'),
    pem: key.export({ format: 'pem', type: 'spki' }) as string,
    key,
  };
}

function algorithmOf(key: KeyObject): KeyAlgorithm | null {
  const algorithm = verifyAlgorithmOf(key);
  return KEY_ALGORITHMS.find((one) => one === algorithm) ?? null;
}

function verifyAlgorithmOf({
  asymmetricKeyType,
  asymmetricKeyDetails = {},
}: KeyObject): VerifyAlgorithm | null {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'ed25519') return 'ed25519';
  if (asymmetricKeyType === 'rsa') return modulusLength >= LEAST_RSA_BITS ? 'rsa' : null;
  if (asymmetricKeyType !== 'ec') return null;
  return namedCurve === 'prime256v1' ? 'ecdsa-p256' : namedCurve === 'secp384r1' ? 'ecdsa-p384' : null;
}

/** @returns 64 bytes of Ed25519, or ECDSA in DER */
export function signWith({ publicKey, key }: PrivateKey, message: Uint8Array): Uint8Array {
  return sign(TERMS[publicKey.algorithm].digest, message, { key, dsaEncoding: 'der' });
}

/** Whether this key made this signature of this message. Never throws. */
export function isSignedBy(
  { algorithm, key }: VerifyKey,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  // OpenSSL passes over the name of a digest where a key of Ed25519 comes with one.
  if (verifyAlgorithmOf(key) !== algorithm) return false;
  return ATTEMPTS[algorithm].some(({ digest, padding }) => {
    try {
      const how = padding === undefined ? { key, dsaEncoding: 'der' as const } : { key, padding };
      return verify(digest, message, how, signature);
    } catch {
      return false;
    }
  });
}
