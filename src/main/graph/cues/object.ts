// Reads what follows a cue: the noun phrase of Y and, after an ISA cue, the `of {Z}` that names a dimension.
// Refuses judgements, data types, times, gathered things and phrases that point at the speaker. Called by statements.ts.
// Source: memory, Cue scanner (head noun, evaluative heads, `of {Z}`).

import type { Lexicon } from '../types.ts';
import { type Conjunct, type CueObject, compoundOf, lastMember } from './compound.ts';
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
} from './names.ts';
import { headOf, isCutShort, type Phrase, readPhrase } from './phrase.ts';
import { isListed, readPlace } from './place.ts';
import { reachOf } from './reach.ts';
import { isNumbered, isPlural, isRefusedHead, isSpoilt, portions } from './refusals.ts';
import type { Chunk, Mark, Word } from './sentences/sentences.ts';
import { CLOSED_DETERMINERS, OPEN_DETERMINERS, PRONOUNS } from './words/function-words.ts';
import { isKind, saysSomething } from './words/kinds.ts';
import { ADJECTIVES, GROUPS, MERE_PARTITIVES, TRADE_NOUNS } from './words/nouns.ts';
import type { Cue } from './words/table.ts';

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

/** "a friend of mine", "the server of choice": says nothing more. */
const POSSESSORS: ReadonlySet<string> = new Set(
  'mine ours yours his hers theirs me us you them him choice'.split(' '),
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

/** "the ultimate gateway to your own server": how somebody likes it. */
const PRAISE =
  /^(?:ultimate|perfect|best|ideal|easiest|fastest|simplest|recommended|preferred|natural|obvious)$/;

/** Kinds of data that say something with a noun before them: "a metadata container format". */
const KINDS_OF_DATA: ReadonlySet<string> = new Set(['format', 'schema', 'variable', 'setting', 'credential']);

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
  const { words, closedBy, rest: more } = reachOf(chunk, from, rest, lexicon);
  const start = cue.name === 'is the' && words[from]?.lower === 'most' ? from + 1 : from;
  const opening = words[start];
  if (opening === undefined || CLOSED_DETERMINERS.has(opening.lower)) return null;
  const pronoun = PRONOUNS.has(opening.lower) && !OPEN_DETERMINERS.has(opening.lower);
  if (pronoun && !isCapitalised(opening)) return null;
  // "built on Apple's MLX framework": whose it is says nothing of what it is built on.
  const owned = !cue.isIsa && cue.dim === 'tech' && opening.possessive && isCapitalised(opening);
  const opened = readPhrase(words, owned ? start + 1 : start, lexicon);
  if (opened === null) return null;
  const article = opened.determiner === 'a' || opened.determiner === 'an';
  const found = { words, phrase: opened.words, to: opened.to, closedBy, determiner: opened.determiner };
  if (!cue.isIsa)
    return article || !isListed(found, more, lexicon) ? readPlace(found, cue, article, lexicon) : null;
  const whole = words.slice(opened.to).every((word) => isGerund(word, lexicon));
  const phrase = [...opened.words, ...words.slice(opened.to)];
  const member = whole ? lastMember(phrase, more, lexicon) : null;
  return member === 'open' ? null : readClass(member ?? found, cue, article, lexicon);
}

