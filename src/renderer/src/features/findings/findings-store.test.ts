// Promise: the list answers the newest question and keeps what was read of it, the open finding is the one last chosen, and only what is shown stays chosen.
import { expect, it } from 'vitest';
import { aFinding, aState } from './findings.fixture.ts';
import { createFindingsStore } from './findings-store.ts';

type Calls = ReturnType<Parameters<typeof createFindingsStore>[0]>;

function desk(total = 3) {
  const asked: Record<string, unknown>[] = [];
  const gates = new Map<string, () => void>();
  let held = false;
  const state = { total };
  const calls = {
    state: async () => aState({ open: state.total }),
    unchecked: async () => [],
    list: async (input: { view: string; offset: number; limit: number }) => {
      asked.push(input);
      if (held) await new Promise<void>((open) => gates.set(input.view, open));
      const count = Math.max(0, Math.min(input.limit, state.total - input.offset));
      const findings = Array.from({ length: count }, (_, n) =>
        aFinding({ key: String(input.offset + n), title: input.view }),
      );
      return { findings, total: state.total };
    },
    detail: async ({ key }: { key: string }) => {
      if (held) await new Promise<void>((open) => gates.set(key, open));
      if (key === 'gone') throw new Error('There is no finding gone.');
      return { finding: aFinding({ key }) };
    },
  } as unknown as Calls;
  return { store: createFindingsStore(() => calls), asked, gates, hold: () => (held = true), state };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('asks for what the list is narrowed to and nothing else', async () => {
  const { store, asked } = desk();
  store.getState().narrow({ search: '  pad ', severity: 'high', product: 'web', scope: 'build' });
  await settle();
  expect(asked.at(-1)).toEqual({
    ...{ view: 'open', offset: 0, limit: 500 },
    ...{ search: 'pad', severity: 'high', product: 'web', scope: 'build' },
  });
  store.getState().narrow({ search: '', severity: 'all', product: 'all', scope: 'all' });
  await settle();
  expect(asked.at(-1)).toEqual({ view: 'open', offset: 0, limit: 500 });
});

it('drops what an earlier view comes to when it comes late', async () => {
  const { store, gates, hold } = desk();
  hold();
  store.getState().narrow({ view: 'held' });
  store.getState().narrow({ view: 'closed' });
  await settle();
  gates.get('closed')?.();
  await settle();
  gates.get('held')?.();
  await settle();
  expect(store.getState().list?.[0]?.title).toBe('closed');
});

it('reads page after page, and as many again when there is news', async () => {
  const { store, asked } = desk(1200);
  await store.getState().load();
  expect(store.getState().list).toHaveLength(500);
  await store.getState().more();
  expect(store.getState().list).toHaveLength(1000);
  store.getState().take(aState({ open: 1200 }));
  await settle();
  expect(store.getState().list).toHaveLength(1000);
  await store.getState().more();
  await store.getState().more();
  expect(store.getState().list).toHaveLength(1200);
  expect(asked.at(-1)).toMatchObject({ offset: 1000 });
});

it('shows the finding that was chosen last, whichever answer comes last', async () => {
  const { store, gates, hold } = desk();
  hold();
  void store.getState().look('first');
  void store.getState().look('second');
  gates.get('second')?.();
  await settle();
  gates.get('first')?.();
  await settle();
  expect(store.getState().detail?.finding.key).toBe('second');
  void store.getState().look('gone');
  gates.get('gone')?.();
  await settle();
  expect(store.getState()).toMatchObject({
    detail: null,
    detailFailure: { message: 'There is no finding gone.' },
  });
});

it('keeps chosen what is still in the list, and nothing of another view', async () => {
  const { store, state } = desk(3);
  await store.getState().load();
  store.getState().tickAll(['0', '2']);
  state.total = 2;
  await store.getState().load();
  expect([...store.getState().ticked]).toEqual(['0']);
  store.getState().narrow({ view: 'all' });
  expect(store.getState().ticked.size).toBe(0);
});
