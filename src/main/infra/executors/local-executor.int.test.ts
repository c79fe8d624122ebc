// Promises of programs and files of this machine: what is asked for runs and nothing else does, nothing of ours goes along, nothing
// is waited for or held without an end, and a file is there whole, as it was or as it shall be.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { systemClock, timeSortedIds } from '../../core/clock.ts';
import type { Command } from '../executor.ts';
import { readTail } from './file-tail.ts';
import { LaunchedPrograms } from './launch/launched-programs.ts';
import { LocalExecutor } from './local-executor.ts';
import { digestOf } from './local-files.ts';
import { type Programs, programsHere } from './local-program.ts';

const executorOver = (programs: Programs) =>
  new LocalExecutor([{ via: 'local', target: 'host:here', words: 'here' }], {
    ...{ programs, ids: timeSortedIds(systemClock) },
  });
const launched = new LaunchedPrograms();
const local = executorOver(programsHere(systemClock));
afterAll(() => launched.close());
const going = new AbortController().signal;
/** Others work beside the tests; what is waited for comes at once otherwise. */
const SOON = { timeout: 20_000 };
const command = (argv: readonly [string, ...string[]], more: Partial<Command> = {}): Command => ({
  argv,
  timeoutMs: 20_000,
  maxOutputBytes: 100_000,
  writes: false,
  ...more,
});

