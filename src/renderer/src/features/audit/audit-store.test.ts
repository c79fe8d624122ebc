// Promise: the list answers the newest question, older pages follow on, and undoing reads the actions anew.
import { expect, it } from 'vitest';
import { createAuditStore } from './audit-store.ts';
import { EVERYTHING } from './criteria.ts';

type Calls = ReturnType<Parameters<typeof createAuditStore>[0]>;

const NOW = 1_700_000_000_000;

function recorder(pages: number[][] = [[3, 2, 1]]) {
  const asked: unknown[] = [];
  let page = 0;
  const calls = {
    events: async (input: unknown) => {
      asked.push(input);
      const ids = pages[Math.min(page++, pages.length - 1)] ?? [];
      return { events: ids.map((id) => ({ id })), total: 500, kinds: ['fact.inserted'] };
    },
    actions: async (input: unknown) => {
      asked.push(input);
      return [{ id: 7, state: 'done' }];
    },
    countActions: async (count: unknown) => {
      asked.push({ count });
      return { total: 1 };
    },
    undo: async ({ id }: { id: number }) => {
      asked.push(`undo ${String(id)}`);
      if (id === 9) throw new Error('The edge has changed since.');
      return { id };
    },
    verify: async ({ chain }: { chain: string }) => ({ chain, ok: chain === 'memory', brokenAt: 4 }),
    chain: async () => null,
  } as unknown as Calls;
  return {
    store: createAuditStore(
      () => calls,
      () => NOW,
    ),
    asked,
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('asks for events by search and kind, and for older ones after the last', async () => {
  const full = Array.from({ length: 200 }, (_, i) => 400 - i);
  const { store, asked } = recorder([full, [200, 199]]);
  store.getState().narrow({ ...EVERYTHING, view: 'events', search: ' web ', kind: 'fact.inserted' });
  await settle();
  await store.getState().loadOlder();
  expect(asked).toEqual([
    { chain: 'memory', limit: 200, search: 'web', kind: 'fact.inserted' },
    { chain: 'memory', limit: 200, search: 'web', kind: 'fact.inserted', before: 201 },
  ]);
  expect(store.getState().events?.length).toBe(202);
  await store.getState().loadOlder();
  expect(asked.length).toBe(2);
});

it('asks for actions by search, kind, who and when, in the order they stand, and counts what fits', async () => {
  const { store, asked } = recorder();
  const lastHour = { within: '1h', from: null, to: null } as const;
  const narrowed = { ...EVERYTHING, search: 'web', kind: 'decision', actor: 'ada', time: lastHour };
  store.getState().narrow({ ...narrowed, sort: 'actor', descending: false });
  await settle();
  const filter = { search: 'web', kind: 'decision', by: 'ada', from: NOW - 3_600_000 };
  expect(asked).toEqual([{ limit: 200, ...filter, sort: 'actor', descending: false }, { count: filter }]);
  expect(store.getState().total).toBe(1);
});

it('follows on a count where the order is not the usual one, and takes each entry once', async () => {
  const full = Array.from({ length: 200 }, (_, i) => i + 1);
  const { store, asked } = recorder([full, [200, 201]]);
  store.getState().narrow({ ...EVERYTHING, view: 'events', descending: false });
  await settle();
  await store.getState().loadOlder();
  expect(asked.at(-1)).toEqual({ chain: 'memory', limit: 200, descending: false, offset: 200 });
  expect(
    store
      .getState()
      .events?.map(({ id }) => id)
      .slice(-2),
  ).toEqual([200, 201]);
});

it('reads the actions anew after an undo, and says why one is refused', async () => {
  const { store, asked } = recorder();
  expect(await store.getState().undo(7)).toBeNull();
  expect(asked).toEqual(['undo 7', { limit: 200 }, { count: {} }]);
  expect((await store.getState().undo(9))?.message).toBe('The edge has changed since.');
});

it('shows which chain is broken, and where', async () => {
  const { store } = recorder();
  await store.getState().verify();
  expect(store.getState()).toMatchObject({
    verifying: false,
    chains: [
      { chain: 'memory', ok: true },
      { chain: 'host', ok: false, brokenAt: 4 },
      { chain: 'agent', ok: false, brokenAt: 4 },
    ],
  });
});

it("asks for the host's events where its view is chosen", async () => {
  const { store, asked } = recorder();
  store.getState().narrow({ ...EVERYTHING, view: 'host' });
  await settle();
  expect(asked).toEqual([{ chain: 'host', limit: 200 }]);
});
