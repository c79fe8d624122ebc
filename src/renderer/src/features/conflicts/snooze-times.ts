// When a snoozed conflict comes back: the offered times, and the reading of one that is typed. Pure, in local time.

const SNOOZES = ['hour', 'tomorrow', 'week'] as const;
export type Snooze = (typeof SNOOZES)[number];

/** The hour at which a day's work starts. */
const MORNING = 9;

function morning(now: number, days: number): number {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  return day.setHours(MORNING, 0, 0, 0);
}

/** @param now epoch milliseconds @returns epoch milliseconds */
export function snoozeUntil(snooze: Snooze, now: number): number {
  switch (snooze) {
    case 'hour':
      return now + 3_600_000;
    case 'tomorrow':
      return morning(now, 1);
    case 'week': {
      const monday = (8 - new Date(now).getDay()) % 7;
      return morning(now, monday === 0 ? 7 : monday);
    }
    default:
      return snooze satisfies never;
  }
}

/** Those to choose from: of two that come back at the same time, as tomorrow and next week do on a Sunday, the nearer word. */
export function snoozesFrom(now: number): readonly { readonly snooze: Snooze; readonly until: number }[] {
  const all = SNOOZES.map((snooze) => ({ snooze, until: snoozeUntil(snooze, now) }));
  return all.filter(({ until }, at) => all.findIndex((one) => one.until === until) === at);
}

/** The value of a `datetime-local` field as epoch milliseconds; null when it is no time, or not in the future. */
export function typedTime(value: string, now: number): number | null {
  const at = new Date(value).getTime();
  return Number.isNaN(at) || at <= now ? null : at;
}

/** A time as a `datetime-local` field takes it. */
export function fieldTime(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
