// Promise: in a container, a program gets its words as they are and comes back with what it said, bounded; a file is read as it is and
// replaced as a whole, or left alone. Against Podman with storage of its own; skips with the reason where none can run.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Command, Executor } from '../executor.ts';
import { openContainers } from '../providers/containers/containers.ts';
import { BARE_IMAGE, type TestEngine } from '../testing/container-engine.ts';
import { startPodman } from '../testing/podman.ts';

// Real servers of others, each with programs of its own: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

let engine: TestEngine;
let inside: Executor;
let missing: string | null = 'not started';
const signal = () => AbortSignal.timeout(20_000);

beforeAll(async () => {
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  missing = null;
  engine = started;
  await engine.started('inside', ['sleep', '600'], {
    HostConfig: { Binds: [`${engine.dir}/containers.conf:/etc/one.conf`] },
  });
  inside = await executorOf('inside');
});
afterAll(async () => {
  if (missing === null) await engine[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

async function executorOf(name: string): Promise<Executor> {
  const provider = openContainers({
    config: [{ name: 'podman', socket: engine.socket }],
    ...{ hostname: 'box', env: {}, home: '/none' },
  });
  const { resources } = await provider.discover(signal());
  const path = resources.find((resource) => resource.name === name)?.reachableVia[0];
  if (!path) throw new Error(`${name} was not found`);
  return provider.executor(path);
}

const run = (argv: Command['argv'], more: Partial<Command> = {}) =>
  inside.run({ argv, timeoutMs: 10_000, maxOutputBytes: 10_000, writes: false, ...more }, signal());

async function refused(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`it was not refused: ${error}`);
  return error;
}

describe('a program in a container', () => {
  it('gets its words as they are: no shell reads them', async () => {
    const { exitCode, stdout } = await run(['echo', '$HOME; rm -rf /', '`id`', '  two  blanks']);
    expect([exitCode, stdout]).toEqual([0, '$HOME; rm -rf / `id`   two  blanks\n']);
  });

  it('has its outputs kept apart, its exit code, its directory', async () => {
    expect(await run(['sh', '-c', 'echo good; echo bad >&2; exit 7'])).toMatchObject({
      ...{ exitCode: 7, stdout: 'good\n', stderr: 'bad\n', dropped: 0 },
    });
    expect((await run(['pwd'], { cwd: '/tmp' })).stdout).toBe('/tmp\n');
  });

  it('reads what it is given, to its end', async () => {
    const stdin = Buffer.alloc(300_000, 'x');
    expect((await run(['wc', '-c'], { stdin })).stdout.trim()).toBe('300000');
  });

  it('may say more than is kept, which is counted', async () => {
    const { stdout, dropped } = await run(['head', '-c', '50000', '/bin/busybox'], { maxOutputBytes: 1000 });
    expect(Buffer.byteLength(stdout)).toBeGreaterThanOrEqual(1000);
    expect(dropped).toBe(49_000);
  });

  it('is not waited for past its time, nor past its caller’s patience, and the answer says that it may still run', async () => {
    const late = await refused(run(['sleep', '5'], { timeoutMs: 200 }));
    expect(late.code).toBe('TIMEOUT');
    expect(late.message).toContain('may still run');
    const patience = new AbortController();
    const waiting = inside.run(
      { argv: ['sleep', '5'], timeoutMs: 10_000, maxOutputBytes: 10, writes: false },
      patience.signal,
    );
    patience.abort();
    expect((await refused(waiting)).code).toBe('CANCELLED');
  });

  it('that is not there ends as a shell would say it', async () => {
    const { exitCode, stderr } = await run(['/no/such/program']);
    expect(exitCode).toBe(127);
    expect(stderr).toContain('/no/such/program');
  });

  it('is refused where nothing runs, and where the way leads elsewhere', async () => {
    const provider = openContainers({
      config: [{ name: 'podman', socket: engine.socket }],
      ...{ hostname: 'box', env: {}, home: '/none' },
    });
    const elsewhere = {
      via: 'container_exec',
      target: 'docker_container:other:0123456789ab',
      words: 'x',
    } as const;
    expect((await refused(provider.executor([elsewhere]))).code).toBe('NOT_ALLOWED');
  });
});

describe('a file in a container', () => {
  it('is made, read, and replaced by who knows what it was, keeping its mode and owner', async () => {
    const made = await inside.writeFile('/tmp/note', Buffer.from('one'), null, signal());
    await run(['sh', '-c', 'busybox chmod 640 /tmp/note; busybox chown 12:34 /tmp/note']);
    const again = await inside.writeFile('/tmp/note', Buffer.from('two'), made.digest, signal());
    expect(again.mode).toBe(0o640);
    expect((await run(['ls', '-ln', '/tmp'])).stdout).toMatch(/-rw-r-----\s+1 12\s+34\s+3 /);
    expect(Buffer.from((await inside.readFile('/tmp/note', 100, signal())).bytes).toString()).toBe('two');
  });

  it('is left alone by who knows it as it no longer is, and nothing of the attempt stays', async () => {
    const { digest } = await inside.writeFile('/tmp/kept', Buffer.from('mine'), null, signal());
    await run(['sh', '-c', 'echo theirs > /tmp/kept']);
    for (const expected of [digest, null]) {
      const error = await refused(inside.writeFile('/tmp/kept', Buffer.from('again'), expected, signal()));
      expect(error.code).toBe('STALE_VERSION');
    }
    expect((await run(['cat', '/tmp/kept'])).stdout).toBe('theirs\n');
    expect((await run(['ls', '-a', '/tmp'])).stdout).not.toContain('.festinger-');
  });

  it('is followed where it is a link, and the link stays', async () => {
    await run([
      'sh',
      '-c',
      'echo real > /tmp/real; busybox ln -s real /tmp/link; busybox ln -s loop /tmp/loop',
    ]);
    const { digest, bytes } = await inside.readFile('/tmp/link', 100, signal());
    expect(Buffer.from(bytes).toString()).toBe('real\n');
    await inside.writeFile('/tmp/link', Buffer.from('new'), digest, signal());
    expect((await run(['busybox', 'readlink', '/tmp/link'])).stdout).toBe('real\n');
    expect((await run(['cat', '/tmp/real'])).stdout).toBe('new');
    await refused(inside.readFile('/tmp/loop', 100, signal()));
  });

  it('must be there, be a file, and be no larger than is wanted', async () => {
    expect((await refused(inside.readFile('/tmp/absent', 100, signal()))).code).toBe('NOT_FOUND');
    expect((await refused(inside.readFile('/bin', 100, signal()))).code).toBe('NOT_ALLOWED');
    expect((await refused(inside.readFile('/bin/busybox', 100, signal()))).code).toBe('PAYLOAD_TOO_LARGE');
    expect((await refused(inside.readFile('etc/passwd', 100, signal()))).code).toBe('INVALID_INPUT');
    const { size, digest } = await inside.readFile('/bin/busybox', 10_000_000, signal());
    expect(size).toBeGreaterThan(100_000);
    expect(digest).toHaveLength(64);
  });

  it('that is mounted alone cannot be replaced, and stays as it was', async () => {
    const before = await inside.readFile('/etc/one.conf', 10_000, signal());
    const error = await refused(inside.writeFile('/etc/one.conf', Buffer.from('x'), before.digest, signal()));
    expect(error.code).toBe('EXECUTION_FAILED');
    expect((await inside.readFile('/etc/one.conf', 10_000, signal())).digest).toBe(before.digest);
    expect((await run(['ls', '-a', '/etc'])).stdout).not.toContain('.festinger-');
  });

  it('is not written where it could not be replaced as a whole', async () => {
    await engine.started('bare', ['sleep', '600'], { Image: BARE_IMAGE });
    const error = await refused(
      (await executorOf('bare')).writeFile('/tmp/x', Buffer.from('x'), null, signal()),
    );
    expect(error.code).toBe('NOT_ALLOWED');
    expect(error.message).toContain('there is no dd in it');
  });
});
