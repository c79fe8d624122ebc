// Finds the first cue of a chunk: compiles the cue table once and tries it at each word, longest match first.
// Constant work per word (open classes are bounded). Says nothing about whether the subject or object will do.

import { PREPOSITIONS, PRONOUNS } from './cue-function-words.ts';
import { isPlainAdverb } from './cue-names.ts';
import { PRIVATIVES } from './cue-nouns.ts';
import type { Word } from './cue-sentences.ts';
import { CUES, type Cue, type PatternStep } from './cue-table.ts';

export interface CueMatch {
  readonly cue: Cue;
  /** Index of the first word of the cue; a clitic `'s` belongs to the word before it. */
  readonly from: number;
  /** Index of the first word after the cue. */
  readonly to: number;
  /** "run on", "are part of": the subject must be several names. */
  readonly plural: boolean;
  /** "has been part of": a claim about now only with its "since" when it classifies. */
  readonly perfect: boolean;
}

interface Front {
  readonly length: number;
  readonly plural: boolean;
  readonly perfect: boolean;
}

const MOST_ADVERBS = 3;
const MOST_MODIFIERS = 3;

/** `is`, `are`, `has been`, `have been`, or the clitic of "noether's a server" (length 0: it has no word of its own). */
function beAt(words: readonly Word[], at: number): Front | null {
  const word = words[at];
  if (word === undefined) return null;
  if (
    words[at - 1]?.possessive === true &&
    /^(?:a|an|part|owned|hosted|deployed|contained|now)$/.test(word.text)
  ) {
    return { length: 0, plural: false, perfect: false };
  }
  if (word.text === 'is' || word.text === 'are') {
    return { length: 1, plural: word.text === 'are', perfect: false };
  }
  return perfectAt(words, at, 'been');
}

function perfectAt(words: readonly Word[], at: number, participle: string): Front | null {
  const word = words[at];
  if (word?.text !== 'has' && word?.text !== 'have') return null;
  let next = at + 1;
  while (next - at <= MOST_ADVERBS && isAdverbAt(words, next)) next++;
  if (words[next]?.text !== participle) return null;
  return { length: next + 1 - at, plural: word.text === 'have', perfect: true };
}

function isAdverbAt(words: readonly Word[], at: number): boolean {
  const word = words[at];
  return word !== undefined && isPlainAdverb(word);
}

function isModifierAt(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || PREPOSITIONS.has(word.lower) || PRONOUNS.has(word.lower)) return false;
  return !PRIVATIVES.has(word.lower);
}

/** Tries every way a run of open-class words can end, shortest first; returns the end of the match or -1. */
function matchSteps(words: readonly Word[], at: number, steps: readonly PatternStep[], step: number): number {
  const wanted = steps[step];
  if (wanted === undefined) return at;
  if (wanted === 'ADV*' || wanted === 'MOD*') {
    const accepts = wanted === 'ADV*' ? isAdverbAt : isModifierAt;
    const most = wanted === 'ADV*' ? MOST_ADVERBS : MOST_MODIFIERS;
    for (let taken = 0; taken <= most; taken++) {
      if (taken > 0 && !accepts(words, at + taken - 1)) return -1;
      const end = matchSteps(words, at + taken, steps, step + 1);
      if (end !== -1) return end;
    }
    return -1;
  }
  const word = words[at];
  if (word === undefined || !wanted.split('|').includes(word.text)) return -1;
  return matchSteps(words, at + 1, steps, step + 1);
}

function tryCue(words: readonly Word[], at: number, cue: Cue): CueMatch | null {
  const [first = '', second = ''] = cue.steps;
  if (first === 'BE' || first === 'HAVE') {
    const front = first === 'BE' ? beAt(words, at) : perfectAt(words, at, cue.steps[2] ?? '');
    if (front === null) return null;
    const rest = first === 'BE' ? 1 : 3;
    const to = matchSteps(words, at + front.length, cue.steps, rest);
    return to === -1 ? null : { cue, from: at, to, plural: front.plural, perfect: front.perfect };
  }
  const to = matchSteps(words, at, cue.steps, 0);
  if (to === -1) return null;
  const plural = words[at]?.text === 'run' || words[at]?.text === 'belong';
  return second === '' && cue.strength !== 'keyword' ? null : { cue, from: at, to, plural, perfect: false };
}

const OPENING_WORDS: ReadonlySet<string> = new Set(
  CUES.flatMap((cue) => {
    const first = cue.steps[0] ?? '';
    return first === 'BE'
      ? ['is', 'are', 'has', 'have']
      : first === 'HAVE'
        ? ['has', 'have']
        : first.split('|');
  }),
);

/** The longest cue that starts at the earliest word where any starts, or `null`. */
export function findCue(words: readonly Word[]): CueMatch | null {
  for (let at = 0; at < words.length; at++) {
    const afterClitic = words[at - 1]?.possessive === true;
    if (!afterClitic && !OPENING_WORDS.has(words[at]?.text ?? '')) continue;
    let best: CueMatch | null = null;
    for (const cue of CUES) {
      const match = tryCue(words, at, cue);
      if (match !== null && (best === null || match.to > best.to)) best = match;
    }
    if (best !== null) return best;
  }
  return null;
}
