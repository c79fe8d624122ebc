// Promise: what runs in the sandbox ends by its limits and leaves nothing running, its output is bounded, and four run at once. Against the real
// bubblewrap; skips with the reason where there is none. What a start costs: bench/reads.ts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock, timeSortedIds } from '../../../core/clock.ts';
import { judgeRead } from '../../command/read-plan.ts';
import type { CommandResult } from '../../executor.ts';
import { LaunchedPrograms } from '../launch/launched-programs.ts';
import { LocalExecutor } from '../local-executor.ts';
import { type Confinement, Confinements } from './confinement.ts';
import { runRead } from './run-read.ts';

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

vi.setConfig({ testTimeout: 120_000 });

const programs = new LaunchedPrograms();
const here = new LocalExecutor([{ via: 'local', target: 'host:here', words: 'this machine' }], {
  ...{ ids: timeSortedIds(systemClock), programs },
});
const confinements = new Confinements({ clock: systemClock, hidden: () => [] });
let confinement: Confinement;
let dir = '';

beforeAll(async () => {
  confinement = await confinements.of(here);
  dir = mkdtempSync(join('/var/tmp', 'festinger-limits-'));
});
afterAll(() => {
  programs.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach((context) => {
  if (confinement.isConfined) return;
  context.task.meta.skipReason = `no sandbox here: ${confinement.reason}`;
  context.skip(context.task.meta.skipReason);
});

function read(command: string, timeoutMs = 10_000, maxOutputBytes = 100_000): Promise<CommandResult> {
  const { plan, verdict } = judgeRead(command, true);
  if (plan === null) throw new Error(`${command} asks: ${verdict.reason}`);
  expect(verdict.proof).toBe('confined');
  const place = { executor: here, confinement, isHidden: () => false, failed: () => undefined };
  return runRead(plan, place, { timeoutMs, maxOutputBytes }, AbortSignal.timeout(60_000));
}

/** Processes with this word among their arguments. */
const running = (word: string): string[] => {
  try {
    return execFileSync('pgrep', ['-f', '--', word], { encoding: 'utf8' }).trim().split('\n');
  } catch {
    return [];
  }
};

describe('in the sandbox', () => {
  it('a program that writes without an end is cut, and ended', async () => {
    const { stdout, dropped } = await read(
      'awk \'BEGIN { while (1) print "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" }\' | head -c 30000000',
    );
    expect(stdout.length).toBe(100_000);
    expect(dropped).toBeGreaterThan(1_000_000);
  });

  it('a program that never ends is ended when its time is over, with all that it began', async () => {
    const command = 'awk \'BEGIN { system("sleep 86431 & sleep 86431") }\'';
    await expect(read(command, 500)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect.poll(() => running('sleep 86431'), { timeout: 10_000 }).toEqual([]);
  });

  it('a fork bomb is held to its number of processes, and ends', async () => {
    const command = `awk 'BEGIN { system("b() { b | b & }; b; sleep 1; echo ended festinger-bomb") }'`;
    const before = execFileSync('ps', ['-e', '--no-headers'], { encoding: 'utf8' }).split('\n').length;
    const bomb = read(command, 4000).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const during = execFileSync('ps', ['-e', '--no-headers'], { encoding: 'utf8' }).split('\n').length;
    expect(during - before).toBeLessThan(400);
    await bomb;
    await expect.poll(() => running('festinger-bomb'), { timeout: 10_000 }).toEqual([]);
  });

  it('a file of 100 GB with nothing in it is read no further than its time goes', async () => {
    const path = join(dir, 'sparse');
    writeFileSync(path, '');
    truncateSync(path, 100 * 1024 ** 3);
    await expect(read(`sha256sum ${path}`, 1000)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect((await read(`head -c 10 ${path} | wc -c`)).stdout.trim()).toBe('10');
  });

  it('memory and scratch space are bounded', async () => {
    const memory = await read(`awk 'BEGIN { x = "0123456789abcdef"; while (1) x = x x }'`, 30_000);
    expect(memory.exitCode).not.toBe(0);
    const scratch = await read(
      `awk 'BEGIN { while (1) print "0123456789abcdef" > "/dev/shm/full" }'`,
      30_000,
    );
    expect(scratch.exitCode).not.toBe(0);
  });

  it('four run at once, each with its own scratch space', async () => {
    const all = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        read(
          `awk 'BEGIN { print ${n} > "/dev/shm/n"; close("/dev/shm/n"); while ((getline x < "/dev/shm/n") > 0) print x }'`,
        ),
      ),
    );
    expect(all.map(({ stdout }) => stdout.trim())).toEqual(['1', '2', '3', '4']);
  });
});
