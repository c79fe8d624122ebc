// DSSE envelopes: read from outside, written in one spelling, verified. What is signed is a payload and its type; everything else in an envelope is a stranger's
// word, the key ids too. Whoever wants the payload takes the bytes that were verified, never reads the envelope again. Pure. Source: advisory, Outputs.
import * as z from 'zod';
import { canonicalJson, type Json } from '../../store/audit/canonical-json.ts';
import { decode, parseDocument } from '../formats/json-document.ts';
import { Refusal } from '../formats/refusal.ts';
import { base64Of, bytesOfBase64 } from './base64.ts';
import { isSignedBy, type VerifyKey } from './keys.ts';
import { pae } from './pae.ts';

/** Five thousand files by name and digest; a brief's statement has a few hundred bytes. */
export const MAX_ENVELOPE_BYTES = 1024 * 1024;
/** Each signature may be tried with each key, and each try reads the whole payload: with all of it at its most, a stranger's envelope takes a third of a second. */
const MAX_SIGNATURES = 8;
const MAX_TRUSTED = 32;
const MAX_SIGNATURE_CHARS = 16_384;

export interface DsseSignature {
  /** A hint at who signed; empty where there is none. Never trusted. */
  readonly keyId: string;
  readonly signature: Uint8Array;
}

export interface Envelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  readonly signatures: readonly DsseSignature[];
}

/** Why an envelope is not accepted. */
export type EnvelopeFault =
  /** More bytes than are read. */
  | 'too_large'
  /** Not JSON, or not of this shape. */
  | 'malformed'
  /** A payload or signature that is no base64. */
  | 'bad_base64'
  /** Nobody signed it. */
  | 'unsigned'
  /** It says it is something else than what is asked for. */
  | 'payload_type'
  /** No trusted key made any of its signatures. */
  | 'no_valid_signature'
  /** Trusted keys did, and too few. */
  | 'too_few_keys';

export interface RefusedEnvelope {
  readonly ok: false;
  readonly fault: EnvelopeFault;
  /** A sentence for people; holds nothing of the payload. */
  readonly reason: string;
}

export type ReadEnvelope = { readonly ok: true; readonly envelope: Envelope } | RefusedEnvelope;

/** A member that is not known is passed over, as DSSE asks. */
const Outer = z.object({
  payload: z.string(),
  payloadType: z
    .string()
    .max(1000)
    .refine((text) => text.isWellFormed()),
  signatures: z
    .array(z.object({ keyid: z.string().max(1000).optional(), sig: z.string().max(MAX_SIGNATURE_CHARS) }))
    .max(MAX_SIGNATURES),
});

/** Reads an envelope from outside, verifying nothing. Never throws. @param bytes of the file, UTF-8 */
export function readEnvelope(bytes: Uint8Array): ReadEnvelope {
  if (bytes.length > MAX_ENVELOPE_BYTES)
    return refused('too_large', `It has ${bytes.length} bytes; at most ${MAX_ENVELOPE_BYTES} are read.`);
  let value: unknown;
  try {
    value = parseDocument(decode(bytes));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused('malformed', error.path === '' ? error.message : `At ${error.path}: ${error.message}`);
  }
  return envelopeOf(value);
}

/** Reads an envelope that was parsed already, verifying nothing. Never throws. */
export function envelopeOf(value: unknown): ReadEnvelope {
  const outer = Outer.safeParse(value);
  if (!outer.success) return refused('malformed', shapeFault(outer.error));
  const { payload, payloadType, signatures } = outer.data;
  const body = bytesOfBase64(payload);
  if (body === null) return refused('bad_base64', 'Its payload is no base64 with padding.');
  const read: DsseSignature[] = [];
  for (const [n, { keyid = '', sig }] of signatures.entries()) {
    const signature = bytesOfBase64(sig);
    if (signature === null) return refused('bad_base64', `Its signature ${n + 1} is no base64 with padding.`);
    read.push({ keyId: keyid, signature });
  }
  return { ok: true, envelope: { payloadType, payload: body, signatures: read } };
}

