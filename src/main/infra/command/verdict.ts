// What is said of a command: how it is classed, in which phase that was decided, how a read is proven, and why. Types, and which of two verdicts
// weighs more. Imports nothing; used by all of this room.
// Source: structure, S1; decision 051.

export type Intent = 'ReadOnlyCertain' | 'ReadOnlyConditional' | 'WriteOrUnknown';

/** In the seed's order from the last to the first, with two of ours: what reads secrets, and what never ends. */
const PHASES = [
  'by_construction',
  'content',
  'fallback',
  'endless',
  'secrets',
  'known_write',
  'guard',
] as const;
export type Phase = (typeof PHASES)[number];

/** `confined`: it runs in the sandbox. `table`: the strict table names everything about it. */
export type Proof = 'confined' | 'table';

export interface Verdict {
  readonly intent: Intent;
  readonly phase: Phase;
  readonly reason: string;
  /** Null where nothing proves that it only reads. */
  readonly proof: Proof | null;
}

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
  ...certain(reason, 'table'),
  intent: 'ReadOnlyConditional',
  phase: 'content',
});

export const isRefused = (verdict: Verdict): boolean => verdict.intent === 'WriteOrUnknown';

/** A list of commands is as dangerous as its worst part; of equals the phase that comes first decides. */
export const worst = (verdicts: readonly Verdict[]): Verdict | null =>
  verdicts.reduce<Verdict | null>(
    (heaviest, one) => (heaviest === null || weigh(one) > weigh(heaviest) ? one : heaviest),
    null,
  );

const weigh = (verdict: Verdict): number => (isRefused(verdict) ? 100 : 0) + PHASES.indexOf(verdict.phase);
