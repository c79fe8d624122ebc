// What is said of a command: how it is classed, in which phase that was decided, how a read is proven, and why. Types, and which of two verdicts
// weighs more. Imports nothing; used by all of this room.
// Source: structure, S1; decision 051.

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

/** `confined`: it runs in the sandbox. `table`: the strict table names everything about it. */
export type Proof = 'confined' | 'table';

export interface Verdict {
  readonly intent: Intent;
  readonly phase: Phase;
  readonly reason: string;
  /** Null where nothing proves that it only reads. */
  readonly proof: Proof | null;
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
  proof: null,
});

/** Reads whatever its input holds. */
export const certain = (reason: string, proof: Proof): Verdict => ({
  intent: 'ReadOnlyCertain',
  phase: 'by_construction',
  reason,
  proof,
});

/** Reads, since what it was given to do has been looked at and the server refuses the rest. */
export const conditional = (reason: string): Verdict => ({
  intent: 'ReadOnlyConditional',
  phase: 'content',
  reason,
  proof: 'table',
});

export const isRefused = (verdict: Verdict): boolean => verdict.intent === 'WriteOrUnknown';

/** A list of commands is as dangerous as its worst part; of equals the phase that comes first decides. */
export function worst(verdicts: readonly Verdict[]): Verdict | null {
  let heaviest: Verdict | null = null;
  for (const one of verdicts) if (heaviest === null || weigh(one) > weigh(heaviest)) heaviest = one;
  return heaviest;
}

const weigh = (verdict: Verdict): number => (isRefused(verdict) ? 100 : 0) + WEIGHT[verdict.phase];
