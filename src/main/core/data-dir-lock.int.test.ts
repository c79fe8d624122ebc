// One Festinger at a time on a data directory, however the last one ended and whatever is written down about it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshDataDir } from '../store/testing/temp-store.ts';
import { lockDataDir, runningConsole } from './data-dir-lock.ts';
import { CLI, startProcess } from './testing/processes.ts';

const canUnshare = spawnSync('unshare', ['-rpf', '--kill-child', 'true']).status === 0;
const hasProc = existsSync('/proc/self/stat');

let dataDir: string;
beforeEach(() => {
  dataDir = freshDataDir();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const holderFile = () => join(dataDir, 'festinger.lock');
const TAKEN = /Another Festinger \(process \d+.*\) uses the data directory/;
/** Why a start on the directory fails; null when it does not. */
const startProblem = async (dir = dataDir, through: readonly string[] = []): Promise<string | null> => {
  try {
    await using _started = await startProcess({ dataDir: dir, through });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};
async function sleeper(): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return child as ChildProcess & { readonly pid: number };
}

describe('the lock of the data directory', () => {
  it('is free at once after kill -9', async () => {
    for (let round = 0; round < 3; round++) {
      await using road = await startProcess({ dataDir });
      await road.kill();
    }
    expect(await startProblem()).toBeNull();
  }, 60_000);

  it.skipIf(!hasProc)(
    'is free although the killed process is a zombie that nobody waits for',
    async () => {
      // A parent that starts a Festinger, says its number and never waits: as the first process of many containers.
      const script = `exec "$0" "${CLI}" serve --json --listen 127.0.0.1:0 --upstream http://127.0.0.1:9 --data-dir "$1"`;
      const never = `"$@" & exec sleep 600`;
      const parent = spawn('sh', ['-c', never, 'sh', 'sh', '-c', script, process.execPath, dataDir], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        const line = await new Promise<string>((resolve) =>
          createInterface({ input: parent.stdout }).once('line', resolve),
        );
        const { pid } = JSON.parse(line) as { pid: number };
        process.kill(pid, 'SIGKILL');
        const state = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.[0];
        await expect.poll(state).toBe('Z');
        expect(await startProblem()).toBeNull();
      } finally {
        parent.kill('SIGKILL');
      }
    },
    60_000,
  );

  it('goes to exactly one of several that start at the same moment', async () => {
    const started = await Promise.allSettled(Array.from({ length: 4 }, () => startProcess({ dataDir })));
    const winners = started.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    const reasons = started.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason));
    for (const winner of winners) await winner[Symbol.asyncDispose]();
    expect(winners).toHaveLength(1);
    for (const reason of reasons) expect(reason).toMatch(/Another Festinger.* uses the data directory/);
  }, 90_000);

  it('is held while its holder is stopped, and the message says who that is', async () => {
    await using road = await startProcess({ dataDir });
    process.kill(road.pid, 'SIGSTOP');
    const problem = await startProblem();
    expect(problem).toMatch(TAKEN);
    expect(problem).toContain(`process ${road.pid}`);
    expect(problem).toMatch(/since \d{4}-\d\d-\d\dT/);
    expect(problem).toContain(`console at ${road.baseUrl}`);
    process.kill(road.pid, 'SIGCONT');
    expect(await road.recall('nothing')).toBe('');
  }, 60_000);

  it('is refused to a second part of the same process, and free again afterwards', () => {
    const unlock = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(TAKEN);
    // Looking did not let it go.
    expect(runningConsole(dataDir)).toBeNull();
    expect(() => lockDataDir(dataDir)).toThrow(TAKEN);
    const locks = `${import.meta.dirname}/data-dir-lock.ts`;
    const script = `const { lockDataDir } = await import(${JSON.stringify(locks)}); lockDataDir(process.argv[1]);`;
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', script, dataDir], {
      encoding: 'utf8',
    });
    expect(other.stderr).toMatch(TAKEN);
    unlock();
    lockDataDir(dataDir)();
  });

  it('does not go along when the directory is copied from under a running one', async () => {
    await using road = await startProcess({ dataDir });
    const copy = mkdtempSync(join(tmpdir(), 'festinger-lock-copy-'));
    cpSync(dataDir, copy, { recursive: true });
    expect(runningConsole(dataDir)).toBe(road.baseUrl);
    // What is written down there is of the other one.
    expect(runningConsole(copy)).toBeNull();
    expect(await startProblem(copy)).toBeNull();
    expect(await startProblem()).toMatch(TAKEN);
    rmSync(copy, { recursive: true });
  }, 60_000);

  it('is for its owner alone, and says nothing once it is given back', async () => {
    await using road = await startProcess({ dataDir });
    for (const name of ['festinger.lock', 'festinger.lock.db'])
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
    expect(await road.stop()).toBe(0);
    expect(existsSync(holderFile())).toBe(false);
    expect(runningConsole(dataDir)).toBeNull();
  }, 60_000);
});

