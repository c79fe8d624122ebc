// Reads what stands before a cue: the whole of the clause up to it must be an opener and a noun phrase, or the clause has no
// subject that a fact may be about. Called by clauses.ts for every cue and for plain clauses.
// Source: memory, Cue scanner (what X may be), memory D17 (a name is one concept however it is written).

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
import {
  canonicalOf,
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isGerund,
  isNameLike,
  isNoise,
  isOrdinary,
  isPlainAdverb,
  isTitleNoun,
  tellsWhichOne,
} from './names.ts';
import type { Word } from './sentences/sentences.ts';
import { isKind } from './words/kinds.ts';
import { ORDERS } from './words/moods.ts';
import { MAKES, TEXT_NOUNS, TITLE_NOUNS } from './words/nouns.ts';

/**
 * `name` has a name of its own; `noun` is a bare dictionary word ("State", "atlas");
 * `title` is a definite phrase ("our build agent") that tells which, and names nothing.
 */
export type SubjectKind = 'name' | 'noun' | 'title';

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

/**
 * Reads the subject out of the words before a verb or cue.
 * @returns the subject; `'none'` when only openers and adverbs stand there; `null` when what stands there is no subject
 */
export function readSubject(words: readonly Word[], lexicon: Lexicon): Subject | 'none' | null {
  let end = words.length;
  while (end > 1 && isTrailingAdverb(words[end - 1] as Word)) end--;
  const start = skipOpeners(words, end);
  const [only] = words;
  const isAdverb = end === 1 && only !== undefined && isTrailingAdverb(only) && lexicon.isCommon(only.lower);
  return start >= end || isAdverb ? 'none' : readNounPhrase(words.slice(start, end), lexicon);
}

const isTrailingAdverb = (word: Word): boolean => !isCapitalised(word) && isPlainAdverb(word);

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

/** A run of capitalised words; a leading title ("Agent Dobby") is dropped. */
function readRun(words: readonly Word[], lexicon: Lexicon): Subject | null {
  const [first, second] = words as readonly [Word, Word];
  // "Ensure Redis runs on ...".
  if (isFunctionWord(first) || (first.initial && ORDERS.has(first.lower))) return null;
  if (!words.every((word, at) => isNameWord(word, at) && !isNoise(word))) return null;
  const isCode = /^\p{Lu}{0,2}\p{N}+$/u.test(second.text);
  return name(
    words.length === 2 && isTitleNoun(first) && isStrange(second, lexicon) && !isCode ? [second] : words,
  );
}

function readBare(phrase: readonly Word[], lexicon: Lexicon): Subject | null {
  const [first, second] = phrase;
  if (first === undefined) return null;
  if (second === undefined) return readWord(first, lexicon);
  // "Jens' server" has a mark within.
  const isBroken = !first.code && second.start !== first.end + 1;
  if (phrase.length === 2 && !isBroken && tellsWhichOne(first, second, lexicon)) return name([first]);
  const run = readRun(phrase, lexicon);
  if (run !== null || phrase.length > 2) return run;
  if (lexicon.isKnownConcept(canonicalOf(phrase))) return name(phrase);
  // "agent dobby" names one thing twice.
  return isTitleNoun(first) && isStrange(second, lexicon) ? name([second]) : null;
}

/** What settings end in, wherever they stand: `database_name`, QUILL_URL. */
const SETTING =
  /[._](?:names?|ids?|ports?|path|keys?|ur[il]s?|types?|mode|size|count|token|files?|dir|timeout|limit|enabled|level|format|version|value|flags?|options?|config|address|user|password|interval|prefix|suffix)$/;

function readWord(word: Word, lexicon: Lexicon): Subject | null {
  const { lower } = word;
  // `order`, `readAll`: parameters and functions, which are true only of their program.
  const isOfCode = word.code && (isOrdinary(word, lexicon) || /^\p{Ll}+\p{Lu}/u.test(word.text));
  if (isOfCode || SETTING.test(lower)) return null;
  if (isNameLike(word, lexicon)) return name([word]);
  if (isNoise(word) || isFunctionWord(word) || isGerund(word, lexicon)) return null;
  if (TEXT_NOUNS.has(lower) || isAdjective(word, lexicon)) return null;
  return isOrdinary(word, lexicon) ? { kind: 'noun', token: lower, capital: isCapitalised(word) } : null;
}

/** "the gnommoweb service", "the agent dobby", "the Raspberry Pi" are names; "the server" is a mere title. */
function readDefinite(rest: readonly Word[], isOurs: boolean, lexicon: Lexicon): Subject | null {
  const [before, last] = [rest[rest.length - 2], rest[rest.length - 1]];
  if (last === undefined) return null;
  if (before !== undefined && rest.length === 2 && tellsWhichOne(before, last, lexicon))
    return name([before]);
  if (rest.every(isCapitalised)) return readProper(rest, lexicon);
  // "my weechat": one of those there are, and ours.
  const isOwn = isOurs
    ? isStrange(last, lexicon) && !isKind(last.lower)
    : /[\p{N}_]|\p{Ll}\p{Lu}/u.test(last.text);
  if (rest.length === 1 && isOwn) return name([last]);
  if (before !== undefined && isTitleNoun(before) && isStrange(last, lexicon)) return name([last]);
  return TITLE_NOUNS.has(last.lower) ? { kind: 'title', token: last.lower, capital: false } : null;
}

/** "the CPU" is one of many; "the ESP32" has a name. */
function readProper(rest: readonly Word[], lexicon: Lexicon): Subject | null {
  const [only, second] = rest;
  if (only === undefined || second !== undefined) return only === undefined ? null : readRun(rest, lexicon);
  const isAcronym = /^\P{Ll}{2,}$/u.test(only.text) && !/\p{N}/u.test(only.text);
  return isAcronym || MAKES.has(only.lower) || !isStrange(only, lexicon) ? null : name([only]);
}
