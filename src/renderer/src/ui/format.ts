// Numbers, sizes, durations and times as the operator reads them, through Intl. Pure; the locale is the browser's.

const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(undefined, options);
const whole = number({ maximumFractionDigits: 0 });
const short = number({ notation: 'compact', maximumFractionDigits: 1 });
const fine = number({ maximumFractionDigits: 2 });
const tenth = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoPlaces = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = number({ style: 'percent', maximumFractionDigits: 0 });

export const formatCount = (value: number): string => whole.format(value);
/** 1 284 as `1.3K`: for places where the digits do not fit. */
export const formatShort = (value: number): string =>
  value < 10_000 ? whole.format(value) : short.format(value);
export const formatPercent = (ratio: number): string => percent.format(ratio);
/** With two places always, so that columns line up. */
export const formatFine = (value: number): string => twoPlaces.format(value);
/** A speed: `8.4` below a hundred, whole from there on. */
export const formatRate = (value: number): string =>
  value < 100 ? tenth.format(value) : whole.format(value);

/** Bytes with the unit that keeps it to three or four characters. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? whole.format(value) : tenth.format(value)} ${units[unit]}`;
}

/** Milliseconds: `0.21 ms`, `84 ms`, `1.6 s`, `2 min 5 s`. */
export function formatMs(ms: number): string {
  if (ms < 10) return `${fine.format(ms)} ms`;
  if (ms < 1000) return `${whole.format(ms)} ms`;
  if (ms < 60_000) return `${tenth.format(ms / 1000)} s`;
  const seconds = Math.round(ms / 1000);
  return `${whole.format(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const minute = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'narrow' });

export const formatClock = (at: number): string => clock.format(at);
export const formatMinute = (at: number): string => minute.format(at);
export const formatFull = (at: number): string => full.format(at);

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `Nov 12`, or `Nov 12, 2025` where that is another year than now. */
const dayOf = (at: number, now: number): string =>
  (new Date(at).getFullYear() === new Date(now).getFullYear() ? day : date).format(at);

/** How long ago, in the largest unit that fits; a date once it is more than four weeks. */
export function formatAgo(at: number, now: number): string {
  const past = Math.max(0, now - at);
  if (past > 28 * 86_400_000) return dayOf(at, now);
  for (const [unit, size] of STEPS) if (past >= size) return relative.format(-Math.floor(past / size), unit);
  return relative.format(-Math.floor(past / 1000), 'second');
}

const weekday = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const HALF_DAY_MS = 12 * 3_600_000;

/** A time gone by, as such and short: `14:02:11` within half a day, else `Nov 12`. */
export const formatThen = (at: number, now: number): string =>
  now - at < HALF_DAY_MS ? clock.format(at) : dayOf(at, now);

/** Since when something is so: `14:02:11` within half a day, else `Nov 12, 09:00`. */
export const formatSince = (at: number, now: number): string =>
  now - at < HALF_DAY_MS ? clock.format(at) : `${dayOf(at, now)}, ${minute.format(at)}`;

/** A time to come: `02:00` within half a day, `Tue 09:00` within six, else `Nov 12, 09:00`. */
export function formatSoon(at: number, now: number): string {
  const left = at - now;
  if (left < HALF_DAY_MS) return minute.format(at);
  return left < 6 * 86_400_000 ? weekday.format(at) : `${dayOf(at, now)}, ${minute.format(at)}`;
}

const utcDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A day, such as `Nov 12, 2026`. */
export const formatDay = (at: number): string => date.format(at);
/** A day that somebody published as a date: the same one everywhere. */
export const formatDate = (at: number): string => utcDate.format(at);

const utcShort = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The same without its year, where that is this one. */
export const formatShortDate = (at: number, now: number): string =>
  (new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear() ? utcShort : utcDate).format(at);

const share = number({ style: 'percent', maximumFractionDigits: 1 });

/** A small chance with a place behind the point: `0.4%`, `97%`. */
export const formatChance = (ratio: number): string => (ratio < 0.1 ? share : percent).format(ratio);
