// Reads a name beside what it names: "our CRM, Quillwork, is ...", "Quillwork (our CRM) is ...", "a box called Quillwork". The sentence
// goes on with the name alone, and what the name was told to be is read as a statement of its own.
// Called by statements.ts, before cues are looked for. Source: memory, Cue scanner (plain forms), decision 085.

import type { Lexicon } from '../types.ts';
import {
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isFunctionWord,
  isNameLike,
  isOrdinary,
  isPastForm,
  SMALL_LETTERS,
} from './names.ts';
import { kindOf, readPhrase } from './noun-phrase.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { isNamed, readSubject } from './subject.ts';
import { FINITE_VERBS, PREPOSITIONS } from './words/function-words.ts';
import { isKind, isListedKind, saysSomething } from './words/kinds.ts';
import { words } from './words/lists.ts';
import { LANGUAGES, OPERATING_SYSTEMS } from './words/nouns.ts';
import { isPlace } from './words/places.ts';

/** A chunk with the names alone, and the statements that stood beside them. */
export interface NamedChunk extends Chunk {
  /** "Quillwork is a CRM". */
  readonly asides: readonly (readonly Word[])[];
  /** What it states is over. */
  readonly ends?: true;
}

const ARTICLES = words('a an the our my one another');
const CALLED = /^(?:called|named|dubbed)$/;
const LONGEST_CLASS = 5;
const LONGEST_NAME = 3;
/** Said of people, whose name may be another's, and of what has a title. */
const NO_CLASS =
  /^(?:post|article|book|talk|guide|video|story|attacker|member|developer|engineer|maintainer|contributor|author|user|person|consultant|founder|speaker|vendor|provider)$/;
/** What is told to do, and what only shows how: "create a bucket called mail", "you have a server called X". */
const NOT_STATED =
  /^(?:your?|examples?|sample|demo|tutorial|story|had|longer|lived|ran|write|create|add|make|new|use|call|for|whether|any|say|imagine|consider|suppose)$/;

/** A word that nobody wrote, where `near` stands. */
export const made = (text: string, near: Word): Word => ({
  ...near,
  text,
  lower: text,
  end: near.start,
  possessive: false,
  code: false,
});

interface Naming {
  readonly name: readonly Word[];
  /** The class, and what is said of it. */
  readonly told: readonly Word[];
  /** The words of the chunk with the name alone. */
  readonly words: readonly Word[];
}

/** The chunks of a sentence with each name alone. */
export function withNames(chunks: readonly Chunk[], lexicon: Lexicon): readonly NamedChunk[] {
  const out: NamedChunk[] = [];
  let at = 0;
  while (at < chunks.length) {
    let chunk: NamedChunk = { ...(chunks[at++] as Chunk), asides: [] };
    for (;;) {
      const [next, rest] = chunks.slice(at, at + 2);
      if (next === undefined) break;
      const beside = namedBeside(chunk, next, rest, lexicon);
      if (beside === null) break;
      const isBack =
        rest !== undefined &&
        rest.conjunction === null &&
        rest.mark === (next.mark === '(' ? ')' : next.mark);
      const { closedBy } = isBack ? rest : next;
      const words = isBack ? [...beside.words, ...rest.words] : beside.words;
      chunk = { ...chunk, words, closedBy, asides: [...chunk.asides, asideOf(beside)] };
      at += isBack ? 2 : 1;
    }
    const called = namedWithin(chunk.words, lexicon);
    out.push(
      called === null ? chunk : { ...chunk, words: called.words, asides: [...chunk.asides, asideOf(called)] },
    );
  }
  return out;
}

function asideOf({ name, told }: Naming): readonly Word[] {
  const near = name[0] as Word;
  return [...name, made('is', near), made('a', near), ...told];
}