// Versions before the kernel's lock wrote their number and address, and nothing else.
describe('the number an older version left behind', () => {
  it('does not block while it is a foreign process of today', async () => {
    const foreign = await sleeper();
    writeFileSync(holderFile(), `${foreign.pid}\nhttp://127.0.0.1:11435\n`);
    expect(runningConsole(dataDir)).toBe(process.platform === 'linux' ? null : 'http://127.0.0.1:11435');
    const problem = await startProblem();
    foreign.kill('SIGKILL');
    if (process.platform === 'linux') expect(problem).toBeNull();
    else expect(problem).toMatch(/If that process is no Festinger, remove/);
  }, 60_000);

  it.skipIf(!hasProc)(
    'does not block while it is a zombie',
    async () => {
      // It ends once its parent has become something that never waits: a shell would.
      const ends = `until grep -q sleep /proc/$PPID/comm; do :; done`;
      const parent = spawn('sh', ['-c', 'sh -c "$0" & echo $!; exec sleep 600', ends], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const pid = await new Promise<string>((resolve) =>
        createInterface({ input: parent.stdout }).once('line', resolve),
      );
      const state = () => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.[0];
      await expect.poll(state).toBe('Z');
      writeFileSync(holderFile(), `${pid}\n`);
      expect(await startProblem()).toBeNull();
      parent.kill('SIGKILL');
    },
    60_000,
  );

  it('blocks while it is a Festinger that uses the directory', async () => {
    const script = `require('node:fs').openSync(process.argv[1] + '/festinger.db', 'a'); console.log('open'); setInterval(() => {}, 1000)`;
    const older = spawn(process.execPath, ['-e', script, dataDir], { stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise<string>((resolve) => createInterface({ input: older.stdout }).once('line', resolve));
    writeFileSync(holderFile(), `${older.pid}\nhttp://127.0.0.1:11435\n`);
    expect(runningConsole(dataDir)).toBe('http://127.0.0.1:11435');
    expect(() => lockDataDir(dataDir)).toThrow(`process ${older.pid}, console at http://127.0.0.1:11435`);
    // What it wrote is left as it is.
    expect(readFileSync(holderFile(), 'utf8')).toBe(`${older.pid}\nhttp://127.0.0.1:11435\n`);
    older.kill('SIGKILL');
    await once(older, 'exit');
    lockDataDir(dataDir)();
  });

  it.each(['', 'nonsense', '-1\n', '0\n', '99999999999999\n'])('does not block when it is %j', (text) => {
    writeFileSync(holderFile(), text);
    lockDataDir(dataDir)();
  });
});

describe.skipIf(!canUnshare)('between containers that share a volume', () => {
  const container = ['unshare', '-rpf', '--kill-child', '--mount-proc'];

  it('one that has the directory keeps others out, though its number means another process there', async () => {
    await using road = await startProcess({ dataDir, through: container });
    expect(road.pid).toBeLessThan(100);
    expect(await startProblem(dataDir, container)).toMatch(TAKEN);
    expect(await startProblem()).toMatch(TAKEN);
  }, 60_000);

  it('the number of a killed one, which every container gives out, blocks nobody', async () => {
    {
      await using road = await startProcess({ dataDir, through: container });
      await road.kill();
    }
    // `kill` ends what started it; the kernel ends what it had started.
    await expect.poll(() => runningConsole(dataDir)).toBeNull();
    expect(await startProblem(dataDir, container)).toBeNull();
  }, 60_000);
});

describe('what lies in the place of the lock', () => {
  const cases: readonly [name: string, make: () => void, reason: RegExp][] = [
    [
      'a directory instead of the lock',
      () => mkdirSync(join(dataDir, 'festinger.lock.db')),
      /cannot be opened/,
    ],
    [
      'something else in the lock',
      () => writeFileSync(join(dataDir, 'festinger.lock.db'), 'x'.repeat(5000)),
      /something else has been written/,
    ],
    [
      'a directory instead of the holder',
      () => mkdirSync(holderFile()),
      /cannot be read or written \(EISDIR\)/,
    ],
  ];
  it.each(cases)(
    '%s is said plainly',
    async (_name, make, reason) => {
      make();
      const problem = await startProblem();
      expect(problem).toMatch(reason);
      expect(problem).not.toMatch(/ at .*\.ts:\d+/);
    },
    30_000,
  );
});
