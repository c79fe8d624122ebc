// What happens to an edge when someone says the same again. Pure.
// Source: memory, Writing, D12 (trust classes).
import { SOURCES, type Source } from '../../../shared/model/graph.ts';
import type { EdgeRow } from '../../graph/types.ts';

const DAY_MS = 86_400_000;

/**
 * Confidence after one more testimony: the larger of the two, plus half of the smaller one's share of what is missing to 1.
 * Symmetric, never falls, never passes 1, and every further one counts for less.
 * @example raisedConfidence(0.8, 0.65) === 0.8 + 0.2 * 0.65 / 2
 */
export function raisedConfidence(held: number, said: number): number {
  const larger = Math.max(held, said);
  return larger + ((1 - larger) * Math.min(held, said)) / 2;
}

/** The more trusted of two sources; SOURCES lists them most trusted first. */
export function moreTrusted(a: Source, b: Source): Source {
  return SOURCES.indexOf(a) <= SOURCES.indexOf(b) ? a : b;
}

/** Whether what one source says may overrule what another one said: trust of the same height, or higher (memory D12, D21). */
export function mayOverrule(said: Source, held: Source): boolean {
  return SOURCES.indexOf(said) <= SOURCES.indexOf(held);
}

/** The edge as it is after being said again. @param at when, epoch milliseconds */
export function confirmedEdge(
  edge: EdgeRow,
  said: { confidence: number; source: Source; at: number },
): EdgeRow {
  return {
    ...edge,
    confidence: raisedConfidence(edge.confidence, said.confidence),
    lastConfirmed: Math.max(edge.lastConfirmed, said.at),
    source: moreTrusted(edge.source, said.source),
  };
}

/**
 * Whether a confirmation is worth an event: the first on a (UTC) day, a more trusted source, or confidence reaching
 * the next tenth. So an edge makes at most one event a day and a dozen more in its life, however often it is repeated;
 * the edge's row itself is always updated.
 */
export function isNotable(before: EdgeRow, after: EdgeRow): boolean {
  return (
    before.source !== after.source ||
    Math.floor(before.lastConfirmed / DAY_MS) !== Math.floor(after.lastConfirmed / DAY_MS) ||
    Math.floor(before.confidence * 10) !== Math.floor(after.confidence * 10)
  );
}
