// Promise: live rows wait while the operator points at the list or paused it, a late answer never overwrites a newer
// question's, and the open request follows its row.
import { describe, expect, it } from 'vitest';
import type { TrafficRow } from '../../../../shared/model/traffic.ts';
import { EVERYTHING } from './criteria.ts';
import { trafficRow } from './traffic-row.fixture.ts';
import { createTrafficStore } from './traffic-store.ts';

type Calls = ReturnType<Parameters<typeof createTrafficStore>[0]>;
type ListInput = Parameters<Calls['list']>[0];

/** The log as the core would answer for it, with answers in the test's hands. */
function log(rows: TrafficRow[]) {
  const got: string[] = [];
  const gates: { search: string | undefined; open: () => void }[] = [];
  let gated = false;
  const list = async (input: ListInput) => {
    if (gated) await new Promise<void>((open) => gates.push({ search: input?.search, open }));
    const found = rows.filter(
      (r) =>
        (!input?.search || r.client.includes(input.search)) &&
        (!input?.conversation || r.conversation === input.conversation),
    );
    const from = input?.before ? found.findIndex((r) => r.id === input.before) + 1 : 0;
    return { rows: found.slice(from, from + (input?.limit ?? 200)), total: found.length, held: rows.length };
  };
  const get = async ({ id }: { id: string }) => {
    got.push(id);
    const row = rows.find((r) => r.id === id);
    if (!row) throw new Error(`no request ${id}`);
    return { row, lines: [], loop: null, diff: null, segments: null, learned: [] };
  };
  const pin = async ({ id, pinned }: { id: string; pinned: boolean }) => {
    const row = rows.find((r) => r.id === id);
    if (!row) throw new Error(`no request ${id}`);
    return { ...row, pinned };
  };
  const store = createTrafficStore(() => ({ list, get, pin }) as unknown as Calls);
  return { store, got, gates, gate: () => (gated = true) };
}

const ids = (rows: readonly TrafficRow[]) => rows.map((r) => r.id);
const settle = () => new Promise((resolve) => setImmediate(resolve));
const a = trafficRow({ id: 'a', at: 1, client: 'coder' });
const b = trafficRow({ id: 'b', at: 2, client: 'ops' });
const c = trafficRow({ id: 'c', at: 3, client: 'ops' });

describe('live rows', () => {
  it.each(['setHovered', 'setPaused'] as const)('gather while %s and appear after', async (hold) => {
    const { store } = log([a]);
    await store.getState().load();
    store.getState()[hold](true);
    store.getState().take([b]);
    expect(ids(store.getState().rows)).toEqual(['a']);
    expect(ids(store.getState().waiting)).toEqual(['b']);
    store.getState()[hold](false);
    expect(ids(store.getState().rows)).toEqual(['b', 'a']);
  });

  it('stay gathered when the pointer leaves a list that is scrolled down, until asked for', async () => {
    const { store } = log([a]);
    await store.getState().load();
    store.getState().setAtTop(false);
    store.getState().take([b]);
    store.getState().setHovered(true);
    store.getState().setHovered(false);
    expect(ids(store.getState().waiting)).toEqual(['b']);
    store.getState().showWaiting();
    expect(ids(store.getState().rows)).toEqual(['b', 'a']);
  });
});

it('shows the answer to the last question, even when an earlier answer comes later', async () => {
  const { store, gates, gate } = log([b, a]);
  gate();
  store.getState().narrow({ ...EVERYTHING, search: 'coder' });
  store.getState().narrow({ ...EVERYTHING, search: 'ops' });
  gates.find((g) => g.search === 'ops')?.open();
  await settle();
  gates.find((g) => g.search === 'coder')?.open();
  await settle();
  expect(ids(store.getState().rows)).toEqual(['b']);
});

it('reads the open request again when its row changes, and forgets it when closed', async () => {
  const { store, got } = log([c, b, a]);
  await store.getState().load();
  await store.getState().open('b');
  store.getState().take([b, c]);
  await store.getState().open(null);
  store.getState().take([b]);
  expect(got).toEqual(['b', 'b']);
  expect(store.getState().detail).toBeNull();
});

