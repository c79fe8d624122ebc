// Reads what follows a cue: the noun phrase of Y and, after an ISA cue, the `of {Z}` that names a dimension.
// Refuses judgements, data types, times, gathered things and phrases that point at the speaker. Called by cues.ts.
// Source: memory.md "Cue scanner" (head noun, evaluative heads, `of {Z}`).
import { CLOSED_DETERMINERS, OPEN_DETERMINERS, PRONOUNS, STRICTLY_FINITE } from './cue-function-words.ts';
import {
  canonicalOf,
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isGerund,
  isNameLike,
  isNoise,
  isOrdinary,
  isPastForm,
  LONGEST_RUN,
  tellsWhichOne,
} from './cue-names.ts';
import {
  ADJECTIVES,
  DATA_TYPES,
  EVALUATIVE,
  MERE_PARTITIVES,
  NO_CONTAINERS,
  NO_HOSTS,
  OBJECT_PARTICIPLES,
  PARTITIVES,
  PRIVATIVES,
  TIME_NAMES,
  TITLE_NOUNS,
  TRAILING_ADJECTIVES,
} from './cue-nouns.ts';
import type { Chunk, Mark, Word } from './cue-sentences.ts';
import type { Cue } from './cue-table.ts';
import type { Lexicon } from './types.ts';

export interface CueObject {
  readonly token: string;
  readonly isName: boolean;
  /** Introduced by `a`/`an` (after the cue itself): a class, not a particular thing. */
  readonly indefinite: boolean;
  readonly dim: string | null;
  /** Index of the first word after the phrase. */
  readonly to: number;
}

interface Phrase {
  readonly words: readonly Word[];
  readonly determiner: string | null;
  readonly to: number;
}

/** Most words of a noun phrase that are looked at. */
const LONGEST_PHRASE = 10;

function endsPhrase(words: readonly Word[], at: number, started: boolean, lexicon: Lexicon): boolean {
  const word = words[at];
  if (word === undefined || isFunctionWord(word)) return true;
  if (!started) return false;
  if (isNumber(word)) return !isModelNumber(words, at);
  if (isCapitalised(word)) return false;
  const next = words[at + 1];
  if (OBJECT_PARTICIPLES.has(word.lower)) {
    // "a file hosting service" goes on, "a service handling mail" does not.
    const before = words[at - 1];
    const goesOn = next !== undefined && TITLE_NOUNS.has(next.lower) && !TITLE_NOUNS.has(before?.lower ?? '');
    return !goesOn;
  }
  if (next === undefined || isFunctionWord(next) || isCapitalised(next)) {
    return isPastForm(word, lexicon) || isGerund(word, lexicon) || TRAILING_ADJECTIVES.has(word.lower);
  }
  return (
    /^(?:called|named|dubbed)$/.test(word.lower) || (isPastForm(word, lexicon) && !isOrdinary(next, lexicon))
  );
}

function isNumber(word: Word): boolean {
  return /^\p{N}+(?:[.,]\p{N}+)*$/u.test(word.text);
}

/** "an Ubuntu 22.04 server": a number between a name and the noun it describes. */
function isModelNumber(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  const next = words[at + 1];
  if (before === undefined || next === undefined || isNumber(next)) return false;
  return isCapitalised(before) && !isFunctionWord(next) && /^\p{Ll}/u.test(next.text);
}

function readPhrase(words: readonly Word[], from: number, lexicon: Lexicon): Phrase | null {
  let at = from;
  let determiner: string | null = null;
  const first = words[at];
  if (
    first !== undefined &&
    OPEN_DETERMINERS.has(first.lower) &&
    !(isCapitalised(first) && first.lower === 'a')
  ) {
    determiner = first.lower;
    at++;
  }
  const start = at;
  while (at - start < LONGEST_PHRASE && !endsPhrase(words, at, at > start, lexicon)) {
    at++;
    if (words[at - 1]?.possessive === true) return null;
  }
  const phrase = words.slice(start, at);
  return phrase.length === 0 ? null : { words: phrase, determiner, to: at };
}

/** The words of the head: a known concept or a capitalised run whole, otherwise the last word. */
function headOf(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
  let from = phrase.length - 1;
  const last = phrase[from];
  if (last === undefined) return [];
  for (let start = Math.max(0, phrase.length - 4); start < from; start++) {
    const known = phrase.slice(start);
    if (lexicon.isKnownConcept(canonicalOf(known))) return known;
  }
  if (!isCapitalised(last)) return [last];
  while (from > 0 && isRunWord(phrase[from - 1])) from--;
  const run = phrase.slice(from);
  return run.length > LONGEST_RUN ? [] : run;
}

function isRunWord(word: Word | undefined): boolean {
  return (
    word !== undefined && isCapitalised(word) && !word.possessive && !word.odd && /^\p{L}/u.test(word.text)
  );
}

