// Reads what stands before a cue: the whole of the clause up to it must be an opener and a noun phrase, or the clause has no
// subject that a fact may be about. Called by clauses.ts for every cue and for plain clauses.
// Source: memory, Cue scanner (what X may be), memory D17 (a name is one concept however it is written).

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
import {
  canonicalOf,
  DEPLOYED,
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
import { isKind, isListedKind } from './words/kinds.ts';
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
 * `title` is a definite phrase ("our build agent") that only an apposition can name.
 */
export type SubjectKind = 'name' | 'generic' | 'noun' | 'title';

export interface Subject {
  readonly kind: SubjectKind;
  readonly token: string;
  /** A bare dictionary word with a capital ("Marigold"): it may well be a name. */
  readonly capital: boolean;
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
  while (end > 1 && isTrailingAdverb(words[end - 1])) end--;
  const start = skipOpeners(words, end);
  if (start >= end || (end === 1 && isTrailingAdverb(words[0]) && lexicon.isCommon(words[0]?.lower ?? '')))
    return 'none';
  return readNounPhrase(words.slice(start, end), lexicon);
}

function isTrailingAdverb(word: Word | undefined): boolean {
  return word !== undefined && !isCapitalised(word) && isPlainAdverb(word);
}

/** Reads a whole noun phrase as a subject. */
export function readNounPhrase(phrase: readonly Word[], lexicon: Lexicon): Subject | null {
  // "the bgserver for our game" is the bgserver.
  const more = phrase.findIndex(({ lower }, at) => at > 0 && /^(?:for|behind|in|at)$/.test(lower));
  if (more > 0) {
    const named = readNounPhrase(phrase.slice(0, more), lexicon);
    return named?.kind === 'name' ? named : null;
  }
  const [first, ...rest] = phrase;
  if (first === undefined || phrase.slice(0, -1).some((word) => word.possessive)) return null;
  if (rest.length > 0 && /^an?$/.test(first.lower)) return readGeneric(rest, lexicon);
  if (rest.length > 0 && /^(?:the|our|my)$/.test(first.lower))
    return readDefinite(rest, first.lower !== 'the', lexicon);
  return readBare(phrase, lexicon);
}

const name = (words: readonly Word[]): Subject => ({
  kind: 'name',
  token: canonicalOf(words),
  capital: false,
});

/** A name that is no word of everyday English. */
const isStrange = (word: Word, lexicon: Lexicon): boolean =>
  isNameLike(word, lexicon) && !isOrdinary(word, lexicon);

/** "Open vSwitch": a capital, be it within the word. */
const isNameWord = (word: Word, at: number): boolean =>
  isCapitalised(word) || (at > 0 && /^\p{Ll}\p{Lu}/u.test(word.text));

/** Told to somebody, or one of several, and no name: "Ensure Redis", "Other Servers". */
const NO_NAME_OPENERS =
  /^(?:ensure|verify|confirm|explore|meet|introducing|visit|install|consider|use|using|discover|download|configure|suppose|imagine|even|quite|rather|surely|such|additional|other|further|current|existing|previous)$/;

/** A run of capitalised words; a leading title ("Agent Dobby") is dropped. */
function readRun(words: readonly Word[], lexicon: Lexicon): Subject | null {
  const [first, second] = words;
  if (first === undefined || second === undefined || words.length > LONGEST_RUN || isFunctionWord(first))
    return null;
  if (!words.every((word, at) => isNameWord(word, at) && !isNoise(word)) || NO_NAME_OPENERS.test(first.lower))
    return null;
  // "Enabling OCSP" is something done; "Testing Library" may be a name.
  if (first.initial && isGerund(first, lexicon) && !isKind(words.at(-1)?.lower ?? '')) return null;
  if (words.length > 2) return name(words);
  if (DATA_TYPES.has(second.lower)) return null;
  const isCode = /^\p{Lu}{0,2}\p{N}+$/u.test(second.text);
  return name(isTitleNoun(first) && isStrange(second, lexicon) && !isCode ? [second] : words);
}

/** "Miniflux 2", "Traefik v3": a name goes on with its number; "Step 2" and "Rack 4" are none. */
function readNumbered(phrase: readonly Word[], lexicon: Lexicon): Subject | null {
  const run = phrase.slice(0, -1);
  if (!/^v?\p{N}{1,2}$/u.test(phrase.at(-1)?.text ?? '')) return null;
  return run.every((word) => isCapitalised(word) && !isTitleNoun(word) && isStrange(word, lexicon))
    ? name(phrase)
    : null;
}

function readBare(phrase: readonly Word[], lexicon: Lexicon): Subject | null {
  const [first, second] = phrase;
  if (first === undefined) return null;
  if (second === undefined) return readWord(first, lexicon);
  // "Jens' server" has a mark within.
  const isBroken = !first.code && second.start !== first.end + 1;
  if (phrase.length === 2 && !isBroken && tellsWhichOne(first, second, lexicon)) return name([first]);
  const isPart =
    phrase.length === 2 &&
    !isBroken &&
    isStrange(first, lexicon) &&
    !isCapitalised(first) &&
    isListedKind(second.lower);
  if (isPart && !MAKES.has(first.lower)) return name(phrase);
  const run =
    readRun(phrase, lexicon) ??
    readNumbered(phrase, lexicon) ??
    (isBroken ? null : readOwned(phrase, lexicon));
  if (run !== null || phrase.length > 2) return run;
  if (lexicon.isKnownConcept(canonicalOf(phrase))) return name(phrase);
  // "agent dobby" names one thing twice.
  return isTitleNoun(first) && isStrange(second, lexicon) ? name([second]) : null;
}

/** What settings end in, wherever they stand: `database_name`, QUILL_URL. */
const SETTING =
  /[._](?:names?|ids?|ports?|path|keys?|ur[il]s?|types?|mode|size|count|token|files?|dir|timeout|limit|enabled|level|format|version|value|flags?|options?|config|address|user|password|interval|prefix|suffix)$/;

/** "Authentication is a process": true of an idea, and of nothing anybody runs. */
const ABSTRACT = /[a-z]{3}(?:tion|sion|ity|ment|ness|ance|ence|ism|ship)$/;

function readWord(word: Word, lexicon: Lexicon): Subject | null {
  const { lower } = word;
  // `order`, `readAll`: parameters and functions, which are true only of their program.
  if (
    SETTING.test(lower) ||
    lower.startsWith('per-') ||
    (word.code && (isOrdinary(word, lexicon) || /^\p{Ll}+\p{Lu}/u.test(word.text)))
  )
    return null;
  if ((word.initial || !isCapitalised(word)) && ABSTRACT.test(lower) && !hasIdentifierShape(word))
    return null;
  if (isNameLike(word, lexicon)) return name([word]);
  if (isNoise(word) || isFunctionWord(word) || TIME_NAMES.has(lower) || ABSTRACT.test(lower)) return null;
  if (DATA_TYPES.has(lower) || TEXT_NOUNS.has(lower) || ADJECTIVES.has(lower) || EVALUATIVE.has(lower))
    return null;
  if (
    isGerund(word, lexicon) ||
    isPastForm(word, lexicon) ||
    (/ly$/.test(lower) && lexicon.isCommon(lower.slice(0, -2)))
  )
    return null;
  return isOrdinary(word, lexicon) ? { kind: 'noun', token: lower, capital: isCapitalised(word) } : null;
}

/** "a container": one plain noun, for a modifier would make the statement about less than its head. */
function readGeneric([noun, more]: readonly Word[], lexicon: Lexicon): Subject | null {
  const subject =
    noun === undefined || more !== undefined ? null : readWord({ ...noun, initial: true }, lexicon);
  return subject === null ? null : { kind: 'generic', token: subject.token, capital: false };
}

/** "the gnommoweb service", "the agent dobby", "the Raspberry Pi" are names; "the server" is a mere title. */
function readDefinite(rest: readonly Word[], isOurs: boolean, lexicon: Lexicon): Subject | null {
  const [before, last] = [rest[rest.length - 2], rest[rest.length - 1]];
  if (last === undefined || rest.some((word) => isFunctionWord(word))) return null;
  if (before !== undefined && rest.length === 2 && tellsWhichOne(before, last, lexicon))
    return name([before]);
  if (rest.every((word) => isCapitalised(word))) return readProper(rest, lexicon);
  // "my weechat": one of those there are, and ours.
  const isOwn = isOurs
    ? isStrange(last, lexicon) && !isKind(last.lower)
    : /[\p{N}_]|\p{Ll}\p{Lu}/u.test(last.text) && hasIdentifierShape(last);
  if (rest.length === 1 && isOwn) return name([last]);
  const isTitled = before !== undefined && isTitleNoun(before) && isStrange(last, lexicon);
  if (isTitled && rest.slice(0, -1).every((word) => isOrdinary(word, lexicon))) return name([last]);
  const owned = readOwned(rest, lexicon);
  if (owned !== null) return owned;
  const isTitle = TITLE_NOUNS.has(last.lower) && rest.length <= LONGEST_TITLE;
  return isTitle ? { kind: 'title', token: last.lower, capital: false } : null;
}

/** Most common nouns of a thing that is called by what it belongs to. */
const LONGEST_OWNED = 3;
/** What a thing with a name is, and no part of it: "the Zorblat framework" is Zorblat. */
const SAME =
  /^(?:project|software|framework|protocol|platform|tool|library|product|program|suite|distribution)$/;

/** "the Zorblat build environment": called by the name of what it belongs to; "the Docker image" and "the REST API" are any. */
function readOwned(rest: readonly Word[], lexicon: Lexicon): Subject | null {
  const from = rest.findIndex((word) => !isCapitalised(word));
  const [own, nouns] = [rest.slice(0, from), rest.slice(from)];
  const [only, more] = own;
  const last = nouns.at(-1);
  if (from < 1 || only === undefined || last === undefined || nouns.length > LONGEST_OWNED) return null;
  if ((more === undefined && !/\p{Ll}/u.test(only.text)) || !isKind(last.lower)) return null;
  const isOwn = own.every((word) => isStrange(word, lexicon) && !MAKES.has(word.lower) && !word.possessive);
  if (
    !isOwn ||
    !nouns.every((word) => isPlainNoun(word, lexicon)) ||
    last.start > (own.at(-1) as Word).end + 40
  )
    return null;
  return name(nouns.length === 1 && (SAME.test(last.lower) || DEPLOYED.has(last.lower)) ? own : rest);
}

function isPlainNoun(word: Word, lexicon: Lexicon): boolean {
  const isPlain =
    !isCapitalised(word) && !isFunctionWord(word) && !word.possessive && isOrdinary(word, lexicon);
  return isPlain && !isAdjective(word, lexicon) && !isPastForm(word, lexicon);
}

function readProper(rest: readonly Word[], lexicon: Lexicon): Subject | null {
  const [only, second] = rest;
  if (only === undefined) return null;
  if (second !== undefined) return readRun(rest, lexicon);
  // "the CPU" is one of many; "the ESP32" has a name.
  const isAcronym = /^\P{Ll}{2,}$/u.test(only.text) && !/\p{N}/u.test(only.text);
  if (isAcronym && !/^(?:usa|uk|eu|un|uae)$/.test(only.lower)) return null;
  if (MAKES.has(only.lower) || isOrdinary(only, lexicon)) return null;
  return isNameLike(only, lexicon) ? name([only]) : null;
}
