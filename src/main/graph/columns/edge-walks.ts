// Walks along edges in rows, however many there are: counting children, the first of them by token, the way up.
// Nothing is built for an edge that is walked past. Pure; called by ConceptGraph, which knows ids and names.
import type { ConceptColumns } from './concept-columns.ts';
import type { EdgeColumns } from './edge-columns.ts';

/** Edges of one project, in one dimension or (undefined) all: the project's number and the dimension's row. */
export interface EdgeScope {
  readonly project: number;
  readonly dim: number | undefined;
}

/** One concept row in so many is remembered by whoever climbs often. */
const LANDMARKS = 256;
/** Every so many-th child is looked at first, so that what the first ones are is about known before the rest is. */
export const SAMPLED = 64;

function isIn(edges: EdgeColumns, row: number, { project, dim }: EdgeScope): boolean {
  return (
    edges.projects[row] === project && (dim === undefined || edges.dims[row] === dim) && !edges.isRoot(row)
  );
}

/** How many concepts lie below a concept row, down to `depth` levels (1: its children alone). */
export function countBelow(edges: EdgeColumns, parent: number, scope: EdgeScope, depth: number): number {
  let count = 0;
  for (let row = edges.firstIn(parent); row !== 0; row = edges.nextIn[row] as number) {
    if (!isIn(edges, row, scope)) continue;
    count++;
    if (depth > 1) count += countBelow(edges, edges.concepts[row] as number, scope, depth - 1);
  }
  return count;
}

/** How many children a concept row has in each dimension, by the dimension's row. */
export function countChildrenByDim(edges: EdgeColumns, parent: number, project: number): Map<number, number> {
  const scope = { project, dim: undefined };
  const counts = new Map<number, number>();
  // Children that came together stand together, mostly in one dimension.
  let dim = 0;
  let run = 0;
  for (let row = edges.firstIn(parent); row !== 0; row = edges.nextIn[row] as number) {
    if (!isIn(edges, row, scope)) continue;
    if (edges.dims[row] !== dim) {
      if (run > 0) counts.set(dim, (counts.get(dim) ?? 0) + run);
      dim = edges.dims[row] as number;
      run = 0;
    }
    run++;
  }
  if (run > 0) counts.set(dim, (counts.get(dim) ?? 0) + run);
  return counts;
}

/** Whether a concept row has children, looking at no more than `most` edges; true when there are more to look at. */
export function mayHaveChildren(edges: EdgeColumns, parent: number, scope: EdgeScope, most: number): boolean {
  let looks = 0;
  for (let row = edges.firstIn(parent); row !== 0; row = edges.nextIn[row] as number) {
    if (looks++ === most || isIn(edges, row, scope)) return true;
  }
  return false;
}

/** The first `limit` children of a concept row by token, as concept rows. */
export function firstChildren(
  edges: EdgeColumns,
  concepts: ConceptColumns,
  parent: number,
  scope: EdgeScope,
  limit: number,
): number[] {
  if (limit <= 0) return [];
  const children: number[] = [];
  for (let row = edges.firstIn(parent); row !== 0; row = edges.nextIn[row] as number) {
    if (isIn(edges, row, scope)) children.push(edges.concepts[row] as number);
  }
  const first = new FirstRows(limit, (a, b) => concepts.compareTokens(a, b));
  // Newest first, names that were counted up come from the last to the first: each would be among the first so far.
  for (let i = 0; i < children.length; i += SAMPLED) first.offer(children[i] as number);
  for (let i = 0; i < children.length; i++) if (i % SAMPLED !== 0) first.offer(children[i] as number);
  return first.rows();
}

/** The first `limit` of the rows offered. Holds at most twice as many, and sorts when it is full. */
export class FirstRows {
  readonly #limit: number;
  readonly #compare: (a: number, b: number) => number;
  #held: number[] = [];
  /** No later row counts; 0 while there is room for every one. */
  #last = 0;

  constructor(limit: number, compare: (a: number, b: number) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  offer(row: number): void {
    if (this.#last !== 0 && this.#compare(row, this.#last) > 0) return;
    this.#held.push(row);
    if (this.#held.length === 2 * this.#limit + SAMPLED) this.#cut();
  }

  rows(): number[] {
    this.#cut();
    return this.#held;
  }

  #cut(): void {
    this.#held.sort(this.#compare);
    if (this.#held.length < this.#limit) return;
    this.#held.length = this.#limit;
    this.#last = this.#held.at(-1) ?? 0;
  }
}

/**
 * Up from a concept row to the first landmark on the way, or to the top where there is none before.
 * @returns where that is (the row itself when it has no parent) and how many edges it took. A cycle, which the
 * database's constraints exclude, ends where it began.
 */
export function climb(
  edges: EdgeColumns,
  from: number,
  project: number,
  dim: number,
): { readonly at: number; readonly steps: number } {
  let at = from;
  for (let steps = 0; steps <= edges.size; steps++) {
    const parent = parentOf(edges, at, project, dim);
    if (parent === 0 || parent === at || (steps > 0 && at % LANDMARKS === 0)) return { at, steps };
    at = parent;
  }
  return { at: from, steps: edges.size };
}

/**
 * The concept rows above one, nearest first, up to the one without a parent, to the root, or to where they would come back to one
 * that was passed, which the database's constraints exclude.
 */
export function ancestors(edges: EdgeColumns, from: number, project: number, dim: number): number[] {
  const passed = new Set([from]);
  for (let at = parentOf(edges, from, project, dim); at !== 0 && !passed.has(at); ) {
    passed.add(at);
    at = parentOf(edges, at, project, dim);
  }
  passed.delete(from);
  return [...passed];
}

function parentOf(edges: EdgeColumns, concept: number, project: number, dim: number): number {
  for (let row = edges.firstOut(concept); row !== 0; row = edges.nextOut[row] as number) {
    if (edges.dims[row] === dim && edges.projects[row] === project) return edges.parents[row] as number;
  }
  return 0;
}
