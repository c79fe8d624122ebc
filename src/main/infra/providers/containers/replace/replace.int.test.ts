// Promises: an update replaces a container by one with the same setup, from the newest image; one that does not become healthy is taken back by itself;
// what was kept leads back; what cannot be recreated is refused before anything is touched. Against Podman, Docker and a registry on
// loopback.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { ActionName, Resource } from '../../../../../shared/model/resource.ts';
import { IMAGE, imageArchive, type TestEngine } from '../../../testing/container-engine.ts';
import { startDocker } from '../../../testing/docker.ts';
import { liveClock } from '../../../testing/live-clock.ts';
import { startPodman } from '../../../testing/podman.ts';
import { type RegistryDouble, startRegistry } from '../../../testing/registry-double.ts';
import { type Containers, openContainers } from '../containers.ts';
import { ImageUpdates } from '../image-updates/image-updates.ts';
import { RegistryClient } from '../image-updates/registry-client.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const SECRET = 'hunter2-Zq8vK3mXw9Lp';
const LOOP = ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 0.1; done'];
const PATH = 'PATH=/bin';
/** The first half of addresses that no other run of these tests uses. */
const NET = `10.${100 + (process.pid % 100)}`;
const signal = () => AbortSignal.timeout(60_000);

const SYSCTL: [why: string, options: string[]] = [
  'Podman does not show what --sysctl',
  ['--sysctl', 'kernel.shm_rmid_forced=1', '--ipc', 'private'],
];

const ENGINES = [
  { kind: 'podman', start: startPodman },
  { kind: 'docker', start: startDocker },
] as const;

