// Promise: a snoozed conflict comes back when the menu said, on the operator's own clock, and no two words of it mean the same time.
import { describe, expect, it } from 'vitest';
import { fieldTime, snoozesFrom, snoozeUntil, typedTime } from './snooze-times.ts';

const local = (text: string) => new Date(text).getTime();

describe('snoozing', () => {
  it.each([
    ['hour', '2026-11-03T23:30:00', '2026-11-04T00:30:00'],
    ['tomorrow', '2026-11-03T23:30:00', '2026-11-04T09:00:00'],
    ['tomorrow', '2026-11-30T08:00:00', '2026-12-01T09:00:00'],
    // Sunday, Monday, Saturday.
    ['week', '2026-11-01T12:00:00', '2026-11-02T09:00:00'],
    ['week', '2026-11-02T08:00:00', '2026-11-09T09:00:00'],
    ['week', '2026-11-07T12:00:00', '2026-11-09T09:00:00'],
  ] as const)('%s from %s is %s', (snooze, now, until) => {
    expect(snoozeUntil(snooze, local(now))).toBe(local(until));
  });

  it('offers on every day and at every hour only times that differ; on a Sunday tomorrow is Monday, and next week is not offered', () => {
    for (let hours = 0; hours < 24 * 14; hours += 1) {
      const offered = snoozesFrom(local('2026-11-01T00:00:00') + hours * 3_600_000);
      expect(new Set(offered.map(({ until }) => until)).size).toBe(offered.length);
    }
    const words = (now: string) => snoozesFrom(local(now)).map(({ snooze }) => snooze);
    expect(words('2026-11-01T12:00:00')).toEqual(['hour', 'tomorrow']);
    expect(words('2026-11-02T12:00:00')).toEqual(['hour', 'tomorrow', 'week']);
    expect(words('2026-11-07T12:00:00')).toEqual(['hour', 'tomorrow', 'week']);
  });

  it('takes a typed time only when it is to come, and shows it as it was typed', () => {
    const now = local('2026-11-03T12:00:00');
    expect(typedTime('2026-11-05T10:15', now)).toBe(local('2026-11-05T10:15:00'));
    expect(typedTime('2026-11-01T10:15', now)).toBeNull();
    expect(typedTime('', now)).toBeNull();
    expect(fieldTime(local('2026-11-05T10:15:00'))).toBe('2026-11-05T10:15');
  });
});
