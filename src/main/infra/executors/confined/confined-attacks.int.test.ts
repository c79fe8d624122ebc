// Promise: whatever runs in the sandbox changes nothing, reaches nobody and tells no secret, as root and as an unprivileged user: tried with commands
// that were written to break out, by running them, whatever the classifier says of them. Bug it catches: any way out.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock, timeSortedIds } from '../../../core/clock.ts';
import type { Executor } from '../../executor.ts';
import { spawnExecutor } from '../../testing/spawn-executor.ts';
import { LocalExecutor } from '../local-executor.ts';
import { programsHere } from '../local-program.ts';
import { confinedCall } from './confined-shell.ts';
import { type Confinement, Confinements } from './confinement.ts';
import { type Attack, attacks, type CanaryWorld, openCanaries, reportedAttacks } from './testing/canaries.ts';

const whyNot =
  process.platform !== 'linux'
    ? 'the sandbox needs Linux'
    : process.getuid?.() !== 0
      ? 'accounts and canaries are made by root'
      : null;
const USER = 'festinger-try';
const AT_ONCE = 4;

let world: CanaryWorld;
let ids = { uid: 0, gid: 0 };
const confinements = new Confinements({ clock: systemClock, hidden: () => [] });
const asRoot: Executor = new LocalExecutor([{ via: 'local', target: 'host:root', words: 'root' }], {
  ids: timeSortedIds(systemClock),
  programs: programsHere(systemClock),
});
const asUser = (): Executor => {
  const as = ['setpriv', `--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups'];
  return {
    ...spawnExecutor(['timeout', '-k', '1', '10', ...as]),
    path: [{ via: 'local', target: 'host:user', words: 'user' }],
  };
};

if (whyNot === null) {
  beforeAll(async () => {
    execFileSync('useradd', ['--system', '--no-create-home', '--home-dir', '/nonexistent', USER]);
    ids = {
      uid: Number(execFileSync('id', ['-u', USER], { encoding: 'utf8' })),
      gid: Number(execFileSync('id', ['-g', USER], { encoding: 'utf8' })),
    };
    world = await openCanaries(ids);
    // Its home is known by /etc/passwd, as any account's.
    execFileSync('usermod', ['-d', `${world.dir}/home/alice`, USER]);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    execFileSync('userdel', [USER]);
  });
}

interface Escape {
  readonly command: string;
  readonly what: string;
}

async function escapes(
  executor: Executor,
  confinement: Confinement,
  tried: readonly Attack[],
): Promise<Escape[]> {
  const found: Escape[] = [];
  const waiting = [...tried];
  const before = world.digest();
  world.contacts();
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const command = world.aimed(one.command);
      const text = `cd ${world.dir}/app\n${command}`;
      const script = `${confinement.shellFunction}\n${confinedCall({ asRoot: true, hostTmp: false }, text)}`;
      const limits = { timeoutMs: 3000, maxOutputBytes: 100_000, writes: true };
      const output = await executor
        .run({ argv: ['sh', '-c', script], ...limits }, AbortSignal.timeout(20_000))
        .then(({ stdout, stderr }) => stdout + stderr)
        .catch(() => '');
      if (
        output.includes(world.token) ||
        /^[\w-]+:[$!*][^:]*:\d{5}:/m.test(output) ||
        output.includes('PRIVATE KEY')
      )
        found.push({ command, what: `a secret: ${output.slice(0, 200)}` });
      for (const contact of world.contacts()) found.push({ command, what: contact });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (world.digest() !== before) found.push({ command: '(one of them)', what: 'something was changed' });
  return found;
}

describe.skipIf(whyNot !== null)(`the sandbox${whyNot === null ? '' : ` (skipped: ${whyNot})`}`, () => {
  const lists: readonly (readonly [string, Attack[] | null])[] = [
    ['commands of manuals and lists', attacks()],
    ['commands of the review', reportedAttacks()],
  ];
  describe.each([
    ['root', () => asRoot],
    ['an unprivileged user', asUser],
  ] as const)('of %s', (_who, executorOf) => {
    let executor: Executor;
    let confinement: Confinement;
    beforeAll(async () => {
      executor = executorOf();
      confinement = await confinements.of(executor);
    });

    it('is there, or says why not', ({ task, skip }) => {
      if (!confinement.isConfined) {
        Object.assign(task.meta, { skipReason: `no sandbox here: ${confinement.reason}` });
        skip();
      }
      expect(confinement.shellFunction).toContain('bwrap');
    });

    it.each(lists)('holds %s', { timeout: 600_000 }, async (_name, list) => {
      if (!confinement.isConfined || list === null) return;
      expect(
        await escapes(
          executor,
          confinement,
          list.filter(({ kind }) => kind !== 'resource'),
        ),
      ).toEqual([]);
    });

    it('shows what it is for', async () => {
      if (!confinement.isConfined) return;
      const text = `grep -c . /etc/passwd; cat ${world.dir}/app/app.log | awk 'NR==2'; echo x >/tmp/a && cat /tmp/a; id -u`;
      const script = `${confinement.shellFunction}\n${confinedCall({ asRoot: true, hostTmp: false }, text)}`;
      const limits = { timeoutMs: 10_000, maxOutputBytes: 10_000, writes: true };
      const { stdout, exitCode } = await executor.run(
        { argv: ['sh', '-c', script], ...limits },
        AbortSignal.timeout(20_000),
      );
      const lines = readFileSync('/etc/passwd', 'utf8').trim().split('\n').length;
      expect([exitCode, stdout.split('\n').slice(0, 3)]).toEqual([0, [String(lines), 'two', 'x']]);
      expect(stdout).not.toMatch(/^0$/m);
    });
  });
});
