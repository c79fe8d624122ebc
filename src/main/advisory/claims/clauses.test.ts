// Promise: a sentence that states two things is two clauses, however they are joined; one that states one thing in many words is one.
import { expect, it } from 'vitest';
import { clausesOf } from './clauses.ts';

it.each([
  ['No source names one, and attackers use it.', ['No source names one', 'attackers use it.']],
  ['Although nobody names one, the flaw is grave.', ['nobody names one', 'the flaw is grave.']],
  ['None is listed; criminals use it.', ['None is listed', 'criminals use it.']],
  ['None is listed — criminals use it.', ['None is listed', 'criminals use it.']],
  ['None is listed and tidepool is grave.', ['None is listed', 'tidepool is grave.']],
  ['Nobody is named, who uses it.', ['Nobody is named', 'who uses it.']],
  ['It is weak but nobody says so.', ['It is weak', 'nobody says so.']],
])('parts %j', (text, clauses) => {
  expect(clausesOf(text)).toEqual(clauses);
});

it.each([
  'No source says whether, when or by whom it is used.',
  'No source says that it is used or that the flaw is grave.',
  'No source names a work-around or a fix.',
  'It is not used, grave or known.',
])('leaves %j whole', (text) => {
  expect(clausesOf(text)).toEqual([text]);
});

it('is done in time with a megabyte of joints', () => {
  const text = 'and it is, or the end; but '.repeat(40_000);
  const start = performance.now();
  clausesOf(text);
  expect(performance.now() - start).toBeLessThan(2000);
});
