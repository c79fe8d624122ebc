// Promise: over a part of the advisories of our own no lie of any kind reaches the operator, strict or not, each is refused with its code; what is shown stands in what it
// cites, as a checker says that shares nothing with the judge; and honest answers, however they are worded, are shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TempStore, tempStore } from '../../../store/testing/temp-store.ts';
import { readCases } from './cases.ts';
import { heldBySources } from './held-by-sources.ts';
import { LIE_NAMES } from './lies.ts';
import { type Figures, runBriefs } from './run-briefs.ts';

let temp: TempStore;
beforeAll(async () => {
  temp = await tempStore('sqlite');
});
afterAll(() => temp[Symbol.asyncDispose]());

const sum = (rows: readonly Figures[], count: (row: Figures) => number): number =>
  rows.reduce((all, row) => all + count(row), 0);

describe('briefs of scripted models', () => {
  it('hold in what they cite, and no lie, over a part of the advisories', { timeout: 120_000 }, async () => {
    const cases = readCases('dev').filter((_, at) => at % 6 === 5);
    const rows = await runBriefs({ store: temp.store, set: 'dev', cases, manners: 1 });
    expect(rows.flatMap(({ through }) => through)).toEqual([]);
    expect(rows.flatMap(({ unheld }) => unheld)).toEqual([]);
    expect(sum(rows, ({ lies }) => lies)).toBeGreaterThan(100);
    expect(sum(rows, ({ held }) => held)).toBeGreaterThan(1000);
    const honest = rows.filter(({ model }) => model === 'careful');
    expect(honest.flatMap(({ alarms }) => alarms)).toEqual([]);
    // A model that mends what it is told is shown; one that cites at random is not.
    expect(rows.find(({ model, strict }) => model === 'sloppy' && strict)).toMatchObject({ refused: 0 });
    expect(rows.find(({ model, strict }) => model === 'confused' && strict)?.accepted).toBeLessThan(3);
  });

  it('are refused for each kind of lie, with its code', { timeout: 120_000 }, async () => {
    const rows = await runBriefs({
      ...{ store: temp.store, set: 'held-out', cases: readCases('dev').slice(0, 1), tasks: ['summary'] },
      ...{ models: ['liar'], manners: LIE_NAMES.length },
    });
    const [strict, lenient] = rows;
    expect(rows.flatMap(({ through, otherwise }) => [...through, ...otherwise])).toEqual([]);
    expect(strict).toMatchObject({ lies: LIE_NAMES.length, accepted: 0 });
    // Where refusing is not strict the sentence is left out, and the rest is shown, as far as the fault is not of the whole.
    expect(lenient?.accepted).toBeGreaterThan(LIE_NAMES.length - 6);
  });
});

describe('the checker that shares nothing with the judge', () => {
  const sources = [
    { n: 1, text: 'CVE-2031-20037 is fixed in 1.5.2. Listed on 2026-01-22; CVSS 9.8, chance 0.41.' },
    { n: 2, text: 'See https://tide.example/1 of 11.5.21.' },
  ];
  it.each([
    ['CVE-2031-20037 is fixed in v1.5.2 [1].', 1, 1],
    ['It is fixed in 1.5.2 [2].', 1, 0],
    ['It is fixed in 1.5.2. [^1] It is at https://tide.example/1. [^2]', 2, 2],
    ['Listed on 22 January 2026, with **9.8** and 41% [1].', 1, 1],
    ['Listed on January 23, 2026 [1].', 1, 0],
    ['| 1.5.2 | [1, 2] |\n| 1.5.3 | [1-2] |', 2, 1],
    ['It is 1.5.9', 1, 0],
  ])('of %j counts %i claims, %i of them held', (text, claims, held) => {
    expect(heldBySources(text, sources)).toMatchObject({ claims, held });
  });
});
