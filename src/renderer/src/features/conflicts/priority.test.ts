// Promise: priority is said of the few that have it, and of none where most do.
import { expect, it } from 'vitest';
import { markedFirst } from './priority.ts';

const queue = (...priorities: number[]) => priorities.map((priority, id) => ({ id, priority }));

it('marks the few, and nothing where it tells none apart', () => {
  expect([...markedFirst(queue(2, 1, 0, 0, 0))]).toEqual([0, 1]);
  expect([...markedFirst(queue(1, 1, 1, 0, 0))]).toEqual([]);
  expect([...markedFirst(queue(1, 0))], 'as many with as without').toEqual([]);
  expect([...markedFirst(queue(1, 1))]).toEqual([]);
  expect([...markedFirst(queue(1))]).toEqual([]);
  expect([...markedFirst([])]).toEqual([]);
});
