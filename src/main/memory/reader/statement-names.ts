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
  isTitleNoun,
} from '../../graph/cues/names.ts';
import { isPlural } from '../../graph/cues/object.ts';
import type { Word } from '../../graph/cues/sentences/sentences.ts';
import {
  CLAUSE_BREAKS,
  FINITE_VERBS,
  PREPOSITIONS,
  PRONOUNS,
} from '../../graph/cues/words/function-words.ts';
import { isKind, isListedKind } from '../../graph/cues/words/kinds.ts';
import {
  ADJECTIVES,
  GROUPS,
  HOSTING_MAKES,
  LANGUAGES,
  MACHINES,
  MAKES,
  OPERATING_SYSTEMS,
} from '../../graph/cues/words/nouns.ts';
import { isPlace } from '../../graph/cues/words/places.ts';
import { canonicalToken, isNoiseToken } from '../../graph/text/words.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import type { ReadStatement } from './reader-question.ts';
import { isDeterminer, isWithin, nextInChunk, type PlacedWord } from './sentence-words.ts';

const MOST_NAME_CHARS = 64;
const MOST_NAME_WORDS = 5;

/** The name in its token, without an article; of a description that is too long for a name, the part before its preposition. */
export function nameOf(words: string): string {
  const name = words
    .trim()
    .replace(/^(?:an?|the|our|my)\s+/i, '')
    .replace(/^c\+\+(?=\d*$)/i, 'cpp')
    .replace(/^c#$/i, 'csharp');
  const token = canonicalToken(name);
  return isTooLong(token)
    ? canonicalToken(name.replace(/(?<=\S) (?:in|on|at|of|by|under|behind|above|next to) .*$/i, ''))
    : token;
}

const isTooLong = (token: string): boolean =>
  token.length > MOST_NAME_CHARS || token.split('_').length > MOST_NAME_WORDS;

/** "Feed South" is no feed: capitalised words in a row are one name. What makes a class or place may be left out ("Apple Mac mini"). */
export function partProblem(
  words: readonly PlacedWord[],
  span: Range | null,
  text: string,
  isConcept: boolean,
): string | null {
  if (span === null) return null;
  const at = words.findIndex((word) => isWithin(word, span));
  const to = words.findLastIndex((word) => isWithin(word, span));
  const isOne = (left: PlacedWord | undefined, right: PlacedWord | undefined): boolean =>
    left !== undefined &&
    right !== undefined &&
    !right.opensChunk &&
    text.slice(left.end, right.start) === ' ' &&
    [left, right].every((word) => isCapitalised(word) && !isFunctionWord(word) && word.lower !== 'i');
  const before = words[at - 1];
  // "Agent Dobby"
  const isTitle = before !== undefined && (isTitleNoun(before) || isListedKind(before.lower));
  const isPart = (isConcept && !isTitle && isOne(before, words[at])) || isOne(words[to], words[to + 1]);
  return isPart ? 'The words are part of a longer name.' : null;
}

/** Why words are no name that can be kept: a pronoun, a secret, more than a name ("Web Team and"). */
export function nameProblem(words: string, which: string): string | null {
  const token = nameOf(words);
  const parts = words
    .trim()
    .toLowerCase()
    .split(/[\s,;:()]+/);
  if (parts.some((part) => CLAUSE_BREAKS.has(part))) return 'The words hold more than a name.';
  if (token === '' || isNoiseToken(token)) return `The ${which} is no name.`;
  if (isSecretWord(token) || token.split(/[_-]/).includes(MARK_WORD))
    return `The ${which} looks like a secret.`;
  if (isTooLong(token)) return `The ${which} is too long for a name.`;
  if ((PRONOUNS.has(token) && !/^\p{Lu}{3,}$/u.test(words)) || FINITE_VERBS.has(token))
    return `The ${which} is no name.`;
  return null;
}

/** Why a parent says nothing, or is none: a time, a port, a judgement, many things at once, a place where a host is meant. */
export function headProblem(
  kind: readonly Word[],
  { words, span }: { readonly words: readonly PlacedWord[]; readonly span: Range | undefined },
  { dimension, is_isa: isIsa }: Pick<ReadStatement, 'dimension' | 'is_isa'>,
  lexicon: Lexicon,
): string | null {
  const head = headOf(kind);
  if (head === undefined) return 'The parent is no name.';
  const { lower } = head;
  const isName = kind.some((word) => isNameLike(word, lexicon));
  if (
    isFunctionWord(head) ||
    (!isName && ((isAdjective(head, lexicon) && !isListedKind(lower)) || isPlainAdverb(head)))
  )
    return `"${lower}" is nothing that something can be placed in.`;
  if (isIsa) return null;
  if (dimension === 'geography')
    return isSpot(kind) || mayBePlace(kind, lexicon) ? null : `"${lower}" is no place that is known.`;
  const isUsed = span !== undefined && isUsedAsName(words, span);
  if (
    isPlural(head, lexicon) &&
    dimension !== 'owned-by' &&
    !isUsed &&
    !kind.some(({ lower: word }) => MAKES.has(word) || OPERATING_SYSTEMS.has(word))
  )
    return `"${lower}" is more than one.`;
  const isHost = dimension === 'runs-on' || dimension === 'tech';
  const isPlain =
    !isUsed &&
    !kind.some(({ text }) => /^\p{N}/u.test(text)) &&
    lexicon.isCommon(lower) &&
    !isCapitalised(head) &&
    !isKind(lower) &&
    ![BOARDS, LANGUAGES, MAKES, OPERATING_SYSTEMS].some((list) => kind.some((word) => list.has(word.lower)));
  const isCloud = kind.some((word) => HOSTING_MAKES.has(word.lower));
  return isHost && !isCloud && (isSpot(kind) || isPlain)
    ? `"${lower}" is no host, platform or technology.`
    : null;
}

/** Whether words may name a place: what hosts or runs things, or is named as hosts are ("nas01", "vm pistachio"), does not. */
function mayBePlace(kind: readonly Word[], lexicon: Lexicon): boolean {
  const head = headOf(kind);
  const isOfMachines = ({ lower }: Word) =>
    (isListedKind(lower) && !SHARED.has(lower)) ||
    [MACHINES, HOSTING_MAKES, LANGUAGES, OPERATING_SYSTEMS, GROUPS, BOARDS].some((list) => list.has(lower));
  if (
    head === undefined ||
    hasIdentifierShape(head) ||
    kind.slice(0, kind.indexOf(head) + 1).some(isOfMachines)
  )
    return false;
  return isCapitalised(head)
    ? /^\p{Lu}\p{Ll}+$/u.test(head.text)
    : !isKind(head.lower) || lexicon.isCommon(head.lower);
}

/** "on the shelf": a thing of the house, not the name of one ("on badger", "on Sphinx"). */
export function isThing(
  words: readonly PlacedWord[],
  span: Range,
  kind: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const head = headOf(kind);
  const before = words[words.findIndex((word) => isWithin(word, span)) - 1];
  return (
    head !== undefined &&
    before !== undefined &&
    lexicon.isCommon(head.lower) &&
    !isCapitalised(head) &&
    !isUsedAsName(words, span) &&
    (isDeterminer(before) || isAdjective(before, lexicon) || before.possessive)
  );
}

/** What the words name: the last one before a preposition that is more than a number or a code, "rack B7", "room 114", "office in Leeds". */
function headOf(words: readonly Word[]): Word | undefined {
  const to = words.findIndex(({ lower }, at) => at > 0 && PREPOSITIONS.has(lower));
  const own = to < 0 ? words : words.slice(0, to);
  const isWord = ({ lower }: Word) => /\p{L}/u.test(lower);
  const head = own.findLast((word) => isWord(word) && !CODE.test(word.text));
  return head === undefined || ADJECTIVES.has(head.lower) ? own.findLast(isWord) : head;
}

const CODE = /^\p{L}?-?\p{N}*$/u;

/** Whether words name a place on earth or a room. */
export function isSpot(words: readonly Word[]): boolean {
  const head = headOf(words);
  return (
    head !== undefined &&
    (isPlace(canonicalOf(words.slice(0, words.indexOf(head) + 1))) || isPlace(head.lower))
  );
}

/** "Linz", "St. Louis", "Ada Okafor": capitalised words of letters, and no word for a thing. */
export function isProper(words: readonly Word[], lexicon: Lexicon): boolean {
  const last = words.at(-1)?.lower ?? '';
  if (isKind(last) || lexicon.isCommon(last)) return false;
  return words.every(({ text, lower }) => /^\p{Lu}\p{Ll}+$/u.test(text) && !LANGUAGES.has(lower));
}

/** Kinds of software and of rooms alike. */
const SHARED = new Set([
  'library',
  'archive',
  'suite',
  'centre',
  'center',
  'pool',
  'gallery',
  'school',
  'site',
  'store',
  'shop',
  'farm',
  'field',
  'unit',
  'campus',
  'tv',
  'dc',
]);

/** Words of the dictionary that are hardware. */
const BOARDS = new Set(['pi', 'raspberry', 'cloud', 'mac', 'mini', 'shield']);

/** Between a kind and a name: "a NAS called atlas". */
export const NAMING = new Set(['called', 'named', 'name', 'hostname', 'call', 'dubbed']);

/**
 * Whether a sentence uses a word of the dictionary as a name: it calls something so ("an LXC called larder") gives it no article ("runs on larder"), or says what it is ("in the larder namespace").
 */
function isUsedAsName(words: readonly PlacedWord[], span: Range): boolean {
  const at = words.findIndex((word) => isWithin(word, span));
  const [only, before, more] = [words[at], words[at - 1], words[at - 2]];
  const next = nextInChunk(words, span);
  if (only === undefined) return false;
  // "hedgehog = raspberry pi", "cobalt is the NVR"
  if (before === undefined)
    return next === undefined ? words[at + 1]?.mark === ':' : FINITE_VERBS.has(next.lower);
  if (only.opensChunk) return false;
  if (NAMING.has(before.lower) || (MACHINES.has(before.lower) && !only.opensChunk)) return true;
  if (NAMING.has(more?.lower ?? '') && /^(?:is|it|we)$/.test(before.lower)) return true;
  // A noun without an article is a name: "jellyfin on potato buffers".
  if (/^(?:on|at|to|with)$/.test(before.lower)) return true;
  if (before.lower === 'in') return next === undefined || isFunctionWord(next);
  return (
    before.lower === 'the' && next !== undefined && !isFunctionWord(next) && !FINITE_VERBS.has(next.lower)
  );
}

/**
 * Whether the concept has a word of its own: known, capitalised, shaped like an identifier, or in no dictionary. A word of the dictionary
 * without an article ("quill runs on nas2"), behind the noun it goes by ("the gamebox larder") or behind a naming word is used as a name, too.
 */
export function isNamed(words: readonly PlacedWord[], span: Range, lexicon: Lexicon): boolean {
  const own = words.filter((word) => isWithin(word, span));
  const [only] = own;
  if (only === undefined || own.some((word) => isFunctionWord(word) && !isDeterminer(word))) return false;
  if (own.some((word) => isNameLike(word, lexicon)) || isUsedAsName(words, span)) return true;
  const before = words[words.indexOf(only) - 1];
  // "tongs is a worker": one, whatever its form.
  const isMany = own.some((word) => isPlural(word, lexicon)) && nextInChunk(words, span)?.lower !== 'is';
  if ((isMany || own.length > 1) && !isCapitalised(only)) return false;
  if (before === undefined || only.opensChunk || before.lower === 'both') return true;
  return !isDeterminer(before);
}

/** How much a name is one rather than a kind: an identifier most, a word of the dictionary least. */
export function nameliness(words: readonly Word[], lexicon: Lexicon): number {
  const last = words.at(-1);
  if (last === undefined || !words.some((word) => isNameLike(word, lexicon))) return 0;
  if (lexicon.isKnownConcept(canonicalOf(words))) return 3;
  if (/\p{N}/u.test(last.text) && hasIdentifierShape(last)) return 3;
  if (isKind(last.lower)) return 0;
  if (lexicon.isCommon(last.lower)) return 1;
  return words.some(hasIdentifierShape) ? 3 : 2;
}