/** "our CRM, Quillwork", "the CRM (Quillwork)", "Quillwork, our CRM" and "Quillwork (our CRM for sales)". */
function namedBeside(chunk: Chunk, next: Chunk, rest: Chunk | undefined, lexicon: Lexicon): Naming | null {
  // "the same box as the api, bladderwort".
  if (next.conjunction !== null || chunk.words.some(({ lower }) => lower === 'same')) return null;
  if (!/^[,(-]$/.test(next.mark ?? '')) return null;
  const isSetOff =
    next.mark === '('
      ? next.closedBy === ')'
      : rest === undefined ||
        (rest.conjunction === null ? rest.mark === next.mark : !/^(?:and|or)$/.test(rest.conjunction));
  if (!isSetOff) return null;
  const isCalled = /^(?:called|named|dubbed|hostname|name)$/.test(next.words[0]?.lower ?? '');
  const given = isCalled ? next.words.slice(1) : withoutThat(next.words);
  if (
    isNameAlone(given, lexicon) &&
    ![OPERATING_SYSTEMS, LANGUAGES].some((list) => list.has(given.at(-1)?.lower ?? ''))
  ) {
    const isMade = isCalled || given.some((word) => hasIdentifierShape(word));
    const title = titleAtEnd(chunk.words, lexicon, isMade);
    return title === null || isTold(title.before, lexicon)
      ? null
      : { name: given, told: title.kind, words: [...title.before, ...given] };
  }
  if (/^an?$/.test(rest?.words[0]?.lower ?? '') || isListed(chunk, next.mark, lexicon)) return null;
  const name = nameAtEnd(chunk.words, lexicon);
  const phrase = name === null ? null : readPhrase(given, 0, lexicon);
  if (name === null || phrase === null || !isClass(phrase.words)) return null;
  if (chunk.words.some(({ lower }) => lower === phrase.words.at(-1)?.lower)) return null;
  const isBare = phrase.determiner === null;
  if (isBare && (phrase.words.length < 2 || rest === undefined || next.mark !== ',')) return null;
  const behind = given[phrase.to];
  if (behind !== undefined && !goesOn(behind, lexicon)) return null;
  return { name, told: given.slice(phrase.determiner === null ? 0 : 1), words: chunk.words };
}

/** "Blat, Quill, a viewer", "On Quill, the server is down", "a book in Quill - a notebook": no description of Quill. */
function isListed({ mark, conjunction, words }: Chunk, own: Chunk['mark'], lexicon: Lexicon): boolean {
  if (own === '-') return PREPOSITIONS.has(words.at(-2)?.lower ?? '');
  const isFronted = conjunction === null && PREPOSITIONS.has(words[0]?.lower ?? '');
  return own === ',' && (isFronted || (mark === ',' && isNameAlone(words, lexicon)));
}

/** "(that's the core switch)". */
function withoutThat(words: readonly Word[]): readonly Word[] {
  const [that, is] = words;
  if (!/^(?:that|this|it)$/.test(that?.lower ?? '')) return words;
  return that?.possessive === true ? words.slice(1) : is?.lower === 'is' ? words.slice(2) : words;
}

/** "Hilbert is the NAS, ...": it has its name already. */
function isTold(before: readonly Word[], lexicon: Lexicon): boolean {
  const last = before.at(-1);
  if (last?.possessive === true) return true;
  const subject =
    last?.lower === 'is' || last?.lower === 'are' ? readSubject(before.slice(0, -1), lexicon) : null;
  return subject !== null && subject !== 'none' && isNamed(subject);
}

/** What a description goes on with: "that holds", "for mail", "written in Go", "limiting traffic"; no verb of the sentence. */
function goesOn(word: Word, lexicon: Lexicon): boolean {
  const { lower, text } = word;
  return (
    !FINITE_VERBS.has(lower) &&
    (lower === 'that' || PREPOSITIONS.has(lower) || /^[a-z]{3,}ing$/.test(text) || isPastForm(word, lexicon))
  );
}

/** The class that a chunk ends with, behind its article. */
function titleAtEnd(words: readonly Word[], lexicon: Lexicon, isMake = false) {
  const from = words.findLastIndex(({ lower }) => ARTICLES.has(lower));
  const phrase = from === -1 ? null : readPhrase(words, from + 1, lexicon);
  if (phrase === null || phrase.to < words.length || !isClass(phrase.words, isMake)) return null;
  return { before: words.slice(0, from), kind: phrase.words };
}

/** The name that a chunk ends with; none where it plays a part ("You are Quill") or is a place. */
export function nameAtEnd(words: readonly Word[], lexicon: Lexicon): readonly Word[] | null {
  let from = words.length;
  while (from > 0 && words.length - from < LONGEST_NAME && isNameAlone(words.slice(from - 1, from), lexicon))
    from--;
  const name = words.slice(from);
  const before = words[from - 1];
  const isPart =
    /^(?:you|i)$/.test(words[0]?.lower ?? '') ||
    (before?.lower === 'as' && words[from - 2]?.lower !== 'such');
  if (/^(?:an?|of)$/.test(before?.lower ?? '') || OPERATING_SYSTEMS.has(name.at(-1)?.lower ?? ''))
    return null;
  const isCut =
    before !== undefined && isCapitalised(before) && !before.initial && isCapitalised(name[0] ?? before);
  return name.length === 0 || isPart || isCut || isPlace(name.at(-1)?.lower ?? '') ? null : name;
}

/** "on the build server hilbert" as "on hilbert". */
function namedBehind(words: readonly Word[], lexicon: Lexicon): Naming | null {
  const article = words.findIndex(({ lower }) => ARTICLES.has(lower));
  if (article === -1 || words.slice(0, article).some(({ lower }) => NOT_STATED.test(lower))) return null;
  for (const [at, word] of words.entries()) {
    if (at < article + 2 || isCapitalised(word) || !mayEndClass(words, at - 1)) continue;
    if (isWordPair(word, lexicon) || !isNameAlone([word], lexicon)) continue;
    const hasShape = /[\p{N}-]/u.test(word.text);
    // "the vpn concentrator asa-2", "the webhook dispatcher"
    if (!hasShape && isKind(word.lower)) continue;
    const title = titleAtEnd(
      words.slice(0, at),
      lexicon,
      hasShape && !/^an?$/.test(words[at - 2]?.lower ?? ''),
    );
    const name = [word];
    // "In our cluster hilbert is a worker".
    const isFronted = title?.before.length === 1 && PREPOSITIONS.has(title.before[0]?.lower ?? '');
    const isOne = /^(?:an?|one|another)$/.test(words[title?.before.length ?? 0]?.lower ?? '');
    if (title !== null && !isFronted && (hasShape || !isOne))
      return { name, told: title.kind, words: [...title.before, ...words.slice(at)] };
  }
  return null;
}

/** Whether a class may end with a word: cheap, so that most names are not asked whether they are names. */
function mayEndClass(words: readonly Word[], at: number): boolean {
  const head = words[at] as Word;
  return isCapitalised(head) || isKind(kindOf(words.slice(Math.max(0, at - 1), at + 1)));
}

/** "cast-off": two everyday words that make no name. */
const isWordPair = ({ lower }: Word, lexicon: Lexicon): boolean =>
  lower.includes('-') && lower.split('-').every((part) => lexicon.isCommon(part));

/** "on a box called hilbert" as "on hilbert". */
function namedWithin(words: readonly Word[], lexicon: Lexicon): Naming | null {
  const called = words.findIndex(({ text }, at) => at > 1 && CALLED.test(text));
  if (called === -1) return namedBehind(words, lexicon);
  if (words.slice(0, called).some(({ lower }) => NOT_STATED.test(lower))) return null;
  const before = /^(?:i|we)$/.test(words[called - 1]?.lower ?? '') ? called - 1 : called;
  const from = words.findLastIndex(({ lower }, at) => at < before && ARTICLES.has(lower));
  const phrase = from === -1 ? null : readPhrase(words.slice(0, before), from + 1, lexicon);
  if (phrase === null || !isClass(phrase.words, true)) return null;
  const next = words[phrase.to];
  const to = next !== undefined && /^\p{N}+$/u.test(next.text) ? phrase.to + 1 : phrase.to;
  if (to < before && !PREPOSITIONS.has(words[to]?.lower ?? '')) return null;
  let end = called + 1;
  const goesOnAt = (at: number) =>
    isCapitalised(words[called + 1] as Word) && isCapitalised(words[at] as Word);
  while (
    end < words.length &&
    end - called <= LONGEST_NAME &&
    ((end > called + 1 && goesOnAt(end)) || isNameAlone(words.slice(end, end + 1), lexicon))
  )
    end++;
  const name = words.slice(called + 1, end);
  if (name.length === 0) return null;
  const isTold = /^(?:that|which|running|hosted)$/.test(words[end]?.lower ?? '');
  const told = isTold ? [...phrase.words, ...words.slice(end)] : phrase.words;
  return {
    name,
    told,
    words: [...words.slice(0, from), ...name, ...words.slice(to, before), ...words.slice(end)],
  };
}

/**
 * "build server", "home NAS": what says of which kind something is.
 * @param isMake whether a name will do, as that of a make: "a ThinkPad called hilbert"
 */
export function isClass(kind: readonly Word[], isMake = false): boolean {
  const head = kind.at(-1);
  if (head === undefined || kind.length > LONGEST_CLASS || NO_CLASS.test(head.lower)) return false;
  if (kind.some((word) => word.possessive || word.odd || word.code || isFunctionWord(word))) return false;
  if (isMake && isCapitalised(head)) return true;
  const said = kindOf(kind);
  return isKind(said) && saysSomething(said, kind.length - 1, false);
}

/** A name and nothing else: "down", "the problem" and "Go, too" are none. */
export function isNameAlone(name: readonly Word[], lexicon: Lexicon): boolean {
  return (
    name.length > 0 &&
    name.length <= LONGEST_NAME &&
    !name.some(({ lower }) => isListedKind(lower)) &&
    name.every((word) => !word.possessive && isOwn(word, lexicon) && isNameLike(word, lexicon))
  );
}

/** "immutable", "stateless" and "multi-arch" say how it is, whatever the dictionary has. */
const HOW = /(?:ive|less|able|ible|ous|ic|al|ed|ful|ent|ant|ary|ory|line|only|sync|ish|based)$/;

function isOwn(word: Word, lexicon: Lexicon): boolean {
  if (!SMALL_LETTERS.test(word.text) && /\p{N}|\p{Ll}\p{Lu}/u.test(word.text)) return true;
  // "it broke AGAIN"
  if (/^\p{Lu}{3,}$/u.test(word.text) && lexicon.isCommon(word.lower)) return false;
  if (isCapitalised(word)) return !/(?:ive|less|-based|-only)$/.test(word.lower);
  return (
    (word.text.includes('-') || !HOW.test(word.text)) &&
    !isOrdinary(word, lexicon) &&
    !isAdjective(word, lexicon)
  );
}
