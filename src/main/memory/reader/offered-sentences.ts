// Which sentences of somebody's own prose are worth showing to the reader: those that hold a name, say something of it, and
// neither ask nor suppose. Pure and linear. Called by sentence-collector.ts. Source: structure S2.
import { isNameLike } from '../../graph/cues/names.ts';
import { blankForeign, HOLE, ITEM } from '../../graph/cues/sentences/foreign.ts';
import { proseBlocks } from '../../graph/cues/sentences/paragraphs.ts';
import { readSentence, sentenceSpans } from '../../graph/cues/sentences/sentences.ts';
import type { Lexicon } from '../../graph/types.ts';

/** A sentence as the reader sees it: on one line, without code, links, quotations and markup. */
export interface OfferedSentence {
  readonly text: string;
  /** Sentences of one paragraph of one speaker share it; a pronoun may point at one before it there. */
  readonly paragraph: number;
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
    const text = blankForeign(prose.slice(start, end));
    for (const span of sentenceSpans(text)) {
      if (span.isQuestion || span.end - span.start > MOST_CHARS) continue;
      const written = plainText(text.slice(span.start, span.end));
      if (mayState(written, lexicon)) offered.push({ text: written, paragraph });
    }
  }
  return offered;
}

/** Without the marks that stand where something unreadable was. */
function plainText(text: string): string {
  return text.replaceAll(ITEM, ' ').replaceAll(HOLE, ' ').replace(/\s+/g, ' ').trim();
}

/** Whether a sentence holds a name and more words than that. */
function mayState(text: string, lexicon: Lexicon): boolean {
  const { chunks, isQuestion } = readSentence(text, { start: 0, end: text.length, isQuestion: false });
  const words = chunks.flatMap((chunk) => chunk.words);
  if (isQuestion || words.length < LEAST_WORDS || words.some(({ lower }) => KEYWORDS.has(lower)))
    return false;
  const named = words.filter((word) => isNameLike(word, lexicon)).length;
  return named > 0 && named < words.length;
}
