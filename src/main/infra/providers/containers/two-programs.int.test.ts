// Promise: an action is verified by what its own call did. What another program on the same engine did in between (restarted, removed, made anew under the
// same name) is said, and never passed off as ours. Against Podman, with a second client on its socket.
import { createServer, request, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActionName, Resource } from '../../../../shared/model/resource.ts';
import type { ActionEffect } from '../../provider.ts';
import type { TestEngine } from '../../testing/container-engine.ts';
import { startPodman } from '../../testing/podman.ts';
import { type Containers, openContainers } from './containers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const LOOP = ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 0.1; done'];
const signal = () => AbortSignal.timeout(30_000);

let engine: TestEngine;
let provider: Containers;
/** What the other program does right before a call of ours reaches the engine. */
let between: ((call: string) => Promise<unknown>) | null = null;
let socket: Server;
let missing: string | null = 'not started';

/** The engine's socket with the other program in front of it: it acts between our last look and our call. */
function inBetween(path: string): Server {
  return createServer((call, answer) => {
    const forward = () => {
      const onward = request(
        { socketPath: engine.socket, method: call.method, path: call.url, headers: call.headers },
        (got) => {
          answer.writeHead(got.statusCode ?? 500, got.headers);
          got.pipe(answer);
        },
      );
      onward.on('error', () => answer.destroy());
      call.pipe(onward);
    };
    void Promise.resolve(between?.(`${call.method} ${call.url}`)).then(forward, forward);
  }).listen(path);
}
/** Does something once, before the first call that ends so. */
function actBefore(end: string, act: () => Promise<unknown>): void {
  between = async (call) => {
    if (!call.startsWith('POST') && !call.startsWith('DELETE')) return;
    if (!call.endsWith(end)) return;
    between = null;
    await act();
  };
}

beforeAll(async () => {
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  missing = null;
  engine = started;
  const path = join(engine.dir, 'between.sock');
  socket = inBetween(path);
  provider = openContainers({
    config: [{ name: 'podman', socket: path }],
    ...{ hostname: 'box', env: {}, home: '/none', pace: { againMs: 50, looks: 10, settleMs: 200 } },
    healthPace: { againMs: 100, steadyMs: 500 },
  });
});
afterAll(async () => {
  if (missing !== null) return;
  socket.close();
  socket.closeAllConnections();
  await engine[Symbol.asyncDispose]();
});
beforeEach((context) => {
  if (missing === null) return;
  context.task.meta.skipReason = missing;
  context.skip(missing);
});

async function named(name: string): Promise<Resource> {
  const { resources } = await provider.discover(signal());
  const found = resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`${name} was not discovered`);
  return found;
}
const asked = (resource: Resource, action: ActionName) => ({ resource, action, arguments: {} });
const act = (resource: Resource, action: ActionName) =>
  provider.act(asked(resource, action), { signal: signal(), progress: () => undefined });
const verify = (resource: Resource, action: ActionName, effect?: ActionEffect) =>
  provider.verify(asked(resource, action), signal(), effect);
/** The other program's. */
const other = (id: string) => engine.docker.getContainer(id);

describe('another program', () => {
  it('that started it first: the start is not ours', async () => {
    const id = await engine.made('first', LOOP);
    const resource = await named('first');
    actBefore('/start', () => other(id).start());
    const { effect, summary } = await act(resource, 'start');
    expect([effect?.changed, summary]).toEqual([false, 'was started already']);
    expect(await verify(resource, 'start', effect)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('it was so before this call: another program did it'),
    });
  });

  it('that stopped it first: the stop is not ours', async () => {
    const id = await engine.started('stopped', LOOP);
    const resource = await named('stopped');
    actBefore('/stop', () => other(id).stop({ t: 1 }));
    const { effect } = await act(resource, 'stop');
    expect(await verify(resource, 'stop', effect)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('another program did it'),
    });
  });

  it('that restarted it while our own call failed: a later start is no proof', async () => {
    const id = await engine.started('failed', LOOP);
    const resource = await named('failed');
    await other(id).restart({ t: 1 });
    // Our call never reached the engine.
    expect(await verify(resource, 'restart', undefined)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('whether this call to restart failed did it is not known'),
    });
  });

  it('that restarted it after us: that is told, and ours is proven by its own moment alone', async () => {
    const id = await engine.started('again', LOOP);
    const resource = await named('again');
    const { effect } = await act(resource, 'restart');
    expect(await verify(resource, 'restart', effect)).toMatchObject({ ok: true });
    await other(id).restart({ t: 1 });
    expect(await verify(resource, 'restart', effect)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('after this call had started it at'),
    });
  });

  it('that made it anew under the same name: the one that runs is not the one that was restarted', async () => {
    const id = await engine.started('anew', LOOP);
    const resource = await named('anew');
    const { effect } = await act(resource, 'restart');
    await other(id).remove({ force: true });
    const made = await engine.started('anew', LOOP);
    expect(await verify(resource, 'restart', effect)).toEqual({
      ok: false,
      evidence: `anew is gone; the container that has its name now (${made.slice(0, 12)}) was made by another program`,
    });
  });

  it('that removed it first: it is gone, and not by us', async () => {
    const id = await engine.made('removed', LOOP);
    const resource = await named('removed');
    actBefore(`/containers/${id}`, () => other(id).remove());
    await expect(act(resource, 'remove')).rejects.toThrow(
      'removed is gone already: another program removed it',
    );
    expect(await verify(resource, 'remove', undefined)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('whether this call to remove removed did it is not known'),
    });
  });

  it('that takes the name while a container is replaced: the old one is kept, and where it is gets told', async () => {
    const id = await engine.started('taken', LOOP);
    const resource = await named('taken');
    actBefore('/rename?name=taken', () => engine.made('taken', LOOP));
    await expect(act(resource, 'recreate')).rejects.toThrow(
      `The old container is ${id.slice(0, 12)}: name it taken and start it`,
    );
    expect((await other(id).inspect()).Name).toBe(`/taken-before-update-${id.slice(0, 12)}`);
    const names = (await engine.docker.listContainers({ all: true })).flatMap(({ Names }) => Names);
    expect(names.filter((name) => name.includes('taken-updating'))).toEqual([]);
  });

  it('that removes the container which an update made: the update is not verified', async () => {
    await engine.started('lost', LOOP);
    const resource = await named('lost');
    const { effect } = await act(resource, 'recreate');
    expect(await verify(resource, 'recreate', effect)).toMatchObject({ ok: true });
    await other(effect?.container?.id ?? '').remove({ force: true });
    await engine.started('lost', LOOP);
    expect(await verify(resource, 'recreate', effect)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('which this made, is gone: another program removed it'),
    });
  });
});
