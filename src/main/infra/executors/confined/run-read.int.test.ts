// Promise: a command that is proven to only read runs as it was proven: the sandbox's part inside, the table's outside, and files without a sandbox
// by what they really are. Against the real bubblewrap; skips with the reason where there is none.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock, timeSortedIds } from '../../../core/clock.ts';
import { judgeRead, type ReadPlan } from '../../command/read-plan.ts';
import type { CommandResult, Executor } from '../../executor.ts';
import { LocalExecutor } from '../local-executor.ts';
import { programsHere } from '../local-program.ts';
import { type Confinement, Confinements } from './confinement.ts';
import { runRead } from './run-read.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const confinements = new Confinements({ clock: systemClock, hidden: () => [] });
const signal = () => AbortSignal.timeout(30_000);
const ids = timeSortedIds(systemClock);
const here = new LocalExecutor([{ via: 'local', target: 'host:here', words: 'this machine' }], {
  ...{ ids, programs: programsHere(systemClock) },
});

async function read(executor: Executor, command: string, confinement?: Confinement): Promise<CommandResult> {
  const found = confinement ?? (await confinements.of(executor));
  const { plan, verdict } = judgeRead(command, found.isConfined);
  if (plan === null) throw new Error(`asks: ${verdict.reason}`);
  const place = { executor, confinement: found, isHidden: () => false, failed: () => undefined };
  return await runRead(plan, place, { timeoutMs: 20_000, maxOutputBytes: 100_000 }, signal());
}

/** The same place, without its sandbox. */
async function withoutSandbox(executor: Executor): Promise<Confinement> {
  return { ...(await confinements.of(executor)), isConfined: false, shellFunction: null };
}

describe.skipIf(process.platform !== 'linux')('on this machine', () => {
  let dir = '';
  beforeAll(() => {
    dir = mkdtempSync(join('/var/tmp', 'festinger-read-'));
    mkdirSync(join(dir, 'log'));
    writeFileSync(join(dir, 'log/app.log'), 'one\ntwo\nthree\n');
    writeFileSync(join(dir, 'server.key'), 'canary\n');
    symlinkSync(join(dir, 'server.key'), join(dir, 'log/link.log'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it('pipes the table into the sandbox, and joins them as the command does', async ({ skip }) => {
    if (!(await confinements.of(here)).isConfined) skip();
    const { stdout } = await read(
      here,
      "uname -s | awk '{ print tolower($1) }'; id -u >/dev/null && echo yes | tr a-z A-Z",
    );
    expect(stdout).toBe('linux\nYES\n');
  });

  it('begins in the sandbox where the shell outside has gone', async ({ skip }) => {
    if (!(await confinements.of(here)).isConfined) skip();
    expect((await read(here, `cd ${dir}/log && awk 'END { print NR }' app.log`)).stdout).toBe('3\n');
  });

  it('finds out words first, and judges the program by the words it will get', async () => {
    const { stdout } = await read(here, `ls -d $(printf '%s\\n' ${dir} ${dir}/log | sort -r)`);
    expect(stdout).toBe(`${dir}\n${dir}/log\n`);
    expect((await read(here, `for f in app link; do ls ${dir}/log/$f.log; done | wc -l`)).stdout.trim()).toBe(
      '2',
    );
    expect((await read(here, `echo ${dir}/log | xargs ls`)).stdout).toBe('app.log\nlink.log\n');
    await expect(read(here, 'ps $(echo e)')).rejects.toMatchObject({ code: 'READ_ONLY_VIOLATION' });
    await expect(read(here, "pgrep $(printf 'a;b')")).rejects.toMatchObject({ code: 'READ_ONLY_VIOLATION' });
  });

  it.each([
    "awk '1' /etc/hosts",
    "awk '1' /etc/hosts | wc -l",
    "grep -q root /etc/passwd || echo 'no root user'",
    "uname && awk '1' /etc/hosts; uname",
  ])('takes a sandbox that does not start for no answer: %s', async (command) => {
    const confinement = await confinements.of(here);
    if (confinement.shellFunction === null) return;
    const broken = {
      ...confinement,
      shellFunction: confinement.shellFunction.replace('--new-session', '--no-such-option'),
    };
    let hasFailed = false;
    const { plan } = judgeRead(command, true);
    const place = {
      executor: here,
      confinement: broken,
      isHidden: () => false,
      failed: () => {
        hasFailed = true;
      },
    };
    await expect(
      runRead(plan as ReadPlan, place, { timeoutMs: 10_000, maxOutputBytes: 10_000 }, signal()),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(hasFailed).toBe(true);
  });

  it("lends root's right to read for files of the system, and never for what lies in a home", async ({
    skip,
  }) => {
    const confinement = await confinements.of(here);
    if (!confinement.isConfined || process.getuid?.() !== 0) skip();
    const own = mkdtempSync('/root/festinger-own-');
    const shared = mkdtempSync('/srv/festinger-shared-');
    for (const dir of [own, shared]) writeFileSync(join(dir, 'note'), `in ${dir}\n`, { mode: 0o600 });
    expect((await read(here, `awk 1 ${shared}/note`)).stdout).toBe(`in ${shared}\n`);
    for (const command of [
      `awk 1 ${own}/note`,
      `awk 1 ${own}/note ${shared}/note`,
      `awk 1 /r'o'ot/${own.slice(6)}/note ${shared}/note`,
    ])
      expect((await read(here, command)).stdout).not.toContain(`in ${own}`);
    for (const dir of [own, shared]) rmSync(dir, { recursive: true });
  });

  it('without a sandbox shows a file by what it really is', async () => {
    const confinement = await withoutSandbox(here);
    expect((await read(here, `tail -n 1 ${dir}/log/app.log`, confinement)).stdout).toBe('three\n');
    await expect(read(here, `cat ${dir}/log/link.log`, confinement)).rejects.toMatchObject({
      code: 'READ_ONLY_VIOLATION',
    });
    await expect(read(here, `cat ${dir}/log/*.log`, confinement)).rejects.toThrow(/asks/);
    await expect(read(here, 'cat /proc/self/root/etc/shadow', confinement)).rejects.toThrow(/asks/);
    expect((await read(here, 'cat /proc/self/status', confinement)).stdout).toMatch(/^Name:\tcat/);
  });
});
