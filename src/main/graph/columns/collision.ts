// What the graph says to a fact that wants in: free place, confirmation, collision of one of four types, or refusal.
// Reads only; memory/ acts on the answer. Source: memory D1, Writing, Conflicts.
import type { CollisionType } from '../../../shared/model/graph.ts';
import type { EdgeRow } from '../types.ts';
import type { ConceptGraph } from './concept-graph.ts';

/** A fact in database ids. */
export interface FactIds {
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
  readonly isIsa: boolean;
}

/** What a check asks of the graph; a graph with facts on their way in answers it too. */
export type CheckedGraph = Pick<ConceptGraph, 'edgeAt' | 'wouldCycle'>;

export type FactCheck =
  | { readonly kind: 'free' }
  | { readonly kind: 'confirmed'; readonly edge: EdgeRow }
  | { readonly kind: 'collision'; readonly type: CollisionType; readonly existing: EdgeRow | undefined }
  | { readonly kind: 'refused'; readonly code: 'SELF_FACT' | 'ROOT_FACT' };

/**
 * Checks one fact against the project's graph, in memory.
 * A dimension's own place in itself belongs to its root, also before the root is made: ROOT_FACT.
 * A place that is taken decides the type; only a fact into an empty place can be a cycle, and cycle beats free.
 */
export function checkFact(graph: CheckedGraph, project: string, fact: FactIds): FactCheck {
  if (fact.concept === fact.parent) return { kind: 'refused', code: 'SELF_FACT' };
  if (fact.concept === fact.dim) return { kind: 'refused', code: 'ROOT_FACT' };
  const existing = graph.edgeAt(project, fact.concept, fact.dim);
  if (existing !== undefined) {
    if (existing.parent === fact.parent && existing.isIsa === fact.isIsa) {
      return { kind: 'confirmed', edge: existing };
    }
    return { kind: 'collision', type: collisionType(existing.isIsa, fact.isIsa), existing };
  }
  if (graph.wouldCycle(project, fact.concept, fact.parent, fact.dim)) {
    return { kind: 'collision', type: 'cycle', existing: undefined };
  }
  return { kind: 'free' };
}

/** What two flavours say: two natures, two places, or one of each. */
export function collisionType(existingIsIsa: boolean, incomingIsIsa: boolean): CollisionType {
  if (existingIsIsa !== incomingIsIsa) return 'misclassification';
  return existingIsIsa ? 'isa_isa' : 'ispart_ispart';
}
