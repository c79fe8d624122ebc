// Reads "X, a proxy that …" and "X (a proxy)" as "X, which is a proxy …". Only where the phrase behind the comma goes on like a description,
// so that neither a list ("X, a queue and a worker") nor a clause behind a fronted phrase ("On X, the server …") is taken for one.
// Called by cue-statements.ts, before cues are looked for. Source: memory.md "Cue scanner".
import { FINITE_VERBS, PREPOSITIONS } from './cue-function-words.ts';
import { isCapitalised, isNameLike, isOrdinary } from './cue-names.ts';
import { readPhrase } from './cue-phrase.ts';
import type { Chunk, Word } from './cue-sentences.ts';
import type { Lexicon } from './types.ts';

const ARTICLE = /^(?:an?|the|our)$/;

/** What a description goes on with. */
const DESCRIBES = /^(?:that|for|used|written|built|developed|designed|made|maintained|responsible|by)$/;

/** The chunks of a sentence, with every description of a name before it made a relative clause. */
export function withAppositions(chunks: readonly Chunk[], lexicon: Lexicon): readonly Chunk[] {
  return chunks.map((chunk, index) =>
    isDescription(chunks, index, lexicon) ? whichIs(chunk, chunk.words[0] as Word) : chunk,
  );
}

function isDescription(chunks: readonly Chunk[], index: number, lexicon: Lexicon): boolean {
  const [before, chunk, next] = [chunks[index - 1], chunks[index], chunks[index + 1]];
  const [article] = chunk?.words ?? [];
  if (before === undefined || chunk === undefined || article === undefined) return false;
  if (chunk.conjunction !== null || !ARTICLE.test(article.text)) return false;
  if (!endsWithName(before, lexicon) || casts(before)) return false;
  if (chunk.mark === '(')
    return /^an?$/.test(article.text) && describes(before, chunk, chunk.closedBy === ')', lexicon);
  if (chunk.mark !== ',' || isFronted(before)) return false;
  const goesOn = next?.conjunction === 'and' || next?.conjunction === 'or' || next?.mark === ',';
  if (goesOn && next?.conjunction !== 'which' && ARTICLE.test(next?.words[0]?.text ?? '')) return false;
  return !isListed(chunks[index - 2], before) && describes(before, chunk, next === undefined, lexicon);
}

/** "You are Quill, a writer", "act as Quill, a writer": a part to play. */
function casts({ words }: Chunk): boolean {
  const named = words.findLastIndex((word) => !isCapitalised(word));
  return /^(?:you|your|i|my)$/.test(words[0]?.lower ?? '') || words[named]?.lower === 'as';
}

/** "Blat, Quill, a viewer": three of a list. */
function isListed(first: Chunk | undefined, { mark, conjunction, words }: Chunk): boolean {
  return first !== undefined && mark === ',' && conjunction === null && words.every(isCapitalised);
}

function endsWithName({ words }: Chunk, lexicon: Lexicon): boolean {
  const last = words[words.length - 1];
  return last !== undefined && (last.code || isCapitalised(last)) && isNameLike(last, lexicon);
}

/** "On Quill, the server …", "When using Quill, a tool …": what follows is no description of Quill. */
function isFronted({ mark, conjunction, words }: Chunk): boolean {
  if (conjunction !== null && !/^(?:and|but|which)$/.test(conjunction)) return true;
  return (mark === null || mark === ',') && PREPOSITIONS.has(words[0]?.lower ?? '');
}

function describes(before: Chunk, { mark, words }: Chunk, isLast: boolean, lexicon: Lexicon): boolean {
  const phrase = readPhrase(words, 0, lexicon);
  const head = phrase?.words[phrase.words.length - 1];
  // In another language `a` is no article, and what follows is no word of ours.
  if (phrase === null || head === undefined || isCapitalised(head)) return false;
  const strange = phrase.words.filter((word) => !isEnglish(word, lexicon));
  if (strange.length > 1 || (strange.length === 1 && phrase.words.length === 1)) return false;
  // "a test for Quill, a test for all".
  if (before.words.some((word) => word.lower === head.lower)) return false;
  const next = words[phrase.to];
  // With nothing behind it, it may be the last of a list.
  if (next === undefined)
    return isLast && phrase.determiner !== 'the' && (before.mark !== ',' || mark === '(');
  if (!DESCRIBES.test(next.lower)) return false;
  return next.lower === 'that' || !words.some((word) => FINITE_VERBS.has(word.lower));
}

/** Whether a chunk was made one here. */
export function isApposition({ words: [is, article] }: Chunk): boolean {
  return is !== undefined && is.start === is.end && is.start === article?.start;
}

function isEnglish(word: Word, lexicon: Lexicon): boolean {
  return isCapitalised(word) || word.code || /[-\p{N}]/u.test(word.text) || isOrdinary(word, lexicon);
}

function whichIs(chunk: Chunk, article: Word): Chunk {
  const is = { ...article, text: 'is', lower: 'is', end: article.start };
  return { ...chunk, conjunction: 'which', words: [is, ...chunk.words] };
}
