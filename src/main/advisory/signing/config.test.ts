// Promise: what config.yaml says of a program that signs is taken as it is meant, or refused with its line and what to write instead; what looks like a secret is never
// repeated.
import { describe, expect, it } from 'vitest';
import { readConfigText } from '../../settings/config.ts';

const NAMES = 'key_id: gost-1\nalgorithm_label: gost3410-2012-256';
const reading = (lines: string) => readConfigText(`signer:\n${lines.replace(/^/gm, '  ')}\n`, 'config.yaml');
const problem = (lines: string): string => {
  const read = reading(lines);
  return read.ok ? '' : read.problem;
};

describe('signer in config.yaml', () => {
  it('is taken whole, and with what is usual where it says nothing', () => {
    expect(
      reading(
        `command: [/opt/sign, --key, "a b"]\nverify_command: [/opt/verify, "--sig={signature}"]\n${NAMES}\ntimeout_seconds: 2.5`,
      ),
    ).toMatchObject({
      ok: true,
      config: {
        signer: {
          ...{ command: ['/opt/sign', '--key', 'a b'], verifyCommand: ['/opt/verify', '--sig={signature}'] },
          ...{ keyId: 'gost-1', algorithm: 'gost3410-2012-256', timeoutMs: 2500 },
        },
      },
    });
    expect(reading(`command: [sign]\n${NAMES}`)).toMatchObject({
      config: { signer: { verifyCommand: null, timeoutMs: 10_000 } },
    });
    expect(readConfigText('', 'config.yaml')).not.toHaveProperty('config.signer');
  });

  it.each([
    [
      `command: /opt/sign --key a\n${NAMES}`,
      'line 2: signer.command: a list: the program, then its arguments',
    ],
    [`command: []\n${NAMES}`, 'signer.command: name the program first'],
    [`command: [""]\n${NAMES}`, 'signer.command: name the program first'],
    [`command: ["a\\nb"]\n${NAMES}`, 'no line breaks'],
    [`command: [a]\nverify_command: [b]\n${NAMES}`, 'where the signature goes: {signature}'],
    [`command: [a]\nverify_command: ["{signature}"]\n${NAMES}`, 'where the signature goes: {signature}'],
    [`command: [a]\nverify_command: [b, "{signature}", "{signature}"]\n${NAMES}`, 'where the signature goes'],
    ['command: [a]\nkey_id: x', 'signer.algorithm_label'],
    ['command: [a]\nkey_id: "a b"\nalgorithm_label: x', 'line 3: signer.key_id: letters, digits'],
    [`command: [a]\n${NAMES}\ntimeout_seconds: 0`, 'signer.timeout_seconds: a time in seconds'],
    [
      `command: [a]\n${NAMES}\npin: 1`,
      'only command, verify_command, key_id, algorithm_label and timeout_seconds',
    ],
  ])('%j is refused with what to write', (lines, words) => expect(problem(lines)).toContain(words));

  it('refuses a secret among the arguments, and does not repeat it', () => {
    const secret = `hunter2${'Xk9'}qQ7`;
    for (const command of [`[sign, "--password=${secret}"]`, `[sign, "-passin", "pass:${secret}"]`]) {
      const said = problem(`command: ${command}\n${NAMES}`);
      expect(said).toContain('lists the processes');
      expect(said).not.toContain(secret);
    }
  });
});
