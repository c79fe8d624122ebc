// Promises of programs and files over ssh, kept against a real OpenSSH server: what is asked for runs as it was asked for, on the
// host it was meant for, within its limits; a file is as it was or as it shall be, even when the cable is cut.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fc, runs } from '../../../../shared/testing/campaign.ts';
import { systemClock, timeSortedIds } from '../../../core/clock.ts';
import type { Command } from '../../executor.ts';
import { startSshd, type TestSshd, whyNoSshd } from '../../testing/sshd.ts';
import { readTail } from '../file-tail.ts';
import { digestOf } from '../local-files.ts';
import type { SshHost } from './ssh-config.ts';
import { SshExecutor } from './ssh-executor.ts';
import { SshLinks, type SshLinksParts } from './ssh-links.ts';

// Real servers of others, each with programs of its own: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const missing = whyNoSshd();
const going = new AbortController().signal;
/** Others work beside the tests; what is waited for comes at once otherwise. */
const SOON = { timeout: 20_000 };
const opened: SshLinks[] = [];
let sshd: TestSshd;
let far: SshExecutor;

beforeAll(async () => {
  if (missing === null) sshd = await startSshd();
});
afterAll(() => sshd?.stop());
beforeEach((context) => {
  if (missing === null) {
    far = executorOn(sshd.host);
    return;
  }
  context.task.meta.skipReason = missing;
  context.skip(missing);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((links) => links.close()));
  sshd?.open();
  sshd?.writeKnown(sshd.knownLine('ed25519'));
});

function executorOn(
  host: SshHost,
  parts: Partial<SshLinksParts> = {},
  others: readonly SshHost[] = [],
): SshExecutor {
  const links = new SshLinks([host, ...others], { clock: systemClock, environment: {}, ...parts });
  opened.push(links);
  const path = [{ via: 'ssh', target: `host:${host.name}`, words: 'ssh' }] as const;
  return new SshExecutor([...path], links.to(host.name), {
    clock: systemClock,
    ids: timeSortedIds(systemClock),
  });
}

const command = (argv: readonly [string, ...string[]], more: Partial<Command> = {}): Command => ({
  argv,
  timeoutMs: 20_000,
  maxOutputBytes: 100_000,
  writes: true,
  ...more,
});
const run = (argv: readonly [string, ...string[]], more: Partial<Command> = {}) =>
  far.run(command(argv, more), going);

