// Promise: a decision goes out once, whole, about what was chosen; what is missing or refused leaves what was written.
import { expect, it } from 'vitest';
import { aFinding } from '../findings.fixture.ts';
import { createDecideStore } from './decide-store.ts';

type Calls = ReturnType<Parameters<typeof createDecideStore>[0]>;

function desk() {
  const asked: object[] = [];
  const say = { no: null as string | null };
  const decide = async (input: { keys: string[] }) => {
    asked.push(input);
    if (say.no !== null) throw new Error(say.no);
    return { decisions: input.keys.map((key, id) => ({ key, id })) };
  };
  return {
    store: createDecideStore(
      () => ({ decide }) as unknown as Calls,
      () => 0,
    ),
    asked,
    say,
  };
}

const two = [aFinding({ key: 'a' }), aFinding({ key: 'b' })];

it('asks nothing without a reason, and says so from then on', async () => {
  const { store, asked } = desk();
  store.getState().begin('fixed', two, true);
  expect(store.getState().tried).toBe(false);
  expect(await store.getState().decide()).toBeNull();
  expect(asked).toEqual([]);
  expect(store.getState().tried).toBe(true);
});

it('decides about all of them with one call, and is done', async () => {
  const { store, asked } = desk();
  store.getState().begin('fixed', two, true);
  store.getState().change({ reason: 'patched' });
  const first = store.getState().decide();
  expect(await store.getState().decide()).toBeNull();
  expect((await first)?.made).toHaveLength(2);
  expect(asked).toEqual([{ keys: ['a', 'b'], kind: 'fixed', reason: 'patched' }]);
  expect(store.getState().draft).toBeNull();
});

it('keeps what was written when it is refused, and when another decision is chosen', async () => {
  const { store, say } = desk();
  say.no = 'There is no finding b in this project.';
  store.getState().begin('fixed', two, true);
  store.getState().change({ reason: 'patched' });
  await store.getState().decide();
  expect(store.getState()).toMatchObject({
    draft: { reason: 'patched' },
    failure: { message: say.no },
    busy: false,
  });
  store.getState().begin('not_affected', two, true);
  expect(store.getState().draft).toMatchObject({ kind: 'not_affected', reason: 'patched' });
  store.getState().begin('not_affected', [aFinding({ key: 'c' })], false);
  expect(store.getState().draft?.reason).toBe('');
});