describe.each(ENGINES)('on $kind', ({ kind, start }) => {
  let engine: TestEngine;
  let registry: RegistryDouble;
  let provider: Containers;
  /** Asks registries. */
  let asking: Containers;
  const client = new RegistryClient({ clock: liveClock });
  let missing: string | null = 'not started';

  beforeAll(async () => {
    const started = await start();
    if ('missing' in started) {
      missing = started.missing;
      return;
    }
    missing = null;
    engine = started;
    registry = await startRegistry(readFileSync(imageArchive(engine.dir)));
    const parts = {
      config: [{ name: kind, socket: engine.socket }],
      ...{ hostname: 'box', env: {}, home: '/none', pace: { againMs: 50, looks: 20, settleMs: 100 } },
      healthPace: { againMs: 200, steadyMs: 1500 },
    };
    provider = openContainers(parts);
    asking = openContainers({ ...parts, updates: new ImageUpdates({ registry: client, clock: liveClock }) });
  });
  afterAll(async () => {
    await client.close();
    if (missing !== null) return;
    await engine[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });
  beforeEach((context) => {
    if (missing === null) return;
    context.task.meta.skipReason = missing;
    context.skip(missing);
  });

  async function named(name: string): Promise<Resource> {
    const { resources } = await provider.discover(signal());
    const found = resources.find((resource) => resource.name === name);
    if (!found) throw new Error(`${name} was not discovered: ${resources.map((one) => one.name)}`);
    return found;
  }
  const asked = (resource: Resource, action: ActionName, args: Record<string, unknown> = {}) => ({
    ...{ resource, action, arguments: args },
  });
  const plan = (resource: Resource, action: ActionName, args = {}) =>
    provider.plan(asked(resource, action, args), signal());
  async function done(resource: Resource, action: ActionName, args: Record<string, unknown> = {}) {
    const request = asked(resource, action, args);
    const outcome = await provider.act(request, { signal: signal(), progress: () => undefined });
    return { outcome, verified: await provider.verify(request, signal(), outcome.effect) };
  }
  const inspect = (name: string) => engine.docker.getContainer(name).inspect();
  async function refused(promise: Promise<unknown>): Promise<AppError> {
    const error = await promise.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof AppError)) throw new Error(`it was not refused: ${error}`);
    return error;
  }
  /** The machine of a test may allow less than Podman asks for. */
  const LIMITS = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=4000:4000'];
  const run = (name: string, ...words: string[]) =>
    engine.command('run', '-d', '--name', name, ...LIMITS, ...words);

  /** Runs a container from what the registry has under a tag. */
  async function running(name: string, repository: string, ...options: string[]): Promise<string> {
    const reference = `${registry.address}/${repository}:1`;
    await engine.command('pull', reference);
    const { exitCode, stdout } = await run(name, '--net', 'host', ...options, reference);
    expect(exitCode).toBe(0);
    return stdout.trim();
  }
  const namesLike = async (part: string): Promise<string[]> =>
    (await engine.docker.listContainers({ all: true }))
      .flatMap(({ Names }) => Names)
      .filter((name) => name.includes(part))
      .sort();

  describe('an update', () => {
    it('recreates the container from the newest image, keeps what was set on it, and takes what the new image sets', async () => {
      registry.publish('app', '1', {
        config: { Env: [PATH, 'APP_VERSION=1', 'OLD_ONLY=1'], Cmd: LOOP, Labels: { version: '1' } },
      });
      const old = await running(
        'app',
        'app',
        '-e',
        `TOKEN=${SECRET}`,
        '--label',
        'own=yes',
        '-v',
        '/anonymous',
        '-v',
        'app-data:/data',
        '--restart',
        'on-failure:3',
      );
      const before = await inspect('app');
      registry.publish('app', '1', {
        config: { Env: [PATH, 'APP_VERSION=2'], Cmd: LOOP, Labels: { version: '2' } },
      });

      const card = await plan(await named('app'), 'update');
      expect(card).toMatchObject({ long: true, previewKind: 'diff', takeBack: { action: 'rollback' } });
      expect(card.runs).toContain(
        `POST /images/create?fromImage=${encodeURIComponent(`${registry.address}/app:1`)}`,
      );
      expect(card.preview).toContain(' environment TOKEN');
      // Nobody asked the registry: of what the old image sets nothing is said to stay.
      expect(card.preview).toContain(
        'set by the new image, whose values are not known yet: command, environment APP_VERSION, environment OLD_ONLY, label version',
      );
      expect(card.preview).not.toMatch(/^[ +-](environment (APP_VERSION|OLD_ONLY)|label version|command)/m);
      expect(JSON.stringify(card)).not.toContain(SECRET);
      expect((await inspect('app')).Id).toBe(old);

      const { outcome, verified } = await done(await named('app'), 'update');
      expect(outcome.summary).toContain('Updated');
      expect(verified).toMatchObject({ ok: true });
      const now = await inspect('app');
      expect(now.Id).not.toBe(old);
      expect(now.Image).not.toBe(before.Image);
      expect(now.State.Running).toBe(true);
      const env = now.Config.Env;
      expect(env).toEqual(expect.arrayContaining([`TOKEN=${SECRET}`, 'APP_VERSION=2']));
      expect(env).not.toContain('OLD_ONLY=1');
      expect(now.Config.Labels).toMatchObject({ own: 'yes', version: '2' });
      const mounts = (of: typeof now) =>
        of.Mounts.map(({ Name, Destination }) => `${Name}:${Destination}`).sort();
      expect(mounts(now)).toEqual(mounts(before));
      expect(now.HostConfig.RestartPolicy).toEqual(before.HostConfig.RestartPolicy);
      const kept = await named(`app-before-update-${old.slice(0, 12)}`);
      expect(kept).toMatchObject({ state: 'stopped', actions: ['rollback', 'remove'] });
      expect(kept.detail).toContain('kept from the last update of app');

      // The same image again: nothing is done.
      expect((await done(await named('app'), 'update')).outcome.summary).toContain('newest image');
      expect((await inspect('app')).Id).toBe(now.Id);
    });

    it('is undone by a roll back to the kept container, from either of the two', async () => {
      registry.publish('undo', '1', { config: { Env: [PATH], Cmd: LOOP } });
      const old = await running('undo', 'undo');
      registry.publish('undo', '1', { config: { Env: [PATH, 'V=2'], Cmd: LOOP } });
      await done(await named('undo'), 'update');
      const kept = await named(`undo-before-update-${old.slice(0, 12)}`);
      const card = await plan(kept, 'rollback');
      expect(card.preview).toContain('is removed with what it wrote outside volumes');
      const { outcome, verified } = await done(kept, 'rollback');
      expect(outcome.summary).toBe('Rolled back: undo runs as before.');
      expect(verified).toMatchObject({ ok: true });
      expect(await inspect('undo')).toMatchObject({ Id: old, State: { Running: true } });
      expect(await namesLike('undo')).toEqual(['/undo']);

      await done(await named('undo'), 'recreate');
      expect((await named('undo')).actions).toContain('rollback');
      await done(await named('undo'), 'rollback');
      expect((await inspect('undo')).Id).toBe(old);
      expect(
        (await refused(plan({ ...(await named('undo')), actions: ['rollback'] }, 'rollback'))).code,
      ).toBe('NOT_ALLOWED');
    });

    it('keeps one container at most, of the last update', async () => {
      registry.publish('twice', '1', { config: { Env: [PATH], Cmd: LOOP } });
      const first = await running('twice', 'twice');
      await done(await named('twice'), 'recreate');
      const second = (await inspect('twice')).Id;
      const card = await plan(await named('twice'), 'recreate');
      expect(card.preview).toContain(
        `twice-before-update-${first.slice(0, 12)}, removed once the new one runs`,
      );
      await done(await named('twice'), 'recreate');
      expect(await namesLike('twice')).toEqual(['/twice', `/twice-before-update-${second.slice(0, 12)}`]);
    });

    it('whose health check fails is rolled back by itself: the old container runs, and why is told', async () => {
      const checked = (V: string, Test: string) => ({
        config: {
          Env: [PATH, `V=${V}`],
          Cmd: LOOP,
          Healthcheck: { Test: ['CMD-SHELL', Test], Interval: 1e8, Timeout: 5e9, Retries: 2 },
        },
      });
      registry.publish('sick', '1', checked('1', 'true'));
      const old = await running('sick', 'sick');
      registry.publish('sick', '1', checked('2', 'echo no database; false'));
      const request = asked(await named('sick'), 'update');
      const error = await refused(provider.act(request, { signal: signal(), progress: () => undefined }));
      expect(error.message).toContain('its health check fails');
      expect(error.message).toContain('Rolled back: sick runs as before.');
      expect(await inspect('sick')).toMatchObject({ Id: old, State: { Running: true } });
      expect(await namesLike('sick')).toEqual(['/sick']);
      expect(await provider.verify(request, signal())).toMatchObject({
        ok: false,
        evidence: expect.stringContaining('the same container as before'),
      });

      registry.publish('sick', '1', checked('3', 'true'));
      const { outcome } = await done(await named('sick'), 'update');
      expect(outcome.summary).toContain('its health check passes');
    });

    it('that ends at once is rolled back, and so is one that was stopped by the operator in the middle', async () => {
      registry.publish('short', '1', { config: { Env: [PATH], Cmd: LOOP } });
      const old = await running('short', 'short');
      registry.publish('short', '1', { config: { Env: [PATH], Cmd: ['sh', '-c', 'exit 3'] } });
      const update = asked(await named('short'), 'update');
      const error = await refused(provider.act(update, { signal: signal(), progress: () => undefined }));
      expect(error.message).toContain('with exit code 3');
      expect((await inspect('short')).Id).toBe(old);

      registry.publish('short', '1', { config: { Env: [PATH, 'V=3'], Cmd: LOOP } });
      const stop = new AbortController();
      const acting = provider.act(asked(await named('short'), 'update'), {
        signal: stop.signal,
        progress: () => undefined,
      });
      await expect
        .poll(async () => (await inspect('short')).Id, { interval: 20, timeout: 20_000 })
        .not.toBe(old);
      stop.abort();
      expect((await refused(acting)).message).toContain('Rolled back');
      expect(await inspect('short')).toMatchObject({ Id: old, State: { Running: true } });
    });

    it('leaves everything as it is when the registry has no such tag', async () => {
      registry.publish('lost', '1', { config: { Env: [PATH], Cmd: LOOP } });
      const old = await running('lost', 'lost');
      registry.withdraw('lost', '1');
      const error = await refused(
        provider.act(asked(await named('lost'), 'update'), { signal: signal(), progress: () => undefined }),
      );
      expect(error.message).toContain('was not pulled');
      expect(await inspect('lost')).toMatchObject({ Id: old, State: { Running: true } });
      expect(await namesLike('lost')).toEqual(['/lost']);
    });

    it('is refused where the tag has another image than the one that was approved', async () => {
      const version = (v: string) => ({ config: { Env: [PATH, `V=${v}`], Cmd: LOOP } });
      registry.publish('moved', '1', version('1'));
      const old = await running('moved', 'moved');
      registry.publish('moved', '1', version('2'));
      const request = asked(await named('moved'), 'update');
      const approved = await asking.plan(request, signal());
      registry.publish('moved', '1', version('3'));
      const run = { signal: signal(), progress: () => undefined, plan: approved };
      expect((await refused(asking.act(request, run))).code).toBe('STALE_VERSION');
      expect(await inspect('moved')).toMatchObject({ Id: old, State: { Running: true } });
      expect(await namesLike('moved')).toEqual(['/moved']);
    });

    it('that was interrupted is recognised by what it left, and rolled back', async () => {
      registry.publish('cut', '1', { config: { Env: [PATH], Cmd: LOOP } });
      const old = await running('cut', 'cut');
      await done(await named('cut'), 'recreate');
      const made = (await inspect('cut')).Id;
      // As a process leaves it that dies after the old one was renamed and before the new one was.
      await engine.command('stop', '-t', '0', 'cut');
      await engine.command('rename', 'cut', `cut-updating-${old.slice(0, 12)}`);
      const left = await named(`cut-updating-${old.slice(0, 12)}`);
      expect(left.detail).toContain('the update of cut was interrupted: roll back');
      expect(left.actions).toEqual(['rollback']);
      await done(left, 'rollback');
      expect(await inspect('cut')).toMatchObject({ Id: old, State: { Running: true } });
      expect(await namesLike(made.slice(0, 12))).toEqual([]);
    });
  });

  describe('the card of an update', () => {
    it.each([
      ['which the registry describes', false],
      ['of which there is one for each platform', true],
    ])('shows what the new image changes, %s', async (_, asIndex) => {
      const name = `card-${asIndex}`;
      const image = (V: string) => ({
        config: {
          Env: [PATH, `V=${V}`, `ONLY_${V}=1`, 'SAME=1'],
          Cmd: [...LOOP, V],
          Labels: { v: V },
          Healthcheck: { Test: ['CMD-SHELL', `echo ${V}`], Interval: 500_000_000 },
        },
        asIndex,
      });
      registry.publish(name, '1', image('1'));
      await running(name, name, '-e', 'TZ=UTC', '-e', 'SAME=1', '-e', 'ONLY_1=own');
      registry.publish(name, '1', image('2'));
      const request = asked(await named(name), 'update');
      const seen = async () => (await asking.plan(request, signal())).preview?.split('\n') ?? [];
      const lines = await seen();
      expect(lines).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^-health check CMD-SHELL echo 1/),
          expect.stringMatching(/^\+health check CMD-SHELL echo 2/),
          '+environment V (changed)',
          '+environment ONLY_2',
          '+label v (changed)',
          ' environment SAME',
          ' environment TZ',
          ' environment ONLY_1',
        ]),
      );
      expect(lines.filter((line) => /^[-+]command/.test(line))).toHaveLength(2);
      const blobs = () =>
        registry.requests.filter((one) => one.startsWith('GET /v2/') && one.includes('/blobs/'));
      const before = blobs().length;
      expect(await seen()).toEqual(lines);
      expect(blobs()).toHaveLength(before);
      // The same from the image once it is here, and then as it comes to be.
      await engine.command('pull', `${registry.address}/${name}:1`);
      expect(await seen()).toEqual(lines);
      const { outcome } = await done(await named(name), 'update');
      expect(outcome.summary).toContain('Updated');
      expect((await inspect(name)).Config).toMatchObject({
        Env: expect.arrayContaining(['V=2', 'ONLY_1=own', 'ONLY_2=1', 'SAME=1', 'TZ=UTC']),
        Labels: { v: '2' },
      });
    });
  });

  describe('a recreation', () => {
    it.runIf(kind === 'podman')(
      'keeps mounts, environment, networks with aliases and fixed addresses, ports, labels, limits and capabilities',
      async () => {
        const { exitCode } = await engine.command('network', 'create', '--subnet', `${NET}.7.0/24`, 'fixed');
        const second = await engine.command('network', 'create', 'second');
        const words = [
          ...[
            'run',
            '-d',
            '--name',
            'whole',
            '--net',
            `fixed:ip=${NET}.7.9,alias=front`,
            '--net',
            'second:alias=back',
          ],
          ...[
            '-p',
            '127.0.0.1:18943:80',
            '-e',
            'A=1',
            '--label',
            'own=yes',
            '-v',
            'whole-data:/data',
            '-v',
            '/anonymous',
          ],
          ...[
            '-v',
            `${engine.dir}:/host:ro`,
            '--tmpfs',
            '/t:size=1m',
            '--cap-add',
            'NET_ADMIN',
            '--cap-drop',
            'MKNOD',
          ],
          ...[
            '--restart',
            'on-failure:3',
            '--ulimit',
            'nofile=100:200',
            '--ulimit',
            'nproc=4000:4000',
            '--memory',
            '50m',
          ],
          ...[
            '--health-cmd',
            'true',
            '--add-host',
            'x:1.2.3.4',
            '--hostname',
            'own-host',
            '--device',
            '/dev/null:/dev/nn',
          ],
          ...[
            '--security-opt',
            'no-new-privileges',
            '--log-opt',
            'max-size=1m',
            '-w',
            '/tmp',
            '--user',
            '0',
            IMAGE,
            ...LOOP,
          ],
        ];
        expect([exitCode, second.exitCode, (await engine.command(...words)).exitCode]).toEqual([0, 0, 0]);
        const before = await inspect('whole');
        await done(await named('whole'), 'recreate');
        const after = await inspect('whole');
        expect(after.Id).not.toBe(before.Id);
        const whole = ({ Config, HostConfig, Mounts, NetworkSettings }: typeof after, id: string) => ({
          config: {
            ...Config,
            Env: Config.Env.toSorted(),
            Labels: Object.fromEntries(
              Object.entries(Config.Labels).filter(([name]) => !name.startsWith('io.festinger.')),
            ),
          },
          host: { ...HostConfig, Binds: HostConfig.Binds?.toSorted() },
          mounts: Mounts.map((mount) => [mount.Destination, mount.Name, mount.Source, mount.RW]).sort(),
          networks: Object.entries(NetworkSettings.Networks).map(([name, { Aliases }]) => [
            name,
            Aliases?.filter((alias: string) => alias !== id.slice(0, 12)),
          ]),
          fixed: NetworkSettings.Networks.fixed?.IPAddress,
        });
        expect(whole(after, after.Id)).toEqual(whole(before, before.Id));
        const size = async (id: string) =>
          (await engine.command('inspect', '--format', '{{.HostConfig.LogConfig.Size}}', id)).stdout;
        expect(await size(after.Id)).toBe(await size(before.Id));
      },
    );

    it.runIf(kind === 'podman')('keeps fixed addresses, however often it is recreated', async () => {
      for (const [name, subnet] of [
        ['kept-one', `${NET}.1.0/24`],
        ['kept-two', `${NET}.2.0/24`],
      ] as const)
        expect((await engine.command('network', 'create', '--subnet', subnet, name)).exitCode).toBe(0);
      const nets = ['--net', `kept-one:ip=${NET}.1.8`, `--net=kept-two:alias=back,ip=${NET}.2.9`];
      expect((await run('address', ...nets, IMAGE, ...LOOP)).exitCode).toBe(0);
      const addresses = async () => {
        const { Networks } = (await inspect('address')).NetworkSettings;
        return Object.fromEntries(Object.entries(Networks).map(([name, { IPAddress }]) => [name, IPAddress]));
      };
      const fixed = { 'kept-one': `${NET}.1.8`, 'kept-two': `${NET}.2.9` };
      for (let time = 0; time < 2; time++) {
        await done(await named('address'), 'recreate');
        expect(await addresses()).toEqual(fixed);
      }
      await engine.command('stop', '-t', '0', 'address');
      await done(await named('address'), 'recreate');
      await engine.command('start', 'address');
      expect(await addresses()).toEqual(fixed);
    });

    it('leaves a stopped container stopped', async () => {
      await engine.made('still', LOOP);
      await done(await named('still'), 'recreate');
      expect((await inspect('still')).State.Running).toBe(false);
    });

    it.each<[why: string, options: string[]]>([
      ['was started with --rm', ['--rm']],
      ['is managed by systemd (web.service)', ['--label', 'PODMAN_SYSTEMD_UNIT=web.service']],
      ['belongs to a Kubernetes pod', ['--label', 'io.kubernetes.pod.name=web']],
      ...(kind === 'podman' ? [SYSCTL] : []),
    ])('is refused: %s', async (why, options) => {
      const name = `refused-${why.length}`;
      const { exitCode } = await run(name, '--net', 'host', ...options, IMAGE, ...LOOP);
      expect(exitCode).toBe(0);
      const error = await refused(plan(await named(name), 'recreate'));
      expect([error.code, error.message]).toEqual(['NOT_ALLOWED', expect.stringContaining(why)]);
      await engine.remove(name);
    });

    it('is refused for a container whose network another one uses', async () => {
      await run('vpn', '--net', 'none', IMAGE, ...LOOP);
      await run('client', '--net', 'container:vpn', IMAGE, ...LOOP);
      expect((await refused(plan(await named('vpn'), 'recreate'))).message).toContain(
        'client uses the network or processes of vpn',
      );
      await done(await named('client'), 'recreate');
      expect((await inspect('client')).HostConfig.NetworkMode).toBe(`container:${(await inspect('vpn')).Id}`);
      // Podman removes none that another one uses.
      for (const name of await namesLike('client')) await engine.remove(name.slice(1));
    });

    it('of an image that no registry has is no update, and says what to do instead', async () => {
      await engine.started('local', LOOP);
      expect((await refused(plan(await named('local'), 'update'))).message).toContain(
        'was built or loaded on this machine',
      );
    });
  });

  describe('the restart policy', () => {
    it('is changed, by a recreation where this engine cannot change it, and changed back', async () => {
      const id = await engine.started('policy', LOOP, {
        HostConfig: { RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 2 } },
      });
      const card = await plan(await named('policy'), 'set_restart_policy', { policy: 'always' });
      expect(card.preview).toMatch(/^-restart policy on-failure(:2|, 2 times at most)$/m);
      expect(card.preview).toContain('+restart policy always');
      const { verified } = await done(await named('policy'), 'set_restart_policy', { policy: 'always' });
      expect(verified).toMatchObject({
        ok: true,
        evidence: expect.stringContaining('restart policy always'),
      });
      const target = await named('policy');
      const back = card.takeBack?.action ?? 'start';
      await done(
        back === 'rollback' ? await named(`policy-before-update-${id.slice(0, 12)}`) : target,
        back,
        card.takeBack?.arguments,
      );
      expect((await inspect('policy')).HostConfig.RestartPolicy).toEqual({
        Name: 'on-failure',
        MaximumRetryCount: 2,
      });
    });
  });
});
