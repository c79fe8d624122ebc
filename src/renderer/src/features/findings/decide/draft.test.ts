// Promise: nothing is decided without a reason, a risk is accepted until a day to come and for a year at most, and only what belongs to a decision is sent with it.
import { expect, it } from 'vitest';
import { askOf, expiryOf, problemOf, startDraft } from './draft.ts';

const NOW = new Date(2026, 5, 15, 12).getTime();
const DAY = 86_400_000;

it('wants a reason for each of the four', () => {
  for (const kind of ['accepted', 'affected', 'not_affected', 'fixed'] as const) {
    expect(problemOf({ ...startDraft(kind), reason: '  ' }, NOW)).toBe('reason');
    expect(problemOf({ ...startDraft(kind), reason: 'because' }, NOW)).toBeNull();
  }
});

it.each([
  ['', 'dateMissing'],
  ['soon', 'dateMissing'],
  ['2026-06-14', 'datePast'],
  ['2026-06-15', null],
  ['2027-06-15', null],
  ['2027-06-20', 'dateFar'],
] as const)('a day that is "%s" is %s', (date, problem) => {
  expect(problemOf({ ...startDraft('accepted'), reason: 'r', span: 'date', date }, NOW)).toBe(problem);
});

it('accepts a risk to the end of the day that is named', () => {
  const until = expiryOf({ ...startDraft('accepted'), span: 'date', date: '2026-06-20' }, NOW);
  expect(until).toBe(new Date(2026, 5, 20, 23, 59, 59).getTime());
});

it('sends what belongs to a decision', () => {
  expect(askOf({ ...startDraft('accepted'), reason: ' later ', span: '30' }, NOW)).toEqual({
    ...{ kind: 'accepted', reason: 'later', expiresAt: NOW + 30 * DAY },
  });
  expect(askOf({ ...startDraft('not_affected'), reason: 'r' }, NOW)).toEqual({
    ...{ kind: 'not_affected', reason: 'r', justification: 'vulnerable_code_not_in_execute_path' },
  });
  expect(askOf({ ...startDraft('fixed'), reason: 'r' }, NOW)).toEqual({ kind: 'fixed', reason: 'r' });
});