function isPlural(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (!/[^suio]s$/.test(lower) || lower.length < 4 || isCapitalised(word) || hasIdentifierShape(word))
    return false;
  if (['series', 'news', 'species', 'lens', 'atlas', 'alias', 'canvas', 'gas', 'means'].includes(lower))
    return false;
  return (
    isOrdinary({ ...word, lower: lower.slice(0, -1) }, lexicon) ||
    isOrdinary({ ...word, lower: lower.slice(0, -2) }, lexicon)
  );
}

function isRefusedHead(head: readonly Word[], cue: Cue, lexicon: Lexicon): boolean {
  const [first, ...more] = head;
  if (first === undefined || isNoise(first)) return true;
  if (more.length > 0) return head.some((word) => DATA_TYPES.has(word.lower) && cue.isIsa);
  const { lower } = first;
  if (cue.isIsa && lower.includes('-') && isAdjective(first, lexicon)) return true;
  const known = isCapitalised(first) && !isOrdinary(first, lexicon);
  if (PRONOUNS.has(lower) || TIME_NAMES.has(lower) || STRICTLY_FINITE.has(lower)) return true;
  if (DATA_TYPES.has(lower) && !(known && !cue.isIsa)) return true;
  if (EVALUATIVE.has(lower) || ADJECTIVES.has(lower))
    return !(isCapitalised(first) && !first.initial && !cue.isIsa);
  if (!cue.isIsa && cue.dim === 'runs-on' && NO_HOSTS.has(lower)) return true;
  if (!cue.isIsa && cue.dim === 'membership' && NO_CONTAINERS.has(lower)) return true;
  if (isCapitalised(first) || hasIdentifierShape(first)) return false;
  if (/ly$|ful$|less$|ous$|est$/.test(lower) && isOrdinary(first, lexicon) && !KEPT_ENDINGS.has(lower))
    return true;
  if (isPastForm(first, lexicon) && !KEPT_ENDINGS.has(lower)) return true;
  return isPlural(first, lexicon);
}

/** Nouns that end like an adjective, adverb or participle. */
const KEPT_ENDINGS: ReadonlySet<string> = new Set(
  'family assembly supply anomaly ally butterfly fly monopoly test request forest guest nest harvest chest quest contest feed seed bed embed shed sled speed breed weed need newsfeed digest manifest interest conquest'.split(
    ' ',
  ),
);

const MEASURES: ReadonlySet<string> = new Set('bit lot tad touch few couple deal bunch ton'.split(' '));
const MEASURED: ReadonlySet<string> = new Set('deal many lot few bit bunch'.split(' '));

/** "a bit slow", "a good deal slower", "a little loud": a measure, not a class. */
function opensWithMeasure([first, second]: readonly Word[]): boolean {
  if (first === undefined || second === undefined) return false;
  if (MEASURES.has(first.lower)) return true;
  if (/^(?:good|great|whole)$/.test(first.lower)) return MEASURED.has(second.lower);
  return first.lower === 'little' && ADJECTIVES.has(second.lower);
}

/** A bare "kind of" is as often an adverb ("kind of works"): only a plain singular noun will do. */
function isPlainNoun(head: readonly Word[], lexicon: Lexicon): boolean {
  const [first] = head;
  if (first === undefined) return false;
  if (isCapitalised(first) || hasIdentifierShape(first)) return true;
  return isOrdinary(first, lexicon) && !/(?:s|ed|ing|ly|y|ful|less|ous|ish|able|ible|ive)$/.test(first.lower);
}

/** Something unreadable, or another verb, follows the object: the phrase is not what it seems. */
function isCutShort(words: readonly Word[], to: number, closedBy: Mark): boolean {
  const next = words[to];
  return next === undefined ? closedBy === 'hole' : STRICTLY_FINITE.has(next.lower);
}

const POSSESSORS: ReadonlySet<string> = new Set(
  'mine ours yours his hers theirs me us you them him'.split(' '),
);

/** `of {Z}`: the token of Z when it has a name of its own, `null` when it has none, `'refused'` when the phrase portions. */
function readDimension(
  words: readonly Word[],
  to: number,
  head: readonly Word[],
  closedBy: Mark,
  lexicon: Lexicon,
): string | null {
  if (words[to]?.lower !== 'of') return null;
  if (portions(head) && MERE_PARTITIVES.has(head[0]?.lower ?? '')) return REFUSED;
  if (POSSESSORS.has(words[to + 1]?.lower ?? '')) return REFUSED;
  const phrase = readPhrase(words, to + 1, lexicon);
  const name =
    phrase === null || phrase.determiner === 'a' || phrase.determiner === 'an'
      ? []
      : headOf(phrase.words, lexicon);
  const first = name[0];
  const last = name[name.length - 1];
  if (phrase === null || isCutShort(words, phrase.to, closedBy)) return REFUSED;
  const alone = name.length === phrase.words.length;
  if (first !== undefined && last !== undefined && alone && isNameLike(first, lexicon) && !isNoise(last)) {
    return canonicalOf(name);
  }
  return portions(head) ? REFUSED : null;
}

