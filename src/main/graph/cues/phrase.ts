// Reads noun phrases after a cue: where they end, which words are their head, and how far a list of adjectives reaches.
// Says nothing about whether the head makes a fact. Called by object.ts.
// Source: memory, Cue scanner (Y is the head noun after determiners and adjectives).

import type { Lexicon } from '../types.ts';
import {
  canonicalOf,
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isGerund,
  isNameLike,
  isOrdinary,
  isPastForm,
  isPlainAdverb,
  isTitleNoun,
  LONGEST_RUN,
  tellsWhichOne,
} from './names.ts';
import { isPlural } from './refusals.ts';
import type { Mark, Word } from './sentences/sentences.ts';
import { OPEN_DETERMINERS, PREPOSITIONS, STRICTLY_FINITE } from './words/function-words.ts';
import { isKind, MATTERS } from './words/kinds.ts';
import { EVALUATIONS, OBJECT_PARTICIPLES, TRAILING_ADJECTIVES } from './words/nouns.ts';

export interface Phrase {
  readonly words: readonly Word[];
  readonly determiner: string | null;
  readonly to: number;
}

/** Most words of a noun phrase that are looked at. */
const LONGEST_PHRASE = 10;

/** "fully", "managed", "small": a phrase that has only these so far has not come to its noun. */
function isModifier(word: Word, lexicon: Lexicon): boolean {
  return (
    isPlainAdverb(word) ||
    INTENSIFIERS.has(word.lower) ||
    EVALUATIONS.has(word.lower) ||
    (/^[a-z]{3,}ly$/.test(word.text) && !LY_NOUNS.has(word.lower)) ||
    isAdjective(word, lexicon) ||
    (isGerund(word, lexicon) && !isCapitalised(word))
  );
}

export const INTENSIFIERS: ReadonlySet<string> = new Set(
  'very quite rather pretty really well so too more most'.split(' '),
);

function endsPhrase(words: readonly Word[], at: number, hasNoun: boolean, lexicon: Lexicon): boolean {
  const word = words[at];
  if (word === undefined) return true;
  if (!hasNoun && /ly$/.test(word.lower) && isPlainAdverb(word)) return false;
  const after = words[at + 1];
  if (hasNoun && word.lower === 'only' && after !== undefined && !isFunctionWord(after)) return false;
  if (word.lower === 'next' && /^gen(?:eration)?$/.test(after?.lower ?? '')) return false;
  if (isFunctionWord(word)) return true;
  // "a single executable written in Go".
  if (!hasNoun)
    return (
      at > 0 && TRAILING_ADJECTIVES.has(word.lower) && isKind(words[at - 1]?.lower ?? '') && isEnd(after)
    );
  // "a tool specifically designed for ...".
  if (/^[a-z]{3,}ly$/.test(word.text) && !LY_NOUNS.has(word.lower)) return true;
  // "a provider building a network", "a server giving its users ...".
  if (/^[a-z]{3,}ing$/.test(word.text) && after !== undefined && OBJECT_OPENERS.has(after.lower)) return true;
  // "a NetworkPolicy limiting traffic": what is written as one name is no matter of what follows.
  if (/^[a-z]{3,}ing$/.test(word.text) && /\p{Ll}\p{Lu}/u.test(words[at - 1]?.text ?? '')) return true;
  // "an engine open-sourced by Quill".
  if (/-[a-z]+ed$/.test(word.text) && after !== undefined && PREPOSITIONS.has(after.lower)) return true;
  if (isDate(word, words[at + 1])) return true;
  if (isNumber(word)) return !isModelNumber(words, at);
  // "a message bus StackStorm relies on": a clause of its own.
  if (
    isNamed(word) &&
    /^[a-z]/.test(words[at - 1]?.text ?? '') &&
    /^[a-z]{3,}(?:s|ed)$/.test(words[at + 1]?.text ?? '')
  )
    return true;
  if (isCapitalised(word)) return /^(?:Written|Built|Made|Powered|Based|Hosted)$/.test(word.text);
  const next = words[at + 1];
  if (next !== undefined && !isFunctionWord(next) && DESCRIBES_BEFORE.test(word.lower)) return false;
  // "a project built using Quill".
  if (TRAILING_ADJECTIVES.has(word.lower) && next?.text === 'using') return true;
  if (/^[a-z]{3,}ing$/.test(word.text) && VALUES.has(words[at - 1]?.lower ?? '')) return true;
  if (OBJECT_PARTICIPLES.has(word.lower)) {
    // "a file hosting service" goes on, "a service handling mail" does not.
    const before = words[at - 1];
    const isMatter =
      before === undefined ||
      MATTERS.has(before.lower) ||
      HOSTED.has(before.lower) ||
      !isKind(before.lower) ||
      isAdjective(before, lexicon);
    const goesOn = next !== undefined && isKind(next.lower) && isMatter;
    const isNoun =
      word.lower === 'offering' && (next === undefined || isFunctionWord(next) || isPastForm(next, lexicon));
    return !goesOn && !isNoun;
  }
  if (
    next !== undefined &&
    PREPOSITIONS.has(next.lower) &&
    isAdjective(word, lexicon) &&
    /(?:ive|ful|ous)$/.test(word.lower)
  )
    return true;
  if (next === undefined || isFunctionWord(next) || isCapitalised(next) || /^[a-z]{4,}ly$/.test(next.text)) {
    if (isMatterOf(words, at)) return false;
    return isPastForm(word, lexicon) || isGerund(word, lexicon) || TRAILING_ADJECTIVES.has(word.lower);
  }
  return (
    /^(?:called|named|dubbed)$/.test(word.lower) ||
    (isPastForm(word, lexicon) && !isOrdinary(next, lexicon) && !isGerund(next, lexicon))
  );
}

