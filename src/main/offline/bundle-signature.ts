// The signature of a bundle: a statement of in-toto over its list of hashes, in an envelope of DSSE. Made once for a list and a key, since some algorithms sign
// otherwise each time. Checked as strictly as the container asks: an envelope has one spelling. Called by bundles.ts and the command line.
// Source: advisory, Outputs.
import type { Clock } from '../../shared/model/clock.ts';
import { readEnvelope, verifyEnvelope, writeEnvelope } from '../advisory/signing/envelope.ts';
import type { PublicKey } from '../advisory/signing/keys.ts';
import {
  type SignerParts,
  type SigningProfile,
  signedEnvelope,
  signerOf,
} from '../advisory/signing/signer.ts';
import { IN_TOTO_PAYLOAD, readStatement, statementBytes } from '../advisory/signing/statement.ts';
import { SUMS_NAME } from '../bundle/entry-name.ts';
import type { VerifyEnvelope } from '../bundle/signing.ts';
import { keepBundleSignature, readBundleSignature } from '../store/bundles/bundle-signatures.ts';
import type { Store } from '../store/store-access.ts';

/** What the predicate is: that this is a bundle, of this version. */
const BUNDLE_PREDICATE = 'https://festinger.dev/bundle/v1';
/** What the file of the signature is called within `signatures/`. */
export const SIGNATURE_FILE = 'bundle.dsse.json';

export interface BundleSignerParts extends SignerParts {
  readonly store: Pick<Store, 'reader' | 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * The envelope over a list of hashes, as text; the one that was made before, where one was.
 * @param sumsSha256 of `SHA256SUMS`, lower-case hex
 * @throws AppError FEATURE_OFF, UNAVAILABLE as `signerOf`; nothing is signed then
 */
export async function bundleEnvelope(
  profile: SigningProfile,
  sumsSha256: string,
  parts: BundleSignerParts,
  signal: AbortSignal,
): Promise<string> {
  const { store, clock } = parts;
  const signer = await signerOf(profile, parts);
  const { keyId } = signer;
  const kept = await readBundleSignature(store.reader, { sumsSha256, keyId });
  if (kept !== undefined) return kept;
  const payload = statementBytes({
    ...{
      subjects: [{ name: SUMS_NAME, sha256: sumsSha256 }],
      predicateType: BUNDLE_PREDICATE,
      predicate: {},
    },
  });
  const envelope = writeEnvelope(await signedEnvelope(signer, IN_TOTO_PAYLOAD, payload, signal));
  return store.write((writer) =>
    keepBundleSignature(writer, { sumsSha256, keyId, envelope, madeAt: clock.now() }),
  );
}

/** Checks envelopes of bundles with these keys alone. Never throws. */
export const envelopeCheck =
  (keys: readonly PublicKey[]): VerifyEnvelope =>
  (text) => {
    const read = readEnvelope(Buffer.from(text, 'utf8'));
    if (!read.ok) return read;
    const { signatures } = read.envelope;
    const hint = signatures[0]?.keyId ?? '';
    // Our signer names its key, so that no more than one is ever tried.
    const key = keys.find(({ keyId }) => keyId === hint);
    if (!key) return refused(`It is signed by ${named(hint)}, which is none of the keys it is checked with.`);
    const verified = verifyEnvelope(read.envelope, [key], IN_TOTO_PAYLOAD);
    if (!verified.ok) return verified;
    if (signatures.length !== 1 || writeEnvelope(read.envelope) !== text)
      return refused('It is not spelt as its signer writes it: something in it was changed.');
    const { payload } = verified;
    const said = readStatement(payload);
    if (!said.ok) return said;
    if (said.statement.predicateType !== BUNDLE_PREDICATE)
      return refused('What is signed is something else than a bundle.');
    return { ok: true, subjects: said.statement.subjects, keyId: key.keyId };
  };

const refused = (reason: string) => ({ ok: false, reason }) as const;
/** An id is a stranger's word. */
const named = (keyId: string): string =>
  /^[\x21-\x7e]{1,200}$/.test(keyId) ? `the key ${keyId}` : 'a key without a name';