function portions(head: readonly Word[]): boolean {
  return head.length === 1 && PARTITIVES.has(head[0]?.lower ?? '');
}

const REFUSED = '';

/** A chunk's words, with what follows when the chunk ends in mid-phrase ("a fast and reliable broker"). */
interface Reach {
  readonly words: readonly Word[];
  readonly closedBy: Mark;
}

function reachOf(chunk: Chunk, from: number, rest: readonly Chunk[], lexicon: Lexicon): Reach {
  let { words, closedBy } = chunk;
  if (words.length <= from) return { words, closedBy };
  let listed = false;
  for (const next of rest.slice(0, MOST_JOINED)) {
    const joined = next.conjunction === null ? next.mark === ',' : /^(?:and|but|yet)$/.test(next.conjunction);
    const [opening] = next.words;
    if (!joined || opening === undefined || isFunctionWord(opening)) break;
    if (!listed && !isOpenPhrase(words, from, next, lexicon)) break;
    words = [...words, ...next.words];
    closedBy = next.closedBy;
    // "a simple, yet elegant, ...": a lone word in the list is one more adjective.
    listed = next.words.length === 1;
  }
  return { words, closedBy };
}

/** Whether the chunk breaks off before its noun: at an adjective, or at one of two names before a common noun. */
function isOpenPhrase(words: readonly Word[], from: number, next: Chunk, lexicon: Lexicon): boolean {
  const last = words[words.length - 1];
  if (last === undefined) return false;
  if (isAdjective(last, lexicon))
    return words.slice(from).every((word) => !TRAILING_ADJECTIVES.has(word.lower) || word === last);
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

const MOST_JOINED = 3;

/**
 * Reads Y (and Z) after a cue.
 * @param chunk the chunk the cue stands in
 * @param from index of the first word after the cue
 * @param rest the chunks after it, into which a list of adjectives may reach
 * @returns the object, or `null` when nothing there can be a parent
 */
export function readObject(
  chunk: Chunk,
  from: number,
  rest: readonly Chunk[],
  cue: Cue,
  lexicon: Lexicon,
): CueObject | null {
  const { words, closedBy } = reachOf(chunk, from, rest, lexicon);
  const opening = words[from];
  if (opening === undefined || CLOSED_DETERMINERS.has(opening.lower)) return null;
  if (PRONOUNS.has(opening.lower) && !isCapitalised(opening)) return null;
  const phrase = readPhrase(words, from, lexicon);
  if (phrase === null || isCutShort(words, phrase.to, closedBy) || isSpoilt(phrase.words)) return null;
  if (cue.isIsa && (opensWithMeasure(phrase.words) || describesFormat(phrase.words))) return null;
  const head = cue.isIsa ? headOf(phrase.words, lexicon) : nameBeforeTitle(phrase.words, lexicon);
  if (isRefusedHead(head, cue, lexicon)) return null;
  if (cue.name === 'kind of' && (phrase.words.length > 3 || !isPlainNoun(head, lexicon))) return null;
  if (!cue.isIsa && portions(head) && words[phrase.to]?.lower === 'of') return null;
  const dim = cue.isIsa ? readDimension(words, phrase.to, head, closedBy, lexicon) : null;
  if (dim === REFUSED) return null;
  const first = head[0];
  const isName = first !== undefined && (head.length > 1 || isNameLike(first, lexicon));
  const article = phrase.determiner === 'a' || phrase.determiner === 'an';
  return {
    token: canonicalOf(head),
    isName,
    indefinite: article,
    dim,
    to: phrase.to,
  };
}

function isSpoilt(phrase: readonly Word[]): boolean {
  return phrase.some(
    (word) => word.odd || PRIVATIVES.has(word.lower) || (PRONOUNS.has(word.lower) && !isCapitalised(word)),
  );
}

/** "the ramanujan server" is ramanujan; any other phrase is its head. */
function nameBeforeTitle(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const title = phrase[phrase.length - 1];
  const name = phrase[phrase.length - 2];
  if (
    phrase.length === 2 &&
    title !== undefined &&
    name !== undefined &&
    tellsWhichOne(name, title, lexicon)
  ) {
    return [name];
  }
  return headOf(phrase, lexicon);
}

/** "a JSON document", "a markdown page": prose about a format. */
function describesFormat(phrase: readonly Word[]): boolean {
  return phrase.some((word) => /^(?:json|ya?ml|xml|csv|tsv|toml|markdown|html)$/.test(word.lower));
}