/** "a code signing Certificate Authority": what an authority is of; "an agent calling Quill Server" is done by the agent. */
function isMatterOf(words: readonly Word[], at: number): boolean {
  const [before, word, next] = [words[at - 1], words[at], words[at + 1]];
  if (
    before === undefined ||
    next === undefined ||
    isKind(before.lower) ||
    !/^[a-z]{3,}ing$/.test(word?.text ?? '')
  )
    return false;
  const end = words.findIndex((one, index) => index > at && !isCapitalised(one));
  const last = words.at(end === -1 ? -1 : end - 1);
  return next !== last && isNamed(next) && isKind(last?.lower ?? '');
}

/** "an app hosting platform": kinds that a service is about; "an app serving mail" does it itself. */
const HOSTED: ReadonlySet<string> = new Set(
  'app application site website repo repository package'.split(' '),
);

const isEnd = (word: Word | undefined): boolean => word === undefined || PREPOSITIONS.has(word.lower);

const isNamed = ({ text }: Word): boolean => /^\p{Lu}\p{L}*\p{Ll}/u.test(text);

/** "moved to hilbert last week", "a repo today". */
function isDate(word: Word, next: Word | undefined): boolean {
  if (/^(?:yesterday|today|tomorrow|tonight)$/.test(word.text)) return true;
  return /^(?:last|this|next)$/.test(word.text) && TIMES.has(next?.lower ?? '');
}

const TIMES: ReadonlySet<string> = new Set(
  'week weekend month year quarter sprint night morning evening season spring summer autumn winter'.split(
    ' ',
  ),
);

const LY_NOUNS: ReadonlySet<string> = new Set(
  'family assembly reply supply anomaly monopoly ally fly butterfly rally bully gully jelly belly lily tally friendly early daily weekly monthly hourly nightly yearly likely timely costly'.split(
    ' ',
  ),
);

const OBJECT_OPENERS: ReadonlySet<string> = new Set(
  'a an the its their your our all any multiple several various'.split(' '),
);

/** "a string naming the host": what holds a value is followed by what it says. */
const VALUES: ReadonlySet<string> = new Set(
  'string number integer boolean value array list object map flag field property function class struct variable'.split(
    ' ',
  ),
);

