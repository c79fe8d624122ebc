// Reads noun phrases: where one ends, which of its words are a name, and which are the compound that says what kind of thing it
// is. Says nothing about whether they make a fact. Called by object.ts and by what looks for classes and places.
// Source: memory D18 (a parent is the whole noun compound), Cue scanner.

import type { Lexicon } from '../types.ts';
import {
  canonicalOf,
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isGerund,
  isNoise,
  isOrdinary,
  isPastForm,
  isPlainAdverb,
  LONGEST_RUN,
  tellsWhichOne,
} from './names.ts';
import type { Word } from './sentences/sentences.ts';
import { OPEN_DETERMINERS, PREPOSITIONS } from './words/function-words.ts';
import { isKind, isListedKind, MATTERS } from './words/kinds.ts';
import { EVALUATIONS, INTENSIFIERS, OBJECT_PARTICIPLES, TRAILING_ADJECTIVES } from './words/nouns.ts';

export interface Phrase {
  readonly words: readonly Word[];
  readonly determiner: string | null;
  /** Index of the first word behind it. */
  readonly to: number;
}

/** Most words of a phrase, and of a parent. */
const LONGEST_PHRASE = 10;
const LONGEST_COMPOUND = 4;

/** Reads the phrase that begins at `from`; null where none does, or where it is somebody's ("Quill's server"). */
export function readPhrase(words: readonly Word[], from: number, lexicon: Lexicon): Phrase | null {
  const first = words[from];
  const isOpened = first !== undefined && OPEN_DETERMINERS.has(first.lower) && first.text !== 'A';
  const start = isOpened ? from + 1 : from;
  let at = start;
  let hasNoun = false;
  for (; at - start < LONGEST_PHRASE && !endsPhrase(words, at, hasNoun, lexicon); at++) {
    const word = words[at] as Word;
    if (word.possessive) return null;
    hasNoun ||= !isModifier(word, lexicon);
  }
  return at === start
    ? null
    : { words: words.slice(start, at), determiner: isOpened ? first.lower : null, to: at };
}

/** "fully", "managed", "small": a phrase that has only these so far has not come to its noun. */
function isModifier(word: Word, lexicon: Lexicon): boolean {
  return (
    isPlainAdverb(word) ||
    INTENSIFIERS.has(word.lower) ||
    EVALUATIONS.has(word.lower) ||
    isAdjective(word, lexicon) ||
    (isGerund(word, lexicon) && !isCapitalised(word))
  );
}

function endsPhrase(words: readonly Word[], at: number, hasNoun: boolean, lexicon: Lexicon): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (word === undefined) return true;
  if (!hasNoun && /ly$/.test(word.lower) && isPlainAdverb(word)) return false;
  if (isFunctionWord(word)) return true;
  if (!hasNoun) return isNoun(before) && TRAILING_ADJECTIVES.has(word.lower) && isEnd(next);
  // "moved to hilbert last week", "a repo today".
  if (/^(?:yesterday|today|tomorrow|tonight|last|this|next)$/.test(word.text)) return true;
  // "a tool specifically designed for ...", "a server giving its users ...".
  if (/^[a-z]{3,}ly$/.test(word.text) && isPlainAdverb(word)) return true;
  if (isNumber(word)) return !isModelNumber(words, at);
  // "a queue Quillpress relies on": a clause of its own.
  if (isCapitalised(word))
    return (
      /^\p{Ll}/u.test(before?.text ?? '') && /^[a-z]{3,}(?:s|ed)$/.test(next?.text ?? '') && !isNoun(next)
    );
  // "a provider building a network", "a project built using Quill"; "a cluster scoped store" goes on.
  const isDoing = /^[a-z]{3,}ing$/.test(word.text) && OPEN_DETERMINERS.has(next?.lower ?? '');
  if (isDoing || next?.text === 'using') return true;
  if (HALVES.test(word.lower) && next !== undefined && !isFunctionWord(next)) return false;
  if (OBJECT_PARTICIPLES.has(word.lower))
    return !(
      next !== undefined &&
      isKind(next.lower) &&
      (!isNoun(before) || MATTERS.has(before?.lower ?? ''))
    );
  const isLast =
    next === undefined || isFunctionWord(next) || isCapitalised(next) || /^[a-z]{4,}ly$/.test(next.text);
  const isVerbal = isPastForm(word, lexicon) || isGerund(word, lexicon);
  if (isLast) return isVerbal || TRAILING_ADJECTIVES.has(word.lower);
  return isPastForm(word, lexicon) && !isOrdinary(next, lexicon) && !isGerund(next, lexicon);
}

