// When a concept is worth recalling. Pure arithmetic on a concept's counters; used by recollection.ts, the memory
// writer and the console. Source: memory D3, D10.

/** ln(encounters); 0 for dictionary words and for what was never encountered. */
export function saliency(encounterCount: number, common: boolean): number {
  return common || encounterCount < 1 ? 0 : Math.log(encounterCount);
}

/** Why a concept surfaces, strongest reason first. */
export type SurfaceReason = 'named_now' | 'asked_for' | 'salient' | 'novel' | 'introduced';

export interface SurfaceInput {
  readonly encounterCount: number;
  readonly novelty: number;
  readonly common: boolean;
  /** It is the subject of a fact or of a pending conflict in this project. */
  readonly known: boolean;
  /** It stands in the newest segment of the prompt. */
  readonly namedNow: boolean;
}

/**
 * Why the concept surfaces at the read threshold, or null when it does not. A dictionary word never surfaces by
 * frequency: only by novelty, or by being named while something is known about it.
 */
export function surfaces(concept: SurfaceInput, readThreshold: number): SurfaceReason | null {
  if (concept.known && concept.namedNow) return 'named_now';
  if (!concept.common && saliency(concept.encounterCount, false) >= readThreshold) return 'salient';
  return concept.novelty >= readThreshold && concept.novelty > 0 ? 'novel' : null;
}

/** What the long unheard-of keeps of its weight: decay decides who comes first, never whether. */
const REMAINDER = 0.25;

/** What is left of a thing's freshness: 1 now, half after a half-life, 0 when it was never heard of. Times in epoch ms. */
export function freshness(at: number, now: number, halfLifeMs: number): number {
  return at <= 0 ? 0 : 2 ** (Math.min(0, at - now) / halfLifeMs);
}

export interface Ranked {
  readonly saliency: number;
  readonly novelty: number;
  /** When a prompt last named the concept; `now` for one that is named in the newest segment. */
  readonly lastSeen: number;
  /** When a fact about it was last confirmed; null where there is none. */
  readonly lastConfirmed: number | null;
}

/**
 * How urgently a concept wants to be recalled, for ordering those that surface. Grows with saliency and novelty; shrinks,
 * never below a sixteenth, the longer nobody named the concept and nobody confirmed what is known about it.
 */
export function recallScore(ranked: Ranked, now: number, halfLifeMs: number): number {
  const { saliency: frequency, novelty, lastSeen, lastConfirmed } = ranked;
  const kept = (at: number) => REMAINDER + (1 - REMAINDER) * freshness(at, now, halfLifeMs);
  return (1 + frequency + novelty) * kept(lastSeen) * (lastConfirmed === null ? 1 : kept(lastConfirmed));
}
