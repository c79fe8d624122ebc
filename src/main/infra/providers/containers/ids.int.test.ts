// Promise: an action hits the very container, network or volume it was planned for, by its whole id at the engine that listed it;
// whatever other things are named. Against an engine that resolves names as Docker does, and against Podman.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Resource } from '../../../../shared/model/resource.ts';
import { report } from '../../../../shared/testing/report.ts';
import { findContainer } from '../../executors/container-cli.ts';
import {
  type EngineDouble,
  type EngineDoubleOptions,
  startEngineDouble,
} from '../../testing/engine-double.ts';
import { startPodman } from '../../testing/podman.ts';
import { type Containers, openContainers } from './containers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const ID = '4f2c9a1b7d3e'.padEnd(64, '0');
const OTHER = '77'.repeat(32);
const signal = () => AbortSignal.timeout(20_000);
const run = () => ({ signal: signal(), progress: () => undefined });

let open: EngineDouble[] = [];
afterEach(async () => {
  for (const engine of open) await engine[Symbol.asyncDispose]();
  open = [];
});

async function engine(options: EngineDoubleOptions = { identity: null }): Promise<EngineDouble> {
  const started = await startEngineDouble(options);
  open.push(started);
  return started;
}
const provide = (engines: Readonly<Record<string, EngineDouble>>): Containers =>
  openContainers({
    config: Object.entries(engines).map(([name, { socket, port }]) =>
      socket === '' ? { name, url: `tcp://127.0.0.1:${port}` } : { name, socket },
    ),
    ...{ hostname: 'box', env: {}, home: '/none', timeoutMs: 500, listMs: 800 },
  });
const listOf = async (provider: Containers) => [...(await provider.discover(signal())).resources];
const byName = async (provider: Containers, name: string): Promise<Resource[]> =>
  (await listOf(provider)).filter((each) => each.name === name);
const stop = (resource: Resource) => ({ resource, action: 'stop', arguments: { timeout_s: 0 } }) as const;

