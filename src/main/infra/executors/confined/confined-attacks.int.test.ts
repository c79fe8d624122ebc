// Promise: whatever runs in the sandbox changes nothing, reaches nobody and tells no secret, as root and as an unprivileged user: tried with commands
// that were written to break out, by running them, whatever the classifier says of them; and what of them passes as a read over ssh, with a
// sandbox and without, and in a container does not either. Real bubblewrap, OpenSSH and Podman; skips with the reason where one is missing.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest';
import { systemClock, timeSortedIds } from '../../../core/clock.ts';
import { judgeRead } from '../../command/read-plan.ts';
import type { CommandResult, Executor } from '../../executor.ts';
import { openContainers } from '../../providers/containers/containers.ts';
import type { TestEngine } from '../../testing/container-engine.ts';
import { startPodman } from '../../testing/podman.ts';
import { spawnExecutor } from '../../testing/spawn-executor.ts';
import { startSshd, type TestSshd, whyNoSshd } from '../../testing/sshd.ts';
import { LocalExecutor } from '../local-executor.ts';
import { programsHere } from '../local-program.ts';
import { SshExecutor } from '../ssh/ssh-executor.ts';
import { SshLinks } from '../ssh/ssh-links.ts';
import { confinedCall } from './confined-shell.ts';
import { type Confinement, Confinements } from './confinement.ts';
import { runRead } from './run-read.ts';
import {
  type Attack,
  attacks,
  type CanaryWorld,
  changesSince,
  openCanaries,
  reportedAttacks,
} from './testing/canaries.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const whyNot =
  process.platform !== 'linux'
    ? 'the sandbox needs Linux'
    : process.getuid?.() !== 0
      ? 'accounts and canaries are made by root'
      : null;
const AT_ONCE = 4;

let world: CanaryWorld;
const confinements = new Confinements({ clock: systemClock, hidden: () => [] });
const asRoot: Executor = new LocalExecutor([{ via: 'local', target: 'host:root', words: 'root' }], {
  ids: timeSortedIds(systemClock),
  programs: programsHere(systemClock),
});
const asUser = (): Executor => {
  const { uid, gid } = world.user;
  const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return {
    ...spawnExecutor(['timeout', '-k', '1', '10', ...as]),
    path: [{ via: 'local', target: 'host:user', words: 'user' }],
  };
};

