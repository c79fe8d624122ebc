// A finding: one vulnerability in one component of what is run, with everything that proves it, and a component nothing could be said of. Types and their names.
// Source: advisory, Findings.
import type { FindingGround, UncheckedGroup } from '../../../shared/model/evidence/finding.ts';
import type { Scope } from '../formats/records.ts';
import type { Decision } from '../vex/consensus.ts';
import type { Flip } from '../vex/flip.ts';

/** What was said that a finding rests on: as it is shown, but for the entry itself. */
export type Ground = Readonly<Omit<FindingGround, 'record' | 'fixes'>> & {
  readonly fixes: readonly string[];
};

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

export interface Unchecked {
  readonly product: string;
  readonly document: number;
  readonly n: number;
  /** Why nothing could be said of it. */
  readonly reason: UncheckedGroup['reason'];
  /** What stands there: the type, the release, what is wrong with the package URL. */
  readonly detail: string;
}

export interface Matched {
  readonly findings: readonly Finding[];
  readonly unchecked: readonly Unchecked[];
  /** Components that were held against what is known. */
  readonly checked: number;
}
