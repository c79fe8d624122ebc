// The graph as it would be: what a plan, a preview or an import puts over the graph in memory, which itself is never
// touched. Answers what checks ask. Grows by what is put into it, and by nothing else. Used by plan-facts.ts, by Draft and by imports.
import type { CheckedGraph } from '../../graph/columns/collision.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { ConceptRow, EdgeRow } from '../../graph/types.ts';

/** Where an edge stands: a concept has one edge in each dimension of a project. */
export interface EdgePlace {
  readonly project: string;
  readonly concept: number;
  readonly dim: number;
}

/** What lies over one dimension of one project. */
class DimensionOverlay {
  readonly dim: number;
  /** By concept; null where the graph's edge is no more. */
  readonly edges = new Map<number, EdgeRow | null>();
  readonly parents = new Set<number>();
  /** Somebody above a concept, so that no way up is walked twice. */
  readonly above = new Map<number, number>();
  /** Whether an edge of the graph went or leads elsewhere: the ways up within the graph tell nothing then. */
  hasMoved = false;
  /** How many facts more it holds than the graph's has; its root is none. */
  gained = 0;

  constructor(dim: number) {
    this.dim = dim;
  }
}

export class Overlay implements CheckedGraph {
  readonly graph: ConceptGraph;
  /** Concepts that are not in the graph yet. */
  readonly fresh: ConceptRow[] = [];
  /** Edges walked so far. */
  steps = 0;
  /** By project, then by dimension: a key put together from both would be made anew for each edge. */
  readonly #dimensions = new Map<string, Map<number, DimensionOverlay>>();
  readonly #tokens = new Map<number, string>();
  readonly #ids = new Map<string, number>();

  constructor(graph: ConceptGraph) {
    this.graph = graph;
  }

  // --- words

  /** A concept the graph does not have: another process's, or one the transaction makes (or, for a preview, would). */
  addConcept(concept: ConceptRow): void {
    this.fresh.push(concept);
    this.#tokens.set(concept.id, concept.token);
    this.#ids.set(concept.token, concept.id);
  }

  conceptId(token: string): number | undefined {
    return this.graph.conceptId(token) ?? this.#ids.get(token);
  }

  knows(id: number): boolean {
    return this.#tokens.has(id) || this.graph.knows(id);
  }

  tokenOf(id: number): string {
    return this.#tokens.get(id) ?? this.graph.tokenOf(id);
  }

  // --- edges

  edgeAt(project: string, concept: number, dim: number): EdgeRow | undefined {
    const put = this.#dimensions.get(project)?.get(dim)?.edges.get(concept);
    return put === undefined ? this.graph.edgeAt(project, concept, dim) : (put ?? undefined);
  }

  /** Whether an edge stands there. */
  holds(project: string, concept: number, dim: number): boolean {
    const put = this.#dimensions.get(project)?.get(dim)?.edges.get(concept);
    return put === undefined ? this.graph.holds(project, concept, dim) : put !== null;
  }

  /** Whether something was put there, or taken away. */
  covers({ project, concept, dim }: EdgePlace): boolean {
    return this.#dimensions.get(project)?.get(dim)?.edges.has(concept) ?? false;
  }

  /** Puts an edge into its place, whatever stood there. */
  put(edge: EdgeRow): void {
    const { project, concept, parent, dim } = edge;
    const over = this.#over(project, dim);
    const before = this.edgeAt(project, concept, dim);
    over.edges.set(concept, edge);
    over.parents.add(parent);
    if (before === undefined) {
      over.above.set(concept, parent);
      if (concept !== dim) over.gained++;
    } else if (before.parent !== parent) over.hasMoved = true;
  }

  /** Leaves a place empty. */
  take({ project, concept, dim }: EdgePlace): void {
    const over = this.#over(project, dim);
    if (concept !== dim && this.holds(project, concept, dim)) over.gained--;
    over.edges.set(concept, null);
    over.hasMoved = true;
  }

  /** How many facts the dimension holds. */
  factsIn(project: string, dim: number): number {
    const { gained } = this.#dimensions.get(project)?.get(dim) ?? { gained: 0 };
    return this.graph.dimensionSize(project, dim) + gained;
  }

  /** Everything that was put and stands there still. */
  *placed(): Iterable<EdgeRow> {
    for (const dimensions of this.#dimensions.values())
      for (const { edges } of dimensions.values()) for (const edge of edges.values()) if (edge) yield edge;
  }

  /** What was put about one concept and stands there still; its own root left out. */
  *placedOf(of: string, concept: number): Iterable<EdgeRow> {
    for (const { dim, edges } of this.#dimensions.get(of)?.values() ?? []) {
      const edge = dim === concept ? null : edges.get(concept);
      if (edge) yield edge;
    }
  }

  // --- cycles

  /** A cycle through the new edge needs someone below its concept: most concepts on their way in have nobody. */
  wouldCycle(project: string, concept: number, parent: number, dim: number): boolean {
    if (concept === parent) return true;
    const over = this.#over(project, dim);
    if (!over.parents.has(concept) && !this.graph.mayHaveChildren(project, concept, dim)) return false;
    if (over.hasMoved || this.holds(project, concept, dim))
      return this.cycle({ project, concept, dim }, parent).length > 0;
    return this.#topAbove(over, project, parent, dim) === concept;
  }

  /** The edges that lead from `parent` up to the concept in the dimension, in order; none when they do not. */
  cycle({ project, concept, dim }: EdgePlace, parent: number): EdgeRow[] {
    const passed = new Set<number>();
    const path: EdgeRow[] = [];
    for (let at = parent; !passed.has(at); this.steps++) {
      if (at === concept) return path;
      passed.add(at);
      const edge = this.edgeAt(project, at, dim);
      if (!edge) return [];
      path.push(edge);
      at = edge.parent;
    }
    return [];
  }

  /** Who has nobody above in the dimension, on the way up from a concept. */
  #topAbove({ above }: DimensionOverlay, project: string, concept: number, dim: number): number {
    const passed = new Set<number>();
    let at = concept;
    for (;;) {
      const next = above.get(at) ?? this.#climb(project, at, dim);
      if (next === at || passed.has(next)) break;
      passed.add(at);
      at = next;
    }
    this.steps += passed.size;
    for (const below of passed) above.set(below, at);
    return at;
  }

  #climb(project: string, concept: number, dim: number): number {
    const { at, steps } = this.graph.climb(project, concept, dim);
    this.steps += steps;
    return at;
  }

  #over(project: string, dim: number): DimensionOverlay {
    const known = this.#dimensions.get(project)?.get(dim);
    if (known) return known;
    const over = new DimensionOverlay(dim);
    const dimensions = this.#dimensions.get(project) ?? new Map<number, DimensionOverlay>();
    this.#dimensions.set(project, dimensions.set(dim, over));
    return over;
  }
}
