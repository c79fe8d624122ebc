// Reads "we have a NAS called atlas" as "atlas, which is a NAS". Only behind a verb that says the thing is there: an order ("Create a
// bucket called mail") names nothing yet. Called by statements.ts, before cues are looked for. Source: memory, Cue scanner.

import type { Lexicon } from '../types.ts';
import { NO_DESCRIPTIONS } from './apposition.ts';
import { isCapitalised, isNameLike, isOrdinary } from './names.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isKind } from './words/kinds.ts';

const NAMES = /^(?:called|named|dubbed)$/;
const ARTICLE = /^(?:an?|our|my|the)$/;
/** What is had, used or offered, is there. */
const IS_THERE =
  /^(?:have|has|got|run|runs|use|uses|own|owns|host|hosts|expose|exposes|provide|provides|offer|offers|include|includes|ships?|maintain|maintains|operate|operates|built|wrote|introduced?s?|resides|lives|sits|stands)$/;
/** Most words of a class between its article and "called". */
const LONGEST_CLASS = 7;

/** The chunks of a sentence, each name that is given to a class followed by a relative clause that says so. */
export function withNamings(chunks: readonly Chunk[], lexicon: Lexicon): readonly Chunk[] {
  return chunks.flatMap((chunk) => naming(chunk, lexicon) ?? [chunk]);
}

function naming(chunk: Chunk, lexicon: Lexicon): readonly Chunk[] | null {
  const { words } = chunk;
  const called = words.findIndex((word) => NAMES.test(word.text));
  const named = words[called + 1];
  const kind = words[called - 1]?.lower ?? '';
  if (
    called < 3 ||
    named === undefined ||
    !isGiven(named, lexicon) ||
    !isKind(kind) ||
    NO_DESCRIPTIONS.has(kind)
  )
    return null;
  const article = words.findLastIndex((word, at) => at < called && ARTICLE.test(word.text));
  if (article < 1 || called - article > LONGEST_CLASS + 1 || !isStated(words.slice(0, article))) return null;
  const end = endOfName(words, called + 1);
  return [
    { ...chunk, words: words.slice(0, end), closedBy: ',' },
    whichIs(chunk, words.slice(article, called), words.slice(end)),
  ];
}

/** What is told to do, and what only shows how: "you have a server called X", "an example that uses a network called X". */
const NOT_STATED = /^(?:your?|examples?|sample|demo|tutorial)$/;

/** "we have", "the transform exposes": somebody who is not told to, and the verb last but for an adverb. */
function isStated(before: readonly Word[]): boolean {
  const verb = before.findLastIndex((word) => IS_THERE.test(word.text));
  return verb > 0 && verb >= before.length - 2 && !before.some((word) => NOT_STATED.test(word.lower));
}

/** A name of its own: "called mail" is a word, "called `order`" a parameter. */
function isGiven(word: Word, lexicon: Lexicon): boolean {
  if (word.code && isOrdinary(word, lexicon)) return false;
  return isNameLike(word, lexicon) && (isCapitalised(word) || !isOrdinary(word, lexicon));
}

function endOfName(words: readonly Word[], from: number): number {
  const isRun = isCapitalised(words[from] as Word);
  const behind = words.findIndex((word, at) => at > from && !(isRun && isCapitalised(word)));
  return behind === -1 ? words.length : behind;
}

function whichIs(chunk: Chunk, [article, ...kind]: readonly Word[], rest: readonly Word[]): Chunk {
  const first = article as Word;
  const is = { ...first, text: 'is', lower: 'is', end: first.start, possessive: false };
  const a = { ...first, text: 'a', lower: 'a' };
  return { ...chunk, mark: ',', conjunction: 'which', words: [is, a, ...kind, ...rest] };
}
