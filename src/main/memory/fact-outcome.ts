// What became of a fact, in names. Handed to whoever told it.
import type { Fact } from '../../shared/model/graph.ts';

export interface FactOutcome {
  readonly status: 'inserted' | 'confirmed' | 'conflict' | 'refused';
  readonly concept: string;
  readonly parent: string;
  readonly dimension: string;
  readonly isIsa: boolean;
  readonly edgeId?: number | undefined;
  readonly conflictId?: number | undefined;
  /** The collision type of a conflict, or SELF_FACT or ROOT_FACT of a refusal. */
  readonly reason?: string | undefined;
}

/** The part of a fact that says what, without how sure. */
export function factNames({ concept, parent, dimension, isIsa }: Fact): Omit<Fact, 'confidence'> {
  return { concept, parent, dimension, isIsa };
}
