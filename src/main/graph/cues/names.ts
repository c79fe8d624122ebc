// Decides what a word can be: a name, a common noun, or nothing that a fact may be about. The dictionary and the
// graph answer through the Lexicon; shapes and closed classes decide the rest. Called by the subject and object passes.
// Source: memory, Cue scanner, Tokeniser.

import { canonicalToken, isNoiseToken } from '../text/tokenise.ts';
import type { Lexicon } from '../types.ts';
import type { Word } from './sentences/sentences.ts';
import {
  CLOSED_DETERMINERS,
  OPEN_DETERMINERS,
  PLAIN_ADVERBS,
  PREPOSITIONS,
  PRONOUNS,
  SOFTENERS,
  STRICTLY_FINITE,
} from './words/function-words.ts';
import { words } from './words/lists.ts';
import {
  ADJECTIVE_TAILS,
  ADJECTIVES,
  DATA_TYPES,
  FILE_ENDINGS,
  LEGAL_FORMS,
  MAKES,
  TIME_NAMES,
  TITLE_NOUNS,
  TRADE_NOUNS,
} from './words/nouns.ts';

/** Most words a capitalised run may have; a longer one is a heading (memory, Tokeniser). */
export const LONGEST_RUN = 6;

/** The token a name is known by: NFKC, lower case, its words joined with `_`. */
export function canonicalOf(words: readonly Word[]): string {
  return canonicalToken(words.map((word) => word.text).join(' '));
}

export function isCapitalised({ text }: Word): boolean {
  const unit = text.charCodeAt(0);
  return unit < 0x80 ? unit >= 0x41 && unit <= 0x5a : /^\p{Lu}/u.test(text);
}

/** Most words: small letters alone. */
export const SMALL_LETTERS = /^[a-z]{2,}$/;

/** A word of everyday or trade English, in any simple inflection. */
export function isOrdinary(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (lexicon.isCommon(lower) || TRADE_NOUNS.has(lower)) return true;
  if (isCapitalised(word) && !word.initial) return false;
  const stem = lower.endsWith('s') ? lower.slice(0, -1) : '';
  return stem.length > 2 && (lexicon.isCommon(stem) || TRADE_NOUNS.has(stem)) && !isCapitalised(word);
}

/** `agent_pool`, `web-1`, `glitch.university`, `FastAPI`: shapes that prose does not have by itself. */
export function hasIdentifierShape(word: Word): boolean {
  const { text } = word;
  if (SMALL_LETTERS.test(text) || !/^\p{L}/u.test(text) || text.length < 2) return false;
  if (/_/.test(text) || /\p{Ll}\p{Lu}/u.test(text) || /\p{L}\.\p{L}/u.test(text)) return true;
  if (/\p{N}/u.test(text)) return true;
  return text.includes('-') && !isCapitalised(word);
}

/** File names, numbers, versions, hashes, dates, lone letters: never a concept. */
export function isNoise(word: Word): boolean {
  const { lower } = word;
  if (!word.odd && SMALL_LETTERS.test(word.text)) return isNoiseToken(word.text);
  const token = canonicalToken(word.text);
  // "Notepad++" is not Notepad.
  if (/\+$/.test(word.text)) return true;
  if (word.odd || !/^\p{L}/u.test(token) || /^.$/u.test(token) || isNoiseToken(token)) return true;
  const ending = /\.([a-z0-9]{1,6})$/.exec(lower)?.[1];
  // "node.js" and its kin are products, not files.
  return ending !== undefined && FILE_ENDINGS.has(ending) && !/^[a-z]+\.js$/.test(lower);
}

function endsCommonStem(stem: string, lexicon: Lexicon): boolean {
  const doubled = stem.at(-1) === stem.at(-2);
  const candidates = [stem, `${stem}e`, doubled ? stem.slice(0, -1) : stem];
  return candidates.some((word) => word.length > 2 && lexicon.isCommon(word));
}

/** A verb form in -ing; "Beijing" and "string" are none. */
export function isGerund(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (!lower.endsWith('ing') || lower.length < 6 || lower.length > 30) return false;
  if (isCapitalised(word) && !word.initial) return false;
  if (hasIdentifierShape(word) || NOUNS_IN_ING.has(lower)) return false;
  return endsCommonStem(lower.slice(0, -3), lexicon);
}

const NOUNS_IN_ING = words(
  'building string spring thing ring king wing morning evening ceiling clothing meeting sibling setting offering encoding',
);

/** A participle by its form, whatever the dictionary has: "containerised", "deployed"; "Alfred" and "newsfeed" are none. */
const PARTICIPLE = /^[a-z]{4,}(?<!fr|dr|e)[^aeiou\W]ed$/;

/** A past participle of the dictionary ("attached", "deployed"). */
export function isPastForm(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (!lower.endsWith('ed') || lower.length < 5 || lower.length > 30 || hasIdentifierShape(word))
    return false;
  if (PARTICIPLE.test(word.text)) return true;
  const stem = lower.slice(0, -2);
  const bases = [stem, `${stem}e`, stem.slice(0, -1), stem.endsWith('i') ? `${stem.slice(0, -1)}y` : ''];
  return bases.some((base) => base.length > 1 && lexicon.isCommon(base));
}

