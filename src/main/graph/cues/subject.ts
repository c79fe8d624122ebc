// Reads what stands before a cue: the whole of the clause up to it must be an opener and a noun phrase, or the
// clause has no subject that a fact may be about. Called by statements.ts for every cue and for plain clauses.
// Source: memory, Cue scanner (what X may be).

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
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
  isPlainAdverb,
  isTitleNoun,
  LONGEST_RUN,
  tellsWhichOne,
} from './names.ts';
import type { Word } from './sentences/sentences.ts';
import { isKind } from './words/kinds.ts';
import {
  ADJECTIVES,
  DATA_TYPES,
  EVALUATIVE,
  MAKES,
  TEXT_NOUNS,
  TIME_NAMES,
  TITLE_NOUNS,
} from './words/nouns.ts';

/**
 * `name` has a name of its own; `generic` is "a container"; `noun` is a bare dictionary word ("State", "atlas");
 * `compound` is two of them ("import lists"), in the singular; `title` is a definite phrase ("our build agent") that only an apposition can name;
 * `setting` is `NOT_A_NAME`, of which only a kind of setting is told.
 */
export type SubjectKind = 'name' | 'generic' | 'noun' | 'compound' | 'title' | 'setting';

export interface Subject {
  readonly kind: SubjectKind;
  readonly token: string;
  /** A bare dictionary word with a capital ("Marigold"): it may well be a name. */
  readonly capital: boolean;
  /** "import lists": several of a kind, so the verb is plural. */
  readonly plural?: boolean;
}

/** Whether the subject may be carried along as a name is: a bare noun in the singular mostly is one. */
export function isNamed(subject: Subject): boolean {
  return subject.kind === 'name' || subject.kind === 'noun';
}

/** Most words a subject with its openers may have. */
const LONGEST_SUBJECT = 14;
const LONGEST_TITLE = 5;

/**
 * Reads the subject out of the words before a verb or cue.
 * @returns the subject; `'none'` when only openers and adverbs stand there; `null` when what stands there is no subject
 */
export function readSubject(words: readonly Word[], lexicon: Lexicon): Subject | 'none' | null {
  if (words.length > LONGEST_SUBJECT) return null;
  let end = words.length;
  while (end > 0 && isTrailingAdverb(words[end - 1])) end--;
  const start = skipOpeners(words, end);
  if (start >= end) return 'none';
  end = beforeSource(words, start, end, lexicon);
  const phrase = words.slice(start, end);
  return readNounPhrase(phrase, lexicon) ?? readAfterPlace(phrase, lexicon);
}

/** "X as described in Y": where X ends. */
function beforeSource(words: readonly Word[], start: number, end: number, lexicon: Lexicon): number {
  const as = words.findIndex((word, at) => at > start && at < end && word.lower === 'as');
  const participle = words[as + 1];
  if (as === -1 || participle === undefined || words[as + 2]?.lower !== 'in') return end;
  return isPastForm(participle, lexicon) ? as : end;
}

const PLACES: ReadonlySet<string> = new Set(['in', 'on', 'at', 'within', 'inside', 'after']);
const LONGEST_PLACE = 5;

/** "In our cluster web-1", "After the move web-1": plain words of place, then a name. */
function readAfterPlace(phrase: readonly Word[], lexicon: Lexicon): Subject | null {
  const [first, ...rest] = phrase;
  const last = rest[rest.length - 1];
  if (first === undefined || last === undefined || !PLACES.has(first.lower)) return null;
  const place = rest.slice(0, -1);
  if (place.length === 0 || place.length > LONGEST_PLACE || !isTitled(last, lexicon) || last.possessive)
    return null;
  const definite = /^(?:the|our)$/.test(place[0]?.lower ?? '');
  const nouns = definite ? place.slice(1) : place;
  const plain = nouns.every((word) => isPlainWord(word) && (definite || isOrdinary(word, lexicon)));
  return plain && nouns.length > 0 ? name([last]) : null;
}

function isPlainWord(word: Word): boolean {
  return !isCapitalised(word) && !isFunctionWord(word) && !hasIdentifierShape(word) && !word.possessive;
}