describe('a program over ssh', () => {
  it('gets its arguments as they are, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), async (words) => {
        const args = ["'", '\\', '\n', '$(id)', ...words].map((word) =>
          word.replaceAll('\0', '').toWellFormed(),
        );
        const { stdout } = await run(['printf', '%s\\0', ...args]);
        expect(stdout).toBe(args.map((word) => `${word}\0`).join(''));
      }),
      { numRuns: runs(300) },
    );
    expect(sshd.connections).toBe(1);
  });

  it('gets an environment of four variables, its input, and its directory', async () => {
    const { stdout } = await run(['env']);
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names.sort()).toEqual(['HOME', 'LANG', 'PATH', 'USER']);
    expect((await run(['cat'], { stdin: Buffer.from('given') })).stdout).toBe('given');
    expect((await run(['cat'])).stdout).toBe('');
    const odd = join(sshd.dir, "odd 'dir");
    mkdirSync(odd);
    expect((await run(['pwd'], { cwd: odd })).stdout).toBe(`${odd}\n`);
  });

  it('says how it ended: code, signal, not there', async () => {
    expect(await run(['sh', '-c', 'echo out; echo err >&2; exit 3'])).toMatchObject({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect((await run(['sh', '-c', 'kill -9 $$'])).exitCode).toBeNull();
    expect((await run(['no-such-program'])).exitCode).toBe(127);
    expect((await run(['true'], { cwd: '/no/such' })).exitCode).not.toBe(0);
  });

  it('that writes without an end is kept to the limit, what is beyond it counted', async () => {
    const result = await run(['head', '-c', '3000000', '/dev/zero'], { maxOutputBytes: 10 });
    expect([result.stdout.length, result.dropped]).toEqual([10, 2_999_990]);
  });

  it('is ended there with everything it began when its time is over', async () => {
    const hangs = run(['sh', '-c', 'trap "" TERM; sleep 86531 & wait; sleep 86531'], { timeoutMs: 300 });
    await expect(hangs).rejects.toMatchObject({ code: 'TIMEOUT' });
    await expect.poll(() => runningWith('sleep\u000086531'), SOON).toEqual([]);
  });

  it('is ended when its caller gives up, also before it began', async () => {
    const caller = new AbortController();
    const running = far.run(command(['sleep', '86532']), caller.signal);
    await expect.poll(() => runningWith('sleep\u000086532'), SOON).not.toEqual([]);
    caller.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => runningWith('sleep\u000086532'), SOON).toEqual([]);
    await expect(far.run(command(['true']), caller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('that leaves something in the background is not waited for', async () => {
    const { stdout } = await run(['sh', '-c', 'sleep 5 & echo left']);
    expect(stdout).toBe('left\n');
  });

  it('is one of many at once, more than the server takes sessions', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => run(['echo', String(n)])));
    expect(results.map(({ stdout }) => Number(stdout))).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('whose connection is lost says that what became of it is unknown, and the next one runs', async () => {
    const written = run(['sleep', '86533']);
    await expect.poll(() => runningWith('sleep\u000086533'), SOON).not.toEqual([]);
    const read = run(['sleep', '86533'], { writes: false });
    await expect.poll(() => runningWith('sleep\u000086533').length, SOON).toBe(2);
    sshd.cut();
    await expect(written).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { outcome: 'unknown' } });
    await expect(read).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
    await expect(run(['true'])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    sshd.open();
    expect((await run(['echo', 'again'])).stdout).toBe('again\n');
    for (const pid of runningWith('sleep\u000086533')) process.kill(Number(pid), 'SIGKILL');
  });

  it('leaves its connection for a while, and no longer', async () => {
    const idle = executorOn(sshd.host, { idleMs: 50 });
    const before = sshd.connections;
    await idle.run(command(['true']), going);
    await idle.run(command(['true']), going);
    expect(sshd.connections).toBe(before + 1);
    await expect.poll(() => opened.at(-1)?.to('delly').isConnected, SOON).toBe(false);
    await idle.run(command(['true']), going);
    expect(sshd.connections).toBe(before + 2);
  });

  it('runs on a host that is reached through another', async () => {
    const behind = { ...sshd.host, name: 'behind', via: 'delly' };
    const executor = executorOn(behind, {}, [sshd.host]);
    expect((await executor.run(command(['echo', 'there']), going)).stdout).toBe('there\n');
  });
});

describe('who a host is', () => {
  const refusal = async (host = sshd.host) => {
    const error: unknown = await executorOn(host)
      .run(command(['true']), going)
      .catch((reason) => reason);
    return error as { code: string; message: string; details?: Record<string, unknown> };
  };
  const shown = () =>
    execFileSync('ssh-keygen', ['-lf', join(sshd.dir, 'host_ed25519.pub')], { encoding: 'utf8' });

  it('an unknown one is refused with its fingerprint and the line that would let it in', async () => {
    sshd.writeKnown('');
    const error = await refusal();
    expect(error.code).toBe('NOT_ALLOWED');
    const { line, fingerprint } = error.details as { line: string; fingerprint: string };
    expect(shown()).toContain(fingerprint);
    expect(error.message).toContain(fingerprint);
    sshd.writeKnown(`${line}\n`);
    expect((await executorOn(sshd.host).run(command(['echo', 'in']), going)).stdout).toBe('in\n');
    expect(sshd.log()).not.toContain('Failed password');
  });

  it('one whose key is another is refused as somebody in between', async () => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(sshd.dir, 'other')]);
    const other = readFileSync(join(sshd.dir, 'other.pub'), 'utf8');
    sshd.writeKnown(`[127.0.0.1]:${sshd.port} ${other}`);
    const error = await refusal();
    expect([error.code, error.message]).toEqual(['NOT_ALLOWED', expect.stringMatching(/in between/)]);
  });

  it('one is known by hashed names as ssh-keygen makes them, and by patterns', async () => {
    execFileSync('ssh-keygen', ['-q', '-H', '-f', join(sshd.dir, 'known_hosts')], { stdio: 'ignore' });
    expect(readFileSync(join(sshd.dir, 'known_hosts'), 'utf8')).toMatch(/^\|1\|/);
    expect((await run(['echo', 'in'])).stdout).toBe('in\n');
    sshd.writeKnown(sshd.knownLine('ed25519', `[127.0.0.?]:*`));
    expect((await executorOn(sshd.host).run(command(['echo', 'in']), going)).stdout).toBe('in\n');
    sshd.writeKnown(sshd.knownLine('ed25519', `[127.0.0.?]:*,![127.0.0.1]:${sshd.port}`));
    expect(await refusal()).toMatchObject({
      code: 'NOT_ALLOWED',
      message: expect.stringMatching(/not known/),
    });
  });

  it('one known by one key is asked for that, though it has others it would rather show', async () => {
    sshd.writeKnown(sshd.knownLine('rsa'));
    expect((await run(['echo', 'in'])).stdout).toBe('in\n');
  });

  it('a revoked key is refused, and an authority is not trusted', async () => {
    sshd.writeKnown(
      sshd.knownLine('ed25519') + sshd.knownLine('ed25519', `@revoked [127.0.0.1]:${sshd.port}`),
    );
    expect(await refusal()).toMatchObject({ code: 'NOT_ALLOWED', message: expect.stringMatching(/revoked/) });
    sshd.writeKnown(sshd.knownLine('ed25519', `@cert-authority [127.0.0.1]:${sshd.port}`));
    expect(await refusal()).toMatchObject({
      code: 'NOT_ALLOWED',
      message: expect.stringMatching(/authority/),
    });
  });

  it('one that does not answer is said to be away', async () => {
    expect(await refusal({ ...sshd.host, port: 1 })).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a login', () => {
  it('uses a key with a passphrase from the variable that is named, and says what is missing', async () => {
    const key = join(sshd.dir, 'locked');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'open sesame', '-f', key]);
    const authorized = join(sshd.dir, 'authorized_keys');
    writeFileSync(authorized, readFileSync(authorized, 'utf8') + readFileSync(`${key}.pub`, 'utf8'));
    const host = { ...sshd.host, key_file: key, passphrase_env: 'LOCKED_KEY' };
    const known = executorOn(host, { environment: { LOCKED_KEY: 'open sesame' } });
    expect((await known.run(command(['echo', 'in']), going)).stdout).toBe('in\n');
    for (const environment of [{}, { LOCKED_KEY: 'wrong' }])
      await expect(executorOn(host, { environment }).run(command(['true']), going)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
    chmodSync(key, 0o644);
    await expect(known.run(command(['true']), going)).resolves.toBeDefined();
    await expect(
      executorOn(host, { environment: { LOCKED_KEY: 'open sesame' } }).run(command(['true']), going),
    ).rejects.toMatchObject({ message: expect.stringMatching(/chmod 600/) });
  });

  it('asks an ssh-agent, and hands it to nobody', async () => {
    const agent = execFileSync('ssh-agent', ['-s'], { encoding: 'utf8' });
    const [, socket = ''] = /SSH_AUTH_SOCK=([^;]+)/.exec(agent) ?? [];
    const [, pid = ''] = /SSH_AGENT_PID=(\d+)/.exec(agent) ?? [];
    try {
      execFileSync('ssh-add', ['-q', join(sshd.dir, 'user')], {
        env: { SSH_AUTH_SOCK: socket },
        stdio: 'ignore',
      });
      const { key_file: _, ...rest } = sshd.host;
      const executor = executorOn({ ...rest, agent: true }, { environment: { SSH_AUTH_SOCK: socket } });
      expect((await executor.run(command(['sh', '-c', 'echo "[$SSH_AUTH_SOCK]"']), going)).stdout).toBe(
        '[]\n',
      );
    } finally {
      process.kill(Number(pid));
    }
  });

  it('with a key nobody knows there says what to do', async () => {
    const key = join(sshd.dir, 'stranger');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    await expect(
      executorOn({ ...sshd.host, key_file: key }).run(command(['true']), going),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(/authorized_keys/) });
  });
});

