// The graph as it will be once an import is committed: what the import puts over what is in memory. Columns, like the
// graph itself, so that a million facts on their way in take no more room than a million facts.
import type { CheckedGraph } from '../graph/columns/collision.ts';
import { ConceptGraph } from '../graph/columns/concept-graph.ts';
import type { ConceptRow, EdgeRow } from '../graph/types.ts';

export class ImportOverlay implements CheckedGraph {
  readonly #base: ConceptGraph;
  readonly #over = new ConceptGraph();
  /** Rows of concepts that the table got from this import. */
  readonly newConcepts: ConceptRow[] = [];

  constructor(base: ConceptGraph) {
    this.#base = base;
  }

  conceptId(token: string): number | undefined {
    return this.#base.conceptId(token) ?? this.#over.conceptId(token);
  }

  addConcept(concept: ConceptRow): void {
    this.newConcepts.push(concept);
    this.#over.putConcept(concept);
  }

  tokenOf(id: number): string {
    return (this.#base.concept(id) ?? this.#over.concept(id))?.token ?? '';
  }

  edgeAt(project: string, concept: number, dim: number): EdgeRow | undefined {
    return this.#over.edgeAt(project, concept, dim) ?? this.#base.edgeAt(project, concept, dim);
  }

  /** A ring needs someone below the concept; most have nobody. */
  wouldCycle(project: string, concept: number, parent: number, dim: number): boolean {
    if (concept === parent) return true;
    const isParent = [this.#base, this.#over].some(
      (graph) => graph.childrenOf(project, concept, dim, 1).length > 0,
    );
    if (!isParent) return false;
    const passed = new Set<number>();
    for (let at: number | undefined = parent; at !== undefined && !passed.has(at); ) {
      if (at === concept) return true;
      passed.add(at);
      at = this.edgeAt(project, at, dim)?.parent;
    }
    return false;
  }

  putEdge(edge: EdgeRow): void {
    for (const id of [edge.concept, edge.parent, edge.dim]) {
      const known = this.#over.concept(id) ?? this.#base.concept(id);
      if (known && !this.#over.concept(id)) this.#over.putConcept(known);
    }
    this.#over.putEdge(edge);
  }

  /** Everything the import put, in the order of its concepts. */
  edges(): Iterable<EdgeRow> {
    return this.#over.edges();
  }
}
