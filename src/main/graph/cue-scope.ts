// Decides which chunks of a sentence state nothing: questions, conditions, hedges, other people's words, other
// times, quoted labels. What governs a clause governs what follows it; a short afterthought ("..., I think")
// takes back what came before. Called by cues.ts once per sentence.
// Source: memory.md "Cue scanner" (negation, questions, conditionals, hedges, attribution).

import {
  ATTRIBUTIONS,
  FINITE_VERBS,
  HEDGE_PHRASES,
  HEDGES,
  NOT_NOW,
  NOT_NOW_PHRASES,
  OPENERS,
  PLAIN_LABELS,
  QUESTION_STARTS,
  REFUSED_LABEL_WORDS,
  RELATIVES,
  SUPPOSITIONS,
  UNREAL_BREAKS,
} from './cue-function-words.ts';
import { findCue } from './cue-match.ts';
import { isCapitalised, isNameLike } from './cue-names.ts';
import type { Chunk, Sentence, Word } from './cue-sentences.ts';
import { phraseAt } from './cue-subject.ts';
import type { Lexicon } from './types.ts';

type Phrases = readonly (readonly string[])[];

/** Why a chunk states nothing: a condition, an opinion, another time; `null` when it does. */
type Reason = 'unreal' | 'opinion' | 'not-now' | null;

function byFirstWord(phrases: Phrases): ReadonlyMap<string, Phrases> {
  const map = new Map<string, (readonly string[])[]>();
  for (const phrase of phrases) {
    const list = map.get(phrase[0] ?? '') ?? [];
    list.push(phrase);
    map.set(phrase[0] ?? '', list);
  }
  return map;
}

const HEDGES_BY_WORD = byFirstWord(HEDGE_PHRASES);
const NOT_NOW_BY_WORD = byFirstWord(NOT_NOW_PHRASES);
const SUPPOSITIONS_BY_WORD = byFirstWord(SUPPOSITIONS);
const OPENERS_BY_WORD = byFirstWord(OPENERS);

function hasPhraseAt(words: readonly Word[], at: number, map: ReadonlyMap<string, Phrases>): boolean {
  const candidates = map.get(words[at]?.lower ?? '');
  return candidates?.some((phrase) => phraseAt(words, at, phrase)) ?? false;
}

/** First index at which a hedge or an attribution stands, or -1. Attribution verbs count only before the cue. */
function opinionAt(words: readonly Word[], cueAt: number): number {
  for (let at = 0; at < words.length; at++) {
    const lower = words[at]?.lower ?? '';
    if (at > cueAt && lower === 'that') return -1;
    if (HEDGES.has(lower) || hasPhraseAt(words, at, HEDGES_BY_WORD)) return at;
    if (at < cueAt && (ATTRIBUTIONS.has(lower) || (lower === 'per' && at === 0))) return at;
  }
  return -1;
}

function isNotNow(words: readonly Word[]): boolean {
  return words.some((word, at) => NOT_NOW.has(word.lower) || hasPhraseAt(words, at, NOT_NOW_BY_WORD));
}

function isSupposed(chunk: Chunk): boolean {
  const { words, conjunction } = chunk;
  if (conjunction !== null && UNREAL_BREAKS.has(conjunction)) return true;
  let at = 0;
  while (at < 2 && /^(?:so|just|only|even|now|but|and|please|ok)$/.test(words[at]?.lower ?? '')) {
    if (hasPhraseAt(words, at, SUPPOSITIONS_BY_WORD)) return true;
    at++;
  }
  const factive = OPENERS_BY_WORD.get(words[at]?.lower ?? '')?.some(
    (p) => p.length > 1 && phraseAt(words, at, p),
  );
  return factive !== true && hasPhraseAt(words, at, SUPPOSITIONS_BY_WORD);
}

function reasonOf(chunk: Chunk, cueAt: number): Reason {
  if (isSupposed(chunk)) return 'unreal';
  if (opinionAt(chunk.words, cueAt) !== -1) return 'opinion';
  return isNotNow(chunk.words) ? 'not-now' : null;
}

