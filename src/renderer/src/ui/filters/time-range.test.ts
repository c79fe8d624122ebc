// Promise: a stretch of time in a link is the same stretch for who opens it, and the last week is counted back from now.
import { expect, it } from 'vitest';
import { ALWAYS, fieldOf, isAlways, momentOfField, queryOfRange, rangeOf, spanOf } from './time-range.ts';

it.each([
  [ALWAYS],
  [{ ...ALWAYS, within: '7d' as const }],
  [{ within: null, from: 1_700_000_000_000, to: 1_700_000_059_999 }],
  [{ within: null, from: null, to: 1_700_000_000_000 }],
])('comes back from an address as it went in: %j', (range) =>
  expect(rangeOf(queryOfRange(range))).toEqual(range),
);

it('takes nothing from an address that says nothing sensible', () => {
  expect(isAlways(rangeOf({ within: 'ever', from: 'yesterday', to: '' }))).toBe(true);
});

it('counts the last ones back from now', () => {
  const now = 1_700_000_000_000;
  expect(spanOf({ ...ALWAYS, within: '1h' }, now)).toEqual({ from: now - 3_600_000 });
  expect(spanOf({ ...ALWAYS, within: '7d' }, now)).toEqual({ from: now - 604_800_000 });
  expect(spanOf({ within: null, from: 5, to: null }, now)).toEqual({ from: 5 });
});

it('reads a field in the time of the browser, to the end of its last minute', () => {
  const at = new Date(2026, 10, 27, 9, 5).getTime();
  expect(fieldOf(at)).toBe('2026-11-27T09:05');
  expect([momentOfField('2026-11-27T09:05'), momentOfField('2026-11-27T09:05', true)]).toEqual([
    at,
    at + 59_999,
  ]);
  expect([fieldOf(null), momentOfField('')]).toEqual(['', null]);
});
