// Promise: what stands in a text is found, wherever it begins, and nothing else is.
import { expect, it } from 'vitest';
import { foundIn } from './found-in.ts';

it('finds words at both ends, within others and behind one another, and no other', () => {
  const words = ['beginning', 'in the middle', 'the very end', 'the very other', 'elsewhere'];
  const text = 'beginning, in the middle of it, up to the very end';
  expect([...foundIn(text, words)].sort()).toEqual(['beginning', 'in the middle', 'the very end']);
  expect([...foundIn(text, ['middle of it'])]).toEqual(['middle of it']);
});

it('refuses a word too short to be told from chance', () => {
  expect(() => foundIn('text', ['short'])).toThrow(RangeError);
});
