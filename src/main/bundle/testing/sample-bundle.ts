// A small bundle with one of everything (an empty file, one of more than a block, a name for both fields), and a signer as strict as the container asks for.
// Used by the tests of this room.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { SignStatement, Subject, VerifyEnvelope } from '../signing.ts';
import type { BundleSource } from '../write-bundle.ts';

export const sourceOf = (name: string, bytes: string | Uint8Array): BundleSource => ({
  name,
  async *open() {
    yield Buffer.from(bytes);
  },
});

export const LONG_NAME = `briefs/${'0123456789abcdef'.repeat(4)}/decisions/${'d'.repeat(60)}.json`;

export const sampleSources = (): BundleSource[] => [
  sourceOf('summary.md', '# One\n\nIt is affected [1].\n'),
  sourceOf('citations.json', JSON.stringify({ citations: Array.from({ length: 60 }, (_, n) => ({ n })) })),
  sourceOf('context_manifest.json', ''),
  sourceOf(LONG_NAME, '{}'),
];

/** What is in `sampleSources`, in the order of the archive. */
export const SAMPLE_FILES = [LONG_NAME, 'citations.json', 'context_manifest.json', 'summary.md'];

/** A key that is the same each time: Ed25519 with a seed of ones. */
const PRIVATE = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 1)]),
  ...{ format: 'der', type: 'pkcs8' },
});
const PUBLIC = createPublicKey(PRIVATE);

const envelope = (payload: string): string => {
  const sig = sign(null, Buffer.from(payload), PRIVATE).toString('base64');
  return `${JSON.stringify({ payload, keyid: 'key-of-ones', sig }, null, 1)}\n`;
};

export const signWith =
  (file = 'key-of-ones.dsse.json', subjects = (all: readonly Subject[]) => all): SignStatement =>
  async (all) => [{ file, text: envelope(JSON.stringify(subjects(all))) }];

/** Ed25519 makes the same signature each time, so an envelope can be held against the only one it can be. */
export const verifyEnvelope: VerifyEnvelope = (text) => {
  try {
    const { payload, sig } = JSON.parse(text) as { payload: string; sig: string };
    const isSigned = verify(null, Buffer.from(payload), PUBLIC, Buffer.from(sig, 'base64'));
    if (!isSigned || envelope(payload) !== text) return { ok: false, reason: 'Its signature is not right.' };
    return { ok: true, subjects: JSON.parse(payload) as Subject[], keyId: 'key-of-ones' };
  } catch {
    return { ok: false, reason: 'It is no envelope.' };
  }
};

export const sha256Of = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

export const never = (): AbortSignal => new AbortController().signal;
