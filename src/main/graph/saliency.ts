// When a concept is worth recalling. Pure arithmetic on a concept's counters; used by recollection.ts, the memory
// writer and the console. Source: memory.md D3.

/** ln(encounters); 0 for dictionary words and for what was never encountered. */
export function saliency(encounterCount: number, common: boolean): number {
  return common || encounterCount < 1 ? 0 : Math.log(encounterCount);
}

/** Why a concept surfaces, strongest reason first. */
export type SurfaceReason = 'named_now' | 'salient' | 'novel';

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
