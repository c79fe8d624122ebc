// Promises of the provider of upstreams and models, over a real pool, a real registry and the scripted Ollama: what it lists is what is
// there, a plan says exactly what is sent and sends nothing, what was done is proved by asking anew, and none of it is agents' traffic.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActionName, Resource } from '../../../../shared/model/resource.ts';
import { Resource as ResourceSchema } from '../../../../shared/model/resource.ts';
import { UpstreamDesk } from '../../../console/upstreams/upstream-desk.ts';
import { UpstreamRegistry } from '../../../console/upstreams/upstream-registry.ts';
import { throughTime } from '../../../fixtures/testing/through-time.ts';
import { type DemoUpstream, startDemoUpstream } from '../../../fixtures/upstream.ts';
import { wallClock } from '../../../fixtures/wall-clock.ts';
import { Vault } from '../../../llm/vault.ts';
import { UpstreamPool } from '../../../proxy/pool/upstream-pool.ts';
import { ManualClock, type TempStore, tempStore } from '../../../store/testing/temp-store.ts';
import type { ActionRequest } from '../../provider.ts';
import { type OllamaProvider, openOllama } from './ollama-provider.ts';

const SECRET = 'Bearer not-for-plans';
const never = new AbortController().signal;

let temp: TempStore;
let far: ManualClock;
let upstream: DemoUpstream;
let pool: UpstreamPool;
let desk: UpstreamDesk;
let letGo: string[];
let provider: OllamaProvider;

beforeEach(async () => {
  temp = await tempStore('sqlite');
  far = new ManualClock();
  upstream = await startDemoUpstream({ clock: far, speed: { pullMs: 6000 } });
  const key = new Uint8Array(32);
  const registry = await UpstreamRegistry.open({
    ...{ store: temp.store, clock: wallClock, vault: new Vault({ find: () => key, make: () => key }) },
    named: () => ({ setBy: 'file', upstreams: [{ name: 'dead', url: 'http://127.0.0.1:9' }] }),
  });
  pool = new UpstreamPool({ upstreams: registry.wanted(), clock: wallClock, probes: false });
  registry.onChange(() => pool.configure(registry.wanted()));
  desk = new UpstreamDesk({ registry, pool, refusal: async () => null, clock: wallClock });
  await desk.add({
    name: 'gpu',
    url: upstream.url,
    weight: 1,
    slots: null,
    headers: { Authorization: SECRET },
  });
  letGo = [];
  const noted = (...what: string[]) => void letGo.push(what.join(' '));
  provider = openOllama({ upstreams: desk, thisHost: 'delly', clock: wallClock, letGo: noted });
});
afterEach(async () => {
  await provider.close();
  await pool.close();
  await upstream.close();
  await temp[Symbol.asyncDispose]();
});

async function found(id: string): Promise<Resource> {
  const resource = await provider.find(id, never);
  if (!resource) throw new Error(`there is no ${id}`);
  return resource;
}
async function request(id: string, action: ActionName, given: object = {}): Promise<ActionRequest> {
  return { resource: await found(id), action, arguments: { ...given } };
}
const run = { signal: never, progress: () => undefined };
const soon = () => AbortSignal.timeout(5000);
const writes = () => upstream.requests.filter(({ method, path }) => method !== 'GET' && path !== '/api/show');

