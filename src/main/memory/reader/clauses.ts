// Which words open a clause, and of which name it speaks. Pure. Used by the reader's checks of relations and kinds.
// Source: structure S2, decision 080.
import { isFunctionWord, isNameLike } from '../../graph/cues/names.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { FINITE_VERBS } from '../../graph/cues/words/function-words.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { isPreposition, listed, verbOf } from './relation-words.ts';
import {
  isDeterminer,
  isWithin,
  nextInChunk,
  type PlacedWord,
  type StatedSpans,
  wordsBetween,
} from './sentence-words.ts';
import { NAMING } from './statement-names.ts';

/** Whether a name opens a clause of its own. */
export function isSubject(words: readonly PlacedWord[], span: Range, lexicon: Lexicon): boolean {
  const next = nextInChunk(words, span);
  const isVerbNext =
    next !== undefined &&
    (isVerb(next, lexicon) || words.some((word) => word.end === span.end && word.possessive));
  return isVerbNext && words.find((word) => isWithin(word, span))?.opensChunk === true;
}

/** What opens a clause about a name before it: "which I wrote", "where I keep photos". */
const RELATIVE = /^(?:which|who|whom|whose|where)$/;
/** Pronouns that open a clause of their own. */
const SPEAKERS = new Set(listed('i we you'));
const SUBJECTS = new Set([...SPEAKERS, ...listed('he she it its they this that thats there')]);

/**
 * Whether another name stands between the two that the second belongs to: it opens a clause ("jellyfin runs on nas1, grafana on nas2"),
 * and is not listed with the first one ("jellyfin, grafana and sonarr run on nas1").
 */
export function isAnothers(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  lexicon: Lexicon,
): boolean {
  let isList = concept.start < parent.start;
  let isPlaced = false;
  let hasName = false;
  for (const [at, word] of wordsBetween(words, concept, parent).entries()) {
    const { lower, conjunction, opensChunk } = word;
    const isName = isNameLike(word, lexicon);
    const next = nextInChunk(words, word);
    const isRelative = RELATIVE.test(conjunction ?? '');
    // "quill runs on nas1, which is a server"
    if (isRelative && hasName) return true;
    if (opensChunk && next !== undefined && !isRelative) {
      const verb = /^(?:my|our|an?)$/.test(lower) ? nextInChunk(words, next) : next;
      const isClause = SPEAKERS.has(lower) || (verb !== undefined && isVerb(verb, lexicon));
      // "it is", "and my macbook is", "grafana on"
      if (isClause && (SUBJECTS.has(lower) || verb !== next)) return true;
      if (!isList && isClause && !NAMING.has(lower) && (isName || !isFunctionWord(word))) return true;
      // "elm on nas1", "elm the server"
      const isArticle = isDeterminer(next) && !/^(?:all|both)$/.test(next.lower);
      if (
        !isList &&
        (isName
          ? isPreposition(next.lower) || isArticle
          : isArticle && !isFunctionWord(word) && !isVerb(word, lexicon))
      )
        return true;
    }
    // "wren, robin and finch are ..."
    const isItem = opensChunk && !isFunctionWord(word) && (next === undefined || conjunction === 'and');
    if (!isName && !isItem && !(isDeterminer(word) && at > 0)) isList = false;
    isPlaced ||= isPreposition(lower);
    hasName ||= isName && isPlaced;
  }
  return false;
}

/** Whether a word is a verb by its form: "hosts", "lives", "is". */
export function isVerb({ lower }: Word, lexicon: Lexicon): boolean {
  const plain = /s$|ed$/.test(lower) ? verbOf(lower) : null;
  return FINITE_VERBS.has(lower) || (plain !== null && (plain !== lower || !lexicon.isCommon(lower)));
}

/** "part of quill, the display in the hall", "quill, which is ...": what stands behind the comma is about the name before it. */
export function isBeside([first]: readonly PlacedWord[]): boolean {
  if (first?.opensChunk !== true) return false;
  return first.conjunction === null ? isDeterminer(first) : RELATIVE.test(first.conjunction);
}

/** "it's in Rust": the subject of its clause, to which no verb before it belongs. */
export const opensClause = (words: readonly PlacedWord[], span: Range): boolean =>
  words.some((word) => isWithin(word, span) && word.opensChunk && SUBJECTS.has(word.lower));
