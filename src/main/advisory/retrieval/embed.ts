// Vectors of texts: 256 whole numbers from -127 to 127 each. The one that is built in hashes words, pairs of words and letters, with whole numbers alone, so that
// every machine makes the same. What made a vector is recorded beside it; vectors of two makers are never compared. Source: advisory, Retrieval.
import { wordsIn } from './words.ts';

export const DIMENSIONS = 256;

export interface Embedder {
  /** With its version: another name, other vectors. */
  readonly name: string;
  /** @returns a vector of 256 for each text, in their order */
  readonly embed: (texts: readonly string[]) => Promise<readonly Int8Array[]>;
}

/** What stands in for a model where there is none. */
export const HASHED: Embedder = {
  name: 'hashed-ngrams-1',
  embed: async (texts) => texts.map(hashedVector),
};

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
 * How alike two vectors are, for ordering alone: the square of the cosine with its sign, times the square of the first one's length. Whole.
 * @returns 0 where one of them is all zeros
 */
export function likeness(asked: Int8Array, other: Int8Array): number {
  let product = 0;
  let length = 0;
  for (let at = 0; at < DIMENSIONS; at++) {
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
  return bytes.length === DIMENSIONS ? new Int8Array(bytes.buffer, bytes.byteOffset, DIMENSIONS) : null;
}
