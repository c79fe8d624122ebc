// Reads other names: "X, also known as Y", "X (aka Y)", "X, formerly Y", "X, short for Y". Both must be names. An alias is a fact
// like any other: Y is X in the dimension `alias`; so are new names ("X was renamed to Y"). Pure and linear. Called by statements.ts on a sentence before its cues are read.
// Source: memory D17 (aliases belong to the lookup).

import type { Lexicon } from '../types.ts';
import { skipOpeners } from './fronted.ts';
import { canonicalOf, hasIdentifierShape, isCapitalised, isOrdinary } from './names.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { readNounPhrase } from './subject.ts';
import { PREPOSITIONS } from './words/function-words.ts';

export interface Alias {
  /** The other name. */
  readonly name: string;
  /** What it stands for. */
  readonly of: string;
  readonly chunk: Chunk;
}

/** What introduces another name, longest first. */
const INTRODUCTIONS: readonly (readonly string[])[] = [
  'formerly known as',
  'previously known as',
  'also known as',
  'better known as',
  'commonly known as',
  'also called',
  'short for',
  'known as',
  'a.k.a',
  'aka',
  'formerly',
  'previously',
].map((phrase) => phrase.split(' '));

/** Words of a name. */
const LONGEST_NAME = 4;

/** The introduction a chunk opens with, as its number of words; 0 for none. */
function introductionOf({ mark, conjunction, words }: Chunk): number {
  if (conjunction !== null || (mark !== ',' && mark !== '(')) return 0;
  return INTRODUCTIONS.find((phrase) => phrase.every((part, at) => words[at]?.lower === part))?.length ?? 0;
}

/** ", or Nu for short,": the words of the short name; none elsewhere. */
function shortOf({ conjunction, words }: Chunk): readonly Word[] {
  const [before, last] = words.slice(-2);
  const isShort = conjunction === 'or' && before?.lower === 'for' && last?.lower === 'short';
  return isShort ? words.slice(0, -2) : [];
}

/** The other names a sentence gives, each with the chunk it stands in. */
export function aliasesOf(chunks: readonly Chunk[], lexicon: Lexicon): Alias[] {
  const [before, chunk] = chunks;
  const short = chunk === undefined ? [] : shortOf(chunk);
  const introduced = chunk === undefined ? 0 : introductionOf(chunk);
  if (
    before === undefined ||
    chunk === undefined ||
    (introduced === 0 && short.length === 0) ||
    before.conjunction !== null
  )
    return [];
  const name = nameOf(short.length > 0 ? short : chunk.words.slice(introduced), lexicon);
  const of = nameOf(before.words, lexicon);
  return name !== null && of !== null && name !== of ? [{ name, of, chunk }] : [];
}

/** What says that a thing goes by another name from now on, longest first; `to` may stand behind it. */
const RENAMINGS: readonly (readonly string[])[] = [
  'has been renamed',
  'is now known as',
  'was renamed',
  'got renamed',
  'is now called',
  'is now named',
].map((phrase) => phrase.split(' '));

/** One of these stands in each of them. */
const RENAMED: ReadonlySet<string> = new Set(['renamed', 'called', 'known', 'named']);

/** The new names a sentence tells: "X was renamed to Y", "X is now called Y". Y is read as far as it is a name. */
export function renamesOf(chunks: readonly Chunk[], lexicon: Lexicon): Alias[] {
  return chunks.flatMap((chunk) => {
    const { words } = chunk;
    if (chunk.conjunction !== null || chunk.closedBy === 'hole') return [];
    if (!words.some(({ lower }) => RENAMED.has(lower))) return [];
    for (const phrase of RENAMINGS) {
      const at = words.findIndex((_, from) => phrase.every((part, i) => words[from + i]?.lower === part));
      if (at < 1) continue;
      const open = words.slice(at + phrase.length);
      const named = open[0]?.lower === 'to' || open[0]?.lower === 'as' ? open.slice(1) : open;
      const ends = named.findIndex(({ lower }) => PREPOSITIONS.has(lower) || DATES.has(lower));
      if (words[0]?.code === true && words[0].lower.includes('_')) return [];
      const name = nameOf(ends === -1 ? named : named.slice(0, ends), lexicon);
      const of = nameOf(words.slice(skipOpeners(words, at), at), lexicon);
      return name !== null && of !== null && name !== of ? [{ name, of, chunk }] : [];
    }
    return [];
  });
}

const DATES: ReadonlySet<string> = new Set('today yesterday last this recently now'.split(' '));

/** The sentence without what only gives another name: "(formerly Dobbyweb)" says nothing about what it stands in. */
export function withoutAliases(chunks: readonly Chunk[], aliases: readonly Alias[]): readonly Chunk[] {
  const isAside = (chunk: Chunk) =>
    chunk.mark === '(' && chunk.closedBy !== null && introductionOf(chunk) > 0;
  return chunks.filter((chunk) => !isAside(chunk) && !aliases.some((alias) => alias.chunk === chunk));
}

/** The words as one name, when that is all they are. */
function nameOf(words: readonly Word[], lexicon: Lexicon): string | null {
  const bare = words[0]?.lower === 'the' ? words.slice(1) : words;
  const [only, more] = bare;
  if (only === undefined || bare.length > LONGEST_NAME) return null;
  if (readNounPhrase(bare, lexicon)?.kind !== 'name') return null;
  if (more === undefined)
    return hasIdentifierShape(only) || /^\p{Lu}{2,}$/u.test(only.text) || !isOrdinary(only, lexicon)
      ? canonicalOf(bare)
      : null;
  return bare.every((word) => isCapitalised(word)) ? canonicalOf(bare) : null;
}
