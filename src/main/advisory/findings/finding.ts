// A finding: one vulnerability in one component of what is run, with everything that proves it, and a component nothing could be said of. Types and their names.
// Source: advisory, Findings.
import type { Scope } from '../formats/records.ts';
import type { Decision } from '../vex/consensus.ts';
import type { Flip } from '../vex/flip.ts';
import type { Doubt } from './judge.ts';

/** What was said that a finding rests on. */
export interface Ground {
  readonly sourceId: string;
  readonly document: number;
  /** The advisory it is an entry of, or the vulnerability a statement is about. */
  readonly about: string;
  readonly issuer: string;
  /** Milliseconds: when it was stated, or came here where it does not say. */
  readonly statedAt: number;
  readonly dated: boolean;
  readonly says: 'affected' | 'not_affected' | 'fixed' | 'under_investigation' | 'unknown' | 'cannot_tell';
  /** Why it cannot be told. */
  readonly doubt: Doubt | null;
  /** Versions in which it says it is mended. */
  readonly fixes: readonly string[];
  /** A distribution speaks of a package of its own. */
  readonly distribution: boolean;
  /** Whether it was decided on: not where a distribution's fix goes before it, or a later statement of its issuer. */
  readonly counts: 'counted' | 'set_aside' | 'replaced' | 'not_comparable';
}

export interface Finding {
  /** The same over imports, hosts and databases: of product, component, version and vulnerability. */
  readonly key: string;
  readonly product: string;
  readonly document: number;
  /** Number of the component in the list. */
  readonly n: number;
  readonly packageKey: string;
  readonly version: string | null;
  readonly vulnerability: string;
  /** Every id that means the same, that somebody named. */
  readonly ids: readonly string[];
  /** Its distribution holds it to be unimportant, and nobody else speaks of it. */
  readonly unimportant: boolean;
  readonly decision: Decision;
  /** The smallest fact that would change it; null where none would. */
  readonly flip: Flip | null;
  readonly grounds: readonly Ground[];
  /** The version to go to; null where nobody names one. */
  readonly fixedIn: string | null;
  /** Whether a distribution names it. */
  readonly fixedBy: 'distribution' | 'upstream' | null;
  readonly exploited: boolean;
  readonly depth: number;
  readonly scope: Scope;
  readonly path: readonly number[];
}

/** Why nothing could be said of a component. */
export const UNCHECKED_REASONS = [
  'no_purl',
  'bad_purl',
  'no_version',
  'unknown_scheme',
  'not_covered',
  'unknown_name',
  'unknown_source',
  'release_unsaid',
  'end_of_life',
] as const;
export type UncheckedReason = (typeof UNCHECKED_REASONS)[number];

export interface Unchecked {
  readonly product: string;
  readonly document: number;
  readonly n: number;
  readonly reason: UncheckedReason;
  /** What stands there: the type, the release, what is wrong with the package URL. */
  readonly detail: string;
}

export interface Matched {
  readonly findings: readonly Finding[];
  readonly unchecked: readonly Unchecked[];
  /** Components that were held against what is known. */
  readonly checked: number;
}
