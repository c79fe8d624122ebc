// Whether the words of a statement are names that can be kept: whole, particular, no secret, and a parent of a kind that its dimension
// can hold. Pure. Called by check-statement.ts. Source: structure S2; memory D18, D20, D25.
import { isSecretWord, MARK_WORD } from '../../../shared/redact.ts';
import {
  canonicalOf,
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isNameLike,
  isPlainAdverb,
} from '../../graph/cues/names.ts';
import { isPlural, isRefusedHead } from '../../graph/cues/object.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import { CLAUSE_BREAKS, FINITE_VERBS, PRONOUNS } from '../../graph/cues/words/function-words.ts';
import { isKind } from '../../graph/cues/words/kinds.ts';
import { LANGUAGES } from '../../graph/cues/words/nouns.ts';
import { isPlace } from '../../graph/cues/words/places.ts';
import { canonicalToken, isNoiseToken } from '../../graph/text/words.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import type { ReadStatement } from './reader-question.ts';
import { isDeterminer, isWithin, type PlacedWord } from './sentence-words.ts';

const MOST_NAME_CHARS = 64;
const MOST_NAME_WORDS = 5;

/** The name in its token, without an article. */
export function nameOf(words: string): string {
  return canonicalToken(words.trim().replace(/^(?:an?|the|our|my)\s+/i, ''));
}

/** "Feed South" is no feed: capitalised words in a row are one name. */
export function partProblem(
  words: readonly PlacedWord[],
  { concept, parent }: Readonly<Record<'concept' | 'parent', Range | null>>,
  text: string,
): string | null {
  for (const span of [concept, parent]) {
    if (span === null) continue;
    const at = words.findIndex((word) => isWithin(word, span));
    const to = words.findLastIndex((word) => isWithin(word, span));
    // "Apple Mac mini": a maker in front of a class or place is left out as an adjective is.
    const pairs = [
      ...(span === concept ? [[words[at - 1], words[at]] as const] : []),
      [words[to], words[to + 1]] as const,
    ];
    for (const [left, right] of pairs) {
      if (!left || !right || right.opensChunk || text.slice(left.end, right.start) !== ' ') continue;
      if (
        isCapitalised(left) &&
        isCapitalised(right) &&
        !isFunctionWord(left) &&
        !isFunctionWord(right) &&
        left.lower !== 'i'
      )
        return 'The words are part of a longer name.';
    }
  }
  return null;
}

/** "Web Team and" is a name and more. */
export function wholeProblem(words: string): string | null {
  const isMore = words
    .trim()
    .toLowerCase()
    .split(/[\s,;:()]+/)
    .some((word) => CLAUSE_BREAKS.has(word));
  return isMore ? 'The words hold more than a name.' : null;
}

export function nameProblem(token: string, which: string): string | null {
  const parts = token.split(/[_-]/);
  if (token === '' || isNoiseToken(token)) return `The ${which} is no name.`;
  if (isSecretWord(token) || parts.includes(MARK_WORD)) return `The ${which} looks like a secret.`;
  if (token.length > MOST_NAME_CHARS || token.split('_').length > MOST_NAME_WORDS)
    return `The ${which} is too long for a name.`;
  if (PRONOUNS.has(token) || FINITE_VERBS.has(token)) return `The ${which} is no name.`;
  return null;
}

/** Why a parent says nothing, or is none: a time, a port, a judgement, many things at once, a place where a host is meant. */
export function headProblem(
  kind: readonly Word[],
  { dimension, is_isa: isIsa }: ReadStatement,
  lexicon: Lexicon,
): string | null {
  const head = kind.findLast(({ lower }) => /\p{L}/u.test(lower));
  if (head === undefined) return 'The parent is no name.';
  const { lower } = head;
  const isName = kind.some((word) => isNameLike(word, lexicon));
  if (!isIsa && isRefusedHead(kind, { dim: dimension, isIsa, strength: 'full' }, kind.length > 1, lexicon))
    return `"${lower}" says nothing as a parent.`;
  if (isFunctionWord(head) || (!isName && (isAdjective(head, lexicon) || isPlainAdverb(head))))
    return `"${lower}" is nothing that something can be placed in.`;
  if (isIsa) return null;
  if (isPlural(head, lexicon)) return `"${lower}" is more than one.`;
  const isPlain =
    lexicon.isCommon(lower) &&
    !isCapitalised(head) &&
    !isKind(lower) &&
    !BOARDS.has(lower) &&
    !LANGUAGES.has(lower);
  const isSpot = isPlace(canonicalOf(kind)) || isPlace(lower);
  if (dimension === 'geography') return isSpot || isPlain ? null : `"${lower}" is no place that is known.`;
  const isHost = dimension === 'runs-on' || dimension === 'tech';
  return isHost && (isSpot || isPlain) ? `"${lower}" is no host, platform or technology.` : null;
}

/** Words of the dictionary that are hardware. */
const BOARDS = new Set(['pi', 'raspberry', 'cloud', 'mac', 'mini', 'shield', 'centre', 'center']);

/**
 * Whether the concept has a word of its own: known, capitalised, shaped like an identifier, or in no dictionary. A single
 * noun without an article that is the subject ("quill runs on nas2") is used as a name, too.
 */
export function isNamed(own: readonly Word[], words: readonly Word[], lexicon: Lexicon): boolean {
  if (own.some((word) => isFunctionWord(word) && !isDeterminer(word))) return false;
  if (own.some((word) => isNameLike(word, lexicon))) return true;
  const [only, more] = own;
  if (only === undefined || more !== undefined || isPlural(only, lexicon) || /(?:ing|ed)$/.test(only.lower))
    return false;
  const at = words.indexOf(only as PlacedWord);
  const behind = words.slice(at + 1).find((word) => !isPlainAdverb(word));
  const before = words[at - 1];
  return (
    at >= 0 &&
    (before === undefined || before.lower === 'both' || !isDeterminer(before)) &&
    behind !== undefined &&
    (FINITE_VERBS.has(behind.lower) || isNameLike(behind, lexicon))
  );
}

/** How much a span is a name rather than a kind: an identifier most, a word of the dictionary least. */
export function nameliness(words: readonly Word[], lexicon: Lexicon): number {
  const last = words.at(-1);
  if (last === undefined || !words.some((word) => isNameLike(word, lexicon))) return 0;
  if (lexicon.isKnownConcept(canonicalOf(words))) return 3;
  if (isKind(last.lower) || lexicon.isCommon(last.lower)) return 1;
  return words.some(hasIdentifierShape) ? 3 : 2;
}
