// Promise: whatever words go into a line, every shell that is trusted with one gives exactly these words to the program.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { shellLine } from './posix-quote.ts';
import { PROBE_LINE, readLoginShell } from './ssh/login-shell.ts';

const SHELLS = [
  ['sh', ['/bin/sh', '-c']],
  ['bash', ['/bin/bash', '-c']],
  ['dash', ['/usr/bin/dash', '-c']],
  ['ash', ['/usr/bin/busybox', 'ash', '-c']],
  ['zsh', ['/usr/bin/zsh', '-c']],
  ['ksh', ['/usr/bin/ksh', '-c']],
] as const;

describe.each(SHELLS.filter(([, [file]]) => existsSync(file)))('in %s', (name, [file, ...before]) => {
  const read = (line: string) =>
    execFileSync(file, [...before, line], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, SHELL: `/bin/${name}` },
    });

  it('every word comes through as it is', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(...'\'"\\\n\r\t $`!*?[]{}~#&|;<>()=-%^', 'é', '\u007f', '\u0001'),
    });
    const word = fc.oneof(nasty, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (words) => {
        const argv = [
          'printf',
          '%s\\0',
          '-',
          ...words.map((one) => one.replaceAll('\0', '').toWellFormed()),
        ] as const;
        expect(read(shellLine({ argv })).toString()).toBe(
          argv
            .slice(2)
            .map((one) => `${one}\0`)
            .join(''),
        );
      }),
      { numRuns: runs(400) },
    );
  });

  it('the probe comes back', () => {
    expect(readLoginShell(read(PROBE_LINE).toString())).toEqual({ name, quotes: true });
  });
});
