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
  /** Its place in the table. */
  readonly place: number;
}

const ROWS = CUES.map((cue, place): Row => ({ cue, steps: compile(cue.pattern), place }));

/** Rows by the first of their exact words. */
function byExactWord(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const index = new Map<string, Row[]>();
  for (const row of rows)
    for (const word of row.steps.find((step) => step instanceof Set) ?? [])
      index.set(word, [...(index.get(word) ?? []), row]);
  return index;
}

const opensWithWord = ({ steps }: Row): boolean => steps[0] instanceof Set;
const CUES_BY_WORD = byExactWord(ROWS.filter(opensWithWord));
/** Those that open with "is". */
const BE_CUES_BY_WORD = byExactWord(ROWS.filter((row) => !opensWithWord(row)));
/** The first exact word of such a row stands at most so many words behind its beginning: "has never been", and three adverbs. */
const BE_REACH = 8;
const BE_WORDS = ['is', 'has'];

/** Words of which every cue opens with one. */
export const CUE_WORDS: readonly string[] = [...CUES_BY_WORD.keys(), ...BE_WORDS];

type Found = CueMatch & Pick<Row, 'place'>;

/** The longest of rows that start at a word, and of what was found so far; of two as long the one that stands first in the table. */
function longestOf(
  rows: readonly Row[] | undefined,
  words: readonly Word[],
  from: number,
  before: Found | null,
): Found | null {
  let best = before;
  for (const { cue, steps, place } of rows ?? []) {
    const found = matchSteps(words, from, steps, accepts);
    if (found === null) continue;
    const { to } = found;
    if (best !== null && (to < best.to || (to === best.to && place >= best.place))) continue;
    const { W: left } = found.slots;
    best = { cue, from, to, place, ...(left === undefined ? {} : { left }) };
  }
  return best;
}

function longest(words: readonly Word[], from: number): CueMatch | null {
  const text = words[from]?.text ?? '';
  let best = longestOf(CUES_BY_WORD.get(text), words, from, null);
  const isClitic = best === null && words[from - 1]?.possessive === true;
  if (!isClitic && !BE_WORDS.includes(text)) return best;
  for (let at = from; at < words.length && at <= from + BE_REACH; at++)
    best = longestOf(BE_CUES_BY_WORD.get(words[at]?.text ?? ''), words, from, best);
  return best;
}

/** The longest cue that starts at the earliest word where any starts, or `null`. */
export function findCue(words: readonly Word[]): CueMatch | null {
  for (let at = 0; at < words.length; at++) {
    const match = longest(words, at);
    if (match !== null) return match;
  }
  return null;
}
