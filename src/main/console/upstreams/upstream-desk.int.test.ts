// Promises of the desk beside what HTTP shows: adding takes nothing away that serves, headers are used where their vault key is and nowhere
// else, and what they hold is taken out of every text of this process for as long as they are in use.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { redact } from '../../../shared/redact.ts';
import { type DemoUpstream, startDemoUpstream } from '../../fixtures/upstream.ts';
import { wallClock } from '../../fixtures/wall-clock.ts';
import { Vault } from '../../llm/vault.ts';
import { UpstreamPool } from '../../proxy/pool/upstream-pool.ts';
import { type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { UpstreamDesk } from './upstream-desk.ts';
import { type NamedUpstreams, UpstreamRegistry } from './upstream-registry.ts';

let temp: TempStore;
let local: DemoUpstream;
let pools: UpstreamPool[];
beforeEach(async () => {
  temp = await tempStore('sqlite');
  local = await startDemoUpstream();
  pools = [];
});
afterEach(async () => {
  for (const pool of pools) await pool.close();
  await local.close();
  await temp[Symbol.asyncDispose]();
});

async function open(vaultByte: number, url = local.url) {
  const key = new Uint8Array(32).fill(vaultByte);
  const named = (): NamedUpstreams => ({ setBy: 'default', upstreams: [{ name: 'ollama', url }] });
  const vault = new Vault({ find: () => key, make: () => key });
  const registry = await UpstreamRegistry.open({ store: temp.store, clock: wallClock, vault, named });
  const pool = new UpstreamPool({ upstreams: registry.wanted(), clock: wallClock, probes: false });
  pools.push(pool);
  registry.onChange(() => pool.configure(registry.wanted()));
  const desk = new UpstreamDesk({ registry, pool, refusal: async () => null, clock: wallClock });
  return { registry, pool, desk };
}
const GPU = { name: 'gpu', url: 'http://127.0.0.1:9', weight: 1, slots: null, headers: {} };
const names = (state: { upstreams: readonly { name: string; setBy: string }[] }) =>
  state.upstreams.map(({ name, setBy }) => [name, setBy]);

it('keeps what stood by default beside the first that is added, if it answers', async () => {
  const { desk, pool } = await open(1);
  await pool.look();
  expect(names(await desk.add(GPU))).toEqual([
    ['ollama', 'console'],
    ['gpu', 'console'],
  ]);
  expect(desk.state().upstreams[0]).toMatchObject({ url: local.url, ok: true });
  await desk.remove('ollama', 1);
  expect(names(await desk.remove('gpu', 1))).toEqual([['ollama', 'default']]);
});

it('lets what stood by default go where nothing answers there, or where the new one is in its place', async () => {
  const dead = await open(1, 'http://127.0.0.1:10');
  await dead.pool.look();
  expect(names(await dead.desk.add(GPU))).toEqual([['gpu', 'console']]);
  await dead.desk.remove('gpu', 1);
  const { desk, pool } = await open(1);
  await pool.look();
  expect(names(await desk.add({ ...GPU, url: local.url }))).toEqual([['gpu', 'console']]);
});

it('does not use an upstream without the headers it was given, where another vault key is', async () => {
  const here = await open(1);
  await here.desk.add({ ...GPU, headers: { 'X-Team': 'lab' } });
  const there = await open(2);
  expect(there.registry.wanted().map(({ setBy }) => setBy)).toEqual(['default']);
  expect(there.desk.state().idle).toMatchObject([{ name: 'gpu', headerNames: ['X-Team'], revision: 1 }]);
  await expect(there.desk.update('gpu', 1, { weight: 2 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await there.desk.update('gpu', 1, { headers: {} });
  await here.registry.refresh();
  for (const { registry } of [here, there])
    expect(registry.wanted().map(({ name }) => name)).toEqual(['gpu']);
});

it('takes what its headers hold out of every text while they are in use, and ordinary words never', async () => {
  const { desk } = await open(1);
  const token = 'zebra-lantern-quiet';
  const said = `it said ${token} to the department`;
  await desk.add({ ...GPU, headers: { Authorization: `Bearer ${token}`, 'X-Unit': 'department' } });
  expect(redact(said)).not.toContain(token);
  expect(redact(said)).toContain('department');
  await desk.remove('gpu', 1);
  expect(redact(said)).toContain(token);
});