it('keeps what it shows when a later call fails', async () => {
  const { store } = log([a]);
  await store.getState().load();
  await store.getState().open('gone');
  expect(store.getState().detailFailure?.message).toBe('no request gone');
  expect(ids(store.getState().rows)).toEqual(['a']);
});

it('sets a request beside the one before it in its conversation, and only there', async () => {
  const { store } = log([
    trafficRow({ id: 'new', at: 3, conversation: 'k' }),
    trafficRow({ id: 'other', at: 2, conversation: 'elsewhere' }),
    trafficRow({ id: 'old', at: 1, conversation: 'k' }),
  ]);
  await store.getState().open('new');
  expect(store.getState().previous?.id).toBe('old');
  await store.getState().open('old');
  expect(store.getState().previous).toBeNull();
});

it('shows a pin at once where the row stands', async () => {
  const { store } = log([b, a]);
  await store.getState().load();
  await store.getState().pin('a', true);
  expect(store.getState().rows.map((r) => [r.id, r.pinned])).toEqual([
    ['b', false],
    ['a', true],
  ]);
});

it('stays newest first, and asks no further, when its oldest row has left the log meanwhile', async () => {
  const at = (n: number) => trafficRow({ id: `r${n}`, at: n });
  const held = Array.from({ length: 400 }, (_, n) => at(1000 - n));
  const { store, gates, gate } = log(held);
  await store.getState().load();
  const shown = store.getState().rows.length;
  held.splice(shown - 1);
  held.unshift(at(1002), at(1001)); // not told yet
  await store.getState().loadOlder();
  expect(ids(store.getState().rows)).toEqual(Array.from({ length: shown }, (_, n) => `r${1000 - n}`));
  expect(store.getState().total).toBe(shown);
  gate();
  await store.getState().loadOlder();
  expect(gates).toEqual([]);
});

it('says how many the log holds, also when older ones leave it and when others come than are looked for', async () => {
  const { store } = log([b, a]);
  await store.getState().load();
  store.getState().take([c], 2);
  expect(store.getState()).toMatchObject({ total: 2, held: 2 });
  store.getState().narrow({ ...EVERYTHING, search: 'coder' });
  await settle();
  expect(store.getState()).toMatchObject({ total: 1, held: 2 });
  store.getState().take([c], 3);
  expect(store.getState()).toMatchObject({ total: 1, held: 3 });
});

it('takes nothing further down than what was read for new, when the stream tells of what was missed', async () => {
  const live = Array.from({ length: 300 }, (_, n) => trafficRow({ id: `r${String(n)}`, at: n })).reverse();
  const { store } = log(live);
  await store.getState().load();
  store.getState().setAtTop(false);
  store.getState().take(live, 300);
  expect(store.getState().waiting).toEqual([]);
  await store.getState().loadOlder();
  expect(ids(store.getState().rows)).toEqual(ids(live));
});

it('loses nothing that comes while it reads', async () => {
  const { store, gate, gates } = log([b, a]);
  gate();
  const reading = store.getState().load();
  await settle();
  // The log has answered without it; the answer is on its way.
  store.getState().take([c]);
  gates[0]?.open();
  await reading;
  expect(ids(store.getState().rows)).toEqual(['c', 'b', 'a']);
});

it('keeps what is shown when the log cannot be read, says why, and reads it when it can be again', async () => {
  let isThere = false;
  const list = () =>
    isThere ? Promise.resolve({ rows: [c, b], total: 2, held: 2 }) : Promise.reject(new Error('no'));
  const store = createTrafficStore(() => ({ list }) as unknown as Calls);
  store.setState({ rows: [b, a], phase: 'ready' });
  await store.getState().load();
  expect(ids(store.getState().rows)).toEqual(['b', 'a']);
  expect(store.getState().failure?.message).toBe('no');
  isThere = true;
  await store.getState().mend();
  expect(ids(store.getState().rows)).toEqual(['c', 'b']);
  isThere = false;
  await store.getState().mend(); // nothing to mend, nothing asked
  expect(store.getState().failure).toBeNull();
});
