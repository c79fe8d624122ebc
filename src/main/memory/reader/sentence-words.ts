// The words of a sentence that is held against a statement, and where the names of the statement stand in it, by themselves or as
// a pronoun. Pure. Used by the reader's checks.
import { isFunctionWord } from '../../graph/cues/names.ts';
import { type Mark, readSentence, type Sentence, type Word } from '../../graph/cues/sentences/sentences.ts';
import { CLOSED_DETERMINERS, OPEN_DETERMINERS, PRONOUNS } from '../../graph/cues/words/function-words.ts';
import type { Range } from '../../graph/types.ts';

/** A word with what stands before it where it opens a chunk. */
export interface PlacedWord extends Word {
  /** Punctuation or a conjunction stands before it. */
  readonly opensChunk: boolean;
  readonly mark: Mark;
  readonly conjunction: string | null;
}

/** Where the names of a statement stand; before the sentence, with its end at 0, for a subject that is left out. */
export type StatedSpans = Readonly<Record<'concept' | 'parent', Range>>;

export function placedWords({ chunks }: Sentence): PlacedWord[] {
  return chunks.flatMap(({ words, conjunction, mark }) =>
    words.map((word, i) => ({
      ...word,
      opensChunk: i === 0,
      mark: i === 0 ? mark : null,
      conjunction: i === 0 ? conjunction : null,
    })),
  );
}

export function isWithin(word: Range, span: Range): boolean {
  return word.start < span.end && word.end > span.start;
}

/** The words between two spans, in whatever order these stand. */
export function wordsBetween<T extends Range>(words: readonly T[], one: Range, other: Range): T[] {
  const [from, to] = one.start <= other.start ? [one.end, other.start] : [other.end, one.start];
  return words.filter(({ start, end }) => start >= from && end <= to);
}

/** The word behind a span, where nothing parts the two. */
export function nextInChunk(words: readonly PlacedWord[], { end }: Range): PlacedWord | undefined {
  const next = words.find(({ start }) => start >= end);
  return next?.opensChunk ? undefined : next;
}

/** The words of a name by themselves. */
export function wordsOf(text: string): readonly Word[] {
  // Behind a word, so that a capital counts.
  const sentence = readSentence(`x ${text}`, { start: 0, end: text.length + 2, isQuestion: false });
  return sentence.chunks.flatMap((chunk) => chunk.words).slice(1);
}

export function isDeterminer({ lower }: Word): boolean {
  return OPEN_DETERMINERS.has(lower) || CLOSED_DETERMINERS.has(lower);
}

/** Whether a span is a pronoun, or a subject that is left out. */
export function isPronoun(words: readonly Word[], span: Range): boolean {
  const word = words.find((one) => isWithin(one, span));
  return word === undefined || (PRONOUNS.has(word.lower) && isFunctionWord(word));
}

/** Where words stand in a sentence as whole words. */
export function spansOf(sentence: string, wanted: string): Range[] {
  const spans: Range[] = [];
  const words = wanted.trim();
  if (words === '') return spans;
  for (
    let start = sentence.indexOf(words);
    start >= 0;
    start = sentence.indexOf(words, start + words.length)
  ) {
    const end = start + words.length;
    if (!joins(sentence, start) && !joins(sentence, end)) spans.push({ start, end });
  }
  return spans;
}

/** Whether a word goes on across the offset; a full stop at the end of one is none. */
function joins(text: string, at: number): boolean {
  const inside = (unit: string | undefined): boolean => unit !== undefined && /[\p{L}\p{N}_]/u.test(unit);
  const [before, behind] = [text[at - 1], text[at]];
  if (inside(before) && inside(behind)) return true;
  if (behind !== undefined && /[-.]/.test(behind)) return inside(before) && inside(text[at + 1]);
  return before !== undefined && /[-.]/.test(before) && inside(behind) && inside(text[at - 2]);
}

/** They stand for a name that was said before. */
const ANAPHORS = new Set('it its this that thats they them these those he she him both mine ours'.split(' '));
/** "It runs there" speaks of a place that was said before, "there is" of none. */
function isThere({ lower, possessive }: Word, at: number, words: readonly Word[]): boolean {
  return (
    /^(?:there|here)$/.test(lower) &&
    at > 0 &&
    !possessive &&
    !/^(?:is|are)$/.test(words[at + 1]?.lower ?? '')
  );
}

/** Places of a name, and pairs of places, that are looked at: more say nothing plainly. */
const MOST_PLACES = 8;
const MOST_PAIRS = 8;

/**
 * Where the two names may stand: they themselves first, those next to each other before others, then pronouns behind them.
 * @param words of the sentence
 * @param own where the words of each stand; none for a name of an earlier sentence
 */
export function statedSpans(
  words: readonly Word[],
  own: Readonly<Record<'concept' | 'parent', readonly Range[]>>,
): StatedSpans[] {
  const concepts = placesOf(words, own.concept).slice(0, MOST_PLACES);
  const parents = [...placesOf(words, own.parent), ...words.filter(isThere)].slice(0, MOST_PLACES);
  return (
    concepts
      .flatMap((concept) => parents.map((parent) => ({ concept, parent })))
      .filter(({ concept, parent }) => !isWithin(concept, parent) && concept.start !== parent.start)
      // "the node is elm, jellyfin lives on it": a pronoun behind both names stands for the first one.
      .filter(({ concept, parent }) => {
        const [name, other] = [own.concept[0], own.parent[0]];
        if (name === undefined || other === undefined) return true;
        const isBehind = (pronoun: Range, of: Range, at: Range) =>
          at.start < of.start && of.start < pronoun.start;
        return !(
          (!own.parent.includes(parent) && isBehind(parent, other, concept)) ||
          (!own.concept.includes(concept) && isBehind(concept, name, parent))
        );
      })
      .map((pair) => {
        const pronouns = Object.entries(pair).filter(
          ([which, span]) => !own[which as 'parent'].includes(span),
        );
        const gap = Math.max(pair.parent.start - pair.concept.end, pair.concept.start - pair.parent.end);
        return { pair, pronouns: pronouns.length, gap };
      })
      .filter(({ pronouns }) => pronouns < 2)
      .sort((a, b) => a.pronouns - b.pronouns || a.gap - b.gap)
      .slice(0, MOST_PAIRS)
      .map(({ pair }) => pair)
  );
}

/** Where a name stands, and the pronouns behind it; one of an earlier sentence without a pronoun may be its subject. */
function placesOf(words: readonly Word[], own: readonly Range[]): readonly Range[] {
  const from = own[0]?.end ?? 0;
  const pronouns = words.filter(({ start, lower }) => start >= from && ANAPHORS.has(lower));
  if (own.length > 0) return [...own, ...pronouns];
  return pronouns.length > 0 ? pronouns : [{ start: -1, end: 0 }];
}
