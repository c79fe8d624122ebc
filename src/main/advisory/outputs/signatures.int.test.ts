// Promise: a brief that is kept is signed by its profile's key, and is said to be valid only while it is what was signed: no member of it, no other revision, no other brief's
// signature and no other key passes. What a program of the operator's signed is valid only where their other program says so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredBrief } from '../../../shared/model/evidence/brief.ts';
import { systemClock } from '../../core/clock.ts';
import { programsHere } from '../../infra/executors/local-program.ts';
import { type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { outputHash } from '../brief/brief-body.ts';
import { type Profile, profileOf } from '../brief/profiles.ts';
import type { SignerSetup } from '../signing/config.ts';
import { SigningKeys } from '../signing/signing-keys.ts';
import { bodyOf } from './kept-brief.ts';
import { Signatures, subjectsOf } from './signatures.ts';

const VAULT = {
  seal: (secret: string) => `sealed ${secret}`,
  open: (sealed: string) => sealed.slice('sealed '.length),
};
/** Of what it was made from. */
const CONTEXT = 'f'.repeat(64);
const SIGNAL = new AbortController().signal;

const UNSIGNED: StoredBrief = {
  ...{
    task: 'summary',
    project: 'default',
    advisory_key: 'CVE-2026-1000',
    artifact_id: null,
    policy_version: null,
  },
  ...{ profile: 'default', cache_key: 'a'.repeat(64), revision: 1, input_digest: 'b'.repeat(64) },
  ...{ provenance_hash: 'c'.repeat(64), citations: [], steps: [], follow_ups: [], prompt_sha256: null },
  coverage: 1,
  sections: {
    summary: 'So it is [1].',
    conflicts: 'No evidence.',
    remediation: 'No evidence.',
    references: 'No evidence.',
  },
  guardrail: { blocked: false, codes: [], redactions: {} },
  ...{
    effective_mode: 'Local',
    inference: {},
    output_hash: '',
    generated_at: '2026-11-27T00:00:00.000Z',
    signatures: [],
  },
};
const hashed = (brief: StoredBrief): StoredBrief => ({ ...brief, output_hash: outputHash(bodyOf(brief)) });

let temp: TempStore;
let setup: SignerSetup | undefined;
let signatures: Signatures;
beforeAll(async () => {
  temp = await tempStore('sqlite');
  const keys = new SigningKeys({ store: temp.store, vault: VAULT, clock: temp.clock });
  signatures = new Signatures({ keys, programs: programsHere(systemClock), setup: () => setup });
});
afterAll(() => temp[Symbol.asyncDispose]());

async function signed(profile: Profile, brief = hashed(UNSIGNED)): Promise<StoredBrief> {
  const subjects = subjectsOf(brief, CONTEXT);
  return { ...brief, signatures: [...(await signatures.sign(profile, subjects, {}, SIGNAL))] };
}

describe.each(['default', 'fips-local'] as const)('under %s', (name) => {
  const profile = profileOf(name, {});

  it('is valid as it was kept', async () => {
    const brief = await signed(profile);
    expect(brief.signatures[0]?.algorithm).toBe(profile.signing);
    expect(await signatures.stateOf(brief, CONTEXT, SIGNAL)).toEqual({ intact: true, signature: 'valid' });
  });

  it('is not what was signed once any member of it is another', async () => {
    const brief = await signed(profile);
    const changed: Partial<StoredBrief>[] = [
      { sections: { ...brief.sections, summary: 'So it is not [1].' } },
      { advisory_key: 'CVE-2026-1001' },
      { guardrail: { ...brief.guardrail, codes: ['citation_missing'] } },
      { inference: { model_id: 'somebody' } },
      { revision: 2 },
    ];
    for (const member of changed) {
      expect(await signatures.stateOf({ ...brief, ...member }, CONTEXT)).toMatchObject({ intact: false });
      // Hashed anew it is whole, and not what was signed.
      expect(await signatures.stateOf(hashed({ ...brief, ...member }), CONTEXT)).toEqual({
        intact: true,
        signature: 'invalid',
      });
    }
  });

  it('is not what was signed once the passages it was made from are others', async () => {
    const brief = await signed(profile);
    expect(await signatures.stateOf(brief, 'e'.repeat(64))).toEqual({ intact: true, signature: 'invalid' });
  });

  it('is invalid with the signature of another brief, of another algorithm, or with one that is none', async () => {
    const brief = await signed(profile);
    const other = await signed(profile, hashed({ ...UNSIGNED, cache_key: 'd'.repeat(64) }));
    expect(await signatures.stateOf({ ...brief, signatures: other.signatures }, CONTEXT)).toMatchObject({
      signature: 'invalid',
    });
    const [signature] = brief.signatures;
    const told = (more: object) =>
      signatures.stateOf(
        { ...brief, signatures: [{ ...(signature ?? { keyid: '', algorithm: '', envelope: '' }), ...more }] },
        CONTEXT,
      );
    expect(await told({ envelope: '{}' })).toMatchObject({ signature: 'invalid' });
    expect(await told({ keyid: 'e'.repeat(64) })).toMatchObject({ signature: 'unknown_key' });
    expect(await signatures.stateOf({ ...brief, signatures: [] }, CONTEXT)).toMatchObject({
      signature: 'unsigned',
    });
  });
});

describe('under gost-local', () => {
  const profile = profileOf('gost-local', {});
  const node = process.execPath;
  const sign = `const b=[];process.stdin.on('data',d=>b.push(d)).on('end',()=>process.stdout.write(require('crypto').createHash('sha512').update(Buffer.concat(b)).digest('base64')))`;
  const verify = `const b=[];process.stdin.on('data',d=>b.push(d)).on('end',()=>process.exit(require('crypto').createHash('sha512').update(Buffer.concat(b)).digest('base64')===process.argv[1]?0:1))`;
  const commands: SignerSetup = {
    ...{
      command: [node, '-e', sign],
      verifyCommand: null,
      keyId: 'token-7',
      algorithm: 'GOST-R-34.10-2012',
      timeoutMs: 10_000,
    },
  };

  it('there is none without a signer, with what to set', async () => {
    setup = undefined;
    expect(signatures.problem(profile)).toContain('signer: { command:');
    await expect(signed(profile)).rejects.toMatchObject({ code: 'FEATURE_OFF' });
  });

  it('is signed by the program, and valid only where the other program says so', async () => {
    setup = commands;
    expect(signatures.problem(profile)).toBeNull();
    const brief = await signed(profile);
    expect(brief.signatures).toMatchObject([{ keyid: 'token-7', algorithm: 'GOST-R-34.10-2012' }]);
    expect(await signatures.stateOf(brief, CONTEXT, SIGNAL)).toEqual({
      intact: true,
      signature: 'not_verifiable',
    });
    setup = { ...commands, verifyCommand: [node, '-e', verify, '{signature}'] };
    expect(await signatures.stateOf(brief, CONTEXT, SIGNAL)).toEqual({ intact: true, signature: 'valid' });
    expect(await signatures.stateOf(brief, CONTEXT), 'no program is run for who answers').toEqual({
      intact: true,
      signature: 'not_verifiable',
    });
    const other = hashed({ ...brief, revision: 2 });
    expect(await signatures.stateOf(other, CONTEXT, SIGNAL)).toEqual({ intact: true, signature: 'invalid' });
  });
});
