// What one testimony makes of an edge: the first, and each that says the same again. Pure.
// Source: memory, Writing, D12 (trust classes); decision 081 (belief, ends).
import { type Provenance, SOURCES, type Source } from '../../../shared/model/graph.ts';
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

/** One more assent to an edge. */
export interface Assent {
  readonly confidence: number;
  readonly source: Source;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether it is an assistant's. */
  readonly isGuess?: true | undefined;
  /** When it says that the fact ends, epoch milliseconds; null for never. Left out where it does not speak of that. */
  readonly until?: number | null | undefined;
}

/**
 * Whether these are an assistant's words, read in a prompt. What a model answers that was asked what a name is, is none: that is a fact
 * like any other (the seed's Test B).
 */
export function isGuess({ source, role }: Pick<Provenance, 'source' | 'role'>): boolean {
  return role === 'assistant' && source !== 'operator' && source !== 'gutask';
}

/** Whether a claim takes the place of what an assistant guessed: whoever says it is no assistant. */
export function beatsGuess(said: Pick<Provenance, 'source' | 'role'>, standing: EdgeRow): boolean {
  return standing.isGuess === true && !isGuess(said);
}

/** What is said of an edge by telling it. */
export function assentTo(provenance: Provenance, confidence: number): Assent {
  const { source, at, until = null } = provenance;
  return { confidence, source, at, isGuess: isGuess(provenance) || undefined, until };
}

/** How an edge is told anew at another place: in the words of who said it last, with the trust of everybody who did, and its end. */
export function retold(edge: EdgeRow, { until: _, ...last }: Provenance): Provenance {
  const { source, isGuess: isGuessed, until } = edge;
  const role = !isGuessed && isGuess({ source, role: last.role }) ? 'user' : last.role;
  return { ...last, source, role, ...(until === undefined ? {} : { until }) };
}

/** What a new edge has of its first testimony. */
export function toldBy(
  assent: Assent,
): Pick<EdgeRow, 'confidence' | 'lastConfirmed' | 'source' | 'isGuess' | 'until'> {
  const { confidence, source, at, isGuess, until } = assent;
  return { confidence, lastConfirmed: at, source, isGuess, until: until ?? undefined };
}

/** The edge as it is after being said again. */
export function confirmedEdge(edge: EdgeRow, said: Assent): EdgeRow {
  return {
    ...edge,
    confidence: raisedConfidence(edge.confidence, said.confidence),
    lastConfirmed: Math.max(edge.lastConfirmed, said.at),
    source: moreTrusted(edge.source, said.source),
    isGuess: edge.isGuess && said.isGuess,
    until: endAfter(edge, said),
  };
}

/** The newest word on the end counts, of somebody trusted at least as much as the edge: an agent that repeats a fact extends nothing. */
function endAfter(edge: EdgeRow, said: Assent): number | undefined {
  const mayChange = mayOverrule(said.source, edge.source) && (edge.isGuess || !said.isGuess);
  return said.until === undefined || !mayChange ? edge.until : (said.until ?? undefined);
}

/**
 * Whether a confirmation is worth an event: the first on a (UTC) day, a more trusted source, another end, or confidence
 * reaching the next tenth. So an edge makes at most one event a day and a dozen more in its life, however often it is repeated;
 * the edge's row itself is always updated.
 */
export function isNotable(before: EdgeRow, after: EdgeRow): boolean {
  return (
    before.source !== after.source ||
    before.isGuess !== after.isGuess ||
    before.until !== after.until ||
    Math.floor(before.lastConfirmed / DAY_MS) !== Math.floor(after.lastConfirmed / DAY_MS) ||
    Math.floor(before.confidence * 10) !== Math.floor(after.confidence * 10)
  );
}
