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
  | 'no_valid_signature';

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

export type Verified =
  | {
      readonly ok: true;
      /** The very bytes that were signed. */
      readonly payload: Uint8Array;
      /** Key id of who signed, ours and not the envelope's. */
      readonly signedBy: string;
    }
  | RefusedEnvelope;

/**
 * Whether one of these keys signed it. Key ids of the envelope are not looked at: one that lies neither brings a signature about nor hides one.
 * @param wanted what the payload has to be; the empty type is none
 */
export function verifyEnvelope(
  { payloadType, payload, signatures }: Envelope,
  keys: readonly VerifyKey[],
  wanted: string,
): Verified {
  if (payloadType === '' || payloadType !== wanted)
    return refused('payload_type', `It is signed as another kind of thing than ${wanted}.`);
  if (signatures.length === 0) return refused('unsigned', 'Nobody signed it.');
  const message = pae(payloadType, payload);
  const signer = keys.find((key) => signatures.some(({ signature }) => isSignedBy(key, message, signature)));
  return signer === undefined
    ? refused('no_valid_signature', NONE)
    : { ok: true, payload, signedBy: signer.keyId };
}

const NONE =
  'None of its signatures is by a trusted key over this payload and type: it was changed, or somebody else signed it.';
