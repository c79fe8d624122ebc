// One dimension as somebody wants to look at it: as it is or as it was, all of it or the facts that pass a filter, together with what
// they hang from. Made in slices; in rows of the graph it was made of. Source: console, Concepts.
import { type Pause, ROWS_A_LOOK } from './pause.ts';

const FACT = 1;
const PASSES = 2;
const KEPT = 4;

export class DimensionView {
  /** The dimension's own row. */
  readonly dim: number;
  readonly #parents: Int32Array;
  readonly #marks: Uint8Array;
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** Children that are kept. */
  readonly #children: Int32Array;
  /** Children, whether kept or not. */
  readonly #all: Int32Array;

  /** @param concepts rows there are; one that comes later is left out */
  constructor(dim: number, concepts: number) {
    this.dim = dim;
    this.#parents = new Int32Array(concepts + 1);
    this.#marks = new Uint8Array(concepts + 1);
    this.#first = new Int32Array(concepts + 1);
    this.#next = new Int32Array(concepts + 1);
    this.#children = new Int32Array(concepts + 1);
    this.#all = new Int32Array(concepts + 1);
  }

  /** How many concept rows it knows of. */
  get size(): number {
    return this.#marks.length - 1;
  }

  /** A fact; a later one takes the place of an earlier one about the same concept. */
  put(concept: number, parent: number, doesPass: boolean): void {
    if (concept > this.size || parent > this.size || concept === parent) return;
    this.#parents[concept] = parent;
    this.#marks[concept] = doesPass ? FACT | PASSES : FACT;
  }

  /** Once every fact was put: what is kept, and what lies below what. */
  async close(pause: Pause): Promise<void> {
    for (let row = 1; row <= this.size; row++) {
      if (row % ROWS_A_LOOK === 0) await pause();
      if ((this.#marks[row] as number) & PASSES) this.#keep(row);
    }
    for (let row = 1; row <= this.size; row++) {
      if (row % ROWS_A_LOOK === 0) await pause();
      const parent = this.#parents[row] as number;
      if (parent === 0) continue;
      this.#next[row] = this.#first[parent] as number;
      this.#first[parent] = row;
      this.#all[parent] = (this.#all[parent] as number) + 1;
      if (this.isKept(row)) this.#children[parent] = (this.#children[parent] as number) + 1;
    }
  }

  /** With the way up; whatever was come by before has its way already. */
  #keep(from: number): void {
    for (let row = from; row !== 0 && !this.isKept(row); row = this.#parents[row] as number)
      this.#marks[row] = (this.#marks[row] as number) | KEPT;
  }

  /** Whether it stands in the view: its own fact passes, or one below it. */
  isKept(row: number): boolean {
    return ((this.#marks[row] ?? 0) & KEPT) !== 0;
  }

  /** Whether a fact places it, and that fact passes. */
  doesPass(row: number): boolean {
    return ((this.#marks[row] ?? 0) & PASSES) !== 0;
  }

  /** 0 at the top. */
  parentOf(row: number): number {
    return this.#parents[row] ?? 0;
  }

  children(row: number): number {
    return this.#children[row] ?? 0;
  }

  /** The rows below one that are kept, in no order that means anything. */
  *below(row: number): Iterable<number> {
    for (let child = this.#first[row] ?? 0; child !== 0; child = this.#next[child] as number)
      if (this.isKept(child)) yield child;
  }

  /** Whether it stands at the top: something hangs from it or it says that it belongs to the dimension itself. */
  isTop(row: number): boolean {
    const parent = this.#parents[row] as number;
    if (row === this.dim || (parent !== 0 && parent !== this.dim)) return false;
    return parent === this.dim || (this.#all[row] as number) > 0;
  }

  /** From the nearest parent up. */
  above(row: number): number[] {
    const passed = new Set([row]);
    for (let at = this.parentOf(row); at !== 0 && !passed.has(at); at = this.parentOf(at)) passed.add(at);
    passed.delete(row);
    return [...passed];
  }

  /** Concepts down to so many levels below some, those included: how many are kept, and how many there are. */
  async count(from: readonly number[], depth: number, pause: Pause): Promise<{ kept: number; all: number }> {
    let [kept, all, looks] = [0, 0, 0];
    if (depth === 0) return { kept: from.filter((row) => this.isKept(row)).length, all: from.length };
    const rows = [...from];
    const levels = rows.map(() => 0);
    while (rows.length > 0) {
      if (++looks % ROWS_A_LOOK === 0) await pause();
      const [row, level] = [rows.pop() as number, levels.pop() as number];
      all++;
      if (this.isKept(row)) kept++;
      for (let child = this.#first[row] ?? 0; child !== 0; child = this.#next[child] as number) {
        if (++looks % ROWS_A_LOOK === 0) await pause();
        if (level + 1 < depth) {
          rows.push(child);
          levels.push(level + 1);
          continue;
        }
        // What is at the last level is counted where it is met: nothing below it is.
        all++;
        if (this.isKept(child)) kept++;
      }
    }
    return { kept, all };
  }
}
