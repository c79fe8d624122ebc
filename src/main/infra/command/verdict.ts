// What is said of a command: how it is classed, in which phase that was decided, and why. Types, and which of two verdicts weighs
// more. Imports nothing; used by all of this room.
// Source: decision 051.

export type Intent = 'ReadOnlyCertain' | 'ReadOnlyConditional' | 'WriteOrUnknown';

/** In the seed's order, with two of ours: what reads secrets, and what never ends. */
export type Phase =
  | 'guard'
  | 'known_write'
  | 'secrets'
  | 'endless'
  | 'fallback'
  | 'content'
  | 'by_construction';

export interface Verdict {
  readonly intent: Intent;
  readonly phase: Phase;
  readonly reason: string;
}

const WEIGHT: Readonly<Record<Phase, number>> = {
  guard: 6,
  known_write: 5,
  secrets: 4,
  endless: 3,
  fallback: 2,
  content: 1,
  by_construction: 0,
};

export const refused = (phase: Phase, reason: string): Verdict => ({
  intent: 'WriteOrUnknown',
  phase,
  reason,
});

/** Reads whatever its input holds. */
export const certain = (reason: string): Verdict => ({
  intent: 'ReadOnlyCertain',
  phase: 'by_construction',
  reason,
});

/** Reads, as what it was given to do has been looked at and only reads. */
export const conditional = (reason: string): Verdict => ({
  intent: 'ReadOnlyConditional',
  phase: 'content',
  reason,
});

export const isRefused = (verdict: Verdict): boolean => verdict.intent === 'WriteOrUnknown';

/** A list of commands is as dangerous as its worst part; of equals the phase that comes first decides. */
export function worst(verdicts: readonly Verdict[]): Verdict | null {
  let heaviest: Verdict | null = null;
  for (const one of verdicts) if (heaviest === null || weigh(one) > weigh(heaviest)) heaviest = one;
  return heaviest;
}

const weigh = (verdict: Verdict): number => (isRefused(verdict) ? 100 : 0) + WEIGHT[verdict.phase];
