// Promises of hosts over ssh, on a real OpenSSH server with a systemd and an engine that keep one service and one container: what is
// there is found, said as it is, changed as it was planned, and seen to have changed.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionName, Inspection, type LogLine, Resource } from '../../../../shared/model/resource.ts';
import { systemClock, timeSortedIds } from '../../../core/clock.ts';
import { programsHere } from '../../executors/local-program.ts';
import { OpenExecutors } from '../../executors/open-executors.ts';
import { SshLinks } from '../../executors/ssh/ssh-links.ts';
import { FAR_CONTAINER, writeFarEngine, writeFarPrograms } from '../../testing/far-programs.ts';
import { startSshd, type TestSshd, whyNoSshd } from '../../testing/sshd.ts';
import { SshProvider } from './ssh-provider.ts';

// Real servers of others, each with programs of its own: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const missing = whyNoSshd();
const bin = realpathSync(mkdtempSync(join(tmpdir(), 'festinger-hosts-')));
const going = new AbortController().signal;
let sshd: TestSshd;
let links: SshLinks;
let provider: SshProvider;

beforeAll(async () => {
  if (missing !== null) return;
  sshd = await startSshd([`SetEnv PATH=${writeFarPrograms(bin)}:/usr/bin:/bin`]);
  const hosts = [sshd.host, { ...sshd.host, name: 'away', port: 1 }];
  links = new SshLinks(hosts, { clock: systemClock, environment: {} });
  const ids = timeSortedIds(systemClock);
  const executors = new OpenExecutors({
    ...{ clock: systemClock, ids, ssh: links, containerExec: null },
    programs: programsHere(systemClock),
  });
  provider = new SshProvider({ hosts, executors, clock: systemClock });
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

const SERVICE = 'service:delly:nginx.service';
const CONTAINER = 'docker_container:delly:4f2c00aa11bb';
const found = async (id: string) => Resource.parse(await provider.find(id, going));
const linesOf = async (id: string) => {
  const lines: LogLine[] = [];
  for await (const line of provider.logs(await found(id), { tail: 10, follow: false }, going))
    lines.push(line);
  return lines;
};

describe('hosts over ssh', () => {
  it('are found with what runs on them, and one that is away says why', async () => {
    const { resources, off } = await provider.discover(going);
    expect(off).toBeNull();
    for (const one of resources) Resource.parse(one);
    expect(resources.map(({ id, state }) => [id, state])).toEqual([
      ['host:delly', 'running'],
      [SERVICE, 'running'],
      [CONTAINER, 'running'],
      ['host:away', 'unreachable'],
    ]);
    expect(resources[3]?.detail).toMatch(/not known|cannot be reached/);
    expect(resources[2]?.reachableVia[0]?.map(({ via }) => via)).toEqual(['ssh', 'container_exec']);
    const none = new SshProvider({
      hosts: [],
      executors: { on: () => Promise.reject() },
      clock: systemClock,
    });
    expect((await none.discover(going)).off).toMatch(/hosts/);
  });

  it('are described without the value of a variable, and measured', async () => {
    const described = Inspection.parse(await provider.inspect(await found(CONTAINER), going));
    expect(described.environment).toEqual(['API_KEY', 'TZ']);
    expect(JSON.stringify(described)).not.toContain('never-shown');
    expect(described.ports).toEqual(['8096/tcp on 0.0.0.0:80', '1900/udp']);
    expect((await provider.inspect(await found(SERVICE), going)).configPaths).toEqual(['/lib/nginx.service']);
    const samples = await provider.metrics(await found('host:delly'), going);
    expect(samples.map(({ metric }) => metric)).toEqual(expect.arrayContaining(['cpu', 'memory', 'disk']));
    for (const { value, limit } of samples) expect(value).toBeLessThanOrEqual(limit ?? 0);
  });

  it('give the lines of a service and of a container, in their order', async () => {
    expect(await linesOf(SERVICE)).toEqual([
      { at: 1763978400000, stream: 'out', text: 'started' },
      { at: 1763978401000, stream: 'err', text: 'hi' },
    ]);
    expect((await linesOf(CONTAINER)).map(({ text }) => text)).toEqual(['err line', 'out line']);
  });

  it.each([
    [SERVICE, ['restart', 'stop', 'start']],
    [CONTAINER, ['restart', 'stop', 'start']],
  ])('%s is changed as planned, and seen to have changed', async (id, actions) => {
    for (const name of actions) {
      const action = ActionName.parse(name);
      const resource = await found(id);
      expect(resource.actions).toContain(action);
      const request = { resource, action, arguments: {} };
      const plan = await provider.plan(request, going);
      expect(plan.runs).toBe(plan.argv?.join(' '));
      expect(plan.runs).toContain(name);
      const early = await provider.verify(request, AbortSignal.timeout(300));
      expect(early.ok).toBe(false);
      await provider.act(request, { signal: going, progress: () => {} });
      expect(await provider.verify(request, AbortSignal.timeout(20_000))).toMatchObject({ ok: true });
    }
  });

  it('have containers of several engines, each changed by its own, by its whole id', async () => {
    const programs = join(bin, 'bin');
    const onPodman = 'b0b0b0b0b0b0'.padEnd(64, '1');
    writeFarEngine(programs, 'podman', onPodman);
    try {
      const containers = (await provider.discover(going)).resources.filter(
        ({ kind }) => kind === 'docker_container',
      );
      for (const one of containers) expect(await found(one.id)).toEqual(one);
      const plans = await Promise.all(
        containers.map(async (resource) => {
          const { runs } = await provider.plan({ resource, action: 'restart', arguments: {} }, going);
          return [resource.name, resource.detail.split(', ').at(-1), runs];
        }),
      );
      expect(plans).toEqual([
        ['jellyfin', 'on docker', `docker restart -t 10 ${FAR_CONTAINER}`],
        ['jellyfin', 'on podman', `podman restart -t 10 ${onPodman}`],
      ]);
      // The same digits, and another container.
      writeFarEngine(programs, 'podman', onPodman.slice(0, 12).padEnd(64, '2'));
      const [, gone] = containers;
      const request = { resource: Resource.parse(gone), action: 'stop', arguments: {} } as const;
      await expect(provider.act(request, { signal: going, progress: () => {} })).rejects.toMatchObject({
        code: 'STALE_VERSION',
      });
    } finally {
      rmSync(join(programs, 'podman'));
    }
  });

  it('take nothing for an id that would be an option, and nothing that is not theirs', async () => {
    for (const id of [
      'service:delly:--now',
      'docker_container:delly:-v',
      'service:other:nginx.service',
      'host:x',
    ])
      expect(await provider.find(id, going)).toBeNull();
    const resource = await found(CONTAINER);
    await expect(provider.plan({ resource, action: 'remove', arguments: {} }, going)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await expect(
      provider.plan({ resource, action: 'stop', arguments: { timeout_s: '1; rm' } }, going),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