const isNoun = (word: Word | undefined): boolean => word !== undefined && isKind(word.lower);
const isEnd = (word: Word | undefined): boolean => word === undefined || PREPOSITIONS.has(word.lower);
const isNumber = (word: Word): boolean => /^v?\p{N}+(?:[.,]\p{N}+)*$/u.test(word.text);

/** "an Ubuntu 22.04 server": a number between a name and the noun it describes. */
function isModelNumber(words: readonly Word[], at: number): boolean {
  const [before, next] = [words[at - 1], words[at + 1]];
  if (before === undefined || next === undefined || !isCapitalised(before)) return false;
  return /^(?:\p{Ll}|\p{Lu}{2,}$)/u.test(next.text) && !isFunctionWord(next);
}

/** The words of the head: a known concept or a capitalised run whole, otherwise the last word. */
export function headOf(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const last = phrase[phrase.length - 1];
  if (last === undefined) return [];
  const known = knownEnd(phrase, lexicon);
  if (known.length > 0) return known;
  let from = phrase.length - 1;
  // "the cluster "Trio"": a name in quotation marks.
  const before = phrase[from - 1];
  if (before !== undefined && !before.possessive && last.start > before.end + 1) return [last];
  while (from > 0 && isCapitalised(last) && isRunWord(phrase[from - 1] as Word)) from--;
  const run = phrase.slice(from);
  return run.length > LONGEST_RUN ? [] : run;
}

/** The end of a phrase that is a concept of several words already known (memory D17). */
function knownEnd(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
  for (let start = Math.max(0, phrase.length - LONGEST_COMPOUND); start < phrase.length - 1; start++) {
    const known = phrase.slice(start);
    if (lexicon.isKnownConcept(canonicalOf(known))) return known;
  }
  return [];
}

const isRunWord = (word: Word): boolean =>
  isCapitalised(word) && !word.possessive && !word.odd && /^\p{L}/u.test(word.text);

/** "the ramanujan server" is ramanujan, "the package Munin" Munin; any other phrase is its head. */
export function nameBeforeTitle(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const head = headOf(phrase, lexicon);
  const [name, title, more] = phrase;
  if (name === undefined || title === undefined || more !== undefined) return head;
  return head.length === 1 && tellsWhichOne(name, title, lexicon) ? [name] : head;
}

/** The nouns a phrase ends with: at most four, none of them an adjective, a participle or a number. */
export function compoundOf(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const known = knownEnd(phrase, lexicon);
  if (known.length > 0) return known;
  let from = phrase.length - 1;
  while (from > 0 && phrase.length - from < LONGEST_COMPOUND && isNounModifier(phrase, from - 1, lexicon))
    from--;
  return phrase.slice(from);
}

/** What a phrase says that something is: its last word, or the two that are one ("access point"). */
export function kindOf(words: readonly Word[]): string {
  const [before, last] = words.slice(-2).map(({ lower }) => lower);
  const pair = `${before}_${last}`;
  return last === undefined ? (before ?? '') : isListedKind(pair) ? pair : last;
}

/** "block based", "open source", "high performance": two words that describe. */
const HALVES =
  /^(?:restful|scoped|based|driven|oriented|centric|specific|enabled|aware|compatible|native|powered|backed|grade|scale|ready|friendly|only|side|source|generation|level|availability|party|open|closed|high|low|real|full|next|general|free)$/;

function isNounModifier(phrase: readonly Word[], at: number, lexicon: Lexicon): boolean {
  const [word, next] = phrase.slice(at, at + 2) as [Word, Word];
  if (word.possessive || word.odd || isNoise(word)) return false;
  if (isListedKind(`${word.lower}_${next.lower}`)) return true;
  const describes = HALVES.test(word.lower) || word.lower === 'software';
  if (describes || INTENSIFIERS.has(phrase[at - 1]?.lower ?? '')) return false;
  if (isCapitalised(word)) return !word.text.includes('-');
  if (isAdjective(word, lexicon) || isPlainAdverb(word) || INTENSIFIERS.has(word.lower)) return false;
  return !EVALUATIONS.has(word.lower) && !/[a-z]{3}est$/.test(word.lower);
}
