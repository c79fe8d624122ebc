// Promise: a run is started once by one press; the journal pages without losing or repeating an entry.
import { expect, it } from 'vitest';
import { createResolutionStore } from './resolution-store.ts';

type Calls = ReturnType<Parameters<typeof createResolutionStore>[0]>;

function core() {
  let runs = 0;
  const calls = {
    run: async () => {
      runs += 1;
      await Promise.resolve();
      return { id: runs, status: 'running', done: 0, total: 3 };
    },
    stop: async () => {
      throw new Error('Nothing runs.');
    },
    journal: async ({ before, limit }: { before?: number; limit: number }) => {
      const newest = (before ?? 251) - 1;
      return Array.from({ length: Math.min(limit, newest) }, (_, at) => ({ id: newest - at, conflictId: 1 }));
    },
  } as unknown as Calls;
  return { store: createResolutionStore(() => calls), runs: () => runs };
}

const job = {
  running: null,
  last: null,
  waiting: 3,
  nextAt: null,
  schedule: '0 2 * * *',
  paused: false,
  problem: null,
};

it('shows the run at once, and starts one however often it is pressed', async () => {
  const { store, runs } = core();
  store.getState().take(job);
  await Promise.all([store.getState().start(), store.getState().start()]);
  expect(runs()).toBe(1);
  expect(store.getState().job?.running?.total).toBe(3);
});

it('says why a press did nothing', async () => {
  const { store } = core();
  await store.getState().stop();
  expect(store.getState()).toMatchObject({ busy: false, failure: { message: 'Nothing runs.' } });
});

it('reads the journal page by page to its beginning', async () => {
  const { store } = core();
  await store.getState().loadJournal();
  await Promise.all([store.getState().loadOlder(), store.getState().loadOlder()]);
  await store.getState().loadOlder();
  await store.getState().loadOlder();
  expect(store.getState().journal?.map((entry) => entry.id)).toEqual(
    Array.from({ length: 250 }, (_, at) => 250 - at),
  );
  expect(store.getState().more).toBe(false);
});
