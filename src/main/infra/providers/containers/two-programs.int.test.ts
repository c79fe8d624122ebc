// Promise: an action is verified by what its own call did. What another program on the same engine did in between (restarted, removed, made anew under the
// same name) is said, and never passed off as ours. Against Podman, with a second client on its socket.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActionName, Resource } from '../../../../shared/model/resource.ts';
import type { ActionEffect } from '../../provider.ts';
import { IMAGE, type PodmanEngine, startPodman } from '../../testing/podman.ts';
import { type Containers, openContainers } from './containers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

declare module 'vitest' {
  interface TaskMeta {
    skipReason?: string;
  }
}

const LOOP = ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 0.1; done'];
const signal = () => AbortSignal.timeout(30_000);

let engine: PodmanEngine;
let provider: Containers;
let missing: string | null = 'not started';

beforeAll(async () => {
  const started = await startPodman();
  if ('missing' in started) {
    missing = started.missing;
    return;
  }
  missing = null;
  engine = started;
  provider = openContainers({
    config: [{ name: 'podman', socket: engine.socket }],
    ...{ hostname: 'box', env: {}, home: '/none', pace: { againMs: 50, looks: 10, settleMs: 200 } },
    healthPace: { againMs: 100, steadyMs: 500 },
  });
});
afterAll(async () => {
  if (missing === null) await engine[Symbol.asyncDispose]();
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
    const before = await named('first');
    await other(id).start();
    const { effect, summary } = await act(before, 'start');
    expect([effect?.changed, summary]).toEqual([false, 'was started already']);
    expect(await verify(before, 'start', effect)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('it was so before this call: another program did it'),
    });
  });

  it('that stopped it first: the stop is not ours', async () => {
    const id = await engine.started('stopped', LOOP);
    const before = await named('stopped');
    await other(id).stop({ t: 1 });
    const { effect } = await act(before, 'stop');
    expect(await verify(before, 'stop', effect)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('another program did it'),
    });
  });

  it('that restarted it while our own call failed: a later start is no proof', async () => {
    const id = await engine.started('failed', LOOP);
    const before = await named('failed');
    await other(id).restart({ t: 1 });
    // Our call never reached the engine.
    expect(await verify(before, 'restart', undefined)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('whether this call to restart failed did it is not known'),
    });
  });

  it('that restarted it after us: that is told, and ours is proven by its own moment alone', async () => {
    const id = await engine.started('again', LOOP);
    const before = await named('again');
    const { effect } = await act(before, 'restart');
    expect(await verify(before, 'restart', effect)).toMatchObject({ ok: true });
    await other(id).restart({ t: 1 });
    expect(await verify(before, 'restart', effect)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('after this call had started it at'),
    });
  });

  it('that made it anew under the same name: the one that runs is not the one that was restarted', async () => {
    const id = await engine.started('anew', LOOP);
    const before = await named('anew');
    const { effect } = await act(before, 'restart');
    await other(id).remove({ force: true });
    const made = await engine.started('anew', LOOP);
    expect(await verify(before, 'restart', effect)).toEqual({
      ok: false,
      evidence: `anew is gone; the container that has its name now (${made.slice(0, 12)}) was made by another program`,
    });
  });

  it('that removed it first: it is gone, and not by us', async () => {
    const id = await engine.made('removed', LOOP);
    const before = await named('removed');
    await other(id).remove();
    await expect(act(before, 'remove')).rejects.toThrow('removed is not there any more');
    expect(await verify(before, 'remove', undefined)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('whether this call to remove removed did it is not known'),
    });
  });

  it('that takes the name while a container is replaced: the old one is kept, and where it is gets told', async () => {
    const id = await engine.started('taken', LOOP);
    const before = await named('taken');
    const acting = act(before, 'recreate').then(
      () => null,
      (error: unknown) => error,
    );
    // As soon as the old one has given its name up.
    const kept = `taken-before-update-${id.slice(0, 12)}`;
    await expect
      .poll(
        () =>
          other(kept)
            .inspect()
            .then(
              () => true,
              () => false,
            ),
        { interval: 5, timeout: 20_000 },
      )
      .toBe(true);
    const thief = await engine.docker
      .createContainer({ name: 'taken', Image: IMAGE, Cmd: [...LOOP], HostConfig: { NetworkMode: 'host' } })
      .catch(() => null);
    const error = await acting;
    if (thief === null) expect(error).toBeNull();
    else expect(String(error)).toMatch(/The old container is [0-9a-f]{12}: name it taken and start it/);
    const { State } = await other(id).inspect();
    expect(State.Running).toBe(false);
  });

  it('that removes the container which an update made: the update is not verified', async () => {
    await engine.started('lost', LOOP);
    const before = await named('lost');
    const { effect } = await act(before, 'recreate');
    expect(await verify(before, 'recreate', effect)).toMatchObject({ ok: true });
    await other(effect?.container?.id ?? '').remove({ force: true });
    await engine.started('lost', LOOP);
    expect(await verify(before, 'recreate', effect)).toMatchObject({
      ok: false,
      evidence: expect.stringContaining('which this made, is gone: another program removed it'),
    });
  });
});
