// Whether words name who owns something, and whether a sentence says so by a possessive. Pure. Called by relation.ts.
// Source: structure S2, decision 080.
import { hasIdentifierShape } from '../../graph/cues/names.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { FINITE_VERBS } from '../../graph/cues/words/function-words.ts';
import { isListedKind } from '../../graph/cues/words/kinds.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { HOLDERS, PEOPLE, plainForm } from './relation-words.ts';
import {
  isDeterminer,
  isPronoun,
  isWithin,
  type PlacedWord,
  type StatedSpans,
  wordsBetween,
} from './sentence-words.ts';
import { isProper, isSpot, NAMING } from './statement-names.ts';

const COPULA = /^(?:is|are)$/;

/** "Priyanka", "my wife", "the network guys". */
export function isOwner(
  words: readonly PlacedWord[],
  parent: Range,
  kind: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const before = words[words.findIndex((word) => isWithin(word, parent)) - 1];
  return (
    isPeople(kind) || before?.lower === 'my' || (kind.length < 3 && isProper(kind, lexicon) && !isSpot(kind))
  );
}

/** "facilities", "the firm Lely": whoever is no part of a system. */
export const isNoSystem = (kind: readonly Word[]): boolean =>
  !isSpot(kind) &&
  !kind.some((word) => isListedKind(word.lower) || HOLDERS.has(word.lower) || hasIdentifierShape(word));

const isPeople = (kind: readonly Word[]): boolean =>
  kind.some(({ lower }) => PEOPLE.has(lower) || /-in-law$/.test(lower));

/** Who "runs" something owns it where it is people, or where it is only pointed at; a host that does is where it runs. */
export function isOwnerOf(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
  kind: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const runs = wordsBetween(words, concept, parent).some(
    ({ lower }) => plainForm(lower, ['run', 'keep']) !== null,
  );
  const isMine = words[words.findIndex((word) => isWithin(word, parent)) - 1]?.lower === 'my';
  return !runs || isMine || isPeople(kind) || (isPronoun(words, concept) && isProper(kind, lexicon));
}

/** "Ada's blog", "it's Ada's server": where it is said whose something is. */
export function ownerOf(
  words: readonly PlacedWord[],
  { concept, parent }: StatedSpans,
): 'before' | 'behind a copula' | null {
  const owner = words.findIndex((word) => word.end === parent.end || word.end === parent.end - 2);
  const name = words[owner];
  // "is my wife's pc"
  const before = words.slice(0, Math.max(owner, 0)).findLast((word) => !isDeterminer(word));
  if (name?.possessive !== true || isPronoun(words, name)) return null;
  const between = wordsBetween(words, concept, parent);
  if (concept.start > parent.start) return namedBy(between);
  const isSaid = before !== undefined && (COPULA.test(before.lower) || before.possessive);
  return between.filter((word) => !isDeterminer(word)).length < 2 && isSaid ? 'behind a copula' : null;
}

/** "Ada's blog quill", and "Ada's blog is called quill", which says whose it is and no more. */
function namedBy(between: readonly Word[]): ReturnType<typeof ownerOf> {
  if (!between.some(({ lower }) => FINITE_VERBS.has(lower))) return 'before';
  const isNamed = between.some(({ lower }, at) => at > 0 && NAMING.has(lower));
  return isNamed && !NAMING.has(between[0]?.lower ?? '') ? 'behind a copula' : null;
}
