// The end that a sentence gives its statement: "until 24 December", "until Friday", "until 2026-12-24". Only what a calendar says
// without doubt; any other "until" leaves the statement a condition, which the checks refuse. Pure. Source: structure S2, decision 081.
import type { Range } from '../../graph/types.ts';

export interface SentenceEnd extends Range {
  /** From then on it holds no more, epoch milliseconds: the day named is over, in UTC. */
  readonly until: number;
}

const DAY_MS = 86_400_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const ENDING = new RegExp(
  `\\b(?:until|till)\\s+(?:the\\s+|next\\s+)?(?:(\\d{4}-\\d{2}-\\d{2})|(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}(?:,?\\s+(\\d{4}))?|${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(\\d{4}))?|(${DAYS.join('|')}))\\b`,
  'i',
);

/** @param at when it was said, epoch milliseconds; a day without a year is the next one */
export function sentenceEnd(text: string, at: number): SentenceEnd | null {
  const found = ENDING.exec(text);
  if (found === null) return null;
  const [whole, iso, day, month, year, otherMonth, otherDay, otherYear, weekday] = found;
  const midnight = Math.floor(at / DAY_MS) * DAY_MS;
  const start =
    iso !== undefined
      ? Date.parse(iso)
      : weekday !== undefined
        ? midnight + ((DAYS.indexOf(weekday.toLowerCase()) - new Date(at).getUTCDay() + 7) % 7) * DAY_MS
        : dayOf(month ?? otherMonth ?? '', day ?? otherDay ?? '', year ?? otherYear, at);
  const until = start + DAY_MS;
  if (!(until > at)) return null;
  return { until, start: found.index, end: found.index + whole.length };
}

/** The day's beginning; NaN for one that no calendar has. */
function dayOf(month: string, day: string, year: string | undefined, at: number): number {
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  const of = (given: number): number => {
    const time = Date.UTC(given, index, Number(day));
    return new Date(time).getUTCDate() === Number(day) ? time : Number.NaN;
  };
  if (year !== undefined) return of(Number(year));
  const now = new Date(at).getUTCFullYear();
  return of(now) + DAY_MS > at ? of(now) : of(now + 1);
}
