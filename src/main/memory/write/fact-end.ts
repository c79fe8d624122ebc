// When a fact that somebody tells ends: a date or a time (`until`), or how long it holds (`ttl`). Pure. Called by the doors that facts are
// told through. Source: decision 081.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Fact } from '../../../shared/model/graph.ts';
import { MAX_TIME } from '../../../shared/model/time.ts';

/** The members that say when a fact ends, as every door takes them; at most one of the two. */
export const FactEnd = {
  until: z.string().max(100).optional(),
  ttl: z.union([z.string().max(100), z.number()]).optional(),
};

export interface GivenEnd {
  /** `2026-12-24`, to the end of that day, or `2026-12-24T18:00+01:00`; UTC where it names no offset. */
  readonly until?: string | undefined;
  /** Seconds, or a whole number with `s`, `m`, `h`, `d` or `w`: `30d`. */
  readonly ttl?: string | number | undefined;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400 * SECOND_MS;
const UNITS: Readonly<Record<string, number>> = {
  ...{ s: SECOND_MS, m: 60 * SECOND_MS, h: 3600 * SECOND_MS, d: DAY_MS, w: 7 * DAY_MS },
};
const UNTIL_FORMS =
  'a date (2026-12-24, to the end of that day) or a time (2026-12-24T18:00+01:00), in UTC where it names no offset';
const TTL_FORMS = 'seconds (3600) or a whole number with s, m, h, d or w (30d, 2h)';

/**
 * @param now epoch milliseconds
 * @returns from when on the fact holds no more, epoch milliseconds; undefined where it has no end
 * @throws AppError INVALID_INPUT with `field`
 */
export function endOf({ until, ttl }: GivenEnd, now: number): number | undefined {
  if (until !== undefined && ttl !== undefined)
    throw refused('until', 'Both "until" and "ttl" are given. Give one of them.', { until, ttl });
  if (until !== undefined) return momentOf(until, now);
  return ttl === undefined ? undefined : now + lengthOf(ttl, now);
}

/** The fact, with the end it was told with. */
export function withUntil(fact: Fact, until: number | undefined): Fact {
  return until === undefined ? fact : { ...fact, until };
}

function momentOf(until: string, now: number): number {
  const text = until.trim();
  const end = readMoment(text);
  if (end === null || end > MAX_TIME)
    throw refused('until', `"until" is no moment. Give ${UNTIL_FORMS}.`, { given: until });
  if (end > now) return end;
  const when = `it ended at ${new Date(end).toISOString()}, and it is ${new Date(now).toISOString()} now`;
  const message = `"until" has passed: ${when}. Give a later moment, or leave it out for a fact without an end.`;
  throw refused('until', message, { given: until });
}

function readMoment(text: string): number | null {
  if (z.iso.date().safeParse(text).success) return Date.parse(text) + DAY_MS;
  const { local, zone } = zoned(text);
  const isTime = z.iso.datetime({ local: true }).safeParse(local).success && !local.endsWith('Z');
  return isTime && ZONE.safeParse(`2000-01-01T00:00:00${zone}`).success ? Date.parse(local + zone) : null;
}

const ZONE = z.iso.datetime({ offset: true });

/** A time and its offset, apart: together the schema wants seconds. */
function zoned(text: string): { readonly local: string; readonly zone: string } {
  if (text.endsWith('Z')) return { local: text.slice(0, -1), zone: 'Z' };
  const sign = text.at(-6);
  if (sign !== '+' && sign !== '-') return { local: text, zone: 'Z' };
  return { local: text.slice(0, -6), zone: text.slice(-6) };
}

function lengthOf(ttl: string | number, now: number): number {
  const length = typeof ttl === 'number' ? ttl * SECOND_MS : readLength(ttl.trim());
  if (length !== null && length >= 1 && now + length <= MAX_TIME) return Math.floor(length);
  throw refused('ttl', `"ttl" is no time to live: ${TTL_FORMS}, more than 0.`, { given: ttl });
}

function readLength(text: string): number | null {
  const unit = UNITS[text.slice(-1)];
  const digits = unit === undefined ? text : text.slice(0, -1);
  const isNumber = digits !== '' && [...digits].every((char) => char >= '0' && char <= '9');
  return isNumber ? Number(digits) * (unit ?? SECOND_MS) : null;
}

function refused(field: string, message: string, details: Record<string, unknown>): AppError {
  return new AppError('INVALID_INPUT', `${message} Nothing was written.`, { field, ...details });
}
