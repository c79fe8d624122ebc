// Promise: the list answers the newest question, and the open conflict is the one last chosen, shown at once from the list.
import { expect, it } from 'vitest';
import { aConflict } from './conflict.fixture.ts';
import { createConflictsStore } from './conflicts-store.ts';

type Calls = ReturnType<Parameters<typeof createConflictsStore>[0]>;

function queue() {
  const gates = new Map<string, () => void>();
  const asked: unknown[] = [];
  let gated = false;
  const hold = (name: string) =>
    gated ? new Promise<void>((open) => gates.set(name, open)) : Promise.resolve();
  const calls = {
    list: async (input: { view: string; search?: string; type?: string }) => {
      asked.push(input);
      await hold(input.view);
      return { conflicts: [{ id: 1, concept: input.view, version: 1 }], total: 1, open: 4 };
    },
    get: async ({ id }: { id: number }) => {
      await hold(String(id));
      if (id === 9) throw new Error('There is no conflict 9.');
      return { id, concept: 'full', version: 2 };
    },
    snooze: async ({ id, until }: { id: number; until: number | null }) => ({
      id,
      version: 3,
      snoozedUntil: until,
    }),
    note: async ({ id, note }: { id: number; note: string }) => ({ id, version: 4, note }),
  } as unknown as Calls;
  return { store: createConflictsStore(() => calls), gates, asked, gate: () => (gated = true) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('asks only for what was chosen', async () => {
  const { store, asked } = queue();
  store.getState().setCriteria({ type: 'cycle', search: ' web ' });
  await settle();
  expect(asked).toEqual([{ view: 'open', limit: 500, search: 'web', type: 'cycle' }]);
});

it('shows the view last chosen, whichever answer comes last', async () => {
  const { store, gates, gate } = queue();
  gate();
  store.getState().setCriteria({ view: 'decided' });
  store.getState().setCriteria({ view: 'open' });
  gates.get('open')?.();
  await settle();
  gates.get('decided')?.();
  await settle();
  expect(store.getState().list?.map((c) => c.concept)).toEqual(['open']);
});

it('shows a conflict from the list at once, then whole, and says when it is not there', async () => {
  const { store, gates, gate } = queue();
  await store.getState().load();
  gate();
  void store.getState().look(1);
  expect(store.getState().current?.version).toBe(1);
  gates.get('1')?.();
  await settle();
  expect(store.getState().current?.version).toBe(2);
  void store.getState().look(9);
  gates.get('9')?.();
  await settle();
  expect(store.getState().currentFailure?.message).toBe('There is no conflict 9.');
});

it('takes a snoozed conflict off the list and shows a note where it stands', async () => {
  const { store } = queue();
  await store.getState().load();
  await store.getState().look(1);
  await store.getState().note(aConflict({ id: 1 }), 'ask Ada');
  expect(store.getState().current?.note).toBe('ask Ada');
  await store.getState().snooze(aConflict({ id: 1 }), 5000);
  expect(store.getState()).toMatchObject({ list: [], total: 0, current: { snoozedUntil: 5000 } });
});
