// Promise: a double click and a second press after a lost answer carry the key of the first; another wish carries its own.
import { expect, it } from 'vitest';
import { WriteKeys } from './write-keys.ts';

function harness() {
  const time = { now: 0 };
  let made = 0;
  return {
    time,
    keys: new WriteKeys(
      () => time.now,
      () => `key ${++made}`,
    ),
  };
}

it('is the same while the call is under way, and another one after its answer', () => {
  const { keys } = harness();
  expect([keys.of('a'), keys.of('a'), keys.of('b')]).toEqual(['key 1', 'key 1', 'key 2']);
  keys.answered('a');
  expect([keys.of('a'), keys.of('b')]).toEqual(['key 3', 'key 2']);
});

it('is the same after a lost answer, for a minute', () => {
  const { keys, time } = harness();
  const first = keys.of('a');
  keys.lost('a');
  time.now = 59_999;
  expect(keys.of('a')).toBe(first);
  keys.lost('a');
  time.now += 60_000;
  expect(keys.of('a')).not.toBe(first);
});

it('is another one once something else was done: set to A, its answer lost, set to B, set to A', () => {
  const { keys } = harness();
  const first = keys.of('A');
  keys.lost('A');
  keys.of('B');
  keys.answered('B');
  expect(keys.of('A')).not.toBe(first);
});
