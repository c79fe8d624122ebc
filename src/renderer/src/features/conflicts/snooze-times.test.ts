// Promise: a snoozed conflict comes back when the menu said, on the operator's own clock.
import { describe, expect, it } from 'vitest';
import { fieldTime, snoozeUntil, typedTime } from './snooze-times.ts';

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

  it('takes a typed time only when it is to come, and shows it as it was typed', () => {
    const now = local('2026-11-03T12:00:00');
    expect(typedTime('2026-11-05T10:15', now)).toBe(local('2026-11-05T10:15:00'));
    expect(typedTime('2026-11-01T10:15', now)).toBeNull();
    expect(typedTime('', now)).toBeNull();
    expect(fieldTime(local('2026-11-05T10:15:00'))).toBe('2026-11-05T10:15');
  });
});
