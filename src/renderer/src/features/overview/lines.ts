// The six lines of the Overview: which series each is made of, how it is summed up, and its figures as words. Pure.
import type { Series } from '../../../../shared/model/status.ts';
import { formatFine, formatShort } from '../../ui/format.ts';
import type { Summary } from './trend.ts';

type SeriesName = keyof Series['values'];

export const LINE_NAMES = ['requests', 'addedMs', 'prefillMs', 'tokens', 'recalledFacts', 'loops'] as const;
export type LineName = (typeof LINE_NAMES)[number];

export interface Line {
  readonly name: LineName;
  readonly summary: Summary;
  /** The series it is made of; what the row shows is their sum. */
  readonly parts: readonly SeriesName[];
  /** Drawn beside them once it is open, and no part of the sum. */
  readonly beside: readonly SeriesName[];
  /** What a rise means, so that its word can be coloured; most rises mean nothing by themselves. */
  readonly moreIs?: 'bad';
}

export const LINES: readonly Line[] = [
  { name: 'requests', summary: 'sum', parts: ['requests'], beside: ['errors'] },
  { name: 'addedMs', summary: 'median', parts: ['addedMs'], beside: [], moreIs: 'bad' },
  { name: 'prefillMs', summary: 'median', parts: ['prefillMs'], beside: [] },
  { name: 'tokens', summary: 'sum', parts: ['promptTokens', 'completionTokens'], beside: [] },
  { name: 'recalledFacts', summary: 'sum', parts: ['recalledFacts'], beside: ['conflicts'] },
  { name: 'loops', summary: 'sum', parts: ['loops'], beside: [], moreIs: 'bad' },
];

/** The values a row shows: the sum of its parts, null where none was measured. */
export function valuesOf(line: Line, values: Series['values']): (number | null)[] {
  const [first, ...others] = line.parts.map((part) => values[part]);
  return (first ?? []).map((value, index) =>
    others.reduce<number | null>((sum, other) => {
      const more = other[index] ?? null;
      return sum === null ? more : sum + (more ?? 0);
    }, value),
  );
}

/** When each bucket begins, epoch milliseconds. */
export function timesOf(series: Series): number[] {
  const { length } = series.values.requests;
  return Array.from({ length }, (_, index) => series.endAt - (length - index) * series.stepMs);
}

export const figure = (value: number | null): string =>
  value === null ? '–' : value < 10 && !Number.isInteger(value) ? formatFine(value) : formatShort(value);
