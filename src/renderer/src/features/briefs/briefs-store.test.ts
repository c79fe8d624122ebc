// Promise: the list answers the newest question and keeps what was read of it, the open brief is the one last chosen, and only what is news is read again.
import { expect, it } from 'vitest';
import { aDetail, aRow, aState } from './briefs.fixture.ts';
import { createBriefsStore } from './briefs-store.ts';

type Calls = ReturnType<Parameters<typeof createBriefsStore>[0]>;

function desk(total = 3) {
  const asked: Record<string, unknown>[] = [];
  const looked: Record<string, unknown>[] = [];
  const gates = new Map<string, () => void>();
  let held = false;
  const calls = {
    state: async () => aState(),
    pinModel: async () => aState({ made: 9 }),
    list: async (input: { offset: number; limit: number }) => {
      asked.push(input);
      const count = Math.max(0, Math.min(input.limit, total - input.offset));
      const briefs = Array.from({ length: count }, (_, n) => aRow({ cacheKey: String(input.offset + n) }));
      return { briefs, total };
    },
    detail: async (input: { cacheKey: string; revision?: number }) => {
      looked.push(input);
      if (held) await new Promise<void>((open) => gates.set(input.cacheKey, open));
      if (input.cacheKey === 'gone') throw new Error('There is no brief under gone.');
      return aDetail({ cache_key: input.cacheKey, revision: input.revision ?? 2 });
    },
  } as unknown as Calls;
  return { store: createBriefsStore(() => calls), asked, looked, gates, hold: () => (held = true) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const at = (cacheKey: string, revision: number | null = null) => ({ cacheKey, revision });

it('asks for what the list is narrowed to and nothing else', async () => {
  const { store, asked } = desk();
  store.getState().narrow({ search: '  CVE ', task: 'conflict' });
  await settle();
  expect(asked.at(-1)).toEqual({ offset: 0, limit: 200, search: 'CVE', task: 'conflict' });
  store.getState().narrow({ search: '', task: 'all' });
  await settle();
  expect(asked.at(-1)).toEqual({ offset: 0, limit: 200 });
});

it('counts all that there are only where nothing narrows the list', async () => {
  const { store } = desk(7);
  await store.getState().load();
  expect(store.getState().subjects).toBe(7);
  store.setState({ subjects: 5 });
  store.getState().narrow({ search: 'CVE' });
  await settle();
  expect(store.getState()).toMatchObject({ subjects: 5, total: 7 });
});

it('reads on page by page, and as many again', async () => {
  const { store } = desk(450);
  await store.getState().load();
  await store.getState().more();
  expect(store.getState().list).toHaveLength(400);
  await store.getState().load();
  expect(store.getState().list).toHaveLength(400);
});

it('shows the brief that was chosen last, whichever answer comes first', async () => {
  const { store, gates, hold } = desk();
  hold();
  void store.getState().look(at('a'));
  void store.getState().look(at('b', 1));
  await settle();
  gates.get('b')?.();
  await settle();
  gates.get('a')?.();
  await settle();
  expect(store.getState().detail?.brief).toMatchObject({ cache_key: 'b', revision: 1 });
  void store.getState().look(null);
  expect(store.getState().detail).toBeNull();
});

it('says why one cannot be shown, and keeps the one before for nobody', async () => {
  const { store } = desk();
  await store.getState().look(at('a'));
  await store.getState().look(at('gone'));
  expect(store.getState()).toMatchObject({
    detail: null,
    detailFailure: { message: 'There is no brief under gone.' },
  });
});

it('reads again when one was made, and not when the state says nothing new', async () => {
  const { store, asked, looked } = desk();
  await store.getState().look(at('a'));
  store.getState().take(aState({ made: 1 }));
  await settle();
  const [lists, looks] = [asked.length, looked.length];
  store.getState().take(aState({ made: 1, waiting: 1 }));
  await settle();
  expect([asked.length, looked.length]).toEqual([lists, looks]);
  store.getState().take(aState({ made: 2 }));
  await settle();
  expect([asked.length, looked.length]).toEqual([lists + 1, looks + 1]);
});

it('has the state that taking new weights comes to', async () => {
  const { store } = desk();
  expect(await store.getState().takeWeights('default')).toBeNull();
  expect(store.getState().live?.made).toBe(9);
});