if (whyNot === null) {
  beforeAll(async () => {
    world = await openCanaries();
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
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
  const before = world.snapshot();
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
  for (const path of changesSince(before, world))
    found.push({ command: '(one of them)', what: `changed: ${path}` });
  return found;
}

/** How a command of the tools runs there. */
async function read(executor: Executor, command: string, confinement: Confinement): Promise<CommandResult> {
  const { plan, verdict } = judgeRead(command, confinement.isConfined);
  if (plan === null) throw new Error(`asks: ${verdict.reason}`);
  const place = { executor, confinement, isHidden: () => false, failed: () => undefined };
  return await runRead(
    plan,
    place,
    { timeoutMs: 3000, maxOutputBytes: 100_000 },
    AbortSignal.timeout(30_000),
  );
}

/** Runs whatever of the attacks passes there, and says what came of it. @param way words in front of each */
async function escapesPassed(executor: Executor, confinement: Confinement, way = ''): Promise<string[]> {
  const before = world.snapshot();
  world.contacts();
  const found: string[] = [];
  for (const { command, kind } of [...attacks(), ...(reportedAttacks() ?? [])]) {
    const aimed = way + world.aimed(command);
    if (kind === 'resource' || judgeRead(aimed, confinement.isConfined).plan === null) continue;
    const output = await read(executor, aimed, confinement)
      .then(({ stdout, stderr }) => stdout + stderr)
      .catch((error: unknown) => String(error));
    if (output.includes(world.token)) found.push(`a secret: ${aimed}`);
    const contacts = world.contacts();
    // A database or a TLS server on loopback may be asked: that is what the table lets ask.
    if (contacts.length > 0 && !/^(mysql|redis-cli|openssl|curl|psql) /.test(aimed.slice(way.length)))
      found.push(`${contacts}: ${aimed}`);
  }
  return [...found, ...changesSince(before, world).map((path) => `changed: ${path}`)];
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

    it.each(lists)('holds %s', async (_name, list) => {
      if (!confinement.isConfined || list === null) return;
      expect(
        await escapes(
          executor,
          confinement,
          list.filter(({ kind }) => kind !== 'resource'),
        ),
      ).toEqual([]);
    });

    it('stands where the canaries tell: outside of it, each kind of escape is seen', async () => {
      const before = world.snapshot();
      const commands = [
        `cat ${world.dir}/app/.env`,
        `touch ${world.dir}/app/canary; rm ${world.dir}/app/canary`,
        `echo x > ${world.dir}/app/canary.fifo`,
        world.aimed('bash -c "echo > /dev/tcp/127.0.0.1/CANARY_PORT"'),
      ];
      const outputs: string[] = [];
      for (const command of commands) {
        const limits = { timeoutMs: 5000, maxOutputBytes: 1000, writes: true };
        outputs.push(
          (await executor.run({ argv: ['sh', '-c', command], ...limits }, AbortSignal.timeout(10_000)))
            .stdout,
        );
      }
      expect(outputs[0]).toContain(world.token);
      await expect.poll(() => world.contacts().sort()).toEqual(['pipe', 'tcp']);
      expect(changesSince(before, world)).toContain(`${world.dir}/app`);
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

const noSshd = whyNoSshd() ?? whyNot;
describe.skipIf(noSshd !== null)(`over ssh${noSshd === null ? '' : ` (skipped: ${noSshd})`}`, () => {
  let sshd: TestSshd;
  let links: SshLinks;
  let far: SshExecutor;
  beforeAll(async () => {
    sshd = await startSshd();
    links = new SshLinks([sshd.host], { clock: systemClock, environment: {} });
    far = new SshExecutor([{ via: 'ssh', target: 'host:far', words: 'far' }], links.to(sshd.host.name), {
      clock: systemClock,
      ids: timeSortedIds(systemClock),
    });
  });
  afterAll(async () => {
    await links.close();
    await sshd.stop();
  });

  it('is confined where bubblewrap is there, and shows what it is for', async ({ skip }) => {
    const confinement = await confinements.of(far);
    if (!confinement.isConfined) skip(`no sandbox there: ${confinement.reason}`);
    expect(
      (await read(far, "awk -F: 'NR==1 { print $1 }' /etc/passwd; id -u | cat", confinement)).stdout,
    ).toMatch(/^root\n\d+\n$/);
    expect(await escapesPassed(far, confinement)).toEqual([]);
  });

  it('lets nothing pass that changes anything where it is not', async () => {
    expect(
      await escapesPassed(far, { ...(await confinements.of(far)), isConfined: false, shellFunction: null }),
    ).toEqual([]);
  });
});

describe.skipIf(whyNot !== null)('in a container', () => {
  let engine: TestEngine | null = null;
  let missing = 'not started';
  beforeAll(async () => {
    const started = await startPodman();
    if ('missing' in started) missing = started.missing;
    else engine = started;
  });
  afterAll(async () => {
    await engine?.[Symbol.asyncDispose]();
  });

  /** The engine; without one the test is skipped. */
  function running(context: TestContext): TestEngine {
    if (engine !== null) return engine;
    Object.assign(context.task.meta, { skipReason: missing });
    return context.skip(missing);
  }

  it('is judged by the table alone, and nothing passes that changes anything', async (context) => {
    const engine = running(context);
    await engine.started('reads', ['sleep', '600'], { HostConfig: { Binds: [`${world.dir}:${world.dir}`] } });
    const provider = openContainers({
      config: [{ name: 'test', socket: engine.socket }],
      hostname: 'box',
      env: {},
      home: world.dir,
    });
    const { resources } = await provider.discover(AbortSignal.timeout(30_000));
    const path = resources.find(({ name }) => name === 'reads')?.reachableVia[0];
    if (!path) throw new Error('it was not found');
    const inside = await provider.executor(path);
    const confinement = await confinements.of(inside);
    expect(confinement).toMatchObject({ isConfined: false });
    expect((await read(inside, 'head -c 4 /proc/version', confinement)).stdout).toBe('Linu');
    expect(await escapesPassed(inside, confinement)).toEqual([]);
  });

  it('that a command of the host enters is judged alike, and its files are resolved inside', async (context) => {
    const engine = running(context);
    await engine.started('entered', ['sleep', '600'], {
      HostConfig: { Binds: [`${world.dir}:${world.dir}`] },
    });
    const setUp =
      'mkdir -p /var/log /srv; cd /var/log; echo inside >a.log; echo canary >/srv/x; ln -s /srv/x b.log';
    await engine.command('exec', 'entered', 'sh', '-c', setUp);
    const host = spawnExecutor(['env', `PATH=${engine.bin}:${process.env.PATH}`]);
    const confinement = await confinements.of(asRoot);
    const inContainer = (command: string) => read(host, `podman exec -it entered ${command}`, confinement);
    expect((await inContainer('cat /var/log/a.log')).stdout).toBe('inside\n');
    expect((await inContainer('head -n 1 /var/log/a.log | wc -l')).stdout.trim()).toBe('1');
    expect(host.ran).toContain('podman exec -i entered realpath /var/log/a.log');
    await expect(inContainer('cat /var/log/b.log')).rejects.toMatchObject({
      ...{ code: 'READ_ONLY_VIOLATION', message: expect.stringMatching(/^\/srv\/x is not read/) },
    });
    expect(await escapesPassed(host, confinement, 'podman exec entered ')).toEqual([]);
  });
});
