// Promise: a program of the operator's signs exactly what DSSE signs, or nothing is signed and it is said why; what it signed is valid only where the operator's own
// verifier says so. Real programs are run, by the executors' own starter of programs.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { programsHere } from '../../infra/executors/local-program.ts';
import { SignerConfig, type SignerSetup } from './config.ts';
import { type Envelope, readEnvelope, writeEnvelope } from './envelope.ts';
import { verifyExternally } from './external-signer.ts';
import { pae } from './pae.ts';
import { SIGNING_BY_PROFILE, type SignerParts, signedEnvelope, signerOf } from './signer.ts';
import { IN_TOTO_PAYLOAD } from './statement.ts';

const programs = programsHere(systemClock);
const never = new AbortController().signal;
const PAYLOAD = Buffer.from('{"é":"\u0000"}');
/** In the place of an algorithm that is not in here: a digest under a key that lies in the program. */
const digest = (message: Uint8Array) => createHmac('sha256', 'token').update(message).digest();
const READ_ALL = `const { createHmac } = require('node:crypto'); const bytes = require('node:fs').readFileSync(0);
const made = createHmac('sha256', 'token').update(bytes).digest('base64');`;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'festinger-signer-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

let count = 0;
const program = (script: string): [string, string] => {
  const file = join(dir, `${++count}.cjs`);
  writeFileSync(file, script);
  return [process.execPath, file];
};
const setupOf = (command: readonly string[], verify?: readonly string[], seconds = 10): SignerSetup =>
  SignerConfig.parse({
    ...{ command, key_id: 'gost-1', algorithm_label: 'gost', timeout_seconds: seconds },
    ...(verify ? { verify_command: verify } : {}),
  });
const noKeys: SignerParts['keys'] = { inUse: () => Promise.reject(new Error('no key of ours is asked for')) };
const signedBy = async (setup: SignerSetup | undefined, signal = never): Promise<Envelope> => {
  const signer = await signerOf('gost-local', { keys: noKeys, programs, setup: () => setup });
  return signedEnvelope(signer, IN_TOTO_PAYLOAD, PAYLOAD, signal);
};
const verdictOf = (envelope: Envelope, setup: SignerSetup | undefined, signal = never) =>
  verifyExternally(envelope, { setup, programs, payloadType: IN_TOTO_PAYLOAD }, signal);

describe('gost-local', () => {
  it('is refused without a program, with what to set', async () => {
    expect(SIGNING_BY_PROFILE['gost-local']).toBe('external');
    await expect(signedBy(undefined)).rejects.toMatchObject({
      code: 'FEATURE_OFF',
      message: expect.stringMatching(/config\.yaml as signer: \{ command: .*key_id/),
    });
  });

  it('signs with the program, which gets what DSSE signs and nothing of ours', async () => {
    process.env.FESTINGER_TEST_SECRET = 'ours';
    const command = program(`${READ_ALL}
      if (Object.keys(process.env).some((name) => name.startsWith('FESTINGER'))) process.exit(9);
      console.log(made.slice(0, 20)); console.log(made.slice(20));`);
    try {
      const envelope = await signedBy(setupOf(command));
      expect(envelope).toEqual({
        ...{ payload: PAYLOAD, payloadType: IN_TOTO_PAYLOAD },
        signatures: [{ keyId: 'gost-1', signature: digest(pae(IN_TOTO_PAYLOAD, PAYLOAD)) }],
      });
      expect(readEnvelope(Buffer.from(writeEnvelope(envelope)))).toEqual({ ok: true, envelope });
    } finally {
      delete process.env.FESTINGER_TEST_SECRET;
    }
  });

  it('gives arguments as they stand: no shell reads them', async () => {
    const [node, file] = program(
      `${READ_ALL} if (process.argv[2] !== '$(id); "x" *') process.exit(9); console.log(made)`,
    );
    await expect(signedBy(setupOf([node, file, '$(id); "x" *']))).resolves.toMatchObject({
      payload: PAYLOAD,
    });
  });

  it.each([
    [
      'process.stderr.write("no token\\nmore"); process.exit(3)',
      /ended with exit code 3: no token\. Nothing was signed/,
    ],
    ['process.exit(1)', /ended with exit code 1\. Nothing/],
    ['process.kill(process.pid, "SIGKILL")', /was ended by a signal/],
    ['', /wrote 0 bytes for a signature/],
    ['console.log("AAAA")', /wrote 3 bytes for a signature/],
    ['console.log("-----BEGIN secretsecret")', /something else than a signature in base64/],
    ['process.stdout.write(Buffer.alloc(64, 0xe9))', /something else than a signature in base64/],
    ['console.log("A".repeat(100000))', /wrote more than 16384 bytes/],
  ])('signs nothing where the program does %j', async (script, words) => {
    const refusal = await signedBy(setupOf(program(script))).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'EXECUTION_FAILED', message: expect.stringMatching(words) });
    expect(String(refusal)).not.toContain('secretsecret');
  });

  it('takes secrets out of what the program says went wrong', async () => {
    const secret = `AKIA${'Q3EXAMPLE7JHW2MZ'}`;
    const script = `process.stderr.write('login ${secret} refused'); process.exit(1)`;
    const refusal = String(await signedBy(setupOf(program(script))).catch((error: unknown) => error));
    expect(refusal).toMatch(/exit code 1: login .* refused/);
    expect(refusal).not.toContain(secret);
  });

  it('ends a program that takes too long, and one that nobody waits for any more', async () => {
    const slow = program('setTimeout(() => {}, 60000)');
    await expect(signedBy(setupOf(slow, undefined, 0.2))).rejects.toMatchObject({ code: 'TIMEOUT' });
    const gone = new AbortController();
    const asked = signedBy(setupOf(slow), gone.signal);
    gone.abort();
    await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(signedBy(setupOf([join(dir, 'nothing')]))).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
    });
  });
});

