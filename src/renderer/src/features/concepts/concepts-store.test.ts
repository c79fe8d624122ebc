// Promise: what is shown always belongs to the concept and the words last asked for, and a fact told is seen at once.
import { expect, it } from 'vitest';
import { createConceptsStore } from './concepts-store.ts';

type Calls = ReturnType<Parameters<typeof createConceptsStore>[0]>;

/** A tiny core: two concepts, answers held back until the test lets them through. */
function core() {
  const gates = new Map<string, () => void>();
  const facts: string[] = [];
  let gated = false;
  const hold = (name: string) =>
    gated ? new Promise<void>((open) => gates.set(name, open)) : Promise.resolve();
  const calls = {
    search: async ({ query }: { query: string }) => {
      await hold(query);
      return { matches: [{ token: `${query}-found` }], total: 1, recent: [], mostRecalled: [] };
    },
    get: async ({ token }: { token: string }) => {
      await hold(token);
      if (token === 'gone') throw new Error('There is no concept gone.');
      return { concept: { token }, edges: facts.map((fact) => ({ fact })) };
    },
    neighbourhood: async ({
      token,
      dimension,
      limit,
    }: {
      token: string;
      dimension?: string;
      limit: number;
    }) => ({
      focus: token,
      dimension: dimension ?? 'type',
      nodes: [],
      shown: Math.min(limit, 412),
      total: 412,
    }),
    dimensions: async () => [],
    tell: async ({ fact }: { fact: string }) => {
      if (!fact.includes('-isa')) throw new Error('Expected -isa');
      facts.push(fact);
      return { status: 'inserted' };
    },
  } as unknown as Calls;
  return { store: createConceptsStore(() => calls), gates, gate: () => (gated = true) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('shows the concept looked at last, even when the one before answers later', async () => {
  const { store, gates, gate } = core();
  gate();
  void store.getState().look({ token: 'slow', dimension: null });
  void store.getState().look({ token: 'fast', dimension: 'runs-on' });
  gates.get('fast')?.();
  await settle();
  gates.get('slow')?.();
  await settle();
  expect(store.getState().detail?.concept.token).toBe('fast');
  expect(store.getState().neighbourhood?.dimension).toBe('runs-on');
});

it('drops a late answer after the operator went back to the search', async () => {
  const { store, gates, gate } = core();
  gate();
  void store.getState().look({ token: 'slow', dimension: null });
  void store.getState().look(null);
  gates.get('slow')?.();
  await settle();
  expect(store.getState().detail).toBeNull();
});

it('grows what is shown up to all there is, and starts small again for the next concept', async () => {
  const { store } = core();
  await store.getState().look({ token: 'campus', dimension: null });
  const first = store.getState().neighbourhood?.shown ?? 0;
  await store.getState().showMore();
  await store.getState().showMore();
  expect(store.getState().neighbourhood?.shown).toBe(412);
  await store.getState().look({ token: 'other', dimension: null });
  expect(store.getState().neighbourhood?.shown).toBe(first);
});

it('shows a told fact at once, and hands back why one was refused', async () => {
  const { store } = core();
  await store.getState().look({ token: 'web-1', dimension: null });
  expect(await store.getState().tell('web-1 -isa container')).toMatchObject({ ok: true });
  expect(store.getState().detail?.edges).toHaveLength(1);
  expect(await store.getState().tell('nonsense')).toMatchObject({
    ok: false,
    failure: { message: 'Expected -isa' },
  });
});

it('says when a concept is not there', async () => {
  const { store } = core();
  await store.getState().look({ token: 'gone', dimension: null });
  expect(store.getState().focusFailure?.message).toBe('There is no concept gone.');
});
