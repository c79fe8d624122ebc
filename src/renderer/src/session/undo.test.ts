// Promise: the newest thing done is taken back first, once; what was taken back can be done again; a refusal says why and
// is not offered again.
import { expect, it } from 'vitest';
import { createUndo, type Spoken } from './undo.ts';

function page() {
  const calls: string[] = [];
  const notices = new Map<string, Spoken>();
  const store = createUndo(
    (id, spoken) => notices.set(id, spoken),
    (thrown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  );
  const thing = (text: string, fails = false) => ({
    text,
    undo: async () => {
      if (fails) throw new Error(`${text} has moved on.`);
      calls.push(`undo ${text}`);
    },
    redo: async () => void calls.push(`redo ${text}`),
  });
  return { store, calls, notices, thing };
}

it('takes back the newest first and does it again', async () => {
  const { store, calls, thing } = page();
  store.getState().did(thing('one'));
  store.getState().did(thing('two'));
  await store.getState().undo();
  await store.getState().undo();
  await store.getState().undo();
  await store.getState().redo();
  expect(calls).toEqual(['undo two', 'undo one', 'redo one']);
  expect(store.getState().done.map((each) => each.text)).toEqual(['one']);
});

it('speaks of one thing in one notice, whose button takes back that very thing', async () => {
  const { store, calls, notices, thing } = page();
  store.getState().did(thing('one'));
  store.getState().did(thing('two'));
  const [first] = notices.values();
  if (first?.kind === 'done') first.act();
  await Promise.resolve();
  expect(calls).toEqual(['undo one']);
  expect([...notices.values()].map((notice) => notice.kind)).toEqual(['undone', 'done']);
});

it('does nothing twice while one is under way', async () => {
  const { store, calls, thing } = page();
  store.getState().did(thing('one'));
  store.getState().did(thing('two'));
  await Promise.all([store.getState().undo(), store.getState().undo()]);
  expect(calls).toEqual(['undo two']);
});

it('says why something cannot be taken back, and forgets it', async () => {
  const { store, notices, thing } = page();
  store.getState().did(thing('one', true));
  await store.getState().undo();
  expect([...notices.values()]).toEqual([{ kind: 'refused', text: 'one', message: 'one has moved on.' }]);
  await store.getState().undo();
  expect(store.getState().busy).toBe(false);
  expect(store.getState().undone).toEqual([]);
});

it('takes back what was done elsewhere, and can do it again', async () => {
  const { store, calls, notices, thing } = page();
  await store.getState().takeBack(thing('theirs'));
  expect([...notices.values()].map((notice) => notice.kind)).toEqual(['undone']);
  await store.getState().redo();
  expect(calls).toEqual(['undo theirs', 'redo theirs']);
});

it('offers nothing to do again once something new was done', async () => {
  const { store, calls, thing } = page();
  store.getState().did(thing('one'));
  await store.getState().undo();
  store.getState().did(thing('two'));
  await store.getState().redo();
  expect(calls).toEqual(['undo one']);
});