describe('what is found', () => {
  it('is every upstream, and every model of those that answer, each fit for its schema', async () => {
    const { resources, off } = await provider.discover(never);
    expect(off).toBeNull();
    for (const resource of resources) expect(() => ResourceSchema.parse(resource)).not.toThrow();
    const [dead, gpu] = [resources[0], resources[1]];
    expect(dead).toMatchObject({
      id: 'upstream:dead',
      state: 'unreachable',
      actions: ['pause', 'drain'],
      version: expect.any(String) as string,
    });
    expect(dead?.detail).toContain('nothing listens there');
    expect(gpu).toMatchObject({ id: 'upstream:gpu', state: 'running', parent: null, targetHost: 'delly' });
    expect(gpu?.actions).toEqual(['pull', 'pause', 'drain', 'remove']);
    const names = upstream.models.list().map(({ name }) => `model:gpu:${name}`);
    expect(
      resources
        .slice(2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(names.sort());
    const embed = resources.find(({ name }) => name === 'nomic-embed-text:latest');
    expect(embed).toMatchObject({
      aliases: ['nomic-embed-text'],
      parent: 'upstream:gpu',
      state: 'available',
      actions: ['pull', 'load', 'remove'],
    });
    expect(JSON.stringify(resources)).not.toContain('not-for-plans');
  });

  it('is the same as long as nothing changes, and another when it is loaded or its upstream is drained', async () => {
    const id = 'model:gpu:qwen2.5:7b';
    const before = await found(id);
    far.advance(60_000);
    expect(await found(id)).toEqual(before);
    upstream.models.touch(upstream.models.get('qwen2.5:7b'), '10m');
    const loaded = await found(id);
    expect(loaded).toMatchObject({ state: 'running', actions: ['pull', 'unload', 'remove'] });
    expect(loaded.detail).toMatch(/loaded, 4\.6 GB of video memory, context 32768, until \d{4}-/);
    expect(loaded.version).not.toBe(before.version);
    desk.setMode('gpu', 'draining');
    const drained = await found(id);
    expect(drained.version).not.toBe(loaded.version);
    expect(await found('upstream:gpu')).toMatchObject({
      state: 'paused',
      actions: ['pull', 'pause', 'resume', 'remove'],
    });
  });

  it('is null for what is gone, and an error for models of an upstream that does not answer', async () => {
    for (const id of ['upstream:none', 'model:gpu:none:1b', 'model:gpu', 'upstream:gpu:x', 'host:gpu', ''])
      expect(await provider.find(id, never), id).toBeNull();
    await expect(provider.find('model:dead:a', never)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is inspected and measured: facts of a model without its prompts, memory of what is loaded', async () => {
    const { facts } = await provider.inspect(await found('model:gpu:gnomm-helpdesk:7b'), never);
    const of = (label: string) => facts.find((fact) => fact.label === label)?.value;
    expect(of('Family')).toBe('qwen2');
    expect(of('Context')).toBe('32768 tokens');
    expect(of('Can')).toBe('completion, tools');
    expect(of('Licence')).toMatch(/^Demo model/);
    expect(of('System prompt')).toMatch(/^\d+ characters$/);
    expect(JSON.stringify(facts)).not.toContain('Glitch University');
    expect(await provider.metrics(await found('model:gpu:qwen2.5:7b'), never)).toEqual([]);
    upstream.models.touch(upstream.models.get('qwen2.5:7b'), '10m');
    const sample = { metric: 'vram', unit: 'bytes', value: 4_560_000_000, limit: null };
    expect(await provider.metrics(await found('model:gpu:qwen2.5:7b'), never)).toEqual([sample]);
    expect(await provider.metrics(await found('upstream:gpu'), never)).toEqual([sample]);
    const gpu = await provider.inspect(await found('upstream:gpu'), never);
    expect(JSON.stringify(gpu)).toContain('Authorization');
    expect(JSON.stringify(gpu)).not.toContain('not-for-plans');
    expect(() => provider.logs(gpu.resource, { tail: 1, follow: false }, never)).toThrow(/no log/);
  });
});

describe('a plan', () => {
  it('says exactly what is sent, how to take it back and what it takes along, and sends nothing', async () => {
    upstream.models.touch(upstream.models.get('llama3.2:3b'), '10m');
    const plan = async (id: string, action: ActionName, given: object = {}) =>
      provider.plan(await request(id, action, given), never);
    const model = 'model:gpu:qwen2.5:7b';
    expect(await plan('upstream:gpu', 'pull', { model: 'new:1b' })).toEqual({
      object: 'new:1b',
      runs: `POST ${upstream.url}/api/pull {"model":"new:1b","stream":true} (with Authorization)`,
      argv: null,
      path: [{ via: 'api', target: 'upstream:gpu', words: upstream.url }],
      undo: 'Remove the model new:1b from gpu again.',
      preview: null,
      long: true,
    });
    expect(await plan(model, 'load', { keep_alive: '10m' })).toMatchObject({
      runs: `POST ${upstream.url}/api/generate {"model":"qwen2.5:7b","prompt":"","stream":false,"keep_alive":"10m"} (with Authorization)`,
      preview: 'Loaded there now, and may be pushed out: llama3.2:3b (1.9 GB).',
    });
    expect(await plan('model:gpu:nomic-embed-text:latest', 'load')).toMatchObject({
      runs: `POST ${upstream.url}/api/embed {"model":"nomic-embed-text:latest","input":[]} (with Authorization)`,
    });
    const removal = await plan(model, 'remove');
    expect(removal.runs).toBe(
      `DELETE ${upstream.url}/api/delete {"model":"qwen2.5:7b"} (with Authorization)`,
    );
    expect(removal.preview).toBe(
      'Frees up to 4.6 GB; layers that other models share stay. It is not in memory now. No request of an agent runs at gpu now.',
    );
    expect(await plan('upstream:gpu', 'drain')).toMatchObject({
      runs: 'upstreams.setMode {"name":"gpu","mode":"draining"}',
      undo: 'Resume it.',
    });
    expect((await plan('upstream:gpu', 'remove')).undo).toContain(upstream.url);
    expect(writes()).toEqual([]);
    expect(desk.state().upstreams.map(({ mode }) => mode)).toEqual(['open', 'open']);
  });

  it('is refused for what cannot be done as things are, and for arguments that do not fit', async () => {
    const plan = async (id: string, action: ActionName, given: object = {}) =>
      provider.plan(await request(id, action, given), never);
    const notAllowed = { code: 'NOT_ALLOWED' };
    await expect(plan('model:gpu:qwen2.5:7b', 'unload')).rejects.toMatchObject(notAllowed);
    await expect(plan('model:gpu:qwen2.5:7b', 'restart')).rejects.toMatchObject(notAllowed);
    await expect(plan('upstream:gpu', 'resume')).rejects.toMatchObject(notAllowed);
    await expect(plan('upstream:dead', 'remove')).rejects.toMatchObject(notAllowed);
    await expect(plan('upstream:dead', 'pull', { model: 'a' })).rejects.toMatchObject(notAllowed);
    for (const given of [{}, { model: '../x' }, { model: 'a', force: true }])
      await expect(plan('upstream:gpu', 'pull', given)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('an action', () => {
  it('pulls with progress in bytes over all layers, and proves it', async () => {
    const seen: [number, number | null][] = [];
    const asked = await request('upstream:gpu', 'pull', { model: 'new:1b' });
    const outcome = await throughTime(
      far,
      provider.act(asked, { signal: never, progress: (done, total) => void seen.push([done, total]) }),
    );
    expect(outcome).toEqual({ summary: 'pulled new:1b', exitCode: null });
    expect(seen.length).toBeGreaterThan(15);
    expect(seen.at(-1)).toEqual([4_683_085_012, 4_683_085_012]);
    expect(seen.every(([done], i) => done >= (seen[i - 1]?.[0] ?? 0))).toBe(true);
    expect(await provider.verify(asked, soon())).toMatchObject({
      ok: true,
      evidence: expect.stringContaining('lists new:1b') as string,
    });
    expect(writes().map((one) => one.header('authorization'))).toEqual([SECRET]);
    expect(pool.figures().map(({ ended }) => ended.answered)).toEqual([0, 0]);
  });

  it('is cancelled in the middle of a pull, which then stops there too', async () => {
    const cancelled = new AbortController();
    const asked = await request('upstream:gpu', 'pull', { model: 'new:1b' });
    const progress = (done: number) => {
      if (done > 1e9) cancelled.abort();
    };
    const act = throughTime(far, provider.act(asked, { signal: cancelled.signal, progress }));
    await expect(act).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect.poll(() => writes()[0]?.end).toBe('aborted');
    expect(await provider.verify(asked, soon())).toEqual({ ok: false, evidence: 'gpu does not list new:1b' });
  });

  it('fails with the words of Ollama, also those within an answer of 200', async () => {
    const asked = await request('upstream:gpu', 'pull', { model: 'no-such:1b' });
    await expect(throughTime(far, provider.act(asked, run))).rejects.toMatchObject({
      code: 'EXECUTION_FAILED',
      message: 'Pulling no-such:1b at gpu failed: pull model manifest: file does not exist.',
    });
  });

  it('loads, lets go and deletes a model, and one that only embeds; each is seen in the lists', async () => {
    for (const name of ['qwen2.5:7b', 'nomic-embed-text:latest']) {
      const id = `model:gpu:${name}`;
      const load = await request(id, 'load', { keep_alive: '1h' });
      expect(await provider.act(load, run)).toMatchObject({ summary: 'loaded' });
      expect(await provider.verify(load, soon())).toMatchObject({ ok: true });
      expect(await found(id)).toMatchObject({ state: 'running' });
      const unload = await request(id, 'unload');
      await provider.act(unload, run);
      expect(letGo.at(-1)).toBe(`gpu ${name}`);
      expect(await provider.verify(unload, soon())).toEqual({
        ok: true,
        evidence: `gpu does not hold ${name} in memory any more`,
      });
      const remove = await request(id, 'remove');
      await provider.act(remove, run);
      expect(await provider.verify(remove, soon())).toMatchObject({ ok: true });
      expect(await provider.find(id, never)).toBeNull();
      await expect(provider.act(remove, run)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('is not proved by its answer: what is still there is said to be there', async () => {
    const id = 'model:gpu:qwen2.5:7b';
    upstream.models.touch(upstream.models.get('qwen2.5:7b'), '1h');
    const unload = await request(id, 'unload');
    const remove = await request(id, 'remove');
    expect(await provider.verify(remove, soon())).toMatchObject({ ok: false });
    expect(await provider.verify(unload, AbortSignal.timeout(300))).toEqual({
      ok: false,
      evidence: 'gpu still holds qwen2.5:7b in memory',
    });
    // Ollama needs a moment; whoever looks waits for it.
    const proof = provider.verify(unload, soon());
    upstream.models.unload(upstream.models.get('qwen2.5:7b'));
    expect(await proof).toMatchObject({ ok: true });
  });

  it('pauses, drains, opens and removes an upstream in the pool', async () => {
    for (const [action, mode] of [
      ['pause', 'paused'],
      ['drain', 'draining'],
      ['resume', 'open'],
    ] as const) {
      const asked = await request('upstream:gpu', action);
      await provider.act(asked, run);
      expect(await provider.verify(asked, soon())).toEqual({
        ok: true,
        evidence: `gpu is ${mode}, 0 requests run there`,
      });
      expect(desk.known()[1]?.mode).toBe(mode);
    }
    const remove = await request('upstream:gpu', 'remove');
    expect(await provider.verify(remove, soon())).toMatchObject({ ok: false });
    await provider.act(remove, run);
    expect(await provider.verify(remove, soon())).toEqual({ ok: true, evidence: 'upstreams now: dead' });
    expect(pool.names).toEqual(['dead']);
    await expect(provider.act(remove, run)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