function isTrailingAdverb(word: Word | undefined): boolean {
  return word !== undefined && !isCapitalised(word) && isPlainAdverb(word);
}

/** Reads a whole noun phrase as a subject. */
export function readNounPhrase(phrase: readonly Word[], lexicon: Lexicon): Subject | null {
  if (phrase.slice(0, -1).some((word) => word.possessive)) return null;
  const [first, ...rest] = phrase;
  if (first === undefined) return null;
  if (rest.length > 0 && (first.lower === 'a' || first.lower === 'an')) return readGeneric(rest, lexicon);
  if (rest.length > 0 && /^(?:the|our|my)$/.test(first.lower)) return readDefinite(rest, lexicon);
  return readBare(phrase, lexicon);
}

function name(words: readonly Word[]): Subject {
  return { kind: 'name', token: canonicalOf(words), capital: false };
}

/** "Open vSwitch": a capital, be it within the word. */
const isNameWord = (word: Word, at: number): boolean =>
  isCapitalised(word) || (at > 0 && /^\p{Ll}\p{Lu}/u.test(word.text));

/** A run of capitalised words; a leading title ("Agent Dobby") is dropped. */
function readRun(words: readonly Word[], lexicon: Lexicon): Subject | null {
  if (words.length > LONGEST_RUN || !words.every((w, at) => isNameWord(w, at) && !isNoise(w))) return null;
  const [first, second] = words;
  if (first === undefined || second === undefined || isFunctionWord(first)) return null;
  if (
    /^(?:even|quite|rather|surely|such|additional|other|further|current|existing|previous)$/.test(first.lower)
  )
    return null;
  if (first.initial && IMPERATIVES.has(first.lower)) return null;
  // "Enabling OCSP" is something done; "Testing Library" may be a name.
  const last = words[words.length - 1];
  if (first.initial && isGerund(first, lexicon) && !isKind(last?.lower ?? '')) return null;
  const titled = words.length === 2 && isTitleNoun(first) && isTitled(second, lexicon);
  if (titled && !isCode(second)) return name([second]);
  if (words.length === 2 && DATA_TYPES.has(second.lower)) return null;
  return name(words);
}

/** "Ensure Redis is running": told to somebody, and no name. */
const IMPERATIVES: ReadonlySet<string> = new Set(
  'ensure verify confirm explore meet introducing visit install consider use using discover download configure suppose imagine'.split(
    ' ',
  ),
);

/** "Miniflux 2", "Traefik v3": a name goes on with its number; "Step 2" and "Rack 4" are none. */
function readNumbered(phrase: readonly Word[], lexicon: Lexicon): Subject | null {
  const run = phrase.slice(0, -1);
  const [first] = run;
  const number = phrase[phrase.length - 1];
  if (first === undefined || number === undefined || !/^v?\p{N}{1,2}$/u.test(number.text)) return null;
  const named = run.every((word) => isCapitalised(word) && !isTitleNoun(word) && isTitled(word, lexicon));
  return named ? name(phrase) : null;
}

/** "A1", "B12": says which one of its kind, and is no name without it ("Rack A1"). */
function isCode(word: Word): boolean {
  return /^\p{Lu}{0,2}\p{N}+$/u.test(word.text);
}

function isTitled(word: Word, lexicon: Lexicon): boolean {
  return isNameLike(word, lexicon) && !isOrdinary(word, lexicon);
}

function readBare(phrase: readonly Word[], lexicon: Lexicon): Subject | null {
  const [first, second] = phrase;
  if (first === undefined) return null;
  if (second === undefined) return readWord(first, lexicon);
  const run = readRun(phrase, lexicon) ?? readNumbered(phrase, lexicon);
  if (run !== null) return run;
  const owned = isUnbroken(phrase) ? readOwned(phrase, lexicon) : null;
  if (owned !== null || phrase.length > 2) return owned;
  const joined = canonicalOf(phrase);
  if (lexicon.isKnownConcept(joined)) return name(phrase);
  // "gnommoweb service" and "agent dobby" name one thing twice.
  if (tellsWhichOne(first, second, lexicon)) return name([first]);
  if (isTitleNoun(first) && isTitled(second, lexicon)) return name([second]);
  return readCompound(first, second, lexicon);
}

