// Finds the first cue of a chunk: tries the cue table at each word, longest match first. Says nothing about whether the subject or
// object will do. Called by statements.ts and attached.ts.

import { isPlainAdverb } from './names.ts';
import { type Accepts, compile, matchSteps, type Step } from './pattern.ts';
import type { Word } from './sentences/sentences.ts';
import { PREPOSITIONS, PRONOUNS } from './words/function-words.ts';
import { PRIVATIVES } from './words/nouns.ts';
import { CUES, type Cue } from './words/table.ts';

export interface CueMatch {
  readonly cue: Cue;
  /** Index of the first word of the cue; a clitic `'s` belongs to the word before it. */
  readonly from: number;
  /** Index of the first word after the cue. */
  readonly to: number;
  /** The words of the place that something moved from. */
  readonly left?: readonly Word[];
}

const accepts: Accepts = (slot, words, before) => {
  if (slot === 'BE') return isBe(words, before);
  if (slot === 'ADV*') return words.every(isPlainAdverb);
  return slot === 'W' || words.every(isModifier);
};

/** `is`, `has been`, and the clitic of "noether's a server", which has no word of its own. */
function isBe(words: readonly Word[], before: Word | undefined): boolean {
  const [first, ...rest] = words;
  if (first === undefined) return before?.possessive === true;
  if (rest.length === 0) return first.text === 'is';
  return first.text === 'has' && rest.at(-1)?.text === 'been' && rest.slice(0, -1).every(isPlainAdverb);
}

const isModifier = ({ lower }: Word): boolean =>
  !PREPOSITIONS.has(lower) && !PRONOUNS.has(lower) && !PRIVATIVES.has(lower);

interface Row {
  readonly cue: Cue;
  readonly steps: readonly Step[];
}

const CLITIC = "'s";

/** Cues by the word they open with; those of "is" also stand under the clitic. */
function indexCues(): ReadonlyMap<string, readonly Row[]> {
  const rows = CUES.map((cue): Row => ({ cue, steps: compile(cue.pattern) }));
  const opened = rows.flatMap((row) => {
    const [first] = row.steps;
    const words = first instanceof Set ? [...first] : ['is', 'has', CLITIC];
    return words.map((word) => ({ word, row }));
  });
  const groups = Map.groupBy(opened, ({ word }) => word);
  return new Map([...groups].map(([word, list]) => [word, list.map(({ row }) => row)]));
}

const CUES_BY_WORD = indexCues();

/** Words of which every cue opens with one. */
export const CUE_WORDS: readonly string[] = [...CUES_BY_WORD.keys()].filter((word) => word !== CLITIC);

function longest(words: readonly Word[], from: number, opening: string | undefined): CueMatch | null {
  let best: CueMatch | null = null;
  for (const { cue, steps } of CUES_BY_WORD.get(opening ?? '') ?? []) {
    const found = matchSteps(words, from, steps, accepts);
    if (found === null || (best !== null && found.to <= best.to)) continue;
    const { W: left } = found.slots;
    best = { cue, from, to: found.to, ...(left === undefined ? {} : { left }) };
  }
  return best;
}

/** The longest cue that starts at the earliest word where any starts, or `null`. */
export function findCue(words: readonly Word[]): CueMatch | null {
  for (let at = 0; at < words.length; at++) {
    const clitic = words[at - 1]?.possessive === true ? CLITIC : undefined;
    const match = longest(words, at, words[at]?.text) ?? longest(words, at, clitic);
    if (match !== null) return match;
  }
  return null;
}
