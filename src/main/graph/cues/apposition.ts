// Reads "X, a proxy that …" and "X (a proxy)" as "X, which is a proxy …". Only where the phrase behind the comma goes on like a description,
// so that neither a list ("X, a queue and a worker") nor a clause behind a fronted phrase ("On X, the server …") is taken for one.
// Called by statements.ts, before cues are looked for. Source: memory, Cue scanner.

import type { Lexicon } from '../types.ts';
import {
  hasIdentifierShape,
  isAdjective,
  isCapitalised,
  isNameLike,
  isOrdinary,
  isPastForm,
} from './names.ts';
import { type Phrase, readPhrase } from './phrase.ts';
import { reachOf } from './reach.ts';
import type { Chunk, Mark, Word } from './sentences/sentences.ts';
import { FINITE_VERBS, PREPOSITIONS } from './words/function-words.ts';
import { isKind } from './words/kinds.ts';
import { EVALUATIVE } from './words/nouns.ts';
import { isPlace } from './words/places.ts';

const ARTICLE = /^(?:an?|the|our)$/;

/** The chunks of a sentence, with every description of a name before it made a relative clause. */
export function withAppositions(chunks: readonly Chunk[], lexicon: Lexicon): readonly Chunk[] {
  return chunks.map((chunk, index) =>
    isDescription(chunks, index, lexicon) ? whichIs(chunk, chunk.words[0] as Word) : chunk,
  );
}

function isDescription(chunks: readonly Chunk[], index: number, lexicon: Lexicon): boolean {
  const [before, chunk] = [chunks[index - 1], chunks[index]];
  const [article] = chunk?.words ?? [];
  if (before === undefined || chunk === undefined || article === undefined) return false;
  if (chunk.conjunction !== null || !(ARTICLE.test(article.text) || isMaker(article))) return false;
  if (
    !endsWithName(before, chunk.mark, lexicon) ||
    casts(before) ||
    isPlace(before.words.at(-1)?.lower ?? '')
  )
    return false;
  if (chunk.mark === '(')
    return (
      (article.text !== 'the' || !belongs(before)) &&
      !isMaker(article) &&
      describes(before, chunk, chunks.slice(index + 1), lexicon)
    );
  if (chunk.mark === '-')
    return (
      /^an?$/.test(article.text) &&
      !isFronted(before) &&
      !belongs(before) &&
      describes(before, chunk, chunks.slice(index + 1), lexicon)
    );
  if (chunk.mark !== ',' || isFronted(before) || isListed(chunks[index - 2], before)) return false;
  if (isToldApart(chunks[index + 1])) return false;
  return describes(before, chunk, chunks.slice(index + 1), lexicon);
}

/** "Quill, a spare, is a worker": the sentence itself says what it is; "is a member of", "is a good option" do not. */
function isToldApart(next: Chunk | undefined): boolean {
  const [is, article, ...phrase] = next?.words ?? [];
  if (is?.text !== 'is' || !ARTICLE.test(article?.text ?? '')) return false;
  return !phrase.some(({ lower }) => NO_CLASSES.has(lower) || EVALUATIVE.has(lower));
}

const NO_CLASSES: ReadonlySet<string> = new Set(['member', 'part']);

/** "You are Quill, a writer", "act as Quill, a writer": a part to play; "such as Quill, a writer" is none. */
function casts({ words }: Chunk): boolean {
  const named = words.findLastIndex((word) => !isCapitalised(word));
  const isPart = words[named]?.lower === 'as' && words[named - 1]?.lower !== 'such';
  return isPart || /^(?:you|your|i|my)$/.test(words[0]?.lower ?? '');
}

/** "Blat, Quill, a viewer", ", a table of Quill, a viewer": one after another of a list. */
function isListed(first: Chunk | undefined, { mark, conjunction, words }: Chunk): boolean {
  if (mark === ',' && first !== undefined && conjunction === null && words.every(isCapitalised)) return true;
  return mark !== null && /^an?$/.test(words[0]?.lower ?? '') && !words.some(isVerb);
}

