// Promises: one word for several is said once and about what was shown; what waits no more is not chosen any more.
import { expect, it } from 'vitest';
import { anApproval } from '../../session/approval/approval.fixture.ts';
import { createBulkStore } from './bulk-store.ts';

const [one, two] = [anApproval(), anApproval({ id: 'two' })];

function aStore() {
  const heard: unknown[] = [];
  const store = createBulkStore(() => ({
    approveMany: async (items) => {
      heard.push(['approve', items.map(({ id }) => id)]);
      return items.map((approval) => ({ id: approval.id, approval, problem: null }));
    },
    denyMany: async (items, reason) => {
      heard.push(['deny', items.map(({ id }) => id), reason]);
      throw new Error('no core');
    },
  }));
  return { store, heard };
}

it('says it once, however often it is pressed', async () => {
  const { store, heard } = aStore();
  store.getState().plan('approve', [one, two]);
  await Promise.all([store.getState().run(), store.getState().run()]);
  await store.getState().run();
  expect(heard).toEqual([['approve', ['one', 'two']]]);
  expect(store.getState().said).toHaveLength(2);
});

it('shows what failed and can be said again', async () => {
  const { store, heard } = aStore();
  store.getState().plan('deny', [one]);
  await store.getState().run('not now');
  expect(store.getState()).toMatchObject({ said: null, isBusy: false, failure: { message: 'no core' } });
  await store.getState().run('not now');
  expect(heard).toHaveLength(2);
});

it('forgets what was chosen and waits no more', () => {
  const { store } = aStore();
  store.getState().tickAll(['one', 'two']);
  store.getState().keep([two]);
  expect([...store.getState().ticked]).toEqual(['two']);
  store.getState().tick('two');
  expect(store.getState().ticked.size).toBe(0);
});
