// Promise: each kind of what a bundle holds is accounted for, and what needs somebody to look is marked.
import { expect, it } from 'vitest';
import { COUNTS, REPORT } from '../offline.fixture.ts';
import { isNothingNew, rowsOf } from './report-rows.ts';

const graph = {
  ...{
    concepts: 4,
    inserted: 5,
    confirmed: 6,
    conflicts: 2,
    refused: 1,
    history: 3,
    questions: 2,
    unchanged: 7,
  },
  ...{ actionId: null, notes: [], backup: null },
};
const factsOf = (report: typeof REPORT) => rowsOf(report).find(({ kind }) => kind === 'facts');

it('counts a memory that is taken whole by what the bundle holds, and one that is here already as here', () => {
  expect(factsOf(REPORT)).toMatchObject({ added: COUNTS.facts, same: 0 });
  expect(factsOf({ ...REPORT, how: 'continued', chain: null })).toMatchObject({
    added: 0,
    same: COUNTS.facts,
  });
});

it('says of a memory that joins what contradicts, what is refused, and what comes beside it', () => {
  expect(factsOf({ ...REPORT, how: 'merged', chain: null, graph })).toEqual({
    ...{ kind: 'facts', added: 5, same: 13 },
    others: [
      { what: 'conflicts', count: 2, isTrouble: true },
      { what: 'factsRefused', count: 1, isTrouble: true },
      { what: 'concepts', count: 4, isTrouble: false },
      { what: 'history', count: 3, isTrouble: false },
      { what: 'questions', count: 2, isTrouble: false },
    ],
  });
});

it('tells a bundle that brings nothing new', () => {
  const same = {
    ...{ ...REPORT, how: 'continued' as const, chain: null },
    briefs: { added: 0, same: 3, conflicting: [] },
    decisions: { added: 0, same: 2, takenBack: 0 },
    documents: { added: 0, same: 20, refused: 0 },
    keys: { added: 0, same: 1 },
  };
  expect(isNothingNew(same)).toBe(true);
  expect(isNothingNew({ ...same, briefs: { added: 0, same: 2, conflicting: ['default aa/1'] } })).toBe(false);
  expect(isNothingNew({ ...same, how: 'restored' })).toBe(false);
});

it('has no row of facts where no memory was in it', () => {
  expect(factsOf({ ...REPORT, how: 'merged', chain: null })).toBeUndefined();
});

it('names what is left out of briefs, documents and keys', () => {
  const rows = rowsOf({
    ...REPORT,
    briefs: { added: 2, same: 0, conflicting: ['default aa/1'] },
    documents: { added: 19, same: 0, refused: 1 },
    keys: { added: 0, same: 0 },
  });
  expect(rows.flatMap(({ others }) => others)).toEqual([
    { what: 'conflicting', count: 1, isTrouble: true },
    { what: 'refused', count: 1, isTrouble: true },
    { what: 'keysLeft', count: 1, isTrouble: true },
  ]);
});
