// Reads what follows a cue: the noun phrase of Y and, after an ISA cue, the `of {Z}` that names a dimension.
// Refuses judgements, data types, times, gathered things and phrases that point at the speaker. Called by cues.ts.
// Source: memory.md "Cue scanner" (head noun, evaluative heads, `of {Z}`).

import { compoundOf, lastMember, type Member } from './cue-compound.ts';
import {
  CLOSED_DETERMINERS,
  OPEN_DETERMINERS,
  PREPOSITIONS,
  PRONOUNS,
  STRICTLY_FINITE,
} from './cue-function-words.ts';
import { isActivity, isKind, saysSomething } from './cue-kinds.ts';
import {
  canonicalOf,
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isGerund,
  isNameLike,
  isNoise,
  isOrdinary,
  isPastForm,
} from './cue-names.ts';
import {
  ADJECTIVES,
  DATA_TYPES,
  EVALUATIVE,
  GROUPS,
  MERE_PARTITIVES,
  NO_CONTAINERS,
  NO_HOSTS,
  PARTITIVES,
  PRIVATIVES,
  TIME_NAMES,
  TRADE_NOUNS,
} from './cue-nouns.ts';
import { headOf, isCutShort, nameBeforeTitle, type Phrase, reachOf, readPhrase } from './cue-phrase.ts';
import { isPlace } from './cue-places.ts';
import type { Chunk, Mark, Word } from './cue-sentences.ts';
import type { Cue } from './cue-table.ts';
import type { Lexicon } from './types.ts';

export interface CueObject {
  readonly token: string;
  /** The last word of the phrase, in lower case. */
  readonly head: string;
  readonly isName: boolean;
  /** Introduced by `a`/`an` (after the cue itself): a class, not a particular thing. */
  readonly indefinite: boolean;
  readonly dim: string | null;
  /** Index of the first word after the phrase. */
  readonly to: number;
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
  if (more.length > 0) {
    const last = more[more.length - 1]?.lower ?? '';
    return !cue.isIsa && (cue.dim === 'membership' ? NO_CONTAINERS.has(last) : NO_HOSTS.has(last));
  }
  const { lower } = first;
  if (cue.isIsa && (/^[ui]\d{1,3}$/.test(lower) || /^\p{Lu}\p{Ll}+(?:ean|ian|ish|ese)$/u.test(first.text)))
    return true;
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
  // An explicit keyword may name a part of the house by its plural: "billing-api ISPART payments".
  return isPlural(first, lexicon) && cue.strength !== 'keyword';
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
  if (NOUNS_IN_Y.has(first.lower)) return true;
  return isOrdinary(first, lexicon) && !/(?:s|ed|ing|ly|y|ful|less|ous|ish|able|ible|ive)$/.test(first.lower);
}

/** Things that end like an adjective. */
const NOUNS_IN_Y: ReadonlySet<string> = new Set(
  'proxy library registry repository directory gateway relay display array memory battery factory utility entity key query story policy city country company agency'.split(
    ' ',
  ),
);

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
  if (POSSESSORS.has(words[to + 1]?.lower ?? '')) return null;
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
  const gathers = portions(head) || isMetaphor(head, phrase, lexicon);
  return gathers && !GROUPS.has(head[0]?.lower ?? '') ? REFUSED : null;
}

/** "a maze of clients", "a sea of tabs": what is of many is none of a kind, unless its head is one. */
function isMetaphor(head: readonly Word[], { determiner, words }: Phrase, lexicon: Lexicon): boolean {
  const last = words[words.length - 1];
  if (determiner !== null || last === undefined || isCapitalised(last)) return false;
  return isPlural(last, lexicon) && !isKind(head[0]?.lower ?? '');
}

function portions(head: readonly Word[]): boolean {
  return head.length === 1 && PARTITIVES.has(head[0]?.lower ?? '');
}

