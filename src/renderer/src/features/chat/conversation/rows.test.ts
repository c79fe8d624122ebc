// Promise: calls of one turn stand together, those of another apart; a row that did not change is the same object, so that it is not drawn anew.
import { expect, it } from 'vitest';
import { aCall, aMessage, anAnswer, anEnd } from '../chat.fixture.ts';
import { rowsOf } from './rows.ts';

it('puts the calls of one turn together', () => {
  const rows = rowsOf([
    aMessage(),
    aCall({ id: 'c1' }),
    aCall({ id: 'c2' }),
    aCall({ id: 'c3', turn: 2 }),
    aCall({ id: 'c4', turn: 2, run_id: 'r2' }),
  ]);
  expect(rows.map((row) => (row.kind === 'calls' ? row.calls.map(({ id }) => id) : row.kind))).toEqual([
    'entry',
    ['c1', 'c2'],
    ['c3'],
    ['c4'],
  ]);
});

it('keeps the rows that did not change', () => {
  const entries = [aMessage(), aCall(), anAnswer({ state: 'streaming' })];
  const before = rowsOf(entries);
  const after = rowsOf([...entries.slice(0, 2), anAnswer({ text: 'It is busy, and' })], before);
  expect(after.map((row, at) => row === before[at])).toEqual([true, true, false, false]);
  expect(rowsOf([entries[0] ?? aMessage(), aCall({ status: 'failed' })], before)[1]).not.toBe(before[1]);
});

it('gives the end of a run all of that run, and of no other', () => {
  const rows = rowsOf([
    aMessage(),
    anAnswer(),
    anEnd(),
    aMessage({ id: 'u2', run_id: 'r2' }),
    anEnd({ id: 'e2', run_id: 'r2' }),
  ]);
  const ends = rows.filter((row) => row.kind === 'end');
  expect(ends.map(({ run }) => run.map(({ id }) => id))).toEqual([
    ['u1', 'a1', 'e1'],
    ['u2', 'e2'],
  ]);
});
