// Labelled sentences as a model would have to answer for them, and the mistakes a model makes, mixed in by a seed. Used by
// `npm run eval:reader` and the tests of the reader's checks. Source: structure S2.

import { canonicalToken } from '../../src/main/graph/text/words.ts';
import type { OfferedSentence } from '../../src/main/memory/reader/offered-sentences.ts';
import type { ReadStatement } from '../../src/main/memory/reader/reader-question.ts';
import type { Claim } from '../real/material.ts';

/** A text with the facts a person reads in it. */
export interface Labelled {
  readonly text: string;
  readonly expect: readonly Claim[];
}

/** The runs of words of a sentence whose token is one of the names, longest first. */
function spellings(sentence: string, names: readonly string[]): string[] {
  const words = [...sentence.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_.'’-]*[\p{L}\p{N}_]|[\p{L}\p{N}_]/gu)];
  const found: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = Math.min(words.length, from + 6); to > from; to--) {
      const [first, last] = [words[from], words[to - 1]];
      if (!first || !last) continue;
      const run = sentence.slice(first.index, last.index + last[0].length).replace(/['’]s$/, '');
      if (names.includes(canonicalToken(run))) found.push(run);
    }
  }
  return found;
}

/** What a reader without fault would answer of a text's labels; labels it cannot quote are left out. */
export function idealStatements(
  sentences: readonly OfferedSentence[],
  expect: readonly Claim[],
): ReadStatement[] {
  return expect.flatMap(({ subject, parent, dim, is_isa }) => {
    for (const [i, { text, paragraph }] of sentences.entries()) {
      const of = spellings(text, parent)[0];
      if (of === undefined) continue;
      const here = spellings(text, subject).find((run) => run !== of);
      const before = sentences
        .slice(0, i)
        .findLastIndex((one) => one.paragraph === paragraph && spellings(one.text, subject).length > 0);
      const at = here === undefined ? before : i;
      const concept = here ?? spellings(sentences[at]?.text ?? '', subject)[0];
      if (concept === undefined) continue;
      return [
        {
          ...{ sentence: i + 1, mode: 'asserts' as const, concept, concept_sentence: at + 1, parent: of },
          ...{ dimension: dim[0] ?? 'type', is_isa },
        },
      ];
    }
    return [];
  });
}

export const MISTAKES = [
  'invented name',
  'swapped spans',
  'question as fact',
  'wrong dimension',
  'made-up dimension',
  'other sentence',
] as const;
export type Mistake = (typeof MISTAKES)[number];

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