const REFUSED = '';

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
  const pronoun = PRONOUNS.has(opening.lower) && !OPEN_DETERMINERS.has(opening.lower);
  if (pronoun && !isCapitalised(opening)) return null;
  const opened = readPhrase(words, from, lexicon);
  if (opened === null) return null;
  const article = opened.determiner === 'a' || opened.determiner === 'an';
  const found = { words, phrase: opened.words, to: opened.to, closedBy, determiner: opened.determiner };
  if (!cue.isIsa)
    return article || !isListed(found, rest, lexicon) ? readPlace(found, cue, article, lexicon) : null;
  const whole = words.slice(opened.to).every((word) => isGerund(word, lexicon));
  const phrase = [...opened.words, ...words.slice(opened.to)];
  const member = whole ? lastMember(phrase, rest, lexicon) : null;
  return member === 'open' ? null : readClass(member ?? found, cue, article, lexicon);
}

/** What something is: the whole compound, and what it is one of. */
function readClass(found: Member, cue: Cue, indefinite: boolean, lexicon: Lexicon): CueObject | null {
  const { words, phrase, to, closedBy } = found;
  if (isCutShort(words, to, closedBy) || isSpoilt(phrase)) return null;
  if (opensWithMeasure(phrase) || describesFormat(phrase) || dangles(words, to)) return null;
  const head = phrase.slice(-1);
  const known = knownConcept(phrase, lexicon);
  const compound = known.length > 1 ? known : compoundOf(phrase, lexicon);
  if (isRefusedHead(compound.length > 1 ? compound.slice(-1) : head, cue, lexicon)) return null;
  if (isNumbered(compound, words[to], lexicon) || isWorkOf(compound, words, to)) return null;
  if (cue.name === 'kind of' && (phrase.length > 3 || !isPlainNoun(head, lexicon))) return null;
  const whose = readDimension(words, to, head, closedBy, lexicon);
  if (whose === REFUSED) return null;
  // "a NATS network of NATS" names it once.
  const dim = compound.some((word) => word.lower === whose) ? null : whose;
  const last = head[0]?.lower ?? '';
  if (cue.name === 'is the' && !namesClass(last, compound, words[to])) return null;
  if (cue.name === 'is our' && compound.length === 1 && !isKind(last) && !TRADE_NOUNS.has(last)) return null;
  if (
    (cue.name === 'is a' || cue.name === 'is our') &&
    !saysSomething(last, compound.length - 1, dim !== null)
  )
    return null;
  const first = compound[0];
  const isName =
    first !== undefined &&
    isNameLike(first, lexicon) &&
    compound.every((word) => isCapitalised(word) || compound.length === 1);
  return { token: canonicalOf(compound), head: last, isName, indefinite, dim, to };
}

/** "a Ruby on Rails application": a name goes on behind its preposition. */
function isWorkOf([only, more]: readonly Word[], words: readonly Word[], to: number): boolean {
  const next = words[to + 1];
  if (only === undefined || more !== undefined || !isCapitalised(only) || next === undefined) return false;
  return /^(?:on|in)$/.test(words[to]?.lower ?? '') && isCapitalised(next) && words.length > to + 2;
}

/** "hilbert is the build server" tells a class; "the server", "the owner of it" point at one thing. */
function namesClass(last: string, compound: readonly Word[], next: Word | undefined): boolean {
  const isTold = compound.length > 1 || last.includes('-') || next?.lower === 'used';
  return isTold && isKind(last) && saysSomething(last, compound.length - 1, false) && next?.lower !== 'of';
}

/** Where something is, or whose: a name, or the head of the phrase. */
function readPlace(found: Member, cue: Cue, indefinite: boolean, lexicon: Lexicon): CueObject | null {
  const { words, phrase, to, closedBy } = found;
  if (isCutShort(words, to, closedBy) || isSpoilt(phrase)) return null;
  const named = nameBeforeTitle(phrase, lexicon);
  const whole =
    isTitleOf(named, phrase) ||
    (cue.dim === 'membership' && named.length === 1 && (named[0] === phrase.at(-1) || isMatter(named[0])));
  const head = whole ? compoundOf(phrase, lexicon) : named;
  if (isRefusedHead(head, cue, lexicon) || isNumbered(head, words[to], lexicon)) return null;
  if (portions(head) && words[to]?.lower === 'of') return null;
  const first = head[0];
  const isName = first !== undefined && (head.length > 1 || isNameLike(first, lexicon));
  if (cue.dim === 'owned-by' && indefinite && !isName) return null;
  // "deployed to manage", "runs on demand": no place without an article, unless it is of a kind that hosts.
  if (cue.dim === 'runs-on' && !isName && found.determiner === null && !isHost(head)) return null;
  if (NAMED_DIMS.has(cue.dim) && (!isName || found.determiner !== null)) return null;
  if (cue.dim === 'geography' && !isPlace(canonicalOf(head))) return null;
  return {
    token: canonicalOf(head),
    head: head[head.length - 1]?.lower ?? '',
    isName,
    indefinite,
    dim: null,
    to,
  };
}

