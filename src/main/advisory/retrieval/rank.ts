// Orders found pieces: by words (BM25), by likeness, and both together by reciprocal rank. With whole numbers, and divisions and roots that are exact everywhere, so
// that every machine and either database gives one order; what is equal stands in the order of source ids. Pure. Called by search.ts.
// Source: advisory, Retrieval.
import { byCodePoint } from '../identity/code-points.ts';
import { wordsIn } from './words.ts';

/** How far down a list still counts: the published constant of reciprocal rank fusion. */
const K = 60;
/** Of a fused score: a first place comes to a 61st of it. */
const UNIT = 1_000_000_000;
/** BM25: how soon more of a word counts no more, how much length takes away, and the length of an ordinary piece, in words. */
const K1 = 1.2;
const B = 0.75;
const ORDINARY = 80;

/** What a word weighs, from in how many of all pieces it stands; in 256ths of a power of two. */
export function weightOf(pieces: number, all: number): number {
  return log2By256((2 * (Math.max(0, all - pieces) + 1)) / (2 * pieces + 1) + 1);
}

/** `Math.log` is not the same on every machine; this squares and halves, which is. */
function log2By256(value: number): number {
  let whole = 0;
  let rest = value;
  while (rest >= 2) {
    rest /= 2;
    whole++;
  }
  let fraction = 0;
  for (let bit = 0; bit < 8; bit++) {
    rest *= rest;
    fraction *= 2;
    if (rest >= 2) {
      rest /= 2;
      fraction++;
    }
  }
  return whole * 256 + fraction;
}

/**
 * How well a text answers the words asked for.
 * @param weights of these words, as `weightOf` has them
 * @returns 0 where it has none of them
 */
export function wordScore(text: string, weights: ReadonlyMap<string, number>): number {
  const counts = new Map<string, number>();
  const words = wordsIn(text);
  for (const word of words) if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const share = K1 * (1 - B + (B * words.length) / ORDINARY);
  let score = 0;
  // In the order of the question, since sums of fractions hang on their order.
  for (const [word, weight] of weights) {
    const count = counts.get(word) ?? 0;
    if (count > 0) score += Math.floor((1024 * weight * count * (K1 + 1)) / (count + share));
  }
  return score;
}

/** Places of those with a score, the best first, from 1. */
export function placesBy<T extends { readonly sourceId: string }>(
  items: readonly T[],
  scoreOf: (item: T) => number,
): ReadonlyMap<string, number> {
  const scored = items
    .map((item) => ({ sourceId: item.sourceId, score: scoreOf(item) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byCodePoint(a.sourceId, b.sourceId));
  return new Map(scored.map(({ sourceId }, n) => [sourceId, n + 1]));
}

/** Reciprocal rank fusion over lists of places; whole. */
export function fused(sourceId: string, lists: readonly ReadonlyMap<string, number>[]): number {
  return lists.reduce((sum, places) => {
    const place = places.get(sourceId);
    return place === undefined ? sum : sum + Math.floor(UNIT / (K + place));
  }, 0);
}