/** ", and a worker": another of a list. */
function opensAnother({ mark, conjunction, words }: Chunk): boolean {
  const joins = conjunction === null ? mark === ',' : /^(?:and|or)$/.test(conjunction);
  return joins && /^an?$/.test(words[0]?.text ?? '');
}

/** ", to send mail", ", although it is old": the sentence goes on with something else. */
function turns({ conjunction, words }: Chunk): boolean {
  const [first] = words;
  if (first === undefined) return false;
  return conjunction === null
    ? PREPOSITIONS.has(first.lower) || /^[a-z]{3,}ing$/.test(first.text) || isSingularVerb(first)
    : !/^(?:and|or|nor)$/.test(conjunction) || (conjunction === 'and' && /^[a-z]{3,}ed$/.test(first.text));
}

/** ", is a good option": the sentence goes on with its one subject. */
const isSingularVerb = (word: Word): boolean => isVerb(word) && /^(?:is|has|was|\p{L}+s)$/u.test(word.text);

const isVerb = (word: Word): boolean => FINITE_VERBS.has(word.lower);

function endsWithName({ words }: Chunk, mark: Mark, lexicon: Lexicon): boolean {
  const isNumbered = /^v?\p{N}{1,2}$/u.test(words[words.length - 1]?.text ?? '');
  const last = words[words.length - (isNumbered ? 2 : 1)];
  if (last === undefined || !isNameLike(last, lexicon)) return false;
  return last.code || isCapitalised(last) || (mark !== '-' && isStrange(last, words.at(-2), lexicon));
}

/** "built with quillo, a server", "quillo, a server": a word that no dictionary has, where something is done with it or it does. */
function isStrange(word: Word, before: Word | undefined, lexicon: Lexicon): boolean {
  const isHandled = before === undefined || PREPOSITIONS.has(before.lower) || isVerbal(before);
  return isHandled && word.text.length > 2 && !isOrdinary(word, lexicon) && !isAdjective(word, lexicon);
}

const isVerbal = ({ text }: Word): boolean => /^(?:using|use|embed|maintain|launched|[a-z]{3,}s)$/.test(text);

/** "On Quill, the server …", "When using Quill, a tool …": what follows is no description of Quill. */
function isFronted({ mark, conjunction, words }: Chunk): boolean {
  if (conjunction !== null && !/^(?:and|but|which)$/.test(conjunction)) return true;
  const [first] = words;
  if (first === undefined || (mark !== null && mark !== ',')) return false;
  // "Using Quill, a query …".
  return PREPOSITIONS.has(first.lower) || (words.length === 2 && /^[A-Z][a-z]{2,}ing$/.test(first.text));
}

function describes(before: Chunk, chunk: Chunk, rest: readonly Chunk[], lexicon: Lexicon): boolean {
  const own = isMaker(chunk.words[0] as Word) ? { ...chunk, words: chunk.words.slice(1) } : chunk;
  const reach = reachOf(own, 0, rest, lexicon);
  const phrase = readPhrase(reach.words, 0, lexicon);
  const [next] = reach.rest;
  if (phrase === null || (next !== undefined && opensAnother(next))) return false;
  if (!isDescriptive(phrase.words, lexicon) || isPlatform(before) || echoes(before, phrase)) return false;
  const behind = reach.words[phrase.to];
  if (chunk.mark === '-' && behind?.lower === 'in') return false;
  if (behind === undefined)
    return isWhole(before, chunk, next) && (phrase.determiner !== 'the' || isTitle(chunk, phrase));
  return (
    behind.lower === 'that' || (goesOn(behind, lexicon) && !reach.words.slice(phrase.to + 1).some(isVerb))
  );
}

/** A phrase of our language whose head is a class; in another one `a` is no article. */
function isDescriptive(phrase: readonly Word[], lexicon: Lexicon): boolean {
  const head = phrase[phrase.length - 1] as Word;
  if (
    NO_DESCRIPTIONS.has(head.lower) ||
    (isCapitalised(head) && !hasIdentifierShape(head) && !isShortKind(head))
  )
    return false;
  const strange = phrase.filter((word) => !isEnglish(word, lexicon)).length;
  return strange === 0 || (strange === 1 && phrase.length > 1);
}

