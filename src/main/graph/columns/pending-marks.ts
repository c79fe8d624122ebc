// Which places of the graph have a conflict waiting: (project, concept, dimension) -> how many.
// Few at any time, so plain maps. Written by ConceptGraph alone.

export class PendingMarks {
  /** concept -> project -> dimension -> count. */
  readonly #marks = new Map<number, Map<string, Map<number, number>>>();
  /** project -> dimension -> conflicts waiting, over all concepts. */
  readonly #byDim = new Map<string, Map<number, number>>();
  /** Conflicts waiting, over all places. */
  total = 0;

  /** @returns whether the number waiting there changed. */
  set(project: string, concept: number, dim: number, count: number): boolean {
    const before = this.count(project, concept, dim);
    if (before === count) return false;
    this.total += count - before;
    this.#countDim(project, dim, count - before);
    if (count === 0) this.#forget(project, concept, dim);
    else this.#dims(project, concept).set(dim, count);
    return true;
  }

  /** Whether anything waits about the concept, in any project. */
  has(concept: number): boolean {
    return this.#marks.has(concept);
  }

  count(project: string, concept: number, dim: number): number {
    return this.#marks.get(concept)?.get(project)?.get(dim) ?? 0;
  }

  /** Conflicts waiting about the concept, in all dimensions. */
  ofConcept(project: string, concept: number): number {
    let count = 0;
    for (const waiting of this.#marks.get(concept)?.get(project)?.values() ?? []) count += waiting;
    return count;
  }

  /** Conflicts waiting in the dimension, about all concepts. */
  ofDim(project: string, dim: number): number {
    return this.#byDim.get(project)?.get(dim) ?? 0;
  }

  /** Dimensions of the concept in which something waits, in no particular order. */
  dims(project: string, concept: number): number[] {
    return [...(this.#marks.get(concept)?.get(project)?.keys() ?? [])];
  }

  #countDim(project: string, dim: number, by: number): void {
    const dims = this.#byDim.get(project) ?? new Map<number, number>();
    this.#byDim.set(project, dims);
    dims.set(dim, (dims.get(dim) ?? 0) + by);
  }

  #dims(project: string, concept: number): Map<number, number> {
    const projects = this.#marks.get(concept) ?? new Map<string, Map<number, number>>();
    this.#marks.set(concept, projects);
    const dims = projects.get(project) ?? new Map<number, number>();
    projects.set(project, dims);
    return dims;
  }

  #forget(project: string, concept: number, dim: number): void {
    const projects = this.#marks.get(concept);
    const dims = projects?.get(project);
    dims?.delete(dim);
    if (dims?.size === 0) projects?.delete(project);
    if (projects?.size === 0) this.#marks.delete(concept);
  }
}
