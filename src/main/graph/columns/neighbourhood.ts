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

/** What is asked for: a dimension of a project, so many levels below the focus, at most so many nodes. */
export interface Asked {
  readonly project: string;
  readonly dim: number;
  readonly depth: number;
  readonly limit: number;
}

/** The tree around a concept: ancestors and the focus always stay, children go level by level by token. */
export function neighbourhood(graph: ConceptGraph, focus: number, asked: Asked): Neighbourhood {
  const { project, dim, depth } = asked;
  const line = [focus, ...graph.ancestors(project, focus, dim).filter((id) => id !== focus)];
  const nodes = line.map((concept, index) => nodeOf(graph, asked, concept, index === 0 ? 0 : -index));
  for (const ancestor of nodes.slice(1)) ancestor.childrenShown = 1;
  grow(graph, asked, nodes, nodes.slice(0, 1));
  return { nodes, total: line.length + graph.countBelow(project, focus, dim, depth) };
}

function nodeOf(
  graph: ConceptGraph,
  { project, dim }: Asked,
  concept: number,
  depth: number,
): NeighbourhoodNode {
  return {
    ...{ concept, edge: placedBy(graph, project, concept, dim), depth },
    childrenTotal: graph.childCount(project, concept, dim),
    childrenShown: 0,
  };
}

/** Adds what is below a level, level by level, while there is room. */
function grow(
  graph: ConceptGraph,
  asked: Asked,
  nodes: NeighbourhoodNode[],
  from: readonly NeighbourhoodNode[],
): void {
  const { project, dim, depth, limit } = asked;
  let level = from;
  for (let below = 1; below <= depth && nodes.length < limit; below++) {
    const next: NeighbourhoodNode[] = [];
    for (const parent of level) {
      const room = limit - nodes.length;
      for (const child of graph.firstChildren(project, parent.concept, dim, room)) {
        next.push(nodeOf(graph, asked, child, below));
        nodes.push(next.at(-1) as NeighbourhoodNode);
        parent.childrenShown++;
      }
    }
    level = next;
  }
}

/** Dimensions in which the concept stands, most edges first; ties by id, so the answer is stable. */
export function dimensionsOf(
  graph: ConceptGraph,
  project: string,
  concept: number,
): Array<{ dim: number; edges: number; contested: boolean }> {
  const edges = graph.childDims(project, concept);
  // A dimension stands in itself with all of its facts.
  const size = graph.edgeAt(project, concept, concept) ? graph.dimensionSize(project, concept) : 0;
  if (size > 0) edges.set(concept, size);
  for (const { dim } of graph.edgesOf(project, concept))
    if (dim !== concept) edges.set(dim, (edges.get(dim) ?? 0) + 1);
  for (const dim of graph.pendingDims(project, concept)) if (!edges.has(dim)) edges.set(dim, 0);
  return [...edges]
    .map(([dim, n]) => ({ dim, edges: n, contested: graph.isPending(project, concept, dim) }))
    .sort((a, b) => b.edges - a.edges || a.dim - b.dim);
}

function placedBy(graph: ConceptGraph, project: string, concept: number, dim: number): EdgeRow | null {
  const edge = graph.edgeAt(project, concept, dim);
  return edge && edge.parent !== edge.concept ? edge : null;
}
