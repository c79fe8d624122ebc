// Promise: each profile signs with what its row says, under the id of the key that did, and what it signed is verified with that key alone.
import { describe, expect, it } from 'vitest';
import { verifyEnvelope } from './envelope.ts';
import { KEY_ALGORITHMS, makeKey } from './keys.ts';
import { type SignerParts, type SigningProfile, signedEnvelope, signerOf } from './signer.ts';
import { IN_TOTO_PAYLOAD } from './statement.ts';

const OWN = new Map(KEY_ALGORITHMS.map((algorithm) => [algorithm, makeKey(algorithm)]));
const parts: SignerParts = {
  keys: {
    inUse: async (algorithm) => {
      const key = OWN.get(algorithm);
      if (!key) throw new Error(`no key of ${algorithm}`);
      return key;
    },
  },
  programs: { run: () => Promise.reject(new Error('no program is asked for')) },
  setup: () => undefined,
};

describe.each([
  ['default', 'ed25519'],
  ['fips-local', 'ecdsa-p256'],
  ['cloud-openai', 'ed25519'],
] as const satisfies readonly (readonly [SigningProfile, string])[])(
  'the profile %s',
  (profile, algorithm) => {
    it(`signs with ${algorithm}`, async () => {
      const signer = await signerOf(profile, parts);
      const key = OWN.get(algorithm)?.publicKey;
      if (!key) throw new Error('no key');
      expect([signer.algorithm, signer.keyId]).toEqual([algorithm, key.keyId]);
      const payload = Buffer.from('{}');
      const signal = new AbortController().signal;
      const envelope = await signedEnvelope(signer, IN_TOTO_PAYLOAD, payload, signal);
      expect(envelope.signatures.map(({ keyId }) => keyId)).toEqual([key.keyId]);
      expect(verifyEnvelope(envelope, [key], IN_TOTO_PAYLOAD)).toMatchObject({ ok: true, payload });
      const others = [...OWN.values()].map(({ publicKey }) => publicKey).filter((one) => one !== key);
      expect(verifyEnvelope(envelope, others, IN_TOTO_PAYLOAD)).toMatchObject({
        fault: 'no_valid_signature',
      });
    });
  },
);