/** A lower-case word that describes rather than names: "fast", "reliable", "type-safe". */
export function isAdjective(word: Word, lexicon: Lexicon): boolean {
  const { lower } = word;
  if (isCapitalised(word) || /^(?:front-end|back-end|add-on|plug-in)$/.test(lower)) return false;
  if (ADJECTIVES.has(lower) || isPastForm(word, lexicon)) return true;
  const tail = /-([a-z]+)$/.exec(lower)?.[1];
  if (tail !== undefined && DESCRIBING.test(lower)) return true;
  if (tail !== undefined) return ADJECTIVE_TAILS.has(tail) || /(?:ed|able|ing)$/.test(tail);
  if (!lexicon.isCommon(lower))
    return /(?:able|ible|less|ous|ative|istic|tical|ional|[pcs]tive|sive)$/.test(lower);
  return lower.length > 5 && /(?:able|ible|ful|less|ous|ive|ical|ional|ial|ic|ish)$/.test(lower);
}

/** Hyphenated words that describe: "multi-platform", "cross-domain", "self-improving"; "key-value" is a noun. */
const DESCRIBING =
  /^(?:multi|hands|per|cross|full|open|self|high|low|all|always|real|long|short|single|pre|semi|non|ultra|super|hyper|zero|no|end|first|second|third|one|two|up|easy|ready|well|feature|state|special|next|drop|built|general|production|enterprise|developer|privacy|community|purpose|large|small|fully|highly|opt|dual|in|anti|non|post|cloud-native)-./;

/** An adverb that may stand inside a verb group without softening it. */
export function isPlainAdverb(word: Word): boolean {
  if (SOFTENERS.has(word.lower)) return false;
  return PLAIN_ADVERBS.has(word.lower) || (/^[a-z]{3,}ly$/.test(word.lower) && word.lower.length > 5);
}

const PERSONS = words('he she it we they you this that these those who what which there here');

const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...[PRONOUNS, OPEN_DETERMINERS, CLOSED_DETERMINERS, PREPOSITIONS, STRICTLY_FINITE, PLAIN_ADVERBS].flatMap(
    (one) => [...one],
  ),
  ...words('not no never so perhaps maybe than then please nor isa ispart'),
]);

/** A function word of any closed class: it belongs to no noun phrase. */
export function isFunctionWord(word: Word): boolean {
  const { lower } = word;
  if (isCapitalised(word)) {
    if (/^(?:NOT|NEVER|ONLY|MUST|ALL|NO)$/.test(word.text)) return true;
    if (/^\p{Lu}{3,}$/u.test(word.text)) return lower === 'isa' || lower === 'ispart';
    if (!word.initial && word.text.length > 1 && !/^i\b/.test(lower))
      return PERSONS.has(lower) && word.text !== word.text.toUpperCase();
  }
  return FUNCTION_WORDS.has(lower) || /n't$|^(?:i|we|you|they|he|she|it)'/.test(lower);
}

/** Something with a name of its own: an identifier, a capitalised word, a word no dictionary has, a known concept. */
export function isNameLike(word: Word, lexicon: Lexicon): boolean {
  if (isNoise(word) || isFunctionWord(word) || isGerund(word, lexicon)) return false;
  const { lower } = word;
  if (TIME_NAMES.has(lower) || LEGAL_FORMS.has(lower)) return false;
  if (SOFTENERS.has(lower) && (word.initial || !isCapitalised(word))) return false;
  if (TRADE_NOUNS.has(lower) || (DATA_TYPES.has(lower) && !lexicon.isKnownConcept(lower))) return false;
  if (hasIdentifierShape(word) || lexicon.isKnownConcept(lower)) return true;
  if (isCapitalised(word) && !word.initial) return true;
  return !isOrdinary(word, lexicon) && !isPastForm(word, lexicon);
}

/** A noun that names a kind of thing, in the singular or the plural ("services"). */
export function isTitleNoun(word: Word): boolean {
  return TITLE_NOUNS.has(word.lower) || (/s$/.test(word.lower) && TITLE_NOUNS.has(word.lower.slice(0, -1)));
}

/** What runs or is run, and goes by the name of what it serves: "our Jellyfin instance" is Jellyfin. */
export const DEPLOYED = words(
  'server instance service vm container app lxc pod daemon deployment framework software library',
);

/** Whether `name` before a title noun tells which thing is meant ("the gnommoweb service", "my Jellyfin VM"), not of what make it is. */
export function tellsWhichOne(name: Word, title: Word, lexicon: Lexicon): boolean {
  const isTitle = TITLE_NOUNS.has(title.lower) || DEPLOYED.has(title.lower);
  if (!isTitle || /^\p{Lu}.*\p{Ll}/u.test(title.text) || name.possessive || title.start > name.end + 2)
    return false;
  if (MAKES.has(name.lower) || !isNameLike(name, lexicon)) return false;
  if (!isCapitalised(name) || /[\p{N}_]/u.test(name.text)) return true;
  return (
    DEPLOYED.has(title.lower) && /\p{Ll}/u.test(name.text) && !(name.initial && isOrdinary(name, lexicon))
  );
}
