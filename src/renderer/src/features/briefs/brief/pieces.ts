// The words of a source cut where what is cited, or what is marked in it, begins and ends. Pure. Called by passage.tsx.
import type { BriefSource } from '../../../../../shared/model/evidence/brief.ts';

const REASONS = ['id', 'purl', 'version', 'range'] as const;
export type Reason = (typeof REASONS)[number];

export interface Piece {
  readonly at: number;
  readonly text: string;
  readonly isCited: boolean;
  /** Why the core marked it; null where it did not. */
  readonly why: Reason | null;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** @param cited null where nothing of it is cited. Spans beyond the text are cut; the first of highlights that overlap counts. */
export function piecesOf(
  { text, highlights }: Pick<BriefSource, 'text' | 'highlights'>,
  cited: Span | null,
): Piece[] {
  const spans = [...highlights, ...(cited ? [cited] : [])];
  const cuts = spans.flatMap(({ start, end }) => [start, end]);
  const edges = [...new Set([0, ...cuts, text.length])]
    .filter((at) => at >= 0 && at <= text.length)
    .sort((one, other) => one - other);
  const covers = (span: Span | null, at: number) => span !== null && span.start <= at && at < span.end;
  const marked = highlights.toSorted((one, other) => one.start - other.start);
  let next = 0;
  return edges.slice(0, -1).map((at, n) => {
    while ((marked[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    const here = marked[next];
    const why = here && covers(here, at) ? REASONS.find((reason) => reason === here.why) : undefined;
    return { at, text: text.slice(at, edges[n + 1]), isCited: covers(cited, at), why: why ?? null };
  });
}

/** Whether there is nothing beside what is cited. */
export const isWhole = ({ text }: Pick<BriefSource, 'text'>, { start, end }: Span): boolean =>
  text.slice(0, start).trim() === '' && text.slice(end).trim() === '';
