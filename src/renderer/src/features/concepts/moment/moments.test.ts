// Promise: going back and forth from change to change comes by each of them, and ends at the first one and at now.
import { expect, it } from 'vitest';
import { changesAt, earlier, later } from './moments.ts';

const timeline = { from: 1000, to: 1999, changes: [3, 0, 0, 2, 0, 0, 0, 1, 0, 0] };

it('goes to before each change, back to the first facts', () => {
  const passed: number[] = [];
  for (let at: number | null = timeline.to; at !== null; ) {
    at = earlier(timeline, at);
    if (at !== null) passed.push(at);
  }
  expect(passed).toEqual([1699, 1299]);
});

it('goes on to after each change, and then there is but now', () => {
  expect(later(timeline, 1299)).toBe(1399);
  expect(later(timeline, 1399)).toBe(1799);
  expect(later(timeline, 1799)).toBeNull();
  expect(later({ ...timeline, changes: [3, 0, 0, 0, 0, 0, 0, 0, 0, 1] }, 1500)).toBeNull();
});

it('knows how much changed where one is, and of a dimension without a past nothing', () => {
  expect([changesAt(timeline, 1000), changesAt(timeline, 1350), changesAt(timeline, 1450)]).toEqual([
    3, 2, 0,
  ]);
  const never = { from: null, to: 5, changes: [0, 0] };
  expect([earlier(never, 3), later(never, 3), changesAt(never, 3)]).toEqual([null, null, 0]);
});
