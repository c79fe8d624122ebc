// Promise: several are decided only after it was shown what happens to each; those that cannot be stay out, and each says
// what became of it.
import { expect, it } from 'vitest';
import { aConflict } from '../conflict.fixture.ts';
import { createBulkStore } from './bulk-store.ts';

type Calls = ReturnType<Parameters<typeof createBulkStore>[0]>;

function core() {
  const sent: { items: { id: number; expectedVersion: number }[]; reason: string }[] = [];
  let atOnce = 0;
  let most = 0;
  const calls = {
    preview: async ({ id }: { id: number }) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      if (id === 4) throw new Error('There is no conflict 4.');
      const problem = id === 2 ? 'It would close a cycle.' : null;
      return { allowed: problem === null, problem, diff: [], before: 'x', after: 'y' };
    },
    decideMany: async (input: (typeof sent)[number]) => {
      sent.push(input);
      return input.items.map(({ id }) =>
        id === 3
          ? { id, action: null, problem: { code: 'STALE_VERSION', message: 'Decided meanwhile.' } }
          : { id, action: { id: id * 10, summary: `${String(id)} kept` }, problem: null },
      );
    },
  } as unknown as Calls;
  return { store: createBulkStore(() => calls), sent, most: () => most };
}

const some = (ids: readonly number[]) => ids.map((id) => aConflict({ id, version: id + 100 }));

it('decides nothing while it only shows what would happen', async () => {
  const { store, sent } = core();
  await store.getState().plan('keep', some([1, 2, 4]));
  expect(store.getState().items.map((item) => item.problem)).toEqual([
    null,
    'It would close a cycle.',
    'There is no conflict 4.',
  ]);
  expect(sent).toEqual([]);
});

it('sends those that can be decided in the version that was seen, and tells each its own end', async () => {
  const { store, sent } = core();
  for (const id of [1, 2, 3]) store.getState().tick(id);
  await store.getState().plan('keep', some([1, 2, 3]));
  store.getState().setReason(' seen it ');
  const actions = await store.getState().run();
  expect(sent).toEqual([
    {
      items: [
        { id: 1, expectedVersion: 101 },
        { id: 3, expectedVersion: 103 },
      ],
      decision: { decision: 'keep' },
      reason: 'seen it',
    },
  ]);
  expect(actions.map((action) => action.id)).toEqual([10]);
  expect(store.getState().items.map((item) => item.problem ?? item.action?.summary)).toEqual([
    '1 kept',
    'It would close a cycle.',
    'Decided meanwhile.',
  ]);
  expect([...store.getState().ticked], 'what was not decided stays selected').toEqual([2, 3]);
});

it('runs once, and not before everything was looked at', async () => {
  const { store, sent } = core();
  const looking = store.getState().plan('keep', some([1]));
  await store.getState().run();
  await looking;
  await store.getState().run();
  await store.getState().run();
  expect(sent).toHaveLength(1);
});

it('looks at many with few calls at once, and stops when it is closed', async () => {
  const { store, most } = core();
  await store.getState().plan('dismiss', some(Array.from({ length: 40 }, (_, at) => at + 10)));
  expect(most()).toBeLessThanOrEqual(6);
  const looking = store.getState().plan('dismiss', some([11, 12]));
  store.getState().close();
  await looking;
  expect(store.getState()).toMatchObject({ kind: null, items: [] });
});
