// Promises: a Compose project is one resource; it is brought up, restarted by one service, pulled and taken down by the Compose command that is on the
// machine, with exactly the words of the card; without such a command that is said. Against Podman and podman-compose.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ActionName, Resource } from '../../../../../shared/model/resource.ts';
import { IMAGE, type TestEngine } from '../../../testing/container-engine.ts';
import { startPodman } from '../../../testing/podman.ts';
import { spawnExecutor } from '../../../testing/spawn-executor.ts';
import { type Containers, openContainers } from '../containers.ts';

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
  writeFileSync(join(directory, 'compose.yaml'), FILE);
  provider = open(true);
});
afterAll(async () => {
  if (missing === null) await engine[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

/** @param hasCommand whether programs of the machine are found */
const open = (hasCommand: boolean) =>
  openContainers({
    config: [{ name: 'podman', socket: engine.socket }],
    ...{ hostname: 'box', env: {}, home: '/none', pace: { againMs: 50, looks: 20, settleMs: 100 } },
    hostExecutor: async () =>
      spawnExecutor(['/usr/bin/env', `PATH=${hasCommand ? `${engine.bin}:${process.env.PATH}` : '/none'}`]),
  });

async function project(from = provider): Promise<Resource> {
  const { resources } = await from.discover(signal());
  const found = resources.find(({ kind }) => kind === 'compose_project');
  if (!found) throw new Error('no Compose project was discovered');
  return found;
}
async function done(action: ActionName, args: Record<string, unknown> = {}) {
  const request = { resource: await project(), action, arguments: args };
  const plan = await provider.plan(request, signal());
  const outcome = await provider.act(request, { signal: signal(), progress: () => undefined });
  return { plan, outcome, verified: await provider.verify(request, signal(), outcome.effect) };
}
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
  expect(one.verified).toMatchObject({ ok: true, evidence: expect.stringContaining('1 of 1 started anew') });
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

it('says what is missing where there is no Compose command', async () => {
  const none = open(false);
  const planned = none.plan({ resource: await project(none), action: 'up', arguments: {} }, signal());
  await expect(planned).rejects.toThrow(
    'No Compose command answers on this machine (tried podman compose, podman-compose, docker --host unix://',
  );
});
