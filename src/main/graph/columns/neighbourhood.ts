// One dimension's tree around a concept, cut to what a canvas can show, with counts of the whole graph.
// Pure; called by the explorer's typed calls. Source: console, Concepts.

import type { EdgeRow } from '../types.ts';
import type { ConceptGraph } from './concept-graph.ts';

export interface NeighbourhoodNode {
  readonly concept: number;
  /** The edge that places it under its parent; null for the top of the tree. */
  readonly edge: EdgeRow | null;
  /** Below 0 above the focus, 0 the focus, above 0 below it. */
  readonly depth: number;
  readonly childrenTotal: number;
  childrenShown: number;
}

export interface Neighbourhood {
  readonly nodes: NeighbourhoodNode[];
  /** Nodes there are within `depth` below the focus, above it, and the focus. */
  readonly total: number;
}

/**
 * @param depth levels below the focus.
 * @param limit at most this many nodes; ancestors and the focus always stay, children go level by level by token.
 */
export function neighbourhood(
  graph: ConceptGraph,
  project: string,
  focus: number,
  dim: number,
  depth: number,
  limit: number,
): Neighbourhood {
  const line = [focus, ...graph.ancestors(project, focus, dim).filter((id) => id !== focus)];
  const node = (concept: number, level: number): NeighbourhoodNode => ({
    concept,
    edge: placedBy(graph, project, concept, dim),
    depth: level,
    childrenTotal: graph.childCount(project, concept, dim),
    childrenShown: 0,
  });
  const nodes = line.map((concept, index) => node(concept, index === 0 ? 0 : -index));
  for (const ancestor of nodes.slice(1)) ancestor.childrenShown = 1;

  let level = nodes.slice(0, 1);
  for (let below = 1; below <= depth && nodes.length < limit; below++) {
    const next: NeighbourhoodNode[] = [];
    for (const parent of level) {
      for (const child of graph.firstChildren(project, parent.concept, dim, limit - nodes.length)) {
        next.push(node(child, below));
        nodes.push(next.at(-1) as NeighbourhoodNode);
        parent.childrenShown++;
      }
    }
    level = next;
  }
  return { nodes, total: line.length + graph.countBelow(project, focus, dim, depth) };
}

/** Dimensions in which the concept stands, most edges first; ties by id, so the answer is stable. */
export function dimensionsOf(
  graph: ConceptGraph,
  project: string,
  concept: number,
): Array<{ dim: number; edges: number; contested: boolean }> {
  const edges = graph.childDims(project, concept);
  for (const { dim } of graph.edgesOf(project, concept)) edges.set(dim, (edges.get(dim) ?? 0) + 1);
  for (const dim of graph.pendingDims(project, concept)) if (!edges.has(dim)) edges.set(dim, 0);
  return [...edges]
    .map(([dim, n]) => ({ dim, edges: n, contested: graph.isPending(project, concept, dim) }))
    .sort((a, b) => b.edges - a.edges || a.dim - b.dim);
}

function placedBy(graph: ConceptGraph, project: string, concept: number, dim: number): EdgeRow | null {
  const edge = graph.edgeAt(project, concept, dim);
  return edge && edge.parent !== edge.concept ? edge : null;
}