/** "Import lists", "context compaction": two plain nouns, of which only a part of something named is told. */
function readCompound(first: Word, second: Word, lexicon: Lexicon): Subject | null {
  const isNoun = (word: Word) =>
    isOrdinary(word, lexicon) &&
    !isFunctionWord(word) &&
    !word.possessive &&
    !word.code &&
    !isAdjective(word, lexicon) &&
    !isPlainAdverb(word) &&
    !isPastForm(word, lexicon) &&
    !EVALUATIVE.has(word.lower);
  if (isCapitalised(second) || (isCapitalised(first) && !first.initial) || !isNoun(first) || !isNoun(second))
    return null;
  if (isGerund(first, lexicon) || isGerund(second, lexicon) || /ly$/.test(first.lower)) return null;
  const plural = /[^su]s$/.test(second.lower);
  const one = plural ? second.lower.replace(/s$/, '') : second.lower;
  return { kind: 'compound', token: `${first.lower}_${one}`, capital: false, plural };
}

/** NOT_EVEN_NAMED is a setting wherever it stands. */
const SETTING_NAME = /^\p{Lu}[\p{Lu}\p{N}]*(?:_[\p{Lu}\p{N}]+)+$/u;

/** What settings end in: `database_name`, `app.port`. */
const SETTING =
  /[._](?:names?|ids?|ports?|path|keys?|ur[il]s?|types?|mode|size|count|token|files?|dir|timeout|limit|enabled|level|format|version|value|flags?|options?|config|address|user|password|interval|prefix|suffix)$/;

/** `order`, `readAll`: parameters and functions, which are true only of their program. */
function isParameter(word: Word, lexicon: Lexicon): boolean {
  if (word.code && SETTING.test(word.lower)) return true;
  return word.code && (isOrdinary(word, lexicon) || /^\p{Ll}[\p{Ll}\p{N}]*\p{Lu}/u.test(word.text));
}

function readWord(word: Word, lexicon: Lexicon): Subject | null {
  if (SETTING_NAME.test(word.text)) return { kind: 'setting', token: canonicalOf([word]), capital: false };
  if (isParameter(word, lexicon) || /^per-/.test(word.lower)) return null;
  if ((word.initial || !isCapitalised(word)) && ABSTRACT.test(word.lower) && !hasIdentifierShape(word))
    return null;
  if (isNameLike(word, lexicon)) return name([word]);
  const { lower } = word;
  if (isNoise(word) || isFunctionWord(word) || TIME_NAMES.has(lower)) return null;
  if (DATA_TYPES.has(lower) || TEXT_NOUNS.has(lower) || ADJECTIVES.has(lower) || EVALUATIVE.has(lower))
    return null;
  if (isGerund(word, lexicon) || isPastForm(word, lexicon) || /ly$/.test(lower)) return null;
  if (ABSTRACT.test(lower)) return null;
  return isOrdinary(word, lexicon) ? { kind: 'noun', token: lower, capital: isCapitalised(word) } : null;
}

/** "Authentication is a process": true of an idea, and of nothing anybody runs. */
const ABSTRACT = /[a-z]{3}(?:tion|sion|ity|ment|ness|ance|ence|ism|ship)$/;

/** "a container": one plain noun, for a modifier would make the statement about less than its head. */
function readGeneric(rest: readonly Word[], lexicon: Lexicon): Subject | null {
  const [noun, ...more] = rest;
  if (noun === undefined || more.length > 0) return null;
  const subject = readWord({ ...noun, initial: true }, lexicon);
  return subject === null ? null : { kind: 'generic', token: subject.token, capital: false };
}

