// Promise: an address says what is shown, whole: whatever can be chosen is read back from it, and nonsense narrows nothing.

import { expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { rowFilter } from '../../../../shared/traffic-filter.ts';
import { formatRoute, parseRoute } from '../../session/router.ts';
import {
  type Criteria,
  chipsOf,
  criteriaOf,
  EVERYTHING,
  filterOf,
  queryOf,
  ROUTES,
  SLOWER,
  sameCriteria,
  without,
} from './criteria.ts';
import { trafficRow } from './traffic-row.fixture.ts';

const words = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const criteria: fc.Arbitrary<Criteria> = fc.record({
  search: fc.string({ maxLength: 20, unit: 'grapheme' }),
  state: maybe(fc.constantFrom('running', 'done', 'failed', 'aborted')),
  client: maybe(words),
  model: maybe(words),
  upstream: maybe(words),
  route: maybe(fc.constantFrom(...ROUTES)),
  conversation: maybe(words),
  recalled: maybe(fc.boolean()),
  loops: fc.boolean(),
  pinned: fc.boolean(),
  slowerThanMs: maybe(fc.constantFrom(...SLOWER)),
});

it('goes through the address and back', () => {
  fc.assert(
    fc.property(criteria, (chosen) => {
      const { query } = parseRoute(formatRoute('traffic', null, queryOf(chosen)));
      expect(sameCriteria(criteriaOf(query), chosen)).toBe(true);
    }),
  );
});

it('takes nonsense for nothing', () => {
  expect(criteriaOf({ state: 'sideways', route: 'x', slower: '-5', loops: '1', recalled: 'maybe' })).toEqual(
    EVERYTHING,
  );
  expect(filterOf(EVERYTHING)).toEqual({});
});

it('asks the core for what was chosen, and judges arriving rows by the same', () => {
  const chosen = { ...EVERYTHING, search: ' coder ', recalled: true, slowerThanMs: 500, pinned: true };
  const filter = filterOf(chosen);
  expect(filter).toEqual({ search: 'coder', injected: true, slowerThanMs: 500, pinned: true });
  expect(rowFilter(filter)(trafficRow({ id: 'a', pinned: true }))).toBe(true);
  expect(rowFilter(filter)(trafficRow({ id: 'a', pinned: false }))).toBe(false);
});

it('takes off one chip at a time', () => {
  const chosen = { ...EVERYTHING, search: 'x', client: 'ops', loops: true };
  expect(chipsOf(chosen)).toEqual(['client', 'loops']);
  expect(chipsOf(without(chosen, 'client'))).toEqual(['loops']);
  expect(without(without(chosen, 'client'), 'loops')).toEqual({ ...EVERYTHING, search: 'x' });
});
