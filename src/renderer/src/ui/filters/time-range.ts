// A stretch of time that a list is narrowed to: the last hour, day or week, counted back from now, or from one moment to another; as
// an address has it, and as a filter takes it. Pure.

export const WITHIN = ['1h', '24h', '7d'] as const;
export type Within = (typeof WITHIN)[number];

const HOUR_MS = 3_600_000;
const LONG: Readonly<Record<Within, number>> = { '1h': HOUR_MS, '24h': 24 * HOUR_MS, '7d': 7 * 24 * HOUR_MS };

export interface TimeRange {
  readonly within: Within | null;
  /** Epoch milliseconds, both included; only where `within` is null. */
  readonly from: number | null;
  readonly to: number | null;
}

export const ALWAYS: TimeRange = { within: null, from: null, to: null };

/** The last moment a Date can hold. */
const MOST = 8_640_000_000_000_000;

function momentOf(text: string | undefined): number | null {
  const at = text === undefined || text === '' ? Number.NaN : Date.parse(text);
  return Number.isFinite(at) && at >= 0 && at <= MOST ? at : null;
}

/** Reads an address's query; what says nothing sensible narrows nothing. */
export function rangeOf(query: Readonly<Record<string, string>>): TimeRange {
  const within = WITHIN.find((each) => each === query.within) ?? null;
  return within === null
    ? { within, from: momentOf(query.from), to: momentOf(query.to) }
    : { ...ALWAYS, within };
}

const iso = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

/** The inverse of `rangeOf`. */
export const queryOfRange = ({ within, from, to }: TimeRange): Record<'within' | 'from' | 'to', string> => ({
  within: within ?? '',
  from: within === null ? iso(from) : '',
  to: within === null ? iso(to) : '',
});

/** @param now epoch milliseconds */
export function spanOf(range: TimeRange, now: number): { readonly from?: number; readonly to?: number } {
  if (range.within !== null) return { from: now - LONG[range.within] };
  return {
    ...(range.from === null ? {} : { from: range.from }),
    ...(range.to === null ? {} : { to: range.to }),
  };
}

export const isAlways = ({ within, from, to }: TimeRange): boolean =>
  within === null && from === null && to === null;

const two = (n: number): string => String(n).padStart(2, '0');

/** As a field for date and time has it, in the time of this browser; empty for none. */
export function fieldOf(at: number | null): string {
  if (at === null) return '';
  const d = new Date(at);
  const date = `${String(d.getFullYear()).padStart(4, '0')}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
  return `${date}T${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** What such a field says; the end of a stretch is the end of its minute. */
export function momentOfField(text: string, isEnd = false): number | null {
  const at = momentOf(text);
  return at === null ? null : isEnd ? at + 59_999 : at;
}
