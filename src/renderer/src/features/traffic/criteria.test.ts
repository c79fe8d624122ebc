// Promise: an address says what is shown, whole: whatever can be chosen is read back from it, and nonsense narrows nothing.

import { expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { rowFilter } from '../../../../shared/traffic-filter.ts';
import { formatRoute, parseRoute } from '../../session/router.ts';
import { ALWAYS, WITHIN } from '../../ui/filters/time-range.ts';
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
const moment = maybe(fc.integer({ min: 0, max: 4_000_000_000_000 }));
const time = fc.oneof(
  fc.record({ within: fc.constantFrom(...WITHIN), from: fc.constant(null), to: fc.constant(null) }),
  fc.record({ within: fc.constant(null), from: moment, to: moment }),
);
const criteria: fc.Arbitrary<Criteria> = fc.record({
  time,
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
  expect(filterOf(EVERYTHING, 0)).toEqual({});
});

it('asks the core for what was chosen, and judges arriving rows by the same', () => {
  const chosen = { ...EVERYTHING, search: ' coder ', recalled: true, slowerThanMs: 500, pinned: true };
  const filter = filterOf(chosen, 0);
  expect(filter).toEqual({ search: 'coder', injected: true, slowerThanMs: 500, pinned: true });
  expect(rowFilter(filter)(trafficRow({ id: 'a', pinned: true }))).toBe(true);
  expect(rowFilter(filter)(trafficRow({ id: 'a', pinned: false }))).toBe(false);
});

it('holds arriving rows to the last hour, counted back from when it was asked', () => {
  const chosen = { ...EVERYTHING, time: { ...ALWAYS, within: '1h' as const } };
  const now = 1_700_000_000_000;
  expect(filterOf(chosen, now)).toEqual({ from: now - 3_600_000 });
  const fits = rowFilter(filterOf(chosen, now));
  expect([now, now - 3_600_000, now - 3_600_001].map((at) => fits(trafficRow({ id: 'a', at })))).toEqual([
    ...[true, true, false],
  ]);
  expect(chipsOf(chosen)).toEqual(['time']);
});

it('takes off one chip at a time', () => {
  const chosen = { ...EVERYTHING, search: 'x', client: 'ops', loops: true };
  expect(chipsOf(chosen)).toEqual(['client', 'loops']);
  expect(chipsOf(without(chosen, 'client'))).toEqual(['loops']);
  expect(without(without(chosen, 'client'), 'loops')).toEqual({ ...EVERYTHING, search: 'x' });
});
