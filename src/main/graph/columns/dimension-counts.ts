// How many facts each dimension of each project holds, and whether it has a root there. Numbers only: projects and
// dimensions are rows of the graph. Written by ConceptGraph alone.

interface Count {
  facts: number;
  roots: number;
}

export class DimensionCounts {
  readonly #projects = new Map<number, Map<number, Count>>();
  /** Roots of all projects. */
  roots = 0;

  /** Adds (`by` 1) or takes away (`by` -1) one edge. */
  count(project: number, dim: number, by: 1 | -1, isRoot: boolean): void {
    const dims = this.#projects.get(project) ?? new Map<number, Count>();
    this.#projects.set(project, dims);
    const count = dims.get(dim) ?? { facts: 0, roots: 0 };
    dims.set(dim, count);
    if (isRoot) {
      count.roots += by;
      this.roots += by;
    } else {
      count.facts += by;
    }
    if (count.facts === 0 && count.roots === 0) dims.delete(dim);
  }

  /** Dimensions of the project with a fact or a root. */
  of(project: number): number[] {
    return [...(this.#projects.get(project)?.keys() ?? [])];
  }

  facts(project: number, dim: number): number {
    return this.#projects.get(project)?.get(dim)?.facts ?? 0;
  }
}
