// Says why a sentence does not plainly state what somebody read out of it: a question, a condition, a guess, what others say, a
// wish, an order, something of another time, a denial or a judgement. The cue rules keep to the same reasons. Called by
// the background reader on every statement a model returns. Pure and linear; it finds no statements itself.
// Source: memory, Cue scanner (negation, questions, conditionals, hedges, attribution, evaluative heads).

import type { Lexicon } from '../types.ts';
import { isCapitalised, isGerund, isPastForm } from './names.ts';
import { isPlural } from './object.ts';
import { type Reason, reasonsAgainst } from './scope.ts';
import { blankForeign } from './sentences/foreign.ts';
import { type Chunk, readSentence, type Sentence, sentenceSpans, type Word } from './sentences/sentences.ts';
import { ORDERS } from './words/moods.ts';
import { EVALUATIVE } from './words/nouns.ts';

/** A stretch of a text; offsets in UTF-16 units, `end` behind its last. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export type VetoKind = Reason | 'negation' | 'possibility' | 'wish' | 'order' | 'metaphor' | 'foreign';

export interface Veto {
  readonly kind: VetoKind;
  /** For people: "a condition". */
  readonly reason: string;
}

const REASONS: Readonly<Record<VetoKind, string>> = {
  question: 'The sentence asks.',
  condition: 'It holds under a condition only.',
  example: 'It is an example.',
  hedge: 'The speaker is not sure.',
  report: 'Somebody else is said to say so.',
  'other-time': 'It was or will be so, and is not said to be so now.',
  label: 'It stands behind a label that makes it no statement.',
  negation: 'The sentence denies it.',
  possibility: 'It may, can or shall be so.',
  wish: 'Somebody wants or plans it.',
  order: 'The sentence tells somebody to do it.',
  metaphor: 'It is a judgement or a figure of speech, not a kind or a place.',
  foreign: 'It stands in code, in a quotation or in text of a machine.',
};

const NEGATIONS = /^(?:not|no|never|nor|neither|none|nobody|nothing|without|cannot)$|n't$/;
const MODALS = /^(?:can|could|may|might|must|shall|should|will|would|ought)$|['’](?:ll|d)$/;
const PAST = /^(?:was|were|had|did|used)$/;
/** What somebody does who wants something; behind it stands "to", "about" or a verb in -ing. */
const WANTS =
  /^(?:want|wants|wanted|wish|wishes|plan|plans|planned|planning|try|tries|tried|trying|intend|intends|hope|hopes|hoping|need|needs|needed|like|love|prefer|consider|considering|thinking|going|supposed|about|tempted|looking)$/;
const SOFT_OPENERS = /^(?:and|but|so|then|now|just|also|ok|okay|first|next|finally|instead)$/;

/**
 * Why a sentence does not state something plainly.
 * @param sentence one sentence as written, at most a few thousand characters
 * @param lexicon what is a dictionary word and what is a known concept
 * @param spans where in it the concept and the parent stand, in any order
 * @returns the first reason found, or null where it may be taken as said
 * @example
 * vetoStatement('If hilbert dies, Jellyfin runs on nas01.', lexicon, [{ start: 17, end: 25 }, { start: 34, end: 39 }])
 * // { kind: 'condition', reason: 'It holds under a condition only.' }
 */
export function vetoStatement(sentence: string, lexicon: Lexicon, spans: readonly TextSpan[]): Veto | null {
  const text = blankForeign(sentence);
  const [first, last] = [spans.at(0), spans.at(-1)].toSorted((a, b) => (a?.start ?? 0) - (b?.start ?? 0));
  if (first === undefined || last === undefined) return null;
  if (spans.some(({ start, end }) => isBlanked(sentence, text, start, end))) return vetoOf('foreign');
  const meant = sentenceSpans(text).find(({ start, end }) => last.start >= start && last.start <= end);
  const kind =
    meant === undefined ? 'foreign' : vetoIn(readSentence(text, meant), first.start, last, lexicon);
  return kind === null ? null : vetoOf(kind);
}

const vetoOf = (kind: VetoKind): Veto => ({ kind, reason: REASONS[kind] });

function isBlanked(sentence: string, text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++)
    if (text[at] !== sentence[at] && /[\p{L}\p{N}]/u.test(sentence[at] ?? '')) return true;
  return false;
}

function vetoIn(sentence: Sentence, first: number, last: TextSpan, lexicon: Lexicon): VetoKind | null {
  const { chunks } = sentence;
  const chunkAt = (at: number) => chunks.findLastIndex(({ words }) => (words[0]?.start ?? Infinity) <= at);
  const lastAt = chunkAt(last.start);
  const cueAt = chunks.map(({ words }, index) =>
    index === lastAt ? words.findIndex((word) => word.start >= last.start) : -1,
  );
  const against = reasonsAgainst(sentence, cueAt, lexicon);
  if (isOrder(chunks[0])) return 'order';
  const chunk = chunks[lastAt];
  if (chunk === undefined) return 'foreign';
  const before = chunk.words.filter((word) => word.start < last.start);
  return (
    against[lastAt] ??
    against[Math.max(chunkAt(first), 0)] ??
    vetoOfWords(before, lexicon) ??
    (isMetaphor(chunk.words, last, lexicon) ? 'metaphor' : null)
  );
}

/** "Please deploy X on Y", "Run X on Y": nobody stands before the verb. */
function isOrder(chunk: Chunk | undefined): boolean {
  const verb = chunk?.words.find((word) => !SOFT_OPENERS.test(word.lower));
  return (
    verb !== undefined && ORDERS.has(verb.lower) && chunk?.words[chunk.words.indexOf(verb) + 1] !== undefined
  );
}

/** What the words that lead to a statement make of it. */
function vetoOfWords(words: readonly Word[], lexicon: Lexicon): VetoKind | null {
  for (const [at, { lower }] of words.entries()) {
    const next = words[at + 1];
    if (NEGATIONS.test(lower) && !(at === 0 && lower === 'no')) return 'negation';
    if (MODALS.test(lower)) return 'possibility';
    if (
      WANTS.test(lower) &&
      (/^(?:to|about|of)$/.test(next?.lower ?? '') || (next !== undefined && isGerund(next, lexicon)))
    )
      return 'wish';
    if (
      PAST.test(lower) &&
      !(
        next !== undefined &&
        (isPastForm(next, lexicon) || /^(?:written|built|made|set|put|given)$/.test(next.lower))
      )
    )
      return 'other-time';
  }
  return null;
}

/** "a mess", "a maze of clients". */
function isMetaphor(words: readonly Word[], { start, end }: TextSpan, lexicon: Lexicon): boolean {
  const at = words.findLastIndex((word) => word.start >= start && word.start < end);
  const [head, of, next] = words.slice(at, at + 3);
  if (head === undefined || isCapitalised(head)) return false;
  return EVALUATIVE.has(head.lower) || (of?.lower === 'of' && next !== undefined && isPlural(next, lexicon));
}
