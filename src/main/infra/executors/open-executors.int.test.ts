// Promises of ways inwards: on a real OpenSSH server, with programs in the place of pct, qm and docker that really run what they are
// given, a command and a file arrive inside a guest and a container as they were meant, whatever the words in them.
import {
  chmodSync,
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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExecutorPath } from '../../../shared/model/resource.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { systemClock, timeSortedIds } from '../../core/clock.ts';
import type { Command, Executor } from '../executor.ts';
import { FAR_CONTAINER, writeFarEngine, writeFarPrograms } from '../testing/far-programs.ts';
import { startSshd, type TestSshd, whyNoSshd } from '../testing/sshd.ts';
import { readTail } from './file-tail.ts';
import { digestOf } from './local-files.ts';
import { programsHere } from './local-program.ts';
import { OpenExecutors } from './open-executors.ts';
import { SshLinks } from './ssh/ssh-links.ts';

// Real servers of others, each with programs of its own: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const missing = whyNoSshd();
const going = new AbortController().signal;
const bin = realpathSync(mkdtempSync(join(tmpdir(), 'festinger-far-')));
let sshd: TestSshd;
let links: SshLinks;
let executors: OpenExecutors;

beforeAll(async () => {
  if (missing !== null) return;
  sshd = await startSshd([`SetEnv PATH=${writeFarPrograms(bin)}:/usr/bin:/bin`]);
  links = new SshLinks([sshd.host], { clock: systemClock, environment: {} });
  executors = new OpenExecutors({
    clock: systemClock,
    ids: timeSortedIds(systemClock),
    ssh: links,
    containerExec: null,
    programs: programsHere(systemClock),
  });
});
afterAll(async () => {
  await links?.close();
  await sshd?.stop();
  rmSync(bin, { recursive: true, force: true });
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

const ssh = { via: 'ssh', target: 'host:delly', words: 'ssh root@delly' } as const;
const lxc = { via: 'pct_exec', target: 'lxc:delly:141', words: 'lxc 141' } as const;
const vm = { via: 'qm_exec', target: 'vm:delly:102', words: 'vm 102' } as const;
const container = {
  via: 'container_exec',
  target: 'docker_container:delly:4f2c00aa11bb',
  words: 'jellyfin',
} as const;

const command = (argv: readonly [string, ...string[]], more: Partial<Command> = {}): Command => ({
  argv,
  timeoutMs: 20_000,
  maxOutputBytes: 100_000,
  writes: true,
  ...more,
});

describe.each<[name: string, path: ExecutorPath]>([
  ['a container of a host', [ssh, container]],
  ['an lxc of a node', [ssh, lxc]],
  ['a vm of a node', [ssh, vm]],
  ['a container in an lxc of a node', [ssh, lxc, container]],
])('in %s', (_name, path) => {
  let inside: Executor;
  let dir = '';
  beforeEach(async () => {
    inside = await executors.on(path);
    dir = realpathSync(mkdtempSync(join(tmpdir(), 'festinger-inside-')));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('a program gets its words, its input and its directory, and says how it ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }), async (words) => {
        const args = [
          "'",
          '\\',
          '--',
          '-i',
          '$(id)\n',
          ...words.map((word) => word.replaceAll('\0', '').toWellFormed()),
        ];
        const { stdout } = await inside.run(command(['printf', '[%s]', ...args]), going);
        expect(stdout).toBe(args.map((word) => `[${word}]`).join(''));
      }),
      { numRuns: Math.ceil(runs(100) / 4) },
    );
    expect((await inside.run(command(['cat'], { stdin: Buffer.from('given') }), going)).stdout).toBe('given');
    mkdirSync(join(dir, "odd 'dir"));
    expect((await inside.run(command(['pwd'], { cwd: join(dir, "odd 'dir") }), going)).stdout).toBe(
      `${dir}/odd 'dir\n`,
    );
    const failed = await inside.run(command(['sh', '-c', 'echo no >&2; exit 4']), going);
    expect([failed.exitCode, failed.stderr]).toEqual([4, 'no\n']);
    const much = await inside.run(
      command(['head', '-c', '50000', '/dev/zero'], { maxOutputBytes: 100 }),
      going,
    );
    expect([much.stdout.length, much.dropped, much.stderr]).toEqual([100, 49_900, '']);
    await expect(inside.run(command(['sleep', '30'], { timeoutMs: 1000 }), going)).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
  }, 90_000);

  it('a file is read, made, replaced as it was approved, and otherwise left alone', async () => {
    const file = join(dir, "it's a $file");
    const bytes = Buffer.from([0, 255, 10, ...Buffer.from('é\r\n')]);
    const made = await inside.writeFile(file, bytes, null, going);
    expect(await inside.readFile(file, 100, going)).toEqual({ ...made, bytes: Buffer.from(bytes) });
    expect(statSync(file).mode & 0o777).toBe(0o644);
    chmodSync(file, 0o604);
    await inside.writeFile(file, Buffer.from('new\n'), made.digest, going);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new\n', 0o604]);
    for (const expected of [made.digest, null])
      await expect(inside.writeFile(file, bytes, expected, going)).rejects.toMatchObject({
        code: 'STALE_VERSION',
      });
    await expect(inside.writeFile(join(dir, 'gone'), bytes, made.digest, going)).rejects.toMatchObject({
      code: 'STALE_VERSION',
    });
    await expect(inside.readFile(file, 3, going)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await expect(inside.readFile(join(dir, 'none'), 3, going)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(inside.readFile('/dev/zero', 3, going)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    symlinkSync(file, join(dir, 'link'));
    await expect(inside.readFile(join(dir, 'link'), 100, going)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      details: { real_path: file },
    });
    writeFileSync(join(dir, 'log'), 'one\ntwo\n');
    expect(await readTail(inside, join(dir, 'log'), 4, going)).toBe('two\n');
    expect(digestOf(Buffer.from('new\n'))).toBe((await inside.readFile(file, 100, going)).digest);
    expect(readdirSync(dir).sort()).toEqual(["it's a $file", 'link', 'log']);
  }, 120_000);
});

describe('a path', () => {
  it.each<[why: string, path: ExecutorPath, code: string]>([
    ['through an interface', [{ via: 'api', target: 'host:delly', words: 'api' }], 'NOT_ALLOWED'],
    ['to a guest without its node', [lxc], 'NOT_ALLOWED'],
    ['to a host nobody named', [{ ...ssh, target: 'host:other' }], 'UNAVAILABLE'],
    [
      'to a container nobody knows',
      [ssh, { ...container, target: 'docker_container:delly:000000000000' }],
      'UNAVAILABLE',
    ],
    ['to what is no number of a guest', [ssh, { ...lxc, target: 'lxc:delly:--help' }], 'NOT_ALLOWED'],
    [
      'to an option in the place of a container',
      [ssh, { ...container, target: 'docker_container:a:-v' }],
      'NOT_ALLOWED',
    ],
    [
      'to the name of a container',
      [ssh, { ...container, target: 'docker_container:delly:jellyfin' }],
      'NOT_ALLOWED',
    ],
    ['to a container here, without an engine', [container], 'UNAVAILABLE'],
  ])('%s is refused', async (_why, path, code) => {
    await expect(executors.on(path)).rejects.toMatchObject({ code });
  });

  it('on this machine runs here', async () => {
    const here = await executors.on([{ via: 'local', target: 'host:here', words: 'here' }]);
    expect((await here.run(command(['echo', 'here']), going)).stdout).toBe('here\n');
  });

  it('to a container goes to the engine that has it, by its whole id', async () => {
    const onPodman = 'b0b0b0b0b0b0'.padEnd(64, '1');
    writeFarEngine(join(bin, 'bin'), 'podman', onPodman);
    const target = `docker_container:delly:${onPodman.slice(0, 12)}`;
    const inside = await executors.on([ssh, { ...container, target }]);
    expect((await inside.run(command(['echo', 'inside']), going)).stdout).toBe('inside\n');
    // Another of the same beginning: neither is taken.
    writeFarEngine(join(bin, 'bin'), 'podman', FAR_CONTAINER.slice(0, 12).padEnd(64, '8'));
    await expect(executors.on([ssh, container])).rejects.toMatchObject({ code: 'STALE_VERSION' });
    rmSync(join(bin, 'bin', 'podman'));
  });

  it('to a guest that is not there says what the node said', async () => {
    const vmless = await executors.on([ssh, { ...vm, target: 'vm:delly:999' }]);
    await expect(vmless.run(command(['true']), going)).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      message: expect.stringMatching(/VM 999 does not exist/),
    });
  });
});