describe('a file over ssh', () => {
  let dir = '';
  beforeEach(() => {
    dir = join(sshd.dir, `files-${timeSortedIds(systemClock)()}`);
    mkdirSync(dir);
  });
  const put = (name: string, text: string | Uint8Array) => {
    writeFileSync(join(dir, name), text);
    return digestOf(Buffer.from(text));
  };
  const write = (name: string, text: string | Uint8Array, expected: string | null, signal = going) =>
    far.writeFile(join(dir, name), Buffer.from(text), expected, signal);

  it('is read whole with its digest, and its tail alone', async () => {
    const bytes = Buffer.alloc(300_001, 'xyz\n');
    const digest = put('a', bytes);
    const content = await far.readFile(join(dir, 'a'), 400_000, going);
    expect([content.digest, content.size, content.mode]).toEqual([digest, 300_001, 0o644]);
    expect(bytes.equals(content.bytes)).toBe(true);
    await expect(far.readFile(join(dir, 'a'), 300_000, going)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    });
    expect(await readTail(far, join(dir, 'a'), 5, going)).toBe(bytes.subarray(-5).toString());
  });

  it('keeps its mode, and nothing lies beside it, when it is replaced or made', async () => {
    const digest = put('a', 'abc');
    chmodSync(join(dir, 'a'), 0o640);
    await write('a', 'new', digest);
    expect([readFileSync(join(dir, 'a'), 'utf8'), statSync(join(dir, 'a')).mode & 0o777]).toEqual([
      'new',
      0o640,
    ]);
    const made = await write('b', 'made', null);
    expect(await far.readFile(join(dir, 'b'), 10, going)).toMatchObject({ digest: made.digest, mode: 0o644 });
    expect(readdirSync(dir)).toEqual(['a', 'b']);
  });

  it('that somebody changed since it was approved is left as they made it', async () => {
    const digest = put('a', 'abc');
    put('a', 'theirs');
    await expect(write('a', 'ours', digest)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await expect(write('a', 'ours', null)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await expect(write('gone', 'ours', digest)).rejects.toMatchObject({ code: 'STALE_VERSION' });
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('theirs');
    expect(readdirSync(dir)).toEqual(['a']);
  });

  it('that somebody changes while it is carried over is left as they made it', async () => {
    const digest = put('a', 'abc');
    await far.run(command(['true']), going);
    sshd.afterBytes(500_000, () => put('a', 'theirs'));
    await expect(write('a', Buffer.alloc(1_000_000), digest)).rejects.toMatchObject({
      code: 'STALE_VERSION',
    });
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('theirs');
    expect(readdirSync(dir)).toEqual(['a']);
  });

  it('is as it was when the connection is cut in the middle, and what lay beside it is cleared away', async () => {
    const digest = put('a', 'abc');
    await far.run(command(['true']), going);
    sshd.afterBytes(500_000, () => {
      sshd.cut();
      sshd.open();
    });
    await expect(write('a', Buffer.alloc(1_000_000), digest)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('abc');
    expect(readdirSync(dir)).toEqual(['a']);
  });

  it('is as it was when its caller gives up', async () => {
    const digest = put('a', 'abc');
    const caller = new AbortController();
    await far.run(command(['true']), going);
    sshd.afterBytes(500_000, () => caller.abort());
    await expect(write('a', Buffer.alloc(1_000_000), digest, caller.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('abc');
    expect(readdirSync(dir)).toEqual(['a']);
  });

  it('that is a link, a pipe or a device is refused and never waited for', async () => {
    const digest = put('a', 'abc');
    symlinkSync('a', join(dir, 'link'));
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    const refused = { code: 'NOT_ALLOWED', details: { real_path: join(dir, 'a') } };
    await expect(far.readFile(join(dir, 'link'), 10, going)).rejects.toMatchObject(refused);
    await expect(write('link', 'x', digest)).rejects.toMatchObject(refused);
    for (const path of [join(dir, 'pipe'), '/dev/zero', dir])
      await expect(far.readFile(path, 10, going)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(far.readFile(join(dir, 'none'), 10, going)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a login shell', () => {
  const shells: TestSshd[] = [];
  afterEach(async () => {
    await Promise.all(shells.splice(0).map((one) => one.stop()));
  });
  /** Says that it is one, and reads lines as the script does. */
  async function hostWithShell(name: string, script: string | null) {
    const force = script === null ? [] : [`ForceCommand ${script}`];
    const one = await startSshd([`SetEnv SHELL=/usr/bin/${name}`, ...force]);
    shells.push(one);
    return executorOn(one.host);
  }
  const reads = command(['echo', 'read'], { writes: false });
  const writes = command(['echo', 'written']);

  it('that is one of the four takes reads and writes', async () => {
    const busybox = existsSync('/usr/bin/busybox') ? 'exec busybox ash -c "$SSH_ORIGINAL_COMMAND"' : null;
    const host = await hostWithShell('ash', busybox);
    expect((await host.run(writes, going)).stdout).toBe('written\n');
    expect((await host.run(command(['printf', '%s', "a'b\\n\n$x"]), going)).stdout).toBe("a'b\\n\n$x");
  });

  it('that quotes alike is read through, and never written through', async () => {
    const host = await hostWithShell('zsh', null);
    expect((await host.run(reads, going)).stdout).toBe('read\n');
    await expect(host.run(writes, going)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: expect.stringMatching(/zsh/),
    });
  });

  it('that is another is refused altogether', async () => {
    const host = await hostWithShell('fish', null);
    for (const one of [reads, writes])
      await expect(host.run(one, going)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('that says it is one of the four and reads quotes otherwise is found out', async () => {
    const host = await hostWithShell(
      'bash',
      `sh -c "$(printf %s "$SSH_ORIGINAL_COMMAND" | sed 's/\\\\\\\\/\\\\/g')"`,
    );
    await expect(host.run(reads, going)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      message: expect.stringMatching(/did not come back/),
    });
  });
});

/** Processes by what their command line begins with. */
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