/** What something is: the whole compound, and what it is one of. */
function readClass(found: Conjunct, cue: Cue, indefinite: boolean, lexicon: Lexicon): CueObject | null {
  const { words, phrase, to, closedBy } = found;
  if (isCutShort(words, to, closedBy) || isSpoilt(phrase)) return null;
  if (opensWithMeasure(phrase) || describesFormat(phrase) || dangles(words, to)) return null;
  const known = knownConcept(phrase, lexicon);
  const sold = asAService(phrase, words, to);
  const head = (sold ?? phrase).slice(-1);
  const compound = sold ?? (known.length > 1 ? known : compoundOf(phrase, lexicon));
  const named = compound.length > 1;
  if (
    !(KINDS_OF_DATA.has(head[0]?.lower ?? '') && (named || head[0]?.lower === 'format')) &&
    isRefusedHead(named ? compound.slice(-1) : head, cue, lexicon)
  )
    return null;
  if (isNumbered(compound, words[to], lexicon) || isWorkOf(compound, words, to)) return null;
  if (cue.name === 'kind of' && (phrase.length > 3 || !isPlainNoun(head, lexicon))) return null;
  const whose = readDimension(words, to, head, closedBy, lexicon);
  if (whose === REFUSED) return null;
  // "a NATS network of NATS" names it once.
  // "the cluster manager of Quill" is one; a dimension is named by "a manager of Quill".
  const dim = cue.name === 'is the' || compound.some((word) => word.lower === whose) ? null : whose;
  const last = head[0]?.lower ?? '';
  if (cue.name === 'is the' && PRAISE.test(phrase[0]?.lower ?? '')) return null;
  const next = words[to + 1]?.lower === 'choice' ? undefined : words[to];
  if (cue.name === 'is the' && !isStandard(phrase, lexicon) && !namesClass(last, compound, next)) return null;
  if (cue.name === 'is our' && /^(?:chosen|preferred)$/.test(phrase[0]?.lower ?? '')) return null;
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
  const isDescribed =
    compound.length > 1 ||
    phrase.slice(0, -1).some((word) => /-/.test(word.text) || isPastForm(word, lexicon));
  return { token: canonicalOf(compound), head: last, isName, indefinite, isDescribed, dim, to };
}

/** "the default executor": one of them, and the one that is taken. */
function isStandard([first, ...rest]: readonly Word[], lexicon: Lexicon): boolean {
  const head = rest.at(-1);
  if (head === undefined || !/^(?:default|standard|core|main|primary)$/.test(first?.lower ?? ''))
    return false;
  const isPlain = rest.slice(0, -1).every((word) => isAdjective(word, lexicon));
  return isPlain && isKind(head.lower) && saysSomething(head.lower, 0, false);
}

/** "a Ruby on Rails application": a name goes on behind its preposition. */
function isWorkOf([only, more]: readonly Word[], words: readonly Word[], to: number): boolean {
  const next = words[to + 1];
  if (only === undefined || more !== undefined || !isCapitalised(only) || next === undefined) return false;
  return /^(?:on|in)$/.test(words[to]?.lower ?? '') && isCapitalised(next) && words.length > to + 2;
}

/** "hilbert is the build server" and "the build server of Quill" tell a class; "the server", "the owner of it" point at one thing. */
function namesClass(last: string, compound: readonly Word[], next: Word | undefined): boolean {
  const isTold = compound.length > 1 || last.includes('-') || /^(?:used|that)$/.test(next?.lower ?? '');
  const isOne = next?.lower === 'of' && compound.length === 1;
  return isTold && isKind(last) && saysSomething(last, compound.length - 1, false) && !isOne;
}

/** "an Identity as a Service solution": one name, with what it is a kind of behind it; null where nothing is sold so. */
function asAService(phrase: readonly Word[], words: readonly Word[], to: number): readonly Word[] | null {
  const what = phrase[phrase.length - 1];
  const [as, a, service, more] = words.slice(to, to + 4);
  if (what === undefined || as?.lower !== 'as' || a?.lower !== 'a' || service?.lower !== 'service')
    return null;
  const goesOn = more !== undefined && isKind(more.lower) && !isCapitalised(more);
  return [what, as, a, service, ...(goesOn ? [more] : [])];
}

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
  if (words[to]?.lower === 'as' && words[to + 1]?.lower === 'code') return true;
  return /^(?:up|down|off|out)$/.test(words[to]?.lower ?? '');
}

/** "a JSON document", "a markdown page": prose about a format. */
function describesFormat(phrase: readonly Word[]): boolean {
  const last = phrase[phrase.length - 1]?.lower ?? '';
  if (isKind(last) && !KINDS_OF_DATA.has(last)) return false;
  return phrase.some((word) => /^(?:json|ya?ml|xml|csv|tsv|toml|markdown|html)$/.test(word.lower));
}
