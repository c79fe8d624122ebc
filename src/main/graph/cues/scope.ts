// Decides which chunks of a sentence state nothing, and why: questions, conditions, hedges, other people's words, other
// times, labels. What governs a clause governs what follows it; a short afterthought ("..., I think") takes back what
// came before. Called by statements.ts once per sentence, and by veto.ts.
// Source: memory, Cue scanner (negation, questions, conditionals, hedges, attribution).

import type { Lexicon } from '../types.ts';
import { isCapitalised, isNameLike, isPastForm } from './names.ts';
import type { Chunk, Sentence, Word } from './sentences/sentences.ts';
import { FINITE_VERBS, PRONOUNS, RELATIVES, SOFTENERS } from './words/function-words.ts';
import type { Phrases } from './words/lists.ts';
import {
  AS_REPORTS,
  ATTRIBUTIONS,
  CONDITIONS,
  FICTIONS,
  HEDGE_PHRASES,
  HEDGES,
  ILLUSTRATIONS,
  NOT_NOW,
  NOT_NOW_PHRASES,
  ORDERS,
  PLAIN_LABELS,
  QUESTION_STARTS,
  REFUSED_LABEL_WORDS,
  SPEAKERS,
  SUPPOSITIONS,
  UNREAL_BREAKS,
} from './words/moods.ts';
import { TITLE_NOUNS } from './words/nouns.ts';
import { OPENERS } from './words/openers.ts';

/** Why a chunk states nothing: `hedge` is the writer's doubt, `report` somebody else's words. */
export type Reason = 'question' | 'condition' | 'example' | 'hedge' | 'report' | 'other-time' | 'label';

const stands = (phrases: Phrases, words: readonly Word[], at: number): boolean =>
  phrases.lengthAt(words, at) > 0;

/** Whether a hedge or an attribution bears on the chunk. Attribution verbs count only before the cue. */
function opinionIn(words: readonly Word[], cueAt: number): 'hedge' | 'report' | null {
  for (let at = 0; at < words.length; at++) {
    const lower = words[at]?.lower ?? '';
    if (at > cueAt && lower === 'that') return null;
    if (HEDGES.has(lower) || stands(HEDGE_PHRASES, words, at)) return 'hedge';
    // "I'd like to tell you": the speaker's own words.
    const isOwn = /^(?:tell|say)$/.test(lower) && /^(?:i|we)\b/.test(words[0]?.lower ?? '');
    if (at < cueAt && !isOwn && (ATTRIBUTIONS.has(lower) || (lower === 'per' && at === 0))) return 'report';
    if (AS_REPORTS.has(lower) && words[0]?.lower === 'as' && words[at + 1]?.lower !== 'in') return 'report';
  }
  return null;
}

/** @param cueAt where the cue stands; behind it "used to" says what for: "a tool used to draw" */
function isNotNow(words: readonly Word[], cueAt: number): boolean {
  return words.some(({ lower }, at) => {
    if (at > cueAt && lower === 'used') return false;
    return NOT_NOW.has(lower) || stands(NOT_NOW_PHRASES, words, at);
  });
}

function isSupposed(chunk: Chunk): boolean {
  const { words, conjunction } = chunk;
  if (conjunction !== null && UNREAL_BREAKS.has(conjunction)) return true;
  if (words[0]?.lower === 'in' && words.slice(1, 4).some((word) => FICTIONS.has(word.lower))) return true;
  let at = 0;
  while (at < 2 && /^(?:so|just|only|even|now|but|and|please|ok)$/.test(words[at]?.lower ?? '')) {
    if (stands(SUPPOSITIONS, words, at)) return true;
    at++;
  }
  return OPENERS.lengthAt(words, at) < 2 && stands(SUPPOSITIONS, words, at);
}

function reasonOf(chunk: Chunk, cueAt: number): Reason | null {
  if (stands(ILLUSTRATIONS, chunk.words, 0)) return 'example';
  const [only, more] = chunk.words;
  if (
    more === undefined &&
    /ly$|^often$|^sometimes$/.test(only?.lower ?? '') &&
    SOFTENERS.has(only?.lower ?? '')
  ) {
    return 'hedge';
  }
  const condition = chunk.words.some((_, at) => at > 0 && stands(CONDITIONS, chunk.words, at));
  if (condition || isSupposed(chunk)) return 'condition';
  return opinionIn(chunk.words, cueAt) ?? (isNotNow(chunk.words, cueAt) ? 'other-time' : null);
}

/** "I think", "according to Ada", "at least I think so": an afterthought about what came before. */
function isAfterthought({ words }: Chunk): boolean {
  const first = words[0]?.lower ?? '';
  if (words.length <= 3 || ATTRIBUTIONS.has(first) || first === 'per') return true;
  const hedge = words.findIndex((word, at) => HEDGES.has(word.lower) || stands(HEDGE_PHRASES, words, at));
  const told = words.findIndex((word) => ATTRIBUTIONS.has(word.lower));
  if (hedge === -1) return told !== -1 && words.length <= 4;
  return words.length - hedge - Math.max(HEDGE_PHRASES.lengthAt(words, hedge), 1) <= 2;
}