/** The place alone: what stands there is a stranger's. */
function shapeFault({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.map(String).join('.') ?? '';
  return `It is no DSSE envelope: ${place === '' ? 'it is no object' : `${place} is missing or not what it has to be`}.`;
}

const refused = (fault: EnvelopeFault, reason: string): RefusedEnvelope => ({ ok: false, fault, reason });

/**
 * The envelope as JSON in one spelling: the same envelope gives the same bytes, signatures in the order of their key ids.
 * A key id that is empty is left out, and so is a signature that is there already.
 */
export function writeEnvelope({ payload, payloadType, signatures }: Envelope): string {
  const written = signatures.map(
    ({ keyId, signature }): Json => ({ ...(keyId === '' ? {} : { keyid: keyId }), sig: base64Of(signature) }),
  );
  const bySpelling = new Map(written.map((entry) => [canonicalJson(entry), entry]));
  const sorted = [...bySpelling].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  return canonicalJson({ payload: base64Of(payload), payloadType, signatures: sorted });
}

export interface Trust {
  /** Keys that may have signed; at most 32. A key that is there twice is one key. */
  readonly keys: readonly VerifyKey[];
  /** How many different keys have to have signed; 1 or more. */
  readonly threshold: number;
  /** What the payload may be. The empty type is none, even where it stands here. */
  readonly payloadTypes: readonly string[];
}

export type Verified =
  | {
      readonly ok: true;
      /** The very bytes that were signed. */
      readonly payload: Uint8Array;
      readonly payloadType: string;
      /** Key ids of who signed, ours and not the envelope's, in code-unit order. */
      readonly signedBy: readonly string[];
    }
  | RefusedEnvelope;

/**
 * Whether enough different trusted keys signed it. A key id says which key to try first and nothing else: one that lies costs time, and neither brings a signature
 * about nor hides one. Keys are counted, not signatures and not key ids.
 * @throws RangeError for a threshold below 1 or more than 32 keys: the caller's mistake
 */
export function verifyEnvelope(envelope: Envelope, { keys, threshold, payloadTypes }: Trust): Verified {
  if (!Number.isSafeInteger(threshold) || threshold < 1 || keys.length > MAX_TRUSTED)
    throw new RangeError(`a threshold of ${threshold} over ${keys.length} keys`);
  const { payloadType, payload, signatures } = envelope;
  if (payloadType === '' || !payloadTypes.includes(payloadType))
    return refused(
      'payload_type',
      `It is signed as another kind of thing than ${payloadTypes.join(' or ')}.`,
    );
  if (signatures.length === 0) return refused('unsigned', 'Nobody signed it.');
  const message = pae(payloadType, payload);
  const waiting = new Map(keys.map((key) => [key.keyId, key]));
  const signedBy: string[] = [];
  for (const { keyId, signature } of signatures) {
    const signer = hintedFirst(waiting, keyId).find((key) => isSignedBy(key, message, signature));
    if (signer === undefined) continue;
    // It has signed: a second signature of it adds nothing.
    waiting.delete(signer.keyId);
    signedBy.push(signer.keyId);
  }
  if (signedBy.length >= threshold) return { ok: true, payload, payloadType, signedBy: signedBy.sort() };
  if (signedBy.length === 0) return refused('no_valid_signature', NONE);
  return refused(
    'too_few_keys',
    `${signedBy.length} of the trusted keys signed it, and ${threshold} different ones have to.`,
  );
}

const NONE =
  'None of its signatures is by a trusted key over this payload and type: it was changed, or somebody else signed it.';

function hintedFirst(keys: ReadonlyMap<string, VerifyKey>, hint: string): VerifyKey[] {
  const hinted = keys.get(hint);
  return hinted ? [hinted, ...[...keys.values()].filter((key) => key !== hinted)] : [...keys.values()];
}
