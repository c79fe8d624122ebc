// Promise: with perl and Landlock, nothing in the sandbox writes to a named pipe of the host, also below /tmp where a command sees the host's. Bug it
// catches: a right to write the sandbox's own /tmp that holds for the host's too. Real bubblewrap; skips with the reason where it is missing.
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock, timeSortedIds } from '../../../core/clock.ts';
import { LocalExecutor } from '../local-executor.ts';
import { programsHere } from '../local-program.ts';
import { confinedCall } from './confined-shell.ts';
import { Confinements } from './confinement.ts';

const here = new LocalExecutor([{ via: 'local', target: 'host:here', words: 'here' }], {
  ids: timeSortedIds(systemClock),
  programs: programsHere(systemClock),
});
const LIMITS = { timeoutMs: 5000, maxOutputBytes: 10_000, writes: true } as const;

/** What has come out of it; nothing where nobody wrote. */
function readPipe(end: number): string {
  const buffer = Buffer.alloc(64);
  try {
    return buffer.toString('utf8', 0, readSync(end, buffer));
  } catch {
    return '';
  }
}

it.skipIf(process.platform !== 'linux').for(['/tmp', '/var/tmp'])(
  'a named pipe below %s takes nothing from the sandbox',
  async (below, { skip }) => {
    const confinement = await new Confinements({ clock: systemClock, hidden: () => [] }).of(here);
    if (!confinement.namedPipes)
      skip(`no Landlock here: ${confinement.reason ?? 'perl or the kernel lacks it'}`);
    const dir = mkdtempSync(join(below, 'festinger-pipe-'));
    const pipe = join(dir, 'pipe');
    execFileSync('mkfifo', [pipe]);
    chmodSync(dir, 0o755);
    chmodSync(pipe, 0o666);
    const end = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      const run = async (hostTmp: boolean) => {
        const text = `awk 'BEGIN{print "x" > "${pipe}"; close("${pipe}")}'; echo own >/tmp/a; cat /tmp/a`;
        const script = `${confinement.shellFunction}\n${confinedCall({ asRoot: true, hostTmp }, text)}`;
        return await here.run({ argv: ['sh', '-c', script], ...LIMITS }, AbortSignal.timeout(10_000));
      };
      expect((await run(true)).stdout).toBe('');
      expect((await run(false)).stdout).toBe('own\n');
      expect(readPipe(end)).toBe('');
      execFileSync('sh', ['-c', 'echo heard >"$0"', pipe]);
      expect(readPipe(end)).toBe('heard\n');
    } finally {
      closeSync(end);
      rmSync(dir, { recursive: true });
    }
  },
);
