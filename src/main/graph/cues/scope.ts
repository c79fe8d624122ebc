// Decides which chunks of a sentence state nothing, and why: questions, conditions, hedges, other people's words, other
// times, labels. A mood holds for all chunks up to a contrast. Called by statements.ts once per sentence, and by veto.ts.
// Source: memory, Cue scanner (negation, questions, conditionals, hedges, attribution).

import type { Lexicon } from '../types.ts';
import { isCapitalised, isNameLike } from './names.ts';
import type { Chunk, Sentence, Word } from './sentences/sentences.ts';
import { PRONOUNS, SOFTENERS } from './words/function-words.ts';
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
import { OPENERS } from './words/openers.ts';

/** Why a chunk states nothing: `hedge` is the writer's doubt, `report` somebody else's words. */
export type Reason = 'question' | 'condition' | 'example' | 'hedge' | 'report' | 'other-time' | 'label';

const stands = (phrases: Phrases, words: readonly Word[], at: number): boolean =>
  phrases.lengthAt(words, at) > 0;

/** Whether a hedge or an attribution bears on the chunk. Attribution verbs count only before the cue. */
function opinionIn(words: readonly Word[], cueAt: number): 'hedge' | 'report' | null {
  for (let at = 0; at < words.length; at++) {
    const lower = words[at]?.lower ?? '';
    if (HEDGES.has(lower) || stands(HEDGE_PHRASES, words, at)) return 'hedge';
    const reports = at < cueAt && (ATTRIBUTIONS.has(lower) || (lower === 'per' && at === 0));
    // "I'd like to tell you": the speaker's own words.
    const isOwn = () =>
      /^(?:i|we)\b/.test(words[/^(?:tell|say)$/.test(lower) ? 0 : at - 1]?.lower ?? '') &&
      /^(?:tell|say|told|said|mentioned)$/.test(lower);
    // "tell me how", "I was told to update it"
    const isAsked = () => /^(?:tell (?:me|us)|told to)$/.test(`${lower} ${words[at + 1]?.lower}`);
    if (reports && !isOwn() && !isAsked()) return 'report';
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
  if (/^(?:where|whose|whom)$/.test(chunk.conjunction ?? '')) return 'other-time';
  const condition = chunk.words.some((_, at) => at > 0 && stands(CONDITIONS, chunk.words, at));
  if (condition || isSupposed(chunk)) return 'condition';
  return opinionIn(chunk.words, cueAt) ?? (isNotNow(chunk.words, cueAt) ? 'other-time' : null);
}

/** Whether a sentence asks: by its mark, or by how it begins. */
export function isQuestion(sentence: Sentence): boolean {
  if (sentence.isQuestion) return true;
  const [first] = sentence.chunks;
  const opening = first?.conjunction ?? first?.words[0]?.lower ?? '';
  // "Don't you know ..." asks, "Don't touch it" does not.
  const isOrder = /^do(?:n't)?$/.test(opening) && !PRONOUNS.has(first?.words[1]?.lower ?? 'it');
  return QUESTION_STARTS.has(opening) && !isOrder;
}

/** Whether the words before a colon leave what follows as the writer's own plain statement. */
function isPlainLabel(label: readonly Word[], lexicon: Lexicon): boolean {
  const [first, second] = label;
  if (first === undefined || label.some(({ lower }) => REFUSED_LABEL_WORDS.has(lower))) return false;
  // "Ada:", "Ada Blat:" say who speaks, "x:" is a key, "Note:" is nothing.
  if (second === undefined)
    return PLAIN_LABELS.has(first.lower) || (isCapitalised(first) && !isNameLike(first, lexicon));
  if (label.length === 2)
    return !label.every(isCapitalised) && !label.some(({ lower }) => SPEAKERS.has(lower));
  return !ORDERS.has(first.lower === 'please' ? second.lower : first.lower);
}

/** Moods of a whole clause with all that is joined to it; the others are only of the chunk they stand in. */
const WIDE: ReadonlySet<Reason> = new Set(['condition', 'hedge', 'report']);

/**
 * Which chunks of a sentence may state a fact. What somebody doubts, supposes or reports reaches up to a contrast: "I think X is a Y,
 * but Z is a W" states the second; "Not sure, but Z is a W" nothing.
 * @param cueAt of each chunk, the index of the word that states something; -1 where none does
 * @returns of each chunk, why it states nothing, or null
 */
export function reasonsAgainst(
  sentence: Sentence,
  cueAt: readonly number[],
  lexicon: Lexicon,
): (Reason | null)[] {
  const { chunks } = sentence;
  if (isQuestion(sentence)) return chunks.map(() => 'question');
  const own = chunks.map((chunk, index) => {
    const at = cueAt[index] ?? -1;
    return reasonOf(chunk, at === -1 ? chunk.words.length : at);
  });
  const against: (Reason | null)[] = [];
  let carried: Reason | null = null;
  for (let from = 0; from < chunks.length; ) {
    const isContrast = ({ conjunction }: Chunk) => conjunction === 'but' || conjunction === 'yet';
    const next = chunks.findIndex((chunk, index) => index > from && isContrast(chunk));
    const to = next === -1 ? chunks.length : next;
    const wide: Reason | null =
      carried ?? own.slice(from, to).find((reason) => reason !== null && WIDE.has(reason)) ?? null;
    for (let index = from; index < to; index++) against.push(wide ?? own[index] ?? null);
    carried = cueAt.slice(from, to).some((at) => at !== -1) ? null : wide;
    from = to;
  }
  for (const [index, { mark }] of chunks.entries()) {
    if (own[index] === 'example') against.fill('example', index);
    if (mark === ':' && !isPlainLabel(chunks[index - 1]?.words ?? [], lexicon)) against.fill('label', index);
  }
  return against;
}
