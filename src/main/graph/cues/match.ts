// Finds the first cue of a chunk: compiles the cue table once and tries it at each word, longest match first.
// Constant work per word (open classes are bounded). Says nothing about whether the subject or object will do.

import { isPlainAdverb } from './names.ts';
import type { Word } from './sentences/sentences.ts';
import { PREPOSITIONS, PRONOUNS } from './words/function-words.ts';
import { PRIVATIVES } from './words/nouns.ts';
import { CUES, type Cue, type PatternStep } from './words/table.ts';

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
  /** The words of the place that something moved from. */
  readonly left?: readonly Word[];
}

interface Front {
  readonly length: number;
  readonly plural: boolean;
  readonly perfect: boolean;
}

const MOST_ADVERBS = 3;
const MOST_MODIFIERS = 5;

/** `is`, `are`, `has been`, `have been`, or the clitic of "noether's a server" (length 0: it has no word of its own). */
function beAt(words: readonly Word[], at: number): Front | null {
  const word = words[at];
  if (word === undefined) return null;
  if (words[at - 1]?.possessive === true && !/^(?:is|has)$/.test(word.text)) return { length: 0, plural: false, perfect: false };
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

/** A cue ready to be tried: exact words as sets, the front taken off. */
interface CompiledCue {
  readonly cue: Cue;
  readonly front: 'BE' | 'HAVE' | null;
  /** The participle of a present perfect ("has BELONGED to"). */
  readonly participle: string;
  readonly steps: readonly (ReadonlySet<string> | 'ADV*' | 'MOD*')[];
}

function compile(cue: Cue): CompiledCue {
  const [first = '', , third = ''] = cue.steps;
  const front = first === 'BE' || first === 'HAVE' ? first : null;
  const rest = cue.steps.slice(front === 'BE' ? 1 : front === 'HAVE' ? 3 : 0);
  const steps = rest.map((step: PatternStep) =>
    step === 'ADV*' || step === 'MOD*' ? step : new Set(step.split('|')),
  );
  return { cue, front, participle: front === 'HAVE' ? third : '', steps };
}

const CLITIC = "'s";

/** Cues by the word they open with; those of "is" also stand under the clitic. */
function indexCues(): ReadonlyMap<string, readonly CompiledCue[]> {
  const index = new Map<string, CompiledCue[]>();
  for (const compiled of CUES.map(compile)) {
    const [first] = compiled.steps;
    const literal = first instanceof Set ? [...first] : [];
    const opening =
      compiled.front === 'BE'
        ? ['is', 'are', 'has', 'have', CLITIC]
        : compiled.front === 'HAVE'
          ? ['has', 'have']
          : literal;
    for (const word of opening) index.set(word, [...(index.get(word) ?? []), compiled]);
  }
  return index;
}

const CUES_BY_WORD = indexCues();

/** Tries every way a run of open-class words can end, shortest first; returns the end of the match or -1. */
function matchSteps(words: readonly Word[], at: number, steps: CompiledCue['steps'], step: number): number {
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
  return word !== undefined && wanted.has(word.text) ? matchSteps(words, at + 1, steps, step + 1) : -1;
}

function tryCue(words: readonly Word[], at: number, compiled: CompiledCue): CueMatch | null {
  const { cue, steps } = compiled;
  if (compiled.front !== null) {
    const front = compiled.front === 'BE' ? beAt(words, at) : perfectAt(words, at, compiled.participle);
    const to = front === null ? -1 : matchSteps(words, at + front.length, steps, 0);
    return front === null || to === -1
      ? null
      : { cue, from: at, to, plural: front.plural, perfect: front.perfect };
  }
  const to = matchSteps(words, at, steps, 0);
  const plural = words[at]?.text === 'run' || words[at]?.text === 'belong';
  return to === -1 ? null : { cue, from: at, to, plural, perfect: false };
}

function longest(words: readonly Word[], at: number, cues: readonly CompiledCue[]): CueMatch | null {
  let best: CueMatch | null = null;
  for (const compiled of cues) {
    const match = tryCue(words, at, compiled);
    if (match !== null && (best === null || match.to > best.to)) best = match;
  }
  return best;
}

const MOVE: Cue = {
  name: 'moved from to',
  steps: [],
  isIsa: false,
  dim: 'runs-on',
  strength: 'full',
  generic: false,
};
const MOVES: ReadonlySet<string> = new Set(['moved', 'migrated', 'relocated']);
const AUXILIARIES: ReadonlySet<string> = new Set(
  'was were has have been is are just now recently'.split(' '),
);
/** Most words of the place that is left. */
const LONGEST_PLACE = 5;

/** "X (was) moved from A to B", at its participle. */
function moveAt(words: readonly Word[], at: number): CueMatch | null {
  if (!MOVES.has(words[at]?.lower ?? '') || words[at + 1]?.lower !== 'from') return null;
  const to = words.findIndex((word, index) => index > at + 2 && word.lower === 'to');
  if (to === -1 || to - at > LONGEST_PLACE + 2) return null;
  let from = at;
  while (from > 0 && AUXILIARIES.has(words[from - 1]?.text ?? '')) from--;
  const plural = words.slice(from, at).some((word) => /^(?:were|have|are)$/.test(word.text));
  return { cue: MOVE, from, to: to + 1, plural, perfect: false, left: words.slice(at + 2, to) };
}

const NO_CUES: readonly CompiledCue[] = [];

/** The longest cue that starts at the earliest word where any starts, or `null`. */
export function findCue(words: readonly Word[]): CueMatch | null {
  for (let at = 0; at < words.length; at++) {
    const opened = CUES_BY_WORD.get(words[at]?.text ?? '') ?? NO_CUES;
    const clitic = words[at - 1]?.possessive === true ? (CUES_BY_WORD.get(CLITIC) ?? NO_CUES) : NO_CUES;
    const match = longest(words, at, opened) ?? longest(words, at, clitic) ?? moveAt(words, at);
    if (match !== null) return match;
  }
  return null;
}
