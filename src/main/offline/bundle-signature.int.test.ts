// Promises: an envelope of a bundle has one spelling, of which no byte can be another; what was signed once is not signed anew, also by an algorithm that signs otherwise each time;
// and what is signed as something else is no signature of a bundle.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeEnvelope } from '../advisory/signing/envelope.ts';
import { makeKey, type PrivateKey } from '../advisory/signing/keys.ts';
import { signedEnvelope, signerOf } from '../advisory/signing/signer.ts';
import { IN_TOTO_PAYLOAD, statementBytes } from '../advisory/signing/statement.ts';
import { tempStore } from '../store/testing/temp-store.ts';
import { type BundleSignerParts, bundleEnvelope, envelopeCheck } from './bundle-signature.ts';

const SUMS = createHash('sha256').update('a list').digest('hex');
const never = new AbortController().signal;
const KEYS = { ed25519: makeKey('ed25519'), 'ecdsa-p256': makeKey('ecdsa-p256') };

const partsOver = (
  store: BundleSignerParts['store'],
  keys: Record<string, PrivateKey> = KEYS,
): BundleSignerParts => ({
  ...{ store, clock: { now: () => 1 }, keys: { inUse: async (algorithm) => keys[algorithm] as PrivateKey } },
  ...{ programs: {} as never, setup: () => undefined },
});

describe.each([
  ['default', KEYS.ed25519],
  ['fips-local', KEYS['ecdsa-p256']],
] as const)('an envelope of %s', (profile, { publicKey }) => {
  it('is kept, and holds as it is spelt alone', async () => {
    await using temp = await tempStore();
    const text = await bundleEnvelope(profile, SUMS, partsOver(temp.store), never);
    expect(await bundleEnvelope(profile, SUMS, partsOver(temp.store), never)).toBe(text);
    const check = envelopeCheck([publicKey]);
    expect(check(text)).toEqual({
      ...{ ok: true, subjects: [{ name: 'SHA256SUMS', sha256: SUMS }], keyId: publicKey.keyId },
    });
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at++)
      for (const bit of [1, 0x20]) {
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ bit;
        expect(check(copy.toString('latin1')).ok, `byte ${at}`).toBe(false);
      }
    for (const other of [
      ` ${text}`,
      `${text}\n`,
      JSON.stringify(JSON.parse(text), null, 1),
      `${text.slice(0, -1)},"a":1}`,
    ])
      expect(check(other).ok).toBe(false);
  });

  it('is signed anew by another key, and is nothing to other keys', async () => {
    await using temp = await tempStore();
    const text = await bundleEnvelope(profile, SUMS, partsOver(temp.store), never);
    const replaced = { ed25519: makeKey('ed25519'), 'ecdsa-p256': makeKey('ecdsa-p256') };
    const anew = await bundleEnvelope(profile, SUMS, partsOver(temp.store, replaced), never);
    expect(anew).not.toBe(text);
    expect(envelopeCheck(Object.values(replaced).map((key) => key.publicKey))(text)).toMatchObject({
      ok: false,
    });
    expect(envelopeCheck([])(text)).toMatchObject({ ok: false });
  });
});

it('what is signed as something else is no signature of a bundle', async () => {
  await using temp = await tempStore();
  const signer = await signerOf('default', partsOver(temp.store));
  const subjects = [{ name: 'SHA256SUMS', sha256: SUMS }];
  const payload = statementBytes({
    subjects,
    predicateType: 'https://festinger.dev/brief/v1',
    predicate: {},
  });
  const text = writeEnvelope(await signedEnvelope(signer, IN_TOTO_PAYLOAD, payload, never));
  expect(envelopeCheck([KEYS.ed25519.publicKey])(text)).toEqual({
    ...{ ok: false, reason: 'What is signed is something else than a bundle.' },
  });
});
