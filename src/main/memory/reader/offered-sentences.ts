// Which sentences of somebody's own prose are worth showing to the reader: those that hold a name, say something of it, and
// neither ask nor suppose. Pure and linear. Called by sentence-collector.ts. Source: structure S2.
import { isFunctionWord, isNameLike } from '../../graph/cues/names.ts';
import { isPlural } from '../../graph/cues/object.ts';
import { blankForeign, HOLE, ITEM } from '../../graph/cues/sentences/foreign.ts';
import { proseBlocks } from '../../graph/cues/sentences/paragraphs.ts';
import { readSentence, sentenceSpans, type Word } from '../../graph/cues/sentences/sentences.ts';
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
    const written = headingBefore(prose, start) + prose.slice(start, end);
    const text = withAsides(blankForeign(written), written);
    /** What is not shown by itself, and may name what the next one speaks of: "Is elm up? It's our router." */
    let before: OfferedSentence | null = null;
    for (const span of joinedSpans(text)) {
      if (span.end - span.start > MOST_CHARS) continue;
      const sentence: OfferedSentence = {
        text: plainText(text.slice(span.start, span.end + Number(span.isQuestion))),
        paragraph,
      };
      const isPointing = POINTING.test(sentence.text);
      const isNamed: boolean = before !== null || offered.at(-1)?.paragraph === paragraph;
      const isStated: boolean =
        (!span.isQuestion || ASIDE_CLAUSE.test(sentence.text)) &&
        mayState(sentence.text, isNamed && isPointing, lexicon);
      if (isStated && isPointing && before !== null) offered.push(before);
      if (isStated) offered.push(sentence);
      before = isStated ? null : sentence;
    }
  }
  return offered;
}

/** It speaks of what was said before. */
const POINTING =
  /^(?:runs|lives|sits|hosted|written)\b|^(?:\S+\s+){0,2}(?:its?|this|that|thats|both|they|he|she|mine|ours)\b|^an?\s|\bit$/i;

/** What a question says in passing: "Can you restart elm, our router?", "Since quill runs on nas1, how do I ...?" */
const ASIDE_CLAUSE =
  /^(?:since|because|as)\s|[,(\u2013\u2014]\s*(?:since|which|who|it|its|it's|that|that's|thats|our|my|the|an?|he|she|they|mine)\s/i;

/** The heading on the line before a paragraph, as a sentence of it; empty where there is none. */
function headingBefore(prose: string, start: number): string {
  if (prose[start - 1] !== '\n') return '';
  const line = prose.slice(start < 2 ? 0 : prose.lastIndexOf('\n', start - 2) + 1, start - 1);
  return HEADING.exec(line)?.[1]?.concat('.\n') ?? '';
}

const HEADING = /^#{1,6}[ \t]+([^\n]{1,80})$/;

/** Sentences, those that a semicolon parts as one. */
function joinedSpans(text: string): ReturnType<typeof sentenceSpans> {
  const joined: ReturnType<typeof sentenceSpans> = [];
  for (const span of sentenceSpans(text)) {
    const last = joined.at(-1);
    if (last !== undefined && text[last.end] === ';')
      joined[joined.length - 1] = { ...span, start: last.start };
    else joined.push(span);
  }
  return joined;
}

/** A short aside is read, too: "the monitoring box (hypatia-7)". */
function withAsides(blanked: string, written: string): string {
  return [...written.matchAll(ASIDE)].reduce(
    (text, { 0: aside, index }) =>
      text.slice(index, index + aside.length).trim() === ''
        ? text.slice(0, index) + aside.replaceAll('`', ' ') + text.slice(index + aside.length)
        : text,
    blanked,
  );
}

const ASIDE = /(?<=\s)\([`\p{L}\p{N}][`\p{L}\p{N} ,.'/-]{1,58}\)/gu;

/** Without the marks that stand where something unreadable was. */
function plainText(text: string): string {
  return text.replaceAll(ITEM, ' ').replaceAll(HOLE, ' ').replace(/\s+/g, ' ').trim();
}

/** Whether a sentence says something of a name, of a single noun used as one, or with "it" of what was said before. */
function mayState(text: string, isBefore: boolean, lexicon: Lexicon): boolean {
  const { chunks } = readSentence(text, { start: 0, end: text.length, isQuestion: false });
  const words = chunks.flatMap((chunk) => chunk.words);
  if (words.some(({ lower }) => KEYWORDS.has(lower))) return false;
  // "larder = the new NAS"
  const isLabelled = /^[\p{L}\p{N}_.-]+\s*[:=]\s/u.test(text) && words.length > 1;
  const named = words.filter((word) => isNameLike(word, lexicon)).length;
  // "Squeezy is a player. Runs piCorePlayer."
  if (words.length < LEAST_WORDS) return isLabelled || (isBefore && named < words.length);
  if (named > 0) return named < words.length || isLabelled;
  return (
    isBefore ||
    isLabelled ||
    words.some((word, at) => isUsedAsName(word, words[at - 1], words[at + 1], lexicon))
  );
}

/** A word of the dictionary without an article where a name stands: "larder runs on ...", "... is on juniper". */
function isUsedAsName(
  word: Word,
  before: Word | undefined,
  next: Word | undefined,
  lexicon: Lexicon,
): boolean {
  if (isFunctionWord(word) || isPlural(word, lexicon)) return false;
  return before === undefined
    ? FINITE_VERBS.has(next?.lower ?? '')
    : /^(?:on|called|named)$/.test(before.lower);
}
