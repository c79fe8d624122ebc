// Whether a document was signed by a key that the operator accepted: in the envelope it came in, or by a file beside it. A signature that does not hold refuses
// the document; one by an unknown key leaves it unsigned. Called by read-document.ts. Source: advisory, Evidence; structure S5, Trust.
import { bytesOfBase64 } from '../signing/base64.ts';
import { type Envelope, verifyEnvelope } from '../signing/envelope.ts';
import { isSignedBy, type VerifyKey } from '../signing/keys.ts';
import { Refusal } from './refusal.ts';

export interface AcceptedKey {
  readonly key: VerifyKey;
  /** Whom it speaks for, as documents name their issuers. */
  readonly issuers: readonly string[];
}

export interface DocumentSignature {
  readonly state: 'verified' | 'unknown_key';
  /** The key that made it; of an unknown one what the envelope calls it, empty where it does not say. */
  readonly keyId: string;
}

export interface SignedDocument {
  readonly bytes: Uint8Array;
  /** As the document names it. */
  readonly issuer: string;
  readonly envelope: Envelope | null;
  /** The file beside it; null where there is none. */
  readonly detached: Uint8Array | null;
}

/**
 * @param keys at most 32
 * @returns null where nobody signed it
 * @throws Refusal where it should be signed by an accepted key and is not: the signature names one, or names none and there are some for this issuer
 */
export function verifyDocument(
  document: SignedDocument,
  keys: readonly AcceptedKey[],
): DocumentSignature | null {
  const { envelope, detached, issuer } = document;
  const named = (envelope?.signatures ?? []).map(({ keyId }) => keyId);
  if (named.length === 0 && detached === null) return null;
  const signer = envelopeSigner(envelope, keys) ?? detachedSigner(document, keys);
  if (signer !== undefined) return { state: 'verified', keyId: signer };
  const hint = named.find((keyId) => keyId !== '') ?? '';
  const expected = keys.find(({ key, issuers }) =>
    hint === '' ? issuers.includes(issuer) : named.includes(key.keyId),
  );
  if (expected !== undefined)
    throw new Refusal(
      '',
      `Its signature does not verify with the key that you accepted for "${expected.issuers.join('", "').slice(0, 100)}": the document or the signature was changed, or another key signs now. Get both again from the publisher, or accept its new key.`,
    );
  return { state: 'unknown_key', keyId: hint };
}

function envelopeSigner(envelope: Envelope | null, keys: readonly AcceptedKey[]): string | undefined {
  if (envelope === null) return undefined;
  const all = keys.map(({ key }) => key);
  const verified = verifyEnvelope(envelope, all, envelope.payloadType);
  return verified.ok ? verified.signedBy : undefined;
}

function detachedSigner(
  { bytes, detached }: SignedDocument,
  keys: readonly AcceptedKey[],
): string | undefined {
  if (detached === null) return undefined;
  // cosign writes base64, openssl the bytes themselves.
  const signature = bytesOfBase64(Buffer.from(detached).toString('latin1').trim()) ?? detached;
  return keys.find(({ key }) => isSignedBy(key, bytes, signature))?.key.keyId;
}
