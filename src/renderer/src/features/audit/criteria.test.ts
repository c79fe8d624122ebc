// Promise: a link to Audit shows who opens it the same stretch, person, kind and order; what a link says wrongly narrows nothing.
import { expect, it } from 'vitest';
import { ALWAYS } from '../../ui/filters/time-range.ts';
import { chipsOf, criteriaOf, EVERYTHING, filterOf, queryOf, sortedBy } from './criteria.ts';

const lastWeek = {
  ...EVERYTHING,
  search: 'gnommoweb',
  actor: 'ada',
  time: { ...ALWAYS, within: '7d' as const },
};

it.each([
  ['everything', EVERYTHING],
  ['who changed a fact last week', lastWeek],
  ['events, oldest first', { ...EVERYTHING, view: 'events' as const, descending: false, kind: 'fact.moved' }],
  ['by who, from Z', { ...EVERYTHING, sort: 'actor' as const, descending: true }],
  ['by kind, from A', { ...EVERYTHING, sort: 'kind' as const, descending: false }],
])('comes back from the address: %s', (_, criteria) =>
  expect(criteriaOf(queryOf(criteria))).toEqual(criteria),
);

it('takes nothing from what an address says wrongly', () => {
  expect(criteriaOf({ view: 'nowhere', sort: '-nothing', within: 'ever', from: 'x' })).toEqual(EVERYTHING);
  // Events stand in the order of their chain.
  expect(criteriaOf({ view: 'events', sort: 'actor' })).toMatchObject({ sort: 'at', descending: true });
});

it('asks for what was chosen, and names it in chips', () => {
  expect(filterOf(lastWeek, 1_700_000_000_000)).toEqual({
    ...{ search: 'gnommoweb', by: 'ada', from: 1_700_000_000_000 - 604_800_000 },
  });
  expect(filterOf(EVERYTHING, 5)).toEqual({});
  expect(chipsOf(lastWeek)).toEqual(['time', 'actor']);
});

it('sorts by a column, and by the same one the other way', () => {
  const byWho = sortedBy(EVERYTHING, 'actor');
  expect([byWho.sort, byWho.descending]).toEqual(['actor', false]);
  expect(sortedBy(byWho, 'actor').descending).toBe(true);
  expect(sortedBy(byWho, 'at')).toEqual(EVERYTHING);
});
