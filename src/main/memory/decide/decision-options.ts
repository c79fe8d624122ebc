// What the graph itself can say to help with a conflict: dimensions in use, a split that follows from where the two
// parents are used elsewhere, the edges of a cycle. Pure. Source: console, Conflicts; decision.ts.
import type { DecisionOptions } from '../../../shared/model/decision.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { StoredConflict } from '../../store/tables/conflicts.ts';
import { Draft } from './draft.ts';
import { leastTrusted } from './outcomes.ts';

/** Uses of a parent looked at, newest first. */
const USES_LOOKED_AT = 2000;

export function decisionOptions(graph: ConceptGraph, conflict: StoredConflict): DecisionOptions {
  const { project, concept, dimension, incoming } = conflict;
  const draft = new Draft(graph);
  const place = { project, concept: concept.id, dim: dimension.id };
  const cycle = draft.cycle(place, incoming.parentId);
  const givesWay = leastTrusted(cycle);
  const isTaken = (dim: number) => graph.edgeAt(project, concept.id, dim) !== undefined;
  return {
    dimensions: graph.dimensionIds(project).map((id) => {
      const token = graph.tokenOf(id);
      return {
        token,
        question: graph.questionOf(project, id),
        edges: graph.dimensionSize(project, id),
        taken: isTaken(id),
      };
    }),
    split: suggestedSplit(graph, conflict),
    cycle: cycle.map((edge) => ({
      edgeId: edge.edgeId,
      concept: graph.tokenOf(edge.concept),
      parent: graph.tokenOf(edge.parent),
      givesWay: edge === givesWay,
    })),
  };
}

/** Both parents have a dimension of their own elsewhere: the concept has its two facts there. */
function suggestedSplit(graph: ConceptGraph, conflict: StoredConflict): DecisionOptions['split'] {
  const { project, concept, dimension, incoming } = conflict;
  const standing = graph.edgeAt(project, concept.id, dimension.id);
  if (!standing) return null;
  const isFree = (dim: number) =>
    dim !== dimension.id && dim !== concept.id && graph.edgeAt(project, concept.id, dim) === undefined;
  const usual = (parent: number) => usualDimension(graph, project, parent, isFree);
  const existingDimension = usual(standing.parent);
  const newDimension = usual(incoming.parentId);
  if (existingDimension === undefined || newDimension === undefined) return null;
  if (existingDimension === newDimension) return null;
  return {
    existingDimension: graph.tokenOf(existingDimension),
    newDimension: graph.tokenOf(newDimension),
  };
}

/** The dimension in which most concepts name it as parent, of those that are free; ties go to the older one. */
function usualDimension(
  graph: ConceptGraph,
  project: string,
  parent: number,
  isFree: (dim: number) => boolean,
): number | undefined {
  const uses = new Map<number, number>();
  for (const edge of graph.childrenOf(project, parent, undefined, USES_LOOKED_AT)) {
    if (isFree(edge.dim)) uses.set(edge.dim, (uses.get(edge.dim) ?? 0) + 1);
  }
  return [...uses].sort(([a, n], [b, m]) => m - n || a - b)[0]?.[0];
}