/** "the gnommoweb service", "the agent dobby", "the Raspberry Pi" are names; "the server" is a mere title. */
function readDefinite(rest: readonly Word[], lexicon: Lexicon): Subject | null {
  const last = rest[rest.length - 1];
  const before = rest[rest.length - 2];
  if (last === undefined || rest.some((word) => isFunctionWord(word))) return null;
  if (rest.every((word) => isCapitalised(word))) return readProper(rest, lexicon);
  const [first, ...run] = rest;
  // "the implemented Storage Capability": described, and named all the same; "the old Storage Box" is one of two.
  if (run.length > 1 && first !== undefined && isDescribing(first, lexicon) && run.every(isCapitalised))
    return readRun(run, lexicon);
  if (rest.length === 1 && /[\p{N}_]|\p{Ll}\p{Lu}/u.test(last.text) && hasIdentifierShape(last))
    return name([last]);
  if (before !== undefined && rest.length === 2 && tellsWhichOne(before, last, lexicon))
    return name([before]);
  const titled = before !== undefined && isTitleNoun(before) && isTitled(last, lexicon);
  if (titled && rest.slice(0, -1).every((word) => isOrdinary(word, lexicon))) return name([last]);
  const owned = readOwned(rest, lexicon);
  if (owned !== null) return owned;
  const title = TITLE_NOUNS.has(last.lower) && rest.length <= LONGEST_TITLE;
  return title ? { kind: 'title', token: last.lower, capital: false } : null;
}

/** Most common nouns of a thing that is called by what it belongs to. */
const LONGEST_OWNED = 3;

/** What a thing with a name is, and no part of it: "the Zorblat framework" is Zorblat. */
const SAME: ReadonlySet<string> = new Set(
  'project software framework protocol platform tool library product program suite distribution'.split(' '),
);

/** "the Zorblat build environment": called by the name of what it belongs to; "the Docker image" and "the REST API" are any. */
function readOwned(rest: readonly Word[], lexicon: Lexicon): Subject | null {
  const from = rest.findIndex((word) => !isCapitalised(word));
  const [own, nouns] = [rest.slice(0, from), rest.slice(from)];
  const [only, more] = own;
  if (only === undefined || own.length > LONGEST_RUN || nouns.length > LONGEST_OWNED) return null;
  if (more === undefined && /^\P{Ll}+$/u.test(only.text)) return null;
  const isOwn = own.every((word) => isTitled(word, lexicon) && !MAKES.has(word.lower) && !word.possessive);
  const [noun, second] = nouns;
  const last = second === undefined ? noun : nouns.at(-1);
  if (!isOwn || !isKind(last?.lower ?? '') || !nouns.every((word) => isPlainNoun(word, lexicon))) return null;
  return name(second === undefined && SAME.has(noun?.lower ?? '') ? own : rest);
}

/** "Jens' server" has a mark within. */
function isUnbroken(phrase: readonly Word[]): boolean {
  return phrase.every((word, at) => at === 0 || word.start === (phrase[at - 1]?.end ?? 0) + 1);
}

function isPlainNoun(word: Word, lexicon: Lexicon): boolean {
  return (
    isPlainWord(word) &&
    isOrdinary(word, lexicon) &&
    !isAdjective(word, lexicon) &&
    !isPastForm(word, lexicon)
  );
}

function isDescribing(word: Word, lexicon: Lexicon): boolean {
  return (
    isAdjective(word, lexicon) && !/^(?:old|older|new|newer|second|other|previous|current)$/.test(word.lower)
  );
}

function readProper(rest: readonly Word[], lexicon: Lexicon): Subject | null {
  const [only, second] = rest;
  if (only === undefined) return null;
  if (second !== undefined) return readRun(rest, lexicon);
  // "the CPU" is one of many; "the ESP32" has a name.
  const acronym = /^\P{Ll}{2,}$/u.test(only.text) && !/\p{N}/u.test(only.text);
  if (acronym && !/^(?:usa|uk|eu|un|uae|bbc|nhs|nato)$/.test(only.lower)) return null;
  if (MAKES.has(only.lower) || isOrdinary(only, lexicon)) return null;
  return isNameLike(only, lexicon) ? name([only]) : null;
}