describe('a container named like the id of another', () => {
  let only: EngineDouble;
  let provider: Containers;
  let db: Resource;
  beforeEach(async () => {
    only = await engine();
    only.containers.set(ID, { name: 'db' });
    provider = provide({ docker: only });
    [db] = (await byName(provider, 'db')) as [Resource];
  });

  it.each([ID.slice(0, 12), ID.slice(0, 6), ID])('(%s) is never taken for it', async (name) => {
    only.containers.set(OTHER, { name });
    expect((await provider.find(db.id, signal()))?.name).toBe('db');
    expect((await provider.inspect(db, signal())).resource.name).toBe('db');
    expect((await provider.plan(stop(db), signal())).runs).toBe(`POST /containers/${ID}/stop?t=0`);
    await provider.act(stop(db), run());
    expect(only.changes).toEqual([`POST /containers/${ID}/stop`]);
  });

  const reported = report<{
    engine: { containers: { id: string; name: string }[] };
    tool: { arguments: { resource: string } };
  }>('container-named-like-a-short-id');
  it.skipIf(!reported.given)(`of the report is never taken for it${reported.note}`, async () => {
    only.containers.clear();
    const { containers } = reported.given?.engine ?? { containers: [] };
    for (const { id, name } of containers) only.containers.set(id, { name: name.slice(1) });
    const asked = reported.given?.tool.arguments.resource.replace('HOST', 'box') ?? '';
    const found = (await provider.find(asked, signal())) as Resource;
    const restart = { resource: found, action: 'restart', arguments: { timeout_s: 0 } } as const;
    expect(found.name).toBe('db');
    expect((await provider.plan(restart, signal())).runs).toBe(
      `POST /containers/${containers[0]?.id}/restart?t=0`,
    );
    await provider.act(restart, run());
    expect(only.changes).toEqual([`POST /containers/${containers[0]?.id}/restart`]);
  });

  it('is not taken for it either once it is gone', async () => {
    only.containers.delete(ID);
    for (const name of [ID.slice(0, 12), ID]) {
      only.containers.set(OTHER, { name });
      expect(await provider.find(db.id, signal())).toBeNull();
      await expect(provider.act(stop(db), run())).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const path = db.reachableVia[0] ?? [];
      await expect(provider.executor(path)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(only.changes).toEqual([]);
  });

  it('whose id begins alike is refused by the short id, and left alone by the whole one', async () => {
    only.containers.set(`${ID.slice(0, 12)}${'f'.repeat(52)}`, { name: 'twin' });
    await expect(provider.find(db.id, signal())).rejects.toMatchObject({ code: 'STALE_VERSION' });
    await provider.act(stop(db), run());
    expect(only.changes).toEqual([`POST /containers/${ID}/stop`]);
    only.containers.delete(ID);
    await expect(provider.act(stop(db), run())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('a volume is removed by exactly its name, escaped', async () => {
  const only = await engine();
  for (const name of ['data', 'dat', 'da ta?']) only.volumes.add(name);
  const provider = provide({ docker: only });
  for (const name of ['dat', 'da ta?']) {
    const [resource] = (await byName(provider, name)) as [Resource];
    await provider.act({ resource, action: 'remove', arguments: {} }, run());
    await expect(provider.act({ resource, action: 'remove', arguments: {} }, run())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
  expect(only.changes).toEqual(['DELETE /volumes/dat', 'DELETE /volumes/da%20ta%3F']);
  expect([...only.volumes]).toEqual(['data']);
});

describe('of several engines', () => {
  it('each lists its own, and what is done goes to the engine that listed it', async () => {
    const [docker, podman] = [await engine(), await engine({ identity: null, onPort: true })];
    docker.containers.set(ID, { name: 'db' });
    podman.containers.set(OTHER, { name: 'db' });
    for (const one of [docker, podman]) one.volumes.add('data');
    const provider = provide({ docker, podman });
    const all = await listOf(provider);
    for (const resource of all) expect(await provider.find(resource.id, signal())).toEqual(resource);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const volumes = all.filter(({ name }) => name === 'data');
    expect(volumes.map(({ id }) => id)).toEqual(['docker_volume:box:data', 'docker_volume:box:podman/data']);
    expect(volumes.map(({ detail }) => detail.split(', ').at(-1))).toEqual(['on docker', 'on podman']);

    const [, onPodman] = all.filter(({ name }) => name === 'db') as [Resource, Resource];
    const { facts } = await provider.inspect(onPodman, signal());
    const where = `tcp://127.0.0.1:${podman.port}`;
    expect(facts[0]).toEqual({ label: 'engine', value: `podman at ${where}` });
    expect((await provider.plan(stop(onPodman), signal())).path[0]?.words).toBe(where);
    await provider.act(stop(onPodman), run());
    await provider.act({ resource: volumes[1] as Resource, action: 'remove', arguments: {} }, run());
    expect(podman.changes).toEqual([`POST /containers/${OTHER}/stop`, 'DELETE /volumes/data']);
    expect(docker.changes).toEqual([]);
  });

  it('a resource stays with its engine, even if another has a container of the same id by now', async () => {
    const [docker, podman] = [await engine(), await engine()];
    podman.containers.set(ID, { name: 'db' });
    const provider = provide({ docker, podman });
    const [db] = (await byName(provider, 'db')) as [Resource];
    docker.containers.set(ID, { name: 'moved' });
    await provider.act(stop(db), run());
    expect((await provider.find(db.id, signal()))?.name).toBe('db');
    expect([docker.changes, podman.changes]).toEqual([[], [`POST /containers/${ID}/stop`]]);
    podman.containers.delete(ID);
    await expect(provider.act(stop(db), run())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('one that is reached twice is listed once, be it Docker or Podman', async () => {
    const podman = { identity: null, podmanRoot: '/var/lib/containers' };
    for (const options of [{ identity: 'ABCD' }, podman, { identity: null }]) {
      const [first, second] = [await engine(options), await engine(options)];
      for (const one of [first, second]) {
        // An engine that doesn't say who it is is known by its containers.
        if (options.identity === null && !('podmanRoot' in options)) one.containers.set(ID, { name: 'db' });
        one.volumes.add('data');
      }
      const provider = provide({ first, second });
      const kinds = (await listOf(provider)).map(({ kind }) => kind);
      expect(new Set(kinds).size).toBe(kinds.length);
      // It has no second name, which a lock would not know.
      expect(await provider.find('docker_volume:box:second/data', signal())).toBeNull();
      expect((await provider.find('docker_volume:box:data', signal()))?.name).toBe('data');
    }
  });

  it('one that fails or hangs leaves the others usable, and its own are unreachable', async () => {
    const [docker, podman] = [await engine(), await engine()];
    docker.containers.set(ID, { name: 'db' });
    podman.containers.set(OTHER, { name: 'web' });
    const provider = provide({ docker, podman });
    await listOf(provider);
    docker.answers = false;
    const { resources, problems } = await provider.discover(signal());
    expect(problems?.[0]).toMatch(/^docker: .*did not/);
    const states = Object.fromEntries(
      resources.map(({ name, state, actions }) => [name, [state, actions.length]]),
    );
    expect(states).toMatchObject({ db: ['unreachable', 0], web: ['running', 7] });
    const [web] = resources.filter(({ name }) => name === 'web') as [Resource];
    expect(await provider.find(web.id, signal())).toEqual(web);
    podman.answers = false;
    await expect(provider.discover(signal())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

it('Podman: a container named like the id of another is left alone by every call', async (context) => {
  const started = await startPodman();
  if ('missing' in started) {
    context.task.meta.skipReason = started.missing;
    return context.skip(started.missing);
  }
  await using podman = started;
  const id = await podman.started('target', ['sh', '-c', 'echo I am the target; sleep 600'], {
    Env: ['WHO=target'],
  });
  await podman.started(id.slice(0, 12), ['sh', '-c', 'echo I am the other; sleep 600']);
  const provider = openContainers({
    config: [{ name: 'podman', socket: podman.socket }],
    ...{ hostname: 'box', env: {}, home: '/none', pace: { againMs: 50, looks: 100, settleMs: 100 } },
  });
  // What the engine itself makes of the short id.
  expect((await podman.docker.getContainer(id.slice(0, 12)).inspect()).Id).not.toBe(id);
  const [target] = (await byName(provider, 'target')) as [Resource];
  expect(target.id).toBe(`docker_container:box:${id.slice(0, 12)}`);
  expect((await provider.find(target.id, signal()))?.name).toBe('target');
  const lines: string[] = [];
  for await (const { text } of provider.logs(target, { tail: 5, follow: false }, signal())) lines.push(text);
  expect(lines).toEqual(['I am the target']);
  const inside = await provider.executor(target.reachableVia[0] ?? []);
  const { stdout } = await inside.run(
    { argv: ['sh', '-c', 'echo $WHO'], timeoutMs: 10_000, maxOutputBytes: 1000, writes: false },
    signal(),
  );
  expect(stdout).toBe('target\n');
  const { effect } = await provider.act(stop(target), run());
  expect((await provider.verify(stop(target), signal(), effect)).ok).toBe(true);
  expect((await podman.docker.getContainer(id).inspect()).State.Running).toBe(false);

  // The same over ssh, where the engine is its command.
  const ask = async ([engine = '', ...args]: readonly string[]) => {
    const ended = engine === 'podman' ? await podman.command(...args) : { exitCode: 127, stdout: '' };
    return { ...ended, stderr: '', dropped: 0, ms: 0 };
  };
  const short = id.slice(0, 12);
  const format = ['--type', 'container', '--format', '{{.Id}}', short];
  expect((await podman.command('inspect', ...format)).stdout.trim()).not.toBe(id);
  expect(await findContainer(ask, short, 'box')).toEqual({ engine: 'podman', id });
  expect(await findContainer(ask, '000000000000', 'box')).toBeNull();

  const [other] = (await byName(provider, id.slice(0, 12))) as [Resource];
  expect(other.state).toBe('running');
});
