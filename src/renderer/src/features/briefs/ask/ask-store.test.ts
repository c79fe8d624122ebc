// Promise: a brief is asked for with what is typed and nothing else, what became of it is told once, and nobody is led away from what they look at meanwhile.
import { expect, it } from 'vitest';
import type { BriefAnswer } from '../../../../../shared/model/evidence/brief.ts';
import { createAskStore } from './ask-store.ts';

type Calls = ReturnType<Parameters<typeof createAskStore>[0]>;

const QUEUED: BriefAnswer = { state: 'queued', cacheKey: 'k', revision: 1, jobId: '7' };
const THERE: BriefAnswer = { state: 'there', cacheKey: 'k', revision: 1 };

function desk(...answers: (BriefAnswer | Error)[]) {
  const asked: unknown[] = [];
  const answer = async (input: unknown) => {
    asked.push(input);
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  const store = createAskStore(() => ({ ask: answer, progress: answer, cancel: answer }) as unknown as Calls);
  store.getState().open({ advisoryKey: ' CVE-2026-1000 ', task: 'conflict' });
  return { store, asked };
}

it('asks with what is typed, and leaves out what is empty', async () => {
  const { store, asked } = desk(QUEUED);
  await store.getState().begin();
  const request = { advisoryKey: 'CVE-2026-1000', profile: 'fips-local', forceRefresh: false };
  expect(asked).toEqual([{ task: 'conflict', request }]);
  expect(store.getState()).toMatchObject({ isAsking: false, queued: { cacheKey: 'k', revision: 1 } });
});

it('asks for nothing without a key', async () => {
  const { store, asked } = desk();
  store.getState().change({ advisoryKey: '  ' });
  await store.getState().begin();
  expect(asked).toEqual([]);
  expect(store.getState().problem).toBe('keyMissing');
});

it('leads to what is there, and closes the form', async () => {
  const { store } = desk(QUEUED, QUEUED, THERE);
  await store.getState().begin();
  await store.getState().poll();
  expect(store.getState()).toMatchObject({ isOpen: true, there: null });
  await store.getState().poll();
  expect(store.getState()).toMatchObject({ isOpen: false, there: { cacheKey: 'k' }, queued: null });
});

it('offers it, and leads nowhere, where the form was closed or something else was looked at', async () => {
  for (const leave of ['close', 'leave'] as const) {
    const { store } = desk(QUEUED, THERE);
    await store.getState().begin();
    store.getState()[leave]();
    await store.getState().poll();
    expect(store.getState()).toMatchObject({ there: null, outcome: { kind: 'there' } });
  }
});

it('tells a refusal by its codes, and keeps it until it was seen', async () => {
  const refused: BriefAnswer = { state: 'refused', cacheKey: 'k', revision: 1, codes: ['citation_missing'] };
  const { store } = desk(QUEUED, refused);
  await store.getState().begin();
  await store.getState().poll();
  expect(store.getState()).toMatchObject({ queued: null, outcome: { kind: 'refused', answer: refused } });
  store.getState().dismiss();
  expect(store.getState()).toMatchObject({ outcome: null, wanted: null });
});

it('says why it could not be asked for', async () => {
  const { store } = desk(new Error('There may be 60 new briefs a minute.'));
  await store.getState().begin();
  expect(store.getState().outcome).toMatchObject({
    ...{ kind: 'not asked', failure: { message: 'There may be 60 new briefs a minute.' } },
  });
});

it('opened anew for something else it forgets what became of the last, but not what is on its way', async () => {
  const { store } = desk(new Error('No.'), QUEUED);
  await store.getState().begin();
  store.getState().open({ advisoryKey: 'CVE-2026-2000' });
  expect(store.getState()).toMatchObject({ outcome: null, draft: { advisoryKey: 'CVE-2026-2000' } });
  await store.getState().begin();
  store.getState().open({ advisoryKey: 'CVE-2026-3000' });
  expect(store.getState().queued).not.toBeNull();
});

it('cancels what is on its way, and takes no earlier look for what became of it', async () => {
  const absent: BriefAnswer = { state: 'absent', cacheKey: 'k' };
  const { store, asked } = desk(QUEUED, THERE, absent);
  await store.getState().begin();
  const looking = store.getState().poll();
  await store.getState().cancel();
  await looking;
  expect(asked[2]).toEqual({ cacheKey: 'k', revision: 1 });
  expect(store.getState()).toMatchObject({ queued: null, there: null, outcome: { kind: 'cancelled' } });
});

it('shows what was made before it could be cancelled', async () => {
  const { store } = desk(QUEUED, THERE);
  await store.getState().begin();
  await store.getState().cancel();
  expect(store.getState()).toMatchObject({ queued: null, there: { cacheKey: 'k' } });
});

it('says that somebody else cancelled it', async () => {
  const { store } = desk(QUEUED, { state: 'absent', cacheKey: 'k' });
  await store.getState().begin();
  await store.getState().poll();
  expect(store.getState()).toMatchObject({ queued: null, outcome: { kind: 'cancelled' } });
});

it('asks for what was computed alone, where that is wanted', async () => {
  const { store, asked } = desk(QUEUED);
  const wanted = {
    advisoryKey: 'CVE-2026-1000',
    task: 'summary',
    profile: 'default',
    artifactId: '',
  } as const;
  await store.getState().ask({ ...wanted, policyVersion: null, forceRefresh: false, computed: true });
  expect(asked).toEqual([{ task: 'summary', request: expect.any(Object), computed: true }]);
});