let dir = '';
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'festinger-local-')));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe.each([
  ['here', executorOver(programsHere(systemClock))],
  ['through the launcher', executorOver(launched)],
] as const)('a program, started %s', (_how, local) => {
  it('gets its arguments as they are, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), async (words) => {
        const args = words.map((word) => word.replaceAll('\0', '').toWellFormed());
        const { stdout } = await local.run(command(['printf', '%s\\0', '-', ...args]), going);
        expect(stdout).toBe(['-', ...args].map((word) => `${word}\0`).join(''));
      }),
      { numRuns: runs(300) },
    );
  });

  it('gets none of our environment', async () => {
    process.env.FESTINGER_TEST_SECRET = 'hidden';
    const { stdout } = await local.run(command(['env']), going);
    delete process.env.FESTINGER_TEST_SECRET;
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(['HOME', 'LANG', 'PATH']);
  });

  it('reads what it is given, runs where it is told, and says how it ended', async () => {
    const stdin = new TextEncoder().encode('given');
    expect(await local.run(command(['cat'], { stdin }), going)).toMatchObject({
      stdout: 'given',
      exitCode: 0,
    });
    expect((await local.run(command(['pwd'], { cwd: dir }), going)).stdout).toBe(`${dir}\n`);
    expect((await local.run(command(['false'], { stdin: new Uint8Array(1_000_000) }), going)).exitCode).toBe(
      1,
    );
    expect((await local.run(command(['sh', '-c', 'kill -9 $$']), going)).exitCode).toBeNull();
  });

  it('that writes without an end is kept to the limit, what is beyond it counted', async () => {
    const endless = command(['sh', '-c', 'head -c 3000000 /dev/zero; printf é >&2'], { maxOutputBytes: 1 });
    const result = await local.run(endless, going);
    expect([result.stdout.length, result.stderr, result.dropped]).toEqual([1, '', 3_000_000]);
  });

  it('is ended with everything it began when its time is over', async () => {
    const argv = ['sh', '-c', 'trap "" TERM; sleep 97531 & wait; sleep 97531'] as const;
    await expect(local.run(command(argv, { timeoutMs: 300 }), going)).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(runningWith('sleep\u000097531')).toEqual([]);
  });

  it('is ended when its caller gives up', async () => {
    const caller = new AbortController();
    const running = local.run(command(['sleep', '97532']), caller.signal);
    await expect.poll(() => runningWith('sleep\u000097532'), SOON).not.toEqual([]);
    caller.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(runningWith('sleep\u000097532')).toEqual([]);
    await expect(local.run(command(['true']), caller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('that leaves something in the background is not waited for', async () => {
    const result = await local.run(command(['sh', '-c', 'sleep 97533 & echo left']), going);
    expect(result).toMatchObject({ stdout: 'left\n', exitCode: 0 });
    expect(runningWith('sleep\u000097533')).toEqual([]);
  });

  it.each([
    [['no-such-program'], {}, 'EXECUTION_FAILED', /no program no-such-program/],
    [['/etc/passwd'], {}, 'EXECUTION_FAILED', /may not be run/],
    [['true'], { cwd: '/no/such/place' }, 'EXECUTION_FAILED', /no directory/],
    [['true', 'a\0b'], {}, 'INVALID_INPUT', /NUL/],
    [['true', '\ud800'], {}, 'INVALID_INPUT', /surrogate/],
    [['A=b', 'true'], {}, 'INVALID_INPUT', /no program/],
    [['true'], { cwd: 'tmp' }, 'INVALID_INPUT', /absolute/],
  ] as const)('%j is refused with words', async (argv, more, code, message) => {
    await expect(local.run(command(argv, more), going)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });
});

describe('the launcher', () => {
  /** Those of this process. */
  const launcherOf = () =>
    runningWith('').filter((pid) => {
      try {
        const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1];
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`).includes('program-launcher')
        );
      } catch {
        return false;
      }
    });

  it('is made once, for many programs at once, and ends with who made it', async () => {
    const own = new LaunchedPrograms();
    const executor = executorOver(own);
    const before = launcherOf().length;
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => executor.run(command(['echo', String(n)]), going)),
    );
    expect(all.map(({ stdout }) => stdout.trim())).toEqual(all.map((_, n) => String(n)));
    expect(launcherOf()).toHaveLength(before + 1);
    own.close();
    await expect.poll(() => launcherOf().length, SOON).toBe(before);
  });

  it('that is lost leaves what it ran unknown, and the next program runs', async () => {
    const own = new LaunchedPrograms();
    const executor = executorOver(own);
    const others = launcherOf();
    await executor.run(command(['true']), going);
    const [mine] = launcherOf().filter((pid) => !others.includes(pid));
    const lost = executor.run(command(['sleep', '97534'], { writes: true }), going);
    const refused = expect(lost).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { outcome: 'unknown' },
    });
    await expect.poll(() => runningWith('sleep\u000097534'), SOON).not.toEqual([]);
    process.kill(Number(mine), 'SIGKILL');
    await refused;
    for (const pid of runningWith('sleep\u000097534')) process.kill(Number(pid), 'SIGKILL');
    expect((await executor.run(command(['echo', 'again']), going)).stdout).toBe('again\n');
    own.close();
  });
});

describe('a file', () => {
  const read = (name: string, most = 1000) => local.readFile(join(dir, name), most, going);
  const write = (name: string, text: string, expected: string | null) =>
    local.writeFile(join(dir, name), Buffer.from(text), expected, going);
  const put = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return digestOf(Buffer.from(text));
  };

  it('is read whole with its digest', async () => {
    const digest = put('a', 'abc');
    expect(await read('a')).toMatchObject({ size: 3, digest, mode: 0o644 });
    expect(Buffer.from((await read('a')).bytes).toString()).toBe('abc');
  });

  it('keeps its mode and owner, and nothing lies beside it, when it is replaced', async () => {
    const digest = put('a', 'abc');
    chmodSync(join(dir, 'a'), 0o640);
    if (process.getuid?.() === 0) chownSync(join(dir, 'a'), 65_534, 65_534);
    const { uid } = statSync(join(dir, 'a'));
    const written = await write('a', 'new', digest);
    expect(written).toEqual(await read('a'));
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('new');
    expect([statSync(join(dir, 'a')).mode & 0o777, statSync(join(dir, 'a')).uid]).toEqual([0o640, uid]);
    expect(readdirSync(dir)).toEqual(['a']);
  });

  it('is not replaced when it is another than was approved, is gone, or is there already', async () => {
    const digest = put('a', 'abc');
    put('a', 'changed');
    await expect(write('a', 'new', digest)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await expect(write('gone', 'new', digest)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await expect(write('a', 'new', null)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('changed');
    expect(readdirSync(dir)).toEqual(['a']);
    await write('b', 'made', null);
    expect(readFileSync(join(dir, 'b'), 'utf8')).toBe('made');
    expect(readdirSync(dir)).toEqual(['a', 'b']);
  });

  it('behind a link is refused with its real path, to be read and to be written', async () => {
    const digest = put('a', 'abc');
    mkdirSync(join(dir, 'real'));
    symlinkSync('a', join(dir, 'link'));
    symlinkSync('real', join(dir, 'way'));
    put('real/b', 'abc');
    const refused = (name: string) => ({ code: 'NOT_ALLOWED', details: { real_path: join(dir, name) } });
    await expect(read('link')).rejects.toMatchObject(refused('a'));
    await expect(write('link', 'new', digest)).rejects.toMatchObject(refused('a'));
    await expect(read('way/b')).rejects.toMatchObject(refused('real/b'));
    await expect(write('way/new', 'x', null)).rejects.toMatchObject(refused('real'));
    symlinkSync('nowhere', join(dir, 'dangling'));
    await expect(write('dangling', 'x', null)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    linkSync(join(dir, 'a'), join(dir, 'twin'));
    await expect(write('a', 'new', digest)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('that is none is refused, and never waited for', async () => {
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    await expect(read('pipe')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(local.readFile('/dev/zero', 10, going)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(local.readFile(dir, 10, going)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(write('pipe', 'x', 'digest')).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(read('none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(local.readFile('etc/passwd', 10, going)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(local.readFile('/etc/../etc/passwd', 10, going)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('larger than asked for is refused, and so is one that says it is empty; its tail can be read', async () => {
    put('a', 'x'.repeat(999));
    await expect(read('a', 998)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await expect(local.readFile(`/proc/${process.pid}/maps`, 10, going)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    put('a', 'one\ntwo\n');
    expect(await readTail(local, join(dir, 'a'), 4, going)).toBe('two\n');
    await expect(readTail(local, '/dev/zero', 4, going)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('in a directory that takes no more is as it was, and nothing lies beside it', async () => {
    const digest = put('a', 'abc');
    await expect(local.writeFile(join(dir, 'no/a'), Buffer.from('x'), null, going)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const gone = new AbortController();
    gone.abort();
    await expect(
      local.writeFile(join(dir, 'a'), Buffer.from('x'), digest, gone.signal),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('abc');
    expect(readdirSync(dir)).toEqual(['a']);
  });

  it('of many writers at once gets one, and the others are told', async () => {
    const digest = put('a', 'abc');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => write('new', `writer ${n}`, null)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(dir)).toEqual(['a', 'new']);
    expect((await read('a')).digest).toBe(digest);
  });
});

/** Processes by what their command line holds. */
function runningWith(words: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(words);
    } catch {
      return false;
    }
  });
}