/** "I think", "according to Ada", "says the label": an afterthought about what came before. */
function isAfterthought(chunk: Chunk): boolean {
  const first = chunk.words[0]?.lower ?? '';
  if (chunk.words.length <= 4 || ATTRIBUTIONS.has(first) || first === 'per') return true;
  return hasPhraseAt(chunk.words, 0, HEDGES_BY_WORD) && chunk.words.length <= 6;
}

function isQuestion(sentence: Sentence): boolean {
  if (sentence.isQuestion) return true;
  const [first] = sentence.chunks;
  const opening = first?.conjunction ?? first?.words[0]?.lower ?? '';
  return QUESTION_STARTS.has(opening);
}

/** Whether the words before a colon leave what follows as the writer's own plain statement. */
function isPlainLabel(label: readonly Word[], lexicon: Lexicon): boolean {
  const last = label[label.length - 1];
  if (last === undefined) return false;
  if (label.length === 1 && PLAIN_LABELS.has(last.lower)) return true;
  if (label.some((word) => REFUSED_LABEL_WORDS.has(word.lower) || ATTRIBUTIONS.has(word.lower))) return false;
  if (opinionAt(label, -1) !== -1) return false;
  if (label.length === 1) return isCapitalised(last) && !isNameLike(last, lexicon);
  return !label.every((word) => isCapitalised(word));
}

interface Governor {
  reason: Reason;
  /** The governed clause had a cue of its own, so that a "but" can end its reach. */
  spent: boolean;
}

/**
 * Which chunks of a sentence may state a fact.
 * @returns one flag per chunk, true where nothing may be read
 */
export function blockedChunks(sentence: Sentence, lexicon: Lexicon): boolean[] {
  const { chunks } = sentence;
  const blocked = chunks.map(() => false);
  if (isQuestion(sentence)) return blocked.fill(true);
  const governor: Governor = { reason: null, spent: false };
  const label: Word[] = [];
  let butAt = 0;
  chunks.forEach((chunk, index) => {
    const cueAt = findCue(chunk.words)?.from ?? -1;
    if (chunk.conjunction === 'but' || chunk.conjunction === 'yet') {
      if (governor.reason === 'opinion' && governor.spent) governor.reason = null;
      butAt = index;
    }
    if (chunk.mark === ':' && !isPlainLabel(label, lexicon)) governor.reason = 'unreal';
    const reason = reasonOf(chunk, cueAt === -1 ? chunk.words.length : cueAt);
    const relative = chunk.conjunction !== null && RELATIVES.has(chunk.conjunction);
    blocked[index] = governor.reason !== null || reason !== null;
    if (reason !== null && !relative) {
      if (index > 0) blockBefore(blocked, chunk, index, butAt, reason, cueAt);
      if (governs(chunk, reason, index, cueAt)) governor.reason ??= reason;
    }
    governor.spent = governor.reason !== null && (governor.spent || cueAt !== -1);
    if (label.length < 12) label.push(...chunk.words.slice(0, 12));
  });
  return blocked;
}

function governs(chunk: Chunk, reason: Reason, index: number, cueAt: number): boolean {
  if (reason !== 'not-now') return true;
  return index === 0 && cueAt === -1 && !chunk.words.some((word) => FINITE_VERBS.has(word.lower));
}

function blockBefore(
  blocked: boolean[],
  chunk: Chunk,
  index: number,
  butAt: number,
  reason: Reason,
  cueAt: number,
): void {
  if (cueAt !== -1 && reason !== 'unreal') return;
  if (reason === 'unreal') {
    if (chunk.mark !== ':' && (chunk.conjunction === null || chunk.conjunction !== 'nor'))
      blocked[index - 1] = true;
    return;
  }
  if (reason === 'not-now' && chunk.words.some((word) => FINITE_VERBS.has(word.lower))) return;
  if (isAfterthought(chunk)) blocked.fill(true, butAt, index);
}
