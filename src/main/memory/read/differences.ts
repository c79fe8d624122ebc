// What a dimension says otherwise than at an earlier moment: what was added, what is gone, what moved to another parent. Names, not ids.
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { PlaceDifference } from '../../store/tables/edge-history.ts';

/** One concept of which the dimension says something else. */
export interface Change {
  readonly kind: 'added' | 'gone' | 'moved';
  readonly concept: string;
  /** What it belonged to then, and what it belongs to later; null where it did not. */
  readonly before: string | null;
  readonly after: string | null;
  /** The same parent in the other flavour. */
  readonly isFlavour: boolean;
}

export function changesOf(graph: ConceptGraph, differences: readonly PlaceDifference[]): Change[] {
  return differences
    .map(
      ({ concept, before, after }): Change => ({
        kind: before === null ? 'added' : after === null ? 'gone' : 'moved',
        concept: graph.tokenOf(concept),
        before: before && graph.tokenOf(before.parent),
        after: after && graph.tokenOf(after.parent),
        isFlavour: before !== null && before.parent === after?.parent,
      }),
    )
    .toSorted((a, b) => (a.concept < b.concept ? -1 : 1));
}
