// Promise: one key is one write: while it runs, after it was answered, and for as long as is said; never another question's
// answer, never another caller's, never a failure's.
import { expect, it } from 'vitest';
import { Once } from './once.ts';

function counting() {
  const time = { now: 0 };
  const once = new Once(() => time.now);
  let runs = 0;
  const ask = (key: string, asked: unknown = 'this', caller = 'me', work?: () => Promise<number>) =>
    once.run({ caller, key, asked }, work ?? (async () => ++runs));
  return { time, ask, runs: () => runs };
}

it('joins a repeat to the call under way', async () => {
  const { ask } = counting();
  const { promise, resolve } = Promise.withResolvers<number>();
  const first = ask('a', 'this', 'me', () => promise);
  const second = ask('a');
  resolve(42);
  expect([await first, await second]).toEqual([42, 42]);
});

it('answers a later repeat as the first one was answered, for ten minutes', async () => {
  const { ask, time } = counting();
  expect([await ask('a'), await ask('a'), await ask('b')]).toEqual([1, 1, 2]);
  time.now = 10 * 60_000 - 1;
  expect(await ask('a')).toBe(1);
  time.now++;
  expect(await ask('a')).toBe(3);
});

it('refuses a key that stood for another question, and does nothing', async () => {
  const { ask, runs } = counting();
  await ask('a');
  await expect(ask('a', 'that')).rejects.toMatchObject({ code: 'CONFLICT' });
  const { promise, resolve } = Promise.withResolvers<number>();
  const running = ask('b', 'this', 'me', () => promise);
  await expect(ask('b', 'that')).rejects.toMatchObject({ code: 'CONFLICT' });
  resolve(0);
  await running;
  expect(runs()).toBe(1);
});

it('keeps the keys of callers apart', async () => {
  const { ask } = counting();
  expect([await ask('a'), await ask('a', 'this', 'you')]).toEqual([1, 2]);
});

it('keeps no failure: all that wait hear of it, whoever asks after it runs anew', async () => {
  const { ask } = counting();
  const { promise, reject } = Promise.withResolvers<number>();
  const both = [ask('a', 'this', 'me', () => promise), ask('a')];
  reject(new Error('not now'));
  for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected');
  expect(await ask('a')).toBe(1);
});

it('keeps the newest five hundred answers', async () => {
  const { ask, runs } = counting();
  for (let n = 0; n < 501; n++) await ask(`key ${n}`);
  await ask('key 500');
  await ask('key 1');
  expect(runs()).toBe(501);
  expect(await ask('key 0'), 'the oldest has gone').toBe(502);
});

it('refuses a key that nobody needs to be so long', async () => {
  await expect(counting().ask('k'.repeat(201))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
