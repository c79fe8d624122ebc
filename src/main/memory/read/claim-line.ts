// What agents would read about a concept while one side of a conflict holds. Pure.
// Source: memory D7 (one form everywhere: the canonical line), console, Conflicts.
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { isShown, type RecallSettings } from '../../graph/recollect/recollection-line.ts';

/** Ids with their tokens: another process may have made the concepts, and the graph not have met them yet. */
export interface ClaimPlace {
  readonly project: string;
  readonly concept: { readonly id: number; readonly token: string };
  readonly dimension: { readonly id: number; readonly token: string };
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
  const { project, dimension } = place;
  const [concept, dim] = [place.concept.id, dimension.id];
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
    const token = id === dim ? dimension.token : graph.tokenOf(id);
    return `[${token}${isContested ? '?' : ''}]${fact}`;
  });
  return `${place.concept.token}: ${rendered.join(' ')}`;
}
