// Promises: a Compose project is one resource; it is brought up, restarted by one service, pulled and taken down by the Compose command that is on the
// machine, with exactly the words of the card; without such a command that is said. Against Podman and podman-compose.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ActionName, Resource } from '../../../../../shared/model/resource.ts';
import { IMAGE, imageArchive, type TestEngine } from '../../../testing/container-engine.ts';
import { liveClock } from '../../../testing/live-clock.ts';
import { startPodman } from '../../../testing/podman.ts';
import { type RegistryDouble, startRegistry } from '../../../testing/registry-double.ts';
import { spawnExecutor } from '../../../testing/spawn-executor.ts';
import { type Containers, openContainers } from '../containers.ts';
import { ImageUpdates } from '../image-updates/image-updates.ts';
import { RegistryClient } from '../image-updates/registry-client.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const FILE = `
services:
  web: &service
    image: ${IMAGE}
    command: [sh, -c, 'trap "exit 0" TERM; while true; do sleep 0.1; done']
    ulimits:
      nofile: { soft: 20000, hard: 20000 }
      nproc: { soft: 4000, hard: 4000 }
  worker: *service
`;
const signal = () => AbortSignal.timeout(120_000);

let engine: TestEngine;
let provider: Containers;
let registry: RegistryDouble;
const client = new RegistryClient({ clock: liveClock });
let directory: string;
let missing: string | null = 'not started';

beforeAll(async () => {
  if (spawnSync('podman-compose', ['--version']).status !== 0) {
    missing = 'no podman-compose here: Compose projects are not tried';
    return;
  }
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  missing = null;
  engine = started;
  directory = join(engine.dir, 'shop');
  mkdirSync(directory);
  writeFileSync(file(), FILE);
  registry = await startRegistry(readFileSync(imageArchive(engine.dir)));
  provider = open(true);
});
afterAll(async () => {
  if (missing !== null) return;
  await client.close();
  await registry[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

const file = () => join(directory, 'compose.yaml');

/** @param hasCommand whether programs of the machine are found @param updates what knows registries */
const open = (hasCommand: boolean, updates?: ImageUpdates) =>
  openContainers({
    config: [{ name: 'podman', socket: engine.socket }],
    ...{ hostname: 'box', env: {}, home: '/none', pace: { againMs: 50, looks: 20, settleMs: 100 } },
    ...(updates ? { updates } : {}),
    hostExecutor: async () => ({
      ...spawnExecutor([
        '/usr/bin/env',
        `PATH=${hasCommand ? `${engine.bin}:${process.env.PATH}` : '/none'}`,
      ]),
      readFile: async (path) => {
        const bytes = readFileSync(path);
        return { bytes, size: bytes.length, digest: '', mode: 0o644 };
      },
    }),
  });

async function project(from = provider): Promise<Resource> {
  const { resources } = await from.discover(signal());
  const found = resources.find(({ kind }) => kind === 'compose_project');
  if (!found) throw new Error('no Compose project was discovered');
  return found;
}
async function done(action: ActionName, args: Record<string, unknown> = {}, by = provider) {
  const request = { resource: await project(), action, arguments: args };
  const plan = await by.plan(request, signal());
  const outcome = await by.act(request, { signal: signal(), progress: () => undefined });
  return { plan, outcome, verified: await by.verify(request, signal(), outcome.effect) };
}
const ids = async () =>
  (await engine.docker.listContainers({ all: true }))
    .filter(({ Labels }) => Labels['com.docker.compose.project'] === 'shop')
    .map(({ Id, State }) => `${Id} ${State}`)
    .sort();
const starts = async () =>
  new Map(
    await Promise.all(
      (await engine.docker.listContainers()).map(async ({ Id, Labels }) => {
        const { State } = await engine.docker.getContainer(Id).inspect();
        return [Labels['com.docker.compose.service'], State.StartedAt] as const;
      }),
    ),
  );

it('is found by the labels of its containers, restarted by one service, taken down, and brought up again', async () => {
  const up = spawnSync('podman-compose', ['-p', 'shop', '-f', 'compose.yaml', 'up', '-d'], {
    ...{ cwd: directory, encoding: 'utf8' as const },
    env: { ...process.env, PATH: `${engine.bin}:${process.env.PATH}` },
  });
  expect(up.status, up.stderr).toBe(0);
  const shop = await project();
  expect(shop).toMatchObject({ name: 'shop', state: 'running', actions: ['up', 'restart', 'pull', 'down'] });
  expect(shop.detail).toContain(`web, worker; 2 of 2 containers run, from ${directory}/compose.yaml`);
  expect(await provider.find(shop.id, signal())).toEqual(shop);

  const before = await starts();
  const one = await done('restart', { service: 'worker' });
  expect(one.plan.argv).toEqual([
    ...['podman-compose', '-p', 'shop', '-f', `${directory}/compose.yaml`, 'restart', 'worker'],
  ]);
  expect(one.plan.runs).toBe(`podman-compose -p shop -f ${directory}/compose.yaml restart worker`);
  expect(one.verified).toMatchObject({ ok: true, evidence: 'shop_worker_1 was restarted and is running' });
  const after = await starts();
  expect(after.get('web')).toBe(before.get('web'));
  expect(after.get('worker')).not.toBe(before.get('worker'));

  const down = await done('down');
  expect(down.plan.takeBack).toEqual({ action: 'up', arguments: {} });
  expect(down.verified).toEqual({ ok: true, evidence: 'no container of it is there' });
  expect(await project()).toMatchObject({ state: 'stopped', actions: ['up'] });

  const again = await done('up');
  expect(again.plan.takeBack).toEqual({ action: 'down', arguments: {} });
  expect(again.verified.ok, again.verified.evidence).toBe(true);
  expect((await starts()).size).toBe(2);

  const wrong = provider.plan(
    { resource: await project(), action: 'restart', arguments: { service: 'db' } },
    signal(),
  );
  await expect(wrong).rejects.toThrow('shop has no service db: it has web, worker.');
});

it('is not verified when its command exits with 0 and did not do it: a wrong image, a registry that is not there, broken files', async () => {
  const before = await ids();
  expect(before).toHaveLength(2);
  // Nothing was created or started, and podman-compose compares no configuration.
  expect((await done('up')).verified).toEqual({
    ok: null,
    evidence: expect.stringContaining('shop_web_1 was left as it was, is running'),
  });
  const wrong = FILE.replace(
    '  worker: *service',
    '  worker:\n    <<: *service\n    image: 127.0.0.1:1/no/such:9',
  );
  writeFileSync(file(), wrong);
  for (const action of ['up', 'pull'] as const)
    expect([action, (await done(action)).verified]).toEqual([
      action,
      { ok: false, evidence: expect.stringContaining('the engine has no image 127.0.0.1:1/no/such:9') },
    ]);
  // What the engine has under the name is not what the container was created from.
  await engine.command('tag', 'localhost/festinger-bare:1', '127.0.0.1:1/no/such:9');
  expect((await done('up')).verified).toMatchObject({
    ok: false,
    evidence: expect.stringContaining('but the files name 127.0.0.1:1/no/such:9'),
  });
  writeFileSync(file(), 'services:\n  web: [\n');
  await expect(done('up')).rejects.toThrow('ended with exit code 1');
  expect(await ids()).toEqual(before);
});

it('is verified by what it pulled and created', async () => {
  const image = `${registry.address}/shop:1`;
  registry.publish('shop', '1', { config: { Env: ['V=1'] } });
  writeFileSync(file(), FILE.replace(`image: ${IMAGE}`, `image: ${image}`));
  expect((await done('pull')).verified).toMatchObject({
    ok: true,
    evidence: expect.stringContaining('before there was none'),
  });
  expect((await done('pull')).verified).toMatchObject({ ok: null });
  const knowing = open(true, new ImageUpdates({ registry: client, clock: liveClock }));
  expect((await done('pull', {}, knowing)).verified).toMatchObject({
    ok: true,
    evidence: expect.stringContaining('the newest that its registry has'),
  });
  registry.publish('shop', '1', { config: { Env: ['V=2'] } });
  expect((await done('pull')).verified).toMatchObject({
    ok: true,
    evidence: expect.stringMatching(/, before [0-9a-f]{12}$/),
  });
  // The containers still have the image of before.
  expect((await done('up')).verified.ok).toBe(false);
  await done('down');
  const { verified } = await done('up');
  expect(verified, verified.evidence).toEqual({
    ok: true,
    evidence: expect.stringMatching(
      /shop_web_1 was created, is running.*; shop_worker_1 was created, is running/,
    ),
  });
});

it('says what is missing where there is no Compose command', async () => {
  const none = open(false);
  const planned = none.plan({ resource: await project(none), action: 'up', arguments: {} }, signal());
  await expect(planned).rejects.toThrow(
    'No Compose command answers on this machine (tried podman compose, podman-compose, docker --host unix://',
  );
});