/** "the backup stack": what the stack is for, not its name. */
const isMatter = (word: Word | undefined): boolean => word !== undefined && isActivity(word.lower);

function isHost([first]: readonly Word[]): boolean {
  return first !== undefined && (isKind(first.lower) || TRADE_NOUNS.has(first.lower));
}

/** "the Docker project": a title behind a name of a make, which says whose it is. */
function isTitleOf([title, more]: readonly Word[], phrase: readonly Word[]): boolean {
  const before = phrase[phrase.length - 2];
  return (
    title === phrase[phrase.length - 1] && more === undefined && before !== undefined && isCapitalised(before)
  );
}

/** Dimensions in which a common noun says nothing ("powered by electricity"). */
const NAMED_DIMS: ReadonlySet<string> = new Set(['tech', 'geography']);

/** The end of the phrase that is a concept already known. */
function knownConcept(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
  for (let start = Math.max(0, phrase.length - 4); start < phrase.length - 1; start++) {
    const known = phrase.slice(start);
    if (lexicon.isKnownConcept(canonicalOf(known))) return known;
  }
  return [];
}

/** "a ground up, web native ...": the phrase goes on in a way that nobody can tell. */
function dangles(words: readonly Word[], to: number): boolean {
  return /^(?:up|down|off|out)$/.test(words[to]?.lower ?? '');
}

/** "runs on macOS, Windows and Linux": a list is a capability, not a place (memory.md D20). */
function isListed({ words, to }: Member, rest: readonly Chunk[], lexicon: Lexicon): boolean {
  const next = words[to];
  if (next?.lower === 'as' && words[to + 1]?.lower === 'well') return words[to + 2]?.lower === 'as';
  const [chunk] = rest;
  if (next !== undefined || chunk === undefined) return false;
  const joins = chunk.conjunction === null ? chunk.mark === ',' : /^(?:and|or)$/.test(chunk.conjunction);
  const [first] = chunk.words;
  if (!joins || first === undefined || !isNameLike(first, lexicon)) return false;
  const phrase = readPhrase(chunk.words, 0, lexicon);
  const after = phrase === null ? undefined : chunk.words[phrase.to];
  if (phrase === null || (after !== undefined && !PREPOSITIONS.has(after.lower))) return false;
  return phrase.words.every((word) => isNameLike(word, lexicon) || isNumberWord(word));
}

function isNumberWord(word: Word): boolean {
  return /^\p{N}/u.test(word.text);
}

/** "Rack 4" is a name we cannot write, and no rack in general; "Debian 12" is Debian. */
function isNumbered(head: readonly Word[], next: Word | undefined, lexicon: Lexicon): boolean {
  const [only, more] = head;
  if (only === undefined || more !== undefined || !/^\p{N}+$/u.test(next?.text ?? '')) return false;
  return isCapitalised(only) && isOrdinary(only, lexicon);
}

function isSpoilt(phrase: readonly Word[]): boolean {
  return phrase.some(
    (word, at) =>
      (word.odd && at === phrase.length - 1) ||
      PRIVATIVES.has(word.lower) ||
      (PRONOUNS.has(word.lower) && !isCapitalised(word)),
  );
}

/** "a JSON document", "a markdown page": prose about a format. */
function describesFormat(phrase: readonly Word[]): boolean {
  if (isKind(phrase[phrase.length - 1]?.lower ?? '')) return false;
  return phrase.some((word) => /^(?:json|ya?ml|xml|csv|tsv|toml|markdown|html)$/.test(word.lower));
}
