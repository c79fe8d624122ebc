// Joins the chunks of a list of adjectives to the noun they end in ("a fast, small and quiet broker"), so that a phrase is read whole.
// Says nothing about what the phrase is. Called by object.ts, attached.ts and apposition.ts. Source: memory, Cue scanner.

import type { Lexicon } from '../types.ts';
import { isAdjective, isCapitalised, isFunctionWord } from './names.ts';
import type { Chunk, Mark, Word } from './sentences/sentences.ts';
import { TRAILING_ADJECTIVES } from './words/nouns.ts';

/** A chunk's words, with what follows when the chunk ends in mid-phrase ("a fast and reliable broker"). */
export interface Reach {
  readonly words: readonly Word[];
  readonly closedBy: Mark;
  /** The chunks behind those it took in. */
  readonly rest: readonly Chunk[];
}

export function reachOf(chunk: Chunk, from: number, rest: readonly Chunk[], lexicon: Lexicon): Reach {
  let { words, closedBy } = chunk;
  if (words.length <= from) return { words, closedBy, rest };
  let taken = 0;
  let listed = false;
  for (const next of rest.slice(0, MOST_JOINED)) {
    const joined = next.conjunction === null ? next.mark === ',' : /^(?:and|but|yet)$/.test(next.conjunction);
    const [opening] = next.words;
    if (!joined || opening === undefined || isFunctionWord(opening)) break;
    if (!listed && !isOpenPhrase(words, from, next, lexicon)) break;
    words = [...words, ...next.words];
    closedBy = next.closedBy;
    taken++;
    // "a simple, yet elegant, ...": a lone word in the list is one more adjective.
    listed = next.words.length === 1;
  }
  return { words, closedBy, rest: rest.slice(taken) };
}

/** Whether the chunk breaks off before its noun: at an adjective, or at one of two names before a common noun. */
function isOpenPhrase(words: readonly Word[], from: number, next: Chunk, lexicon: Lexicon): boolean {
  const last = words[words.length - 1];
  if (last === undefined) return false;
  const pair = `${words[words.length - 2]?.lower ?? ''} ${last.lower}`;
  if (ADJECTIVE_PAIRS.has(pair)) return true;
  if (isAdjective(last, lexicon)) {
    return words.slice(from, -1).every((word) => !TRAILING_ADJECTIVES.has(word.lower));
  }
  const [opening, second] = next.words;
  const named = words.slice(from).every((word) => isCapitalised(word)) && next.conjunction === 'and';
  return (
    named &&
    opening !== undefined &&
    isCapitalised(opening) &&
    /^\p{Ll}/u.test(second?.text ?? '') &&
    !isFunctionWord(second ?? opening)
  );
}

const MOST_JOINED = 5;

const ADJECTIVE_PAIRS: ReadonlySet<string> = new Set([
  'open source',
  'closed source',
  'real time',
  'high performance',
  'low latency',
  'high level',
  'low level',
  'third party',
  'single page',
  'general purpose',
  'to use',
]);