/** "the Quill SDK", "an API". */
const isShortKind = ({ text, lower }: Word): boolean => /^\p{Lu}{2,4}$/u.test(text) && isKind(lower);

function isEnglish(word: Word, lexicon: Lexicon): boolean {
  return isCapitalised(word) || word.code || /[-\p{N}]/u.test(word.text) || isOrdinary(word, lexicon);
}

/** "a test for Quill, a test for all". */
function echoes({ words }: Chunk, phrase: Phrase): boolean {
  const head = phrase.words[phrase.words.length - 1]?.lower;
  return words.some((word, at) => word.lower === head && /^(?:for|of|to)$/.test(words[at + 1]?.lower ?? ''));
}

/** Said of what has a title ("Traces at Quill, a blog post") and of people, whose name may be another's. */
export const NO_DESCRIPTIONS: ReadonlySet<string> = new Set(
  (
    'post article book talk guide tutorial paper video page presentation course chapter section story ' +
    'father mother brother sister attacker assault attack member developer engineer maintainer contributor author user person consultant founder'
  ).split(' '),
);

/** "a feature of Quill (the driver)", "a Quill (the pod)", "a notebook in Quill - a book": what follows may be said of the other. */
function belongs({ words, closedBy }: Chunk): boolean {
  const before = words[words.findLastIndex((word) => !isCapitalised(word) && !word.code)]?.lower ?? '';
  return /^(?:of|an?|full)$/.test(before) || (before === 'in' && closedBy === '-');
}

/** "Quill for Windows, a player that …": what it is for is not what is described. */
function isPlatform({ words }: Chunk): boolean {
  const [before, last] = words.slice(-2);
  return (
    /^(?:for|on|in|at)$/.test(before?.lower ?? '') &&
    /^(?:windows|linux|macos|mac|android|ios|ubuntu|debian|fedora)$/.test(last?.lower ?? '')
  );
}

/** With nothing behind it, it may be the last of a list: something has to be said of the name. */
function isWhole(before: Chunk, chunk: Chunk, next: Chunk | undefined): boolean {
  if (chunk.mark === '(') return chunk.closedBy === ')';
  if (chunk.mark === '-') return chunk.closedBy === null || chunk.closedBy === '-';
  const says = before.words.some((word) => PREPOSITIONS.has(word.lower) || isVerb(word));
  return (next === undefined || turns(next)) && (before.mark !== ',' || says);
}

/** "Quill (the Blat server)"; behind a comma "the Blat server" may be another. */
function isTitle({ mark }: Chunk, { words }: Phrase): boolean {
  return mark === '(' && words.length > 1 && isKind(words.at(-1)?.lower ?? '');
}

/** What a description goes on with: "for mail", "written in Go", "limiting traffic". */
function goesOn(word: Word, lexicon: Lexicon): boolean {
  const { lower, text } = word;
  if (/^(?:for|of|to|with|in|on|from|by|used|written|built|made|responsible)$/.test(lower)) return true;
  return /^[a-z]{3,}ing$/.test(text) || isPastForm(word, lexicon);
}

/** Whether a chunk was made one here. */
export function isApposition({ words: [is, article] }: Chunk): boolean {
  return is !== undefined && is.start === is.end && is.start === article?.start;
}

/** "MLX, Apple's framework": whose it is says nothing of what it is. */
function isMaker(word: Word): boolean {
  return word.possessive && isCapitalised(word);
}

function whichIs(chunk: Chunk, article: Word): Chunk {
  const is = { ...article, text: 'is', lower: 'is', end: article.start, possessive: false };
  const a = isMaker(article) ? { ...article, text: 'a', lower: 'a', possessive: false } : article;
  return { ...chunk, conjunction: 'which', words: [is, a, ...chunk.words.slice(1)] };
}
