// Which sentences of somebody's own prose are worth showing to the reader: those that hold a name, say something of it, and
// neither ask nor suppose. Pure and linear. Called by sentence-collector.ts. Source: structure S2.
import { isFunctionWord, isNameLike } from '../../graph/cues/names.ts';
import { isPlural } from '../../graph/cues/object.ts';
import { blankForeign, HOLE, ITEM } from '../../graph/cues/sentences/foreign.ts';
import { proseBlocks } from '../../graph/cues/sentences/paragraphs.ts';
import { readSentence, sentenceSpans } from '../../graph/cues/sentences/sentences.ts';
import { FINITE_VERBS } from '../../graph/cues/words/function-words.ts';
import type { Lexicon } from '../../graph/types.ts';

/** A sentence as the reader sees it: on one line, without code, links, quotations and markup. */
export interface OfferedSentence {
  readonly text: string;
  /** Sentences of one paragraph of one speaker share it; a pronoun may point at one before it there. */
  readonly paragraph: number;
  /** When it was said, epoch milliseconds; without it no end is read. */
  readonly at?: number;
}

/** The rules read what is said with them, exactly. */
const KEYWORDS = new Set(['isa', 'ispart']);
/** Fewer words state nothing; a longer sentence states nothing plainly. */
const LEAST_WORDS = 3;
const MOST_CHARS = 400;

/**
 * @param prose one speaker's own words, what is no prose blanked already (`proseOf`)
 * @param lexicon what is a dictionary word and what is a known concept
 */
export function offeredSentences(prose: string, lexicon: Lexicon): OfferedSentence[] {
  const offered: OfferedSentence[] = [];
  for (const [paragraph, { start, end }] of proseBlocks(prose).entries()) {
    const written = prose.slice(start, end);
    const text = withAsides(blankForeign(written), written);
    let isOffered = false;
    for (const span of sentenceSpans(text)) {
      if (span.isQuestion || span.end - span.start > MOST_CHARS) continue;
      const sentence = plainText(text.slice(span.start, span.end));
      isOffered = mayState(sentence, isOffered, lexicon);
      if (isOffered) offered.push({ text: sentence, paragraph });
    }
  }
  return offered;
}

/** A short aside is read, too: "the monitoring box (hypatia-7)". */
function withAsides(blanked: string, written: string): string {
  return [...written.matchAll(ASIDE)].reduce(
    (text, { 0: aside, index }) =>
      text.slice(index, index + aside.length).trim() === ''
        ? text.slice(0, index) + aside + text.slice(index + aside.length)
        : text,
    blanked,
  );
}

const ASIDE = /(?<=\s)\([\p{L}\p{N}][\p{L}\p{N} ,.'-]{1,58}\)/gu;

/** Without the marks that stand where something unreadable was. */
function plainText(text: string): string {
  return text.replaceAll(ITEM, ' ').replaceAll(HOLE, ' ').replace(/\s+/g, ' ').trim();
}

/** Whether a sentence says something of a name, of a single noun used as one, or with "it" of what was said before. */
function mayState(text: string, isOffered: boolean, lexicon: Lexicon): boolean {
  const { chunks, isQuestion } = readSentence(text, { start: 0, end: text.length, isQuestion: false });
  const words = chunks.flatMap((chunk) => chunk.words);
  if (isQuestion || words.length < LEAST_WORDS || words.some(({ lower }) => KEYWORDS.has(lower)))
    return false;
  const named = words.filter((word) => isNameLike(word, lexicon)).length;
  if (named > 0) return named < words.length;
  const [first, second] = words;
  if (isOffered && words.slice(0, 3).some(({ lower }) => /^its?\b/.test(lower))) return true;
  return (
    first !== undefined &&
    !isFunctionWord(first) &&
    !isPlural(first, lexicon) &&
    FINITE_VERBS.has(second?.lower ?? '')
  );
}
