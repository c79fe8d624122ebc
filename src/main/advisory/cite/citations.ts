// What an answer cites: markers such as `[1]`, `[^2]`, `[1, 3–5]`, with their ids and places, and what is wrong with them. Decides nothing about
// what is cited. Called by the pipeline of briefs and by `festinger explain citations`. Source: advisory, Guardrails. Why what is a marker: decision 059.
import { idsOf } from './marker.ts';
import { type Reading, readBrief } from './reading.ts';

export const DIALECTS = ['bracket', 'caret', 'both'] as const;
export type Dialect = (typeof DIALECTS)[number];

export interface Citation {
  /** As it stands in the text. */
  readonly marker: string;
  /** In the order they are written, each once. */
  readonly ids: readonly number[];
  /** In UTF-16 units; `end` is behind the closing bracket. */
  readonly start: number;
  readonly end: number;
}

export interface CitationFault {
  readonly code: 'citation_invalid';
  readonly marker: string;
  readonly start: number;
  /** `malformed`: no ids can be read of it, and it is no citation. `out_of_range`: it is one, and an id has no source. */
  readonly reason: 'malformed' | 'out_of_range';
}

export interface CitationOptions {
  /** How many sources there are, numbered from 1; without it no id is out of range. */
  readonly sources?: number;
  /** Which markers count: `[1]`, `[^1]` or both, which is the default. The others are text. */
  readonly dialect?: Dialect;
}

export interface Citations {
  readonly citations: readonly Citation[];
  readonly faults: readonly CitationFault[];
}

const MOST_IN_RANGES = 100_000;

/**
 * @param answer a text, or the reading of one.
 * @example citationsIn('So it is [1, 9].', { sources: 3 })
 * // citations: [{ marker: '[1, 9]', ids: [1, 9], start: 9, end: 15 }], faults: [{ code: 'citation_invalid', …, reason: 'out_of_range' }]
 */
export function citationsIn(
  answer: string | Reading,
  { sources = Number.POSITIVE_INFINITY, dialect = 'both' }: CitationOptions = {},
): Citations {
  const { text, markers } = typeof answer === 'string' ? readBrief(answer) : answer;
  const citations: Citation[] = [];
  const faults: CitationFault[] = [];
  const allowance = { left: MOST_IN_RANGES };
  for (const { start, end, isCaret } of markers) {
    if (dialect === (isCaret ? 'bracket' : 'caret')) continue;
    const marker = text.slice(start, end);
    const ids = idsOf(marker, allowance);
    if (ids) citations.push({ marker, ids, start, end });
    if (!ids || ids.some((id) => id > sources))
      faults.push({ code: 'citation_invalid', marker, start, reason: ids ? 'out_of_range' : 'malformed' });
  }
  return { citations, faults };
}
