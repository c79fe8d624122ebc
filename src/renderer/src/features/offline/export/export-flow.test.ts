// Promises: each step of an export rests on those before it, so that other choices drop what they made; the bundle that was written is the one that is verified; a program that
// was started anew in the middle, a stop and a failure are each told as what they are, and never as a bundle.
import { expect, it } from 'vitest';
import { COUNTS, desk, settle, task, WHOLE } from '../offline.fixture.ts';

const preview = { counts: COUNTS, files: 40, bytes: 383_000, parts: [], chain: null, notes: [] };
const mine = { name: 'festinger-all-00aa.tar', bytes: 385_000, at: 2 };
const files = [
  // Somebody else's, written a moment later.
  { name: 'festinger-all-11bb.tar', bytes: 1, at: 3 },
  mine,
  { ...mine, name: 'festinger-all-older.tar', at: 1 },
];

const writing = () =>
  desk({ preview: () => preview, export: () => task(), list: () => files, verify: () => WHOLE });

it('goes from the scope over the preview and the task to the bundle of that scope, verified', async () => {
  const { store, log } = writing();
  store.getState().choose({ profile: 'fips-local' });
  await store.getState().look();
  await store.getState().write();
  store.getState().takeTasks([task({ done: 3, total: 40 })], 0);
  expect(store.getState().leaving.task).toMatchObject({ done: 3, total: 40 });
  store.getState().takeTasks([task({ status: 'done', file: mine.name })], 0);
  await settle();
  expect(store.getState().leaving).toMatchObject({
    reached: 'verify',
    open: 'verify',
    written: mine,
    verification: WHOLE,
  });
  expect(log).toEqual([
    { call: 'preview', input: { evidence: true, graph: true } },
    { call: 'export', input: { evidence: true, graph: true, profile: 'fips-local' } },
    { call: 'list', input: undefined },
    { call: 'verify', input: { name: mine.name, keys: [] } },
  ]);
});

it('drops what rested on other choices', async () => {
  const { store } = writing();
  await store.getState().look();
  expect(store.getState().leaving.preview).toEqual(preview);
  store.getState().choose({ isAll: false });
  expect(store.getState().leaving).toMatchObject({
    reached: 'scope',
    preview: null,
    scope: { isAll: false, evidence: true },
  });
});

it('does not look at an answer that came after other choices', async () => {
  let answer = (_: unknown) => {};
  const { store } = desk({
    preview: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const looking = store.getState().look();
  store.getState().choose({ evidence: false });
  answer(preview);
  await looking;
  expect(store.getState().leaving).toMatchObject({ reached: 'scope', preview: null });
});

it('tells that the program was started anew in the middle, by a list that lacks the task once the connection is back', async () => {
  const { store, comeBack } = writing();
  await store.getState().write();
  store.getState().takeTasks([], 0);
  expect(store.getState().leaving, 'a list from before it began').toMatchObject({
    isGone: false,
    task: { id: 't1' },
  });
  store.getState().takeTasks([], comeBack());
  expect(store.getState().leaving).toMatchObject({ isGone: true, task: null, written: null });
});

it.each(['failed', 'cancelled'] as const)('shows no bundle of a task that %s', async (status) => {
  const { store, calls } = writing();
  await store.getState().write();
  store.getState().takeTasks([task({ status, result: 'why' })], 0);
  await settle();
  expect(store.getState().leaving).toMatchObject({ reached: 'write', written: null, task: { status } });
  expect(calls()).toEqual(['export']);
});

it('stops a preview, and is where it was', async () => {
  const { store } = desk({ preview: () => new Promise(() => {}) });
  void store.getState().look();
  expect(store.getState().leaving).toMatchObject({ reached: 'preview', asking: true });
  store.getState().stopLooking();
  expect(store.getState().leaving).toMatchObject({
    reached: 'scope',
    open: 'scope',
    asking: false,
    failure: null,
  });
});
