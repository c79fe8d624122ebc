// Promise: figures keep their unit and their size readable. Catches a byte count shown as milliseconds-like noise.
import { expect, it } from 'vitest';
import { formatAgo, formatBytes, formatMs, formatShort, formatSince, formatSoon } from './format.ts';

it.each([
  [0.214, '0.21 ms'],
  [84.4, '84 ms'],
  [1612, '1.6 s'],
  [125_000, '2 min 5 s'],
])('writes %d milliseconds as %s', (ms, text) => expect(formatMs(ms)).toBe(text));

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 KB'],
  [256_000, '256 KB'],
  [16_777_216, '16.8 MB'],
])('writes %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it('shortens only what does not fit', () => {
  expect(formatShort(9999)).toBe('9,999');
  expect(formatShort(12_400)).toBe('12.4K');
});

it('uses the largest unit that fits and never a negative age', () => {
  const now = 10 * 86_400_000;
  expect(formatAgo(now - 3 * 3_600_000, now)).toMatch(/^3\s?h/);
  expect(formatAgo(now - 2 * 86_400_000, now)).toMatch(/^2\s?d/);
  expect(formatAgo(now + 5000, now)).toBe('now');
});

it('names the day of a time to come only when it is not soon', () => {
  const now = new Date('2026-11-03T12:00:00').getTime();
  expect(formatSoon(now + 3_600_000, now)).toBe('13:00');
  expect(formatSoon(new Date('2026-11-04T09:00:00').getTime(), now)).toMatch(/Wed.*09:00/);
  expect(formatSoon(new Date('2026-11-12T09:00:00').getTime(), now)).toMatch(/Nov 12.*09:00/);
});

it('names the year of a day where that is another one', () => {
  const now = new Date('2026-03-03T12:00:00').getTime();
  expect(formatAgo(new Date('2026-01-12T09:00:00').getTime(), now)).toBe('Jan 12');
  expect(formatAgo(new Date('2025-11-12T09:00:00').getTime(), now)).toBe('Nov 12, 2025');
  expect(formatSince(new Date('2025-11-12T09:00:00').getTime(), now)).toBe('Nov 12, 2025, 09:00');
  expect(formatSoon(new Date('2027-01-12T09:00:00').getTime(), now)).toBe('Jan 12, 2027, 09:00');
});