function isQuestion(sentence: Sentence): boolean {
  if (sentence.isQuestion) return true;
  const [first] = sentence.chunks;
  const opening = first?.conjunction ?? first?.words[0]?.lower ?? '';
  // "Don't you know ..." asks, "Don't touch it" does not.
  const isOrder = /^do(?:n't)?$/.test(opening) && !PRONOUNS.has(first?.words[1]?.lower ?? 'it');
  return QUESTION_STARTS.has(opening) && !isOrder;
}

/** Whether the words before a colon leave what follows as the writer's own plain statement. */
function isPlainLabel(label: readonly Word[], own: readonly Word[], lexicon: Lexicon): boolean {
  const last = label[label.length - 1];
  if (last === undefined) return false;
  if (label.length === 1 && PLAIN_LABELS.has(last.lower)) return true;
  const isShort = label.length <= 2;
  if (label.some(({ lower }) => REFUSED_LABEL_WORDS.has(lower) || (isShort && SPEAKERS.has(lower))))
    return false;
  // "I'd like to tell you:" are the speaker's own words.
  const isOwn = /^(?:i|we)(?:'|$)/.test(label[0]?.lower ?? '');
  if (own.length > 2 && ORDERS.has(own.find(({ lower }) => lower !== 'please')?.lower ?? '')) return false;
  if (!isOwn && label.some(({ lower }) => ATTRIBUTIONS.has(lower))) return false;
  if (opinionIn(label, label.length) !== null) return false;
  if (label.length === 1) return isCapitalised(last) && !isNameLike(last, lexicon);
  // "LXC Container:" says of what it is, "Ada Blat:" who speaks.
  return !label.every((word) => isCapitalised(word)) || TITLE_NOUNS.has(last.lower);
}

interface Governor {
  reason: Reason | null;
  /** The governed clause had a cue of its own, so that a "but" can end a hedge's reach. */
  spent: boolean;
}

/** "I think X is a Y, but Z is a W": the contrast is the writer's own statement again. "Not sure, but" is not. */
function endsAtBut(governor: Governor): boolean {
  return governor.reason === 'report' || (governor.reason === 'hedge' && governor.spent);
}

/**
 * Which chunks of a sentence may state a fact.
 * @param cueAt of each chunk, the index of the word that states something; -1 where none does
 * @returns of each chunk, why it states nothing, or null
 */
export function reasonsAgainst(
  sentence: Sentence,
  cueAt: readonly number[],
  lexicon: Lexicon,
): (Reason | null)[] {
  const { chunks } = sentence;
  const against: (Reason | null)[] = chunks.map(() => null);
  if (isQuestion(sentence)) return against.fill('question');
  const governor: Governor = { reason: null, spent: false };
  const label: Word[] = [];
  let butAt = 0;
  chunks.forEach((chunk, index) => {
    const at = cueAt[index] ?? -1;
    if (chunk.conjunction === 'but' || chunk.conjunction === 'yet') {
      if (endsAtBut(governor)) governor.reason = null;
      butAt = index;
    }
    if (chunk.mark === ':' && !isPlainLabel(label, chunks[index - 1]?.words ?? [], lexicon))
      governor.reason = 'label';
    const reason = reasonOf(chunk, at === -1 ? chunk.words.length : at);
    const inCase = chunk.conjunction !== null && /^(?:where|whose|whom)$/.test(chunk.conjunction);
    against[index] = governor.reason ?? reason ?? (inCase ? 'condition' : null);
    const relative = chunk.conjunction !== null && RELATIVES.has(chunk.conjunction);
    if (reason !== null && !relative) {
      if (index > 0 && at === -1) blockBefore(against, chunk, index, butAt, reason);
      else if (index > 0 && reason === 'condition' && chunk.conjunction !== 'nor')
        against[index - 1] ??= reason;
      if (reason !== 'other-time' || (index === 0 && at === -1 && !hasVerb(chunk, lexicon)))
        governor.reason ??= reason;
    }
    governor.spent = governor.reason !== null && (governor.spent || at !== -1);
    if (label.length < LONGEST_LABEL) label.push(...chunk.words.slice(0, LONGEST_LABEL));
  });
  return against;
}

const LONGEST_LABEL = 12;

function hasVerb(chunk: Chunk, lexicon: Lexicon): boolean {
  return chunk.words.some((word) => FINITE_VERBS.has(word.lower) || isPastForm(word, lexicon));
}

/** What a chunk without a cue takes back of what stands before it: a trailing condition, an afterthought. */
function blockBefore(
  against: (Reason | null)[],
  chunk: Chunk,
  index: number,
  butAt: number,
  reason: Reason,
): void {
  if (reason === 'example' || chunk.mark === ':') return;
  if (reason === 'condition') {
    if (chunk.conjunction !== 'nor') against[index - 1] ??= reason;
    return;
  }
  if (reason === 'other-time' && chunk.words.some((word) => FINITE_VERBS.has(word.lower))) return;
  if (isAfterthought(chunk)) against.fill(reason, butAt, index);
}
