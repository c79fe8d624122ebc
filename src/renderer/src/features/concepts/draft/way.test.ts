// Promise: the way between two leads over where they meet, and everything below is below at any depth.
import { expect, it } from 'vitest';
import { allBelow, wayBetween } from './way.ts';

const TREE = [
  { token: 'root', parent: null },
  { token: 'a', parent: 'root' },
  { token: 'b', parent: 'root' },
  { token: 'aa', parent: 'a' },
  { token: 'aaa', parent: 'aa' },
  { token: 'alone', parent: 'not-shown' },
];

it('goes up to where two meet and down again', () => {
  expect(wayBetween(TREE, 'aaa', 'b')).toEqual(['aaa', 'aa', 'a', 'root', 'b']);
  expect(wayBetween(TREE, 'b', 'aaa')).toEqual(['b', 'root', 'a', 'aa', 'aaa']);
  expect(wayBetween(TREE, 'aaa', 'a')).toEqual(['aaa', 'aa', 'a']);
  expect(wayBetween(TREE, 'a', 'a')).toEqual(['a']);
});

it('is the two alone where they never meet, and ends in a circle', () => {
  expect(wayBetween(TREE, 'a', 'alone')).toEqual(['a', 'alone']);
  const circle = [
    { token: 'x', parent: 'y' },
    { token: 'y', parent: 'x' },
  ];
  expect(wayBetween(circle, 'x', 'y')).toEqual(['x', 'y']);
});

it('finds what is below at any depth, whatever the order', () => {
  expect(allBelow(TREE, 'a').sort()).toEqual(['a', 'aa', 'aaa']);
  expect(allBelow([...TREE].reverse(), 'a').sort()).toEqual(['a', 'aa', 'aaa']);
});
