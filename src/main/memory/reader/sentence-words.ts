// The words of a sentence that is held against a statement, and what stands where in it. Pure. Used by the reader's checks.
import { readSentence, type Sentence, type Word } from '../../graph/cues/sentences/sentences.ts';
import { CLOSED_DETERMINERS, OPEN_DETERMINERS } from '../../graph/cues/words/function-words.ts';
import type { Range } from '../../graph/types.ts';

/** A word with what stands before it. */
export interface PlacedWord extends Word {
  /** Punctuation or a conjunction stands before it. */
  readonly opensChunk: boolean;
}

/** Where the names of a statement stand; no concept where an earlier sentence names it and this one has a pronoun. */
export interface StatedSpans {
  readonly concept: Range | null;
  readonly parent: Range;
}

export function placedWords({ chunks }: Sentence): PlacedWord[] {
  return chunks.flatMap(({ words }) => words.map((word, i) => ({ ...word, opensChunk: i === 0 })));
}

export function isWithin(word: Range, span: Range | null): boolean {
  return span !== null && word.start < span.end && word.end > span.start;
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
