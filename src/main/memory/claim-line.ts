// What agents would read about a concept while one side of a conflict holds. Pure.
// Source: memory.md D7 (one form everywhere: the canonical line), console.md Conflicts.
import type { ConceptGraph } from '../graph/concept-graph.ts';
import { isShown, type RecallSettings } from '../graph/recollection-line.ts';

export interface ClaimPlace {
  readonly project: string;
  readonly concept: number;
  readonly dim: number;
}

/**
 * The concept's line with `parent` in the given place, its other facts as they are now.
 * @param parent null where the place is empty
 * @param contested whether the place carries the `?`
 * @returns null when nothing would be shown
 */
export function claimLine(
  graph: ConceptGraph,
  place: ClaimPlace,
  parent: string | null,
  contested: boolean,
  settings: RecallSettings,
  now: number,
): string | null {
  const { project, concept, dim } = place;
  const facts = new Map<number, string>();
  for (const pending of graph.pendingDims(project, concept)) facts.set(pending, '');
  for (const edge of graph.edgesOf(project, concept)) {
    if (isShown(edge, settings, now)) facts.set(edge.dim, ` ${graph.tokenOf(edge.parent)}`);
  }
  if (parent !== null) facts.set(dim, ` ${parent}`);
  else if (contested) facts.set(dim, '');
  else facts.delete(dim);
  if (facts.size === 0) return null;
  const parts = [...facts].sort(([a], [b]) => b - a);
  const rendered = parts.map(([id, fact]) => {
    const isContested = id === dim ? contested : graph.isPending(project, concept, id);
    return `[${graph.tokenOf(id)}${isContested ? '?' : ''}]${fact}`;
  });
  return `${graph.tokenOf(concept)}: ${rendered.join(' ')}`;
}
