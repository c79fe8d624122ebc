// Promise: the first sentence never says that all is well while something is open, was not taken in, or is too old to know.
import { expect, it } from 'vitest';
import { aState } from './findings.fixture.ts';
import { headlineOf, oldEvidence, productsWithOpen } from './headline.ts';

const DAY = 86_400_000;
const evidence = { advisories: 0, statements: 0, lists: 0, exploited: 0, scores: 0 };

it.each([
  ['first', {}, {}],
  ['first', {}, { evidence: { ...evidence, exploited: 1, scores: 1 } }],
  ['noLists', {}, { evidence: { ...evidence, advisories: 9 } }],
  ['noAdvisories', {}, { evidence: { ...evidence, lists: 1 } }],
  ['nothing', { checked: 9 }, { evidence: { ...evidence, lists: 1, advisories: 9 } }],
  ['affected', { open: 1 }, { evidence: { ...evidence, lists: 1, advisories: 9 } }],
  ['affected', { open: 1 }, {}],
] as const)('%s', (says, counts, part) => {
  expect(headlineOf(aState(counts, part))).toBe(says);
});

it('warns of advisories that came more than a fortnight ago', () => {
  const now = 100 * DAY;
  expect(oldEvidence(aState({}, { newestAdvisoryAt: now - 14 * DAY }), now)).toBeNull();
  expect(oldEvidence(aState({}, { newestAdvisoryAt: now - 15 * DAY }), now)).toBe(now - 15 * DAY);
  expect(oldEvidence(aState(), now)).toBeNull();
});

it('counts products that have something open', () => {
  const product = { name: '', version: null, document: 1, components: 1, checked: 1, statedAt: null };
  const products = [0, 2, 1].map((open, n) => ({
    ...product,
    key: String(n),
    open,
    resources: [],
    exposure: null,
  }));
  expect(productsWithOpen(aState({}, { products }))).toBe(2);
});
