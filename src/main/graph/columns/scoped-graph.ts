// The graph as one client sees it: a project's facts, and behind them those that the client alone was taught. Where both
// hold a place the project's stands, and no contradiction is shown. A scope is a project's name, or that name, a space
// and the name of the client's own project. Holds nothing itself. Source: decision 023. Used by the enricher and
// GET /recall.

import type { ConceptRow, EdgeRow } from '../types.ts';
import type { ConceptGraph } from './concept-graph.ts';

/** What recall asks of a graph. */
export type RecalledGraph = Pick<
  ConceptGraph,
  | 'version'
  | 'conceptCount'
  | 'pendingCount'
  | 'generation'
  | 'conceptId'
  | 'wordId'
  | 'isAsleep'
  | 'names'
  | 'childrenOf'
  | 'mayHaveChildren'
  | 'concept'
  | 'tokenOf'
  | 'isCommon'
  | 'noveltyOf'
  | 'edgeAt'
  | 'edgesOf'
  | 'hasFacts'
  | 'newestConfirmation'
  | 'isPending'
  | 'pendingDims'
  | 'stamp'
>;

/** @param own the client's own project; null for a client that learns for all */
export const scopeOf = (project: string, own: string | null): string =>
  own === null ? project : `${project} ${own}`;

export class ScopedGraph implements RecalledGraph {
  readonly #graph: ConceptGraph;

  constructor(graph: ConceptGraph) {
    this.#graph = graph;
  }

  get version(): number {
    return this.#graph.version;
  }

  get conceptCount(): number {
    return this.#graph.conceptCount;
  }

  get pendingCount(): number {
    return this.#graph.pendingCount;
  }

  get names(): ConceptGraph['names'] {
    return this.#graph.names;
  }

  get generation(): number {
    return this.#graph.generation;
  }

  wordId(state: number, text: string, start: number, end: number): number {
    return this.#graph.wordId(state, text, start, end);
  }

  isAsleep(id: number): boolean {
    return this.#graph.isAsleep(id);
  }

  conceptId(token: string): number | undefined {
    return this.#graph.conceptId(token);
  }

  concept(id: number): ConceptRow | undefined {
    return this.#graph.concept(id);
  }

  tokenOf(id: number): string {
    return this.#graph.tokenOf(id);
  }

  isCommon(id: number): boolean | undefined {
    return this.#graph.isCommon(id);
  }

  noveltyOf(id: number): number {
    return this.#graph.noveltyOf(id);
  }

  stamp(scope: string, concept: number): number {
    return this.#graph.stamp(scope, concept);
  }

  edgeAt(scope: string, concept: number, dim: number): EdgeRow | undefined {
    const gap = scope.indexOf(' ');
    if (gap < 0) return this.#graph.edgeAt(scope, concept, dim);
    const shared = this.#graph.edgeAt(scope.slice(0, gap), concept, dim);
    return shared ?? this.#graph.edgeAt(scope.slice(gap + 1), concept, dim);
  }

  edgesOf(scope: string, concept: number): EdgeRow[] {
    const gap = scope.indexOf(' ');
    if (gap < 0) return this.#graph.edgesOf(scope, concept);
    const project = scope.slice(0, gap);
    const shared = this.#graph.edgesOf(project, concept);
    const taken = new Set([...shared.map(({ dim }) => dim), ...this.#graph.pendingDims(project, concept)]);
    const own = this.#graph.edgesOf(scope.slice(gap + 1), concept);
    return [...shared, ...own.filter(({ dim }) => !taken.has(dim))];
  }

  mayHaveChildren(scope: string, parent: number, dim?: number): boolean {
    const gap = scope.indexOf(' ');
    if (gap < 0) return this.#graph.mayHaveChildren(scope, parent, dim);
    return (
      this.#graph.mayHaveChildren(scope.slice(0, gap), parent, dim) ||
      this.#graph.mayHaveChildren(scope.slice(gap + 1), parent, dim)
    );
  }

  childrenOf(scope: string, parent: number, dim?: number, limit?: number, looks?: number): EdgeRow[] {
    const gap = scope.indexOf(' ');
    if (gap < 0) return this.#graph.childrenOf(scope, parent, dim, limit, looks);
    const project = scope.slice(0, gap);
    const shared = this.#graph.childrenOf(project, parent, dim, limit, looks);
    const own = this.#graph.childrenOf(scope.slice(gap + 1), parent, dim, limit, looks);
    // Where the project says something else of a place, the client's own word is not shown.
    const shownOwn = own.filter((edge) => this.#graph.edgeAt(project, edge.concept, edge.dim) === undefined);
    return [...shared, ...shownOwn].slice(0, limit);
  }

  hasFacts(scope: string, concept: number): boolean {
    const gap = scope.indexOf(' ');
    if (gap < 0) return this.#graph.hasFacts(scope, concept);
    return (
      this.#graph.hasFacts(scope.slice(0, gap), concept) ||
      this.#graph.hasFacts(scope.slice(gap + 1), concept)
    );
  }

  newestConfirmation(scope: string, concept: number): number {
    const gap = scope.indexOf(' ');
    if (gap < 0) return this.#graph.newestConfirmation(scope, concept);
    return Math.max(
      this.#graph.newestConfirmation(scope.slice(0, gap), concept),
      this.#graph.newestConfirmation(scope.slice(gap + 1), concept),
    );
  }

  isPending(scope: string, concept: number, dim: number): boolean {
    return this.#graph.isPending(sharedOf(scope), concept, dim);
  }

  pendingDims(scope: string, concept: number): number[] {
    return this.#graph.pendingDims(sharedOf(scope), concept);
  }
}

function sharedOf(scope: string): string {
  const gap = scope.indexOf(' ');
  return gap < 0 ? scope : scope.slice(0, gap);
}
