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
  from: number,
  steps: readonly Step[],
  accepts: Accepts,
  isWhole = false,
): Matched | null {
  const slots: Record<string, readonly Word[]> = {};
  const endOf = (at: number, index: number): number => {
    const step = steps[index];
    const left = words.length - at;
    if (step === undefined) return isWhole && left > 0 ? -1 : at;
    if (step instanceof Set) {
      const word = words[at];
      const isSaid = word !== undefined && step.has(isWhole ? word.lower : word.text);
      return isSaid ? endOf(at + 1, index + 1) : -1;
    }
    const { name, least, most } = step as Slot;
    const isRest = isWhole && index === steps.length - 1;
    for (let length = isRest ? left : least; length <= (isRest ? left : Math.min(left, most)); length++) {
      const taken = words.slice(at, at + length);
      if (!accepts(name, taken, words[at - 1])) continue;
      const end = endOf(at + length, index + 1);
      if (end === -1) continue;
      slots[name] = taken;
      return end;
    }
    return -1;
  };
  const to = endOf(from, 0);
  return to === -1 ? null : { to, slots };
}
