// Vectors of texts: whole numbers from -127 to 127. The one that is built in has 256; it hashes words, pairs of words and letters, with whole numbers alone, so that
// every machine makes the same. A model's has as many as the model makes. What made a vector is recorded beside it; vectors of two makers are never compared.
// Source: advisory, Retrieval.
import { wordsIn } from './words.ts';

const DIMENSIONS = 256;
/** Longer ones are no vectors of ours. */
const MAX_DIMENSIONS = 4096;

/** The maker that stands in for a model, with its version: another name, other vectors. */
export const HASHED = 'hashed-ngrams-1';

/** A question's vector by the model that is chosen, or why there is none. */
export type AskedVector =
  | { readonly maker: string; readonly vector: Int8Array }
  | { readonly problem: string };

const WEIGHTS = { word: 4, pair: 2, letters: 1 } as const;
/** Letters that are read together. */
const LETTERS = 3;

/** A text without words has a vector of zeros, which is like nothing. */
export function hashedVector(text: string): Int8Array {
  const sums = new Int32Array(DIMENSIONS);
  const words = wordsIn(text);
  let before = 0;
  for (const word of words) {
    const hash = hashOf(word, 0, word.length);
    add(sums, hash, WEIGHTS.word);
    if (before !== 0) add(sums, Math.imul(before, 31) ^ hash, WEIGHTS.pair);
    before = hash;
    for (let at = 0; at + LETTERS <= word.length; at++)
      add(sums, hashOf(word, at, at + LETTERS), WEIGHTS.letters);
  }
  return quantised(sums);
}

/** FNV-1a over code units, mixed at the end so that low bits hang on all of them. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5 ^ (to - from);
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 12);
}

function add(sums: Int32Array, hash: number, weight: number): void {
  const at = hash & (DIMENSIONS - 1);
  sums[at] = (sums[at] ?? 0) + ((hash & DIMENSIONS) === 0 ? weight : -weight);
}

/** Roots, so that a word said often does not drown the others; then stretched to a byte. A root of a whole number is exact on every machine. */
function quantised(sums: Int32Array): Int8Array {
  const roots = sums.map((sum) => Math.sign(sum) * Math.floor(Math.sqrt(Math.abs(sum) * 256)));
  const most = roots.reduce((found, root) => Math.max(found, Math.abs(root)), 1);
  return Int8Array.from(roots, (root) => Math.trunc((root * 127) / most));
}

/**
 * A model's numbers as whole ones, the greatest of them 127: what is lost is less than what models of this kind tell apart. The same numbers give the same everywhere.
 * @param numbers finite, not all zero
 */
export function quantisedNumbers(numbers: readonly number[]): Int8Array {
  let most = 0;
  for (const number of numbers) most = Math.max(most, Math.abs(number));
  // Divided first: the greatest double times 127 is none.
  return Int8Array.from(numbers, (number) => Math.round((number / most) * 127));
}

/**
 * How alike two vectors are, for ordering alone: the square of the cosine with its sign, times the square of the first one's length. Whole, and exact up to 4,096 numbers.
 * @returns 0 where one of them is all zeros, and where they are of two lengths
 */
export function likeness(asked: Int8Array, other: Int8Array): number {
  if (asked.length !== other.length) return 0;
  let product = 0;
  let length = 0;
  for (let at = 0; at < asked.length; at++) {
    const y = other[at] ?? 0;
    product += (asked[at] ?? 0) * y;
    length += y * y;
  }
  return length === 0 ? 0 : Math.trunc((product * Math.abs(product)) / length);
}

export const vectorText = (vector: Int8Array): string => Buffer.from(vector.buffer).toString('base64');

/** @returns null for what is no vector of ours */
export function vectorOf(text: string): Int8Array | null {
  const bytes = Buffer.from(text, 'base64');
  const { length } = bytes;
  return length > 0 && length <= MAX_DIMENSIONS
    ? new Int8Array(bytes.buffer, bytes.byteOffset, length)
    : null;
}
