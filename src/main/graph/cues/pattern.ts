// Matches wordings: rows of exact words ("runs on", `|` between alternatives) and of slots that take words a caller accepts.
// Tries the shortest words first; bounded by the longest that a slot takes. Called by match.ts and rephrase.ts.

import type { Word } from './sentences/sentences.ts';

/** A slot takes any words up to its most that are accepted; the last one of a whole sentence takes the rest. */
interface Slot {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

export type Step = ReadonlySet<string> | Slot;

/** What each slot took. */
export type Slots = Readonly<Record<string, readonly Word[]>>;

/** Whether a slot takes these words, which stand behind `before`. */
export type Accepts = (slot: string, words: readonly Word[], before: Word | undefined) => boolean;

const LONGEST = 12;
/** Open classes, by the most words that they take. */
const OPEN: Readonly<Record<string, readonly [least: number, most: number]>> = {
  'ADV*': [0, 3],
  'MOD*': [0, 5],
  BE: [0, 5],
  W: [1, 5],
};

/** The steps of a row: capitals alone name slots. */
export function compile(row: string): readonly Step[] {
  return row.split(' ').map((step) => {
    if (!/^(?:[A-Z]|BE|[A-Z]+\*)$/.test(step)) return new Set(step.split('|'));
    const [least, most] = OPEN[step] ?? [1, LONGEST];
    return { name: step, least, most };
  });
}

interface Matched {
  /** Index of the first word behind. */
  readonly to: number;
  readonly slots: Slots;
}

/**
 * Matches steps from a word on.
 * @param isWhole whether nothing may stand behind, so that the last slot takes the rest; capitals then say nothing
 */
export function matchSteps(
  words: readonly Word[],
  at: number,
  steps: readonly Step[],
  accepts: Accepts,
  isWhole = false,
  slots: Slots = {},
): Matched | null {
  const [step, ...more] = steps;
  if (step === undefined) return isWhole && at < words.length ? null : { to: at, slots };
  const word = words[at];
  if (step instanceof Set)
    return word !== undefined && step.has(isWhole ? word.lower : word.text)
      ? matchSteps(words, at + 1, more, accepts, isWhole, slots)
      : null;
  const { name, least, most } = step as Slot;
  const left = words.length - at;
  const isRest = isWhole && more.length === 0;
  for (let length = isRest ? left : least; length <= (isRest ? left : Math.min(left, most)); length++) {
    const taken = words.slice(at, at + length);
    if (!accepts(name, taken, words[at - 1])) continue;
    const found = matchSteps(words, at + length, more, accepts, isWhole, { ...slots, [name]: taken });
    if (found !== null) return found;
  }
  return null;
}