/** "block based backup client": belongs to the noun before it, and both describe what comes. */
const DESCRIBES_BEFORE =
  /^(?:based|scoped|focused|driven|oriented|native|centric|specific|enabled|aware|compatible|friendly|powered|backed|hosted|managed|licensed|certified|compliant)$/;

function isNumber(word: Word): boolean {
  return /^v?\p{N}+(?:[.,]\p{N}+)*$/u.test(word.text);
}

/** "an Ubuntu 22.04 server": a number between a name and the noun it describes. */
function isModelNumber(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  const next = words[at + 1];
  if (before === undefined || next === undefined || isNumber(next)) return false;
  if (!isCapitalised(before) || isFunctionWord(next)) return false;
  // "a Windows 11 KVM VM": more of its name, and what it is.
  const end = words.findIndex((word, index) => index > at && !isCapitalised(word));
  return /^\p{Ll}/u.test(next.text) || isKind(words.at(end === -1 ? -1 : end - 1)?.lower ?? '');
}

/** "a workspace combining notes": one thing is spoken of, so the several are what it handles. */
function isHandling(word: Word, next: Word | undefined, lexicon: Lexicon): boolean {
  return /^[a-z]{4,}ing$/.test(word.text) && next !== undefined && isPlural(next, lexicon);
}

const EASE_WORDS = 3;

/** "an easy to use gallery", "a simple to run server": how it is used says nothing of what it is. */
function isEase(words: readonly Word[], at: number): boolean {
  const [how, to, use, next] = words.slice(at, at + EASE_WORDS + 1);
  if (
    next === undefined ||
    !/^(?:easy|simple|quick|ready|straightforward)$/.test(how?.lower ?? '') ||
    to?.lower !== 'to'
  )
    return false;
  const isVerb = /^(?:use|run|install|deploy|host|set|configure|maintain|read|learn|understand|extend)$/.test(
    use?.lower ?? '',
  );
  return isVerb && (!isFunctionWord(next) || /^(?:and|or)$/.test(next.lower));
}

export function readPhrase(words: readonly Word[], from: number, lexicon: Lexicon): Phrase | null {
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
  let hasNoun = false;
  const phrase: Word[] = [];
  while (at - start < LONGEST_PHRASE) {
    if (!hasNoun && isEase(words, at)) {
      at += EASE_WORDS;
      continue;
    }
    const word = words[at];
    if (word === undefined || endsPhrase(words, at, hasNoun, lexicon)) break;
    if (hasNoun && determiner !== 'the' && isHandling(word, words[at + 1], lexicon)) break;
    if (word.possessive) return null;
    hasNoun ||= !isModifier(word, lexicon);
    phrase.push(word);
    at++;
  }
  return phrase.length === 0 ? null : { words: phrase, determiner, to: at };
}

/** The words of the head: a known concept or a capitalised run whole, otherwise the last word. */
export function headOf(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
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

/** Something unreadable, or another verb, follows the object: the phrase is not what it seems. */
export function isCutShort(words: readonly Word[], to: number, closedBy: Mark): boolean {
  const next = words[to];
  return next === undefined ? closedBy === 'hole' : STRICTLY_FINITE.has(next.lower);
}

/** "the ramanujan server" is ramanujan; any other phrase is its head. */
export function nameBeforeTitle(phrase: readonly Word[], lexicon: Lexicon): readonly Word[] {
  const head = headOf(phrase, lexicon);
  const [name, title, more] = phrase;
  // "the package Munin".
  const isTold = name !== undefined && title !== undefined && more === undefined && !isCapitalised(name);
  if (isTold && isTitleNoun(name) && isCapitalised(title) && isNameLike(title, lexicon)) return [title];
  if (head.length > 1 || name === undefined || title === undefined || more !== undefined) return head;
  return tellsWhichOne(name, title, lexicon) ? [name] : head;
}
