// How much may go to a model: what was ranked lowest leaves first, and is recorded. Pure. Used by whoever assembles a prompt.
// Source: advisory, Guardrails.
import type { GuardCode } from './codes.ts';

/** UTF-16 units of the assembled text. */
export const PROMPT_LIMIT = 16_000;

export interface Capped<T> {
  /** The best of them, in their order. */
  readonly kept: readonly T[];
  /** What left, best first. */
  readonly dropped: readonly T[];
  /** UTF-16 units of the assembled text of what is kept. */
  readonly length: number;
  /** Where the best one alone is too much, or the rest of the text. */
  readonly code?: Extract<GuardCode, 'prompt_too_long'>;
}

/**
 * Keeps as many of the best as fit. One is kept at least: a prompt without evidence is none.
 * @param ranked best first
 * @param assembledLength UTF-16 units of the text with these; it grows with each. Called a logarithm's number of times
 * @param limit UTF-16 units
 */
export function cap<T>(
  ranked: readonly T[],
  assembledLength: (chunks: readonly T[]) => number,
  limit = PROMPT_LIMIT,
): Capped<T> {
  let [fits, over] = [0, ranked.length + 1];
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (assembledLength(ranked.slice(0, middle)) <= limit) fits = middle;
    else over = middle;
  }
  const count = Math.min(ranked.length, Math.max(1, fits));
  const kept = ranked.slice(0, count);
  const length = assembledLength(kept);
  const result = { kept, dropped: ranked.slice(count), length };
  return length <= limit ? result : { ...result, code: 'prompt_too_long' };
}
