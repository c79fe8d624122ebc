// Reads "X, a proxy that …" and "X (a proxy)" as "X, which is a proxy …", where the phrase goes on like a description, so that neither a
// list ("X, a queue and a worker") nor a clause behind a fronted phrase ("On X, the server …") is taken for one.
// Called by statements.ts, before cues are looked for. Source: memory, Cue scanner.

import type { Lexicon } from '../types.ts';
import { isAdjective, isCapitalised, isNameLike, isOrdinary, isPastForm } from './names.ts';
import { reachOf, readPhrase } from './noun-phrase.ts';
import type { Chunk, Word } from './sentences/sentences.ts';
import { FINITE_VERBS, PREPOSITIONS } from './words/function-words.ts';
import { isKind } from './words/kinds.ts';
import { OPERATING_SYSTEMS } from './words/nouns.ts';
import { isPlace } from './words/places.ts';

const ARTICLE = /^(?:an?|our|my)$/;

/** The chunks of a sentence, with every description of a name before it made a relative clause. */
export function withAppositions(chunks: readonly Chunk[], lexicon: Lexicon): readonly Chunk[] {
  return chunks.map((chunk, index) =>
    isDescription(chunks, index, lexicon) ? whichIs(chunk, chunk.words[0] as Word) : chunk,
  );
}

function isDescription(chunks: readonly Chunk[], index: number, lexicon: Lexicon): boolean {
  const [before, chunk, next] = [chunks[index - 1], chunks[index], chunks[index + 1]];
  const [article] = chunk?.words ?? [];
  if (before === undefined || chunk === undefined || article === undefined || chunk.conjunction !== null)
    return false;
  if (!ARTICLE.test(article.text) || !/^[,(-]$/.test(chunk.mark ?? '')) return false;
  if (!endsWithName(before.words, lexicon) || casts(before.words)) return false;
  if (
    isListed(before, chunk.mark) ||
    chunk.words.some(({ lower }) => isKind(lower) && before.words.some((word) => word.lower === lower))
  )
    return false;
  if (chunk.mark !== '(' && isFronted(before)) return false;
  // ", and a worker", ", is a server": a list, and a sentence that says itself what it is.
  if (
    next !== undefined &&
    (opensAnother(next) || (next.words[0]?.text === 'is' && ARTICLE.test(next.words[1]?.text ?? '')))
  )
    return false;
  const reach = reachOf(chunk, 0, chunks.slice(index + 1), lexicon);
  const phrase = readPhrase(reach.words, 0, lexicon);
  if (phrase === null || !isDescriptive(phrase.words, lexicon)) return false;
  const behind = reach.words[phrase.to];
  if (behind !== undefined) return goesOn(behind, lexicon);
  return chunk.mark === '(' ? chunk.closedBy === ')' : reach.rest[0]?.conjunction !== 'and';
}

function endsWithName(words: readonly Word[], lexicon: Lexicon): boolean {
  const last = words[words.length - 1];
  if (last === undefined || !isNameLike(last, lexicon) || isPlace(last.lower)) return false;
  return last.code || isCapitalised(last) || (!isOrdinary(last, lexicon) && !isAdjective(last, lexicon));
}

/** "You are Quill, a writer", "act as Quill, a writer": a part to play; "such as Quill, a writer" is none. */
function casts(words: readonly Word[]): boolean {
  const named = words.findLastIndex((word) => !isCapitalised(word));
  const isPart = words[named]?.lower === 'as' && words[named - 1]?.lower !== 'such';
  return isPart || /^(?:you|your|i|my)$/.test(words[0]?.lower ?? '');
}

/** "On Quill, the server …", "When using Quill, a tool …": what follows is no description of Quill. */
function isFronted({ mark, conjunction, words: [first] }: Chunk): boolean {
  if (conjunction !== null && !/^(?:and|but|which)$/.test(conjunction)) return true;
  return first !== undefined && (mark === null || mark === ',') && PREPOSITIONS.has(first.lower);
}

/** "Blat, Quill, a viewer", "a book in Quill - a notebook", "for Windows, a player": one of a list, or not what is described. */
function isListed({ mark, words }: Chunk, own: Chunk['mark']): boolean {
  if (mark === ',' && words.every(isCapitalised)) return true;
  return (
    OPERATING_SYSTEMS.has(words.at(-1)?.lower ?? '') ||
    (own === '-' && /^(?:in|of)$/.test(words.at(-2)?.lower ?? ''))
  );
}

/** ", and a worker": another of a list. */
function opensAnother({ mark, conjunction, words }: Chunk): boolean {
  const joins = conjunction === null ? mark === ',' : /^(?:and|or)$/.test(conjunction);
  return joins && /^an?$/.test(words[0]?.text ?? '');
}

/** Said of what has a title ("Traces at Quill, a blog post") and of people, whose name may be another's. */
const NO_DESCRIPTIONS =
  /^(?:post|article|book|talk|guide|page|video|story|attacker|member|developer|engineer|maintainer|contributor|author|user|person|consultant|founder|speaker)$/;

/** A phrase of our language whose head is a class; in another one `a` is no article. */
function isDescriptive(phrase: readonly Word[], lexicon: Lexicon): boolean {
  const head = phrase[phrase.length - 1] as Word;
  if (NO_DESCRIPTIONS.test(head.lower) || !isKind(head.lower)) return false;
  return phrase.every(
    (word) => isCapitalised(word) || word.code || /[-\p{N}]/u.test(word.text) || isOrdinary(word, lexicon),
  );
}

/** What a description goes on with: "that holds", "for mail", "written in Go", "limiting traffic"; no verb of the sentence. */
function goesOn(word: Word, lexicon: Lexicon): boolean {
  const { lower, text } = word;
  return (
    !FINITE_VERBS.has(lower) &&
    (lower === 'that' || PREPOSITIONS.has(lower) || /^[a-z]{3,}ing$/.test(text) || isPastForm(word, lexicon))
  );
}

/** Whether a chunk was made one here. */
export function isApposition({ words: [is, article] }: Chunk): boolean {
  return is !== undefined && is.start === is.end && is.start === article?.start;
}

function whichIs(chunk: Chunk, article: Word): Chunk {
  const is = { ...article, text: 'is', lower: 'is', end: article.start, possessive: false };
  return {
    ...chunk,
    conjunction: 'which',
    words: [is, { ...article, text: 'a', lower: 'a' }, ...chunk.words.slice(1)],
  };
}
