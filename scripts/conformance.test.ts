// Promise: the public suites of versions pass to their targets, and a case that does not has its reason beside it.
import { describe, expect, it } from 'vitest';
import { readSuite, scoreOf } from './conformance/suite.ts';
import { SUITES } from './conformance/suites.ts';

describe('public suites', () => {
  for (const suite of SUITES) {
    const data = readSuite(suite);
    const why = data === null ? ` (skipped: ${suite.file} is not at hand)` : '';
    it.skipIf(data === null)(`${suite.name} meets its target${why}`, () => {
      const { passed, total, missed, isMet } = scoreOf(suite, suite.run(data));
      expect(missed.filter(({ reason }) => reason === null)).toEqual([]);
      expect([isMet, passed, total]).toEqual([true, passed, total]);
    });
  }
});

const CASES = { name: 'x', file: 'x', target: 0.5, run: () => [] };
const passed = { what: 'a', is: 'passed', reason: null } as const;

it('does not call a suite met that is empty, under its target, or whose misses nobody has explained', () => {
  const missed = { what: 'b', is: 'missed', reason: 'known' } as const;
  const outside = { what: 'c', is: 'outside', reason: 'not promised' } as const;
  const isMet = (...outcomes: Parameters<typeof scoreOf>[1]) => scoreOf(CASES, outcomes).isMet;
  expect([isMet(), isMet(outside), isMet(missed), isMet({ ...missed, reason: null }, passed)]).toEqual([
    ...[false, false, false, false],
  ]);
  expect([isMet(passed, missed), isMet(passed, outside)]).toEqual([true, true]);
});