describe('what a program signed', () => {
  const signer = () => program(`${READ_ALL} console.log(made)`);
  const verifier = () => [
    ...program(`${READ_ALL} if (process.argv[2] !== made) { console.error('differs'); process.exit(1); }`),
    '{signature}',
  ];

  it('is not verifiable here without a verifier, and never valid', async () => {
    const setup = setupOf(signer());
    const envelope = await signedBy(setup);
    for (const known of [setup, undefined])
      expect(await verdictOf(envelope, known)).toMatchObject({
        verdict: 'not_verifiable',
        reason: expect.stringContaining('signer.verify_command'),
      });
    const broken = setupOf(signer(), [join(dir, 'nothing'), '{signature}']);
    expect(await verdictOf(envelope, broken)).toMatchObject({ verdict: 'not_verifiable' });
    const slow = setupOf(signer(), [...program('setTimeout(() => {}, 60000)'), '{signature}'], 0.2);
    expect(await verdictOf(envelope, slow)).toMatchObject({ verdict: 'not_verifiable' });
  });

  it('is valid where the verifier says so, among signatures of others', async () => {
    const setup = setupOf(signer(), verifier());
    const envelope = await signedBy(setup);
    expect(await verdictOf(envelope, setup)).toMatchObject({ verdict: 'valid' });
    const other = { keyId: 'x', signature: Buffer.alloc(64) };
    const unnamed = envelope.signatures.map((one) => ({ ...one, keyId: '' }));
    const among = { ...envelope, signatures: [other, { ...other, keyId: '' }, ...unnamed] };
    expect(await verdictOf(among, setup)).toMatchObject({ verdict: 'valid' });
  });

  it('is refused where anything was changed, or it is not said to be its own', async () => {
    const setup = setupOf(signer(), verifier());
    const envelope = await signedBy(setup);
    const [only] = envelope.signatures;
    if (!only) throw new Error('not signed');
    const changed = Uint8Array.from(only.signature, (byte, n) => (n === 0 ? byte ^ 1 : byte));
    for (const [one, reason] of [
      [{ ...envelope, payload: Buffer.from('{}') }, /exit code 1: differs/],
      [{ ...envelope, signatures: [{ ...only, signature: changed }] }, /exit code 1: differs/],
      [{ ...envelope, payloadType: 'text/plain' }, /another kind of thing/],
      [{ ...envelope, signatures: [{ ...only, keyId: 'gost-2' }] }, /said to be by gost-1/],
      [{ ...envelope, signatures: [] }, /said to be by gost-1/],
    ] as const)
      expect(await verdictOf(one, setup)).toMatchObject({
        verdict: 'refused',
        reason: expect.stringMatching(reason),
      });
  });

  it('is not judged for somebody who went away', async () => {
    const gone = new AbortController();
    gone.abort();
    const setup = setupOf(signer(), verifier());
    await expect(verdictOf(await signedBy(setup), setup, gone.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});
