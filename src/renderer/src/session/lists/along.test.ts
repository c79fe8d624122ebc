// Promise: keys go along a list and not past its ends, and what is dealt with is followed by the next, else by the one before.
import { expect, it } from 'vitest';
import { neighbour, stepped } from './along.ts';

const is = (wanted: string) => (one: string) => one === wanted;

it('goes along the list from what is open, and stays within it', () => {
  const list = ['a', 'b', 'c'];
  expect(['a', 'b', 'c'].map((open) => stepped(list, is(open), 1))).toEqual(['b', 'c', null]);
  expect(['a', 'b', 'c'].map((open) => stepped(list, is(open), -1))).toEqual([null, 'a', 'b']);
});

it('begins with the first where nothing of the list is open, whichever way', () => {
  expect([1, -1].map((by) => stepped(['a', 'b'], is('x'), by))).toEqual(['a', 'a']);
  expect([stepped([], is('x'), 1), stepped<string>(null, is('x'), 1)]).toEqual([null, null]);
});

it('goes on with what stands in the place of what left, else with the one before', () => {
  const list = ['a', 'b', 'c'];
  expect(['a', 'b', 'c', 'x'].map((gone) => neighbour(list, is(gone)))).toEqual(['b', 'c', 'b', null]);
  expect([neighbour(['a'], is('a')), neighbour<string>(null, is('a'))]).toEqual([null, null]);
});
