// Edges as columns, threaded into two lists per concept: out (edges it is the subject of) and in (edges naming it
// as parent). Everything here is in rows, not database ids. Written by ConceptGraph alone; it checks nothing.
import { grown, IdIndex, nextCapacity } from './columns.ts';

/** An edge in row terms: concept, parent and dim are concept rows, project an interned number. */
export interface EdgeCells {
  readonly edgeId: number;
  readonly project: number;
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
  /** See EdgePage. */
  readonly flags: number;
  readonly confidence: number;
  readonly lastConfirmed: number;
  /** 0 for a fact without an end. */
  readonly until: number;
}

export class EdgeColumns {
  readonly rowOfId = new IdIndex();
  ids = new Float64Array(1024);
  projects = new Int32Array(1024);
  concepts = new Int32Array(1024);
  parents = new Int32Array(1024);
  dims = new Int32Array(1024);
  #flags = new Uint8Array(1024);
  #confidence = new Float64Array(1024);
  #lastConfirmed = new Float64Array(1024);
  /** By row; few facts have an end, so this is no column. */
  readonly #until = new Map<number, number>();
  /** The earliest end; NaN where it has to be looked for. */
  #firstEnd = Number.POSITIVE_INFINITY;
  /** The next edge of the same concept; among free rows, the next free row. */
  nextOut = new Int32Array(1024);
  nextIn = new Int32Array(1024);
  #previousIn = new Int32Array(1024);
  /** By concept row. */
  #firstOut = new Int32Array(1024);
  #firstIn = new Int32Array(1024);
  #used = 0;
  #free = 0;
  /** Rows in use. */
  size = 0;

  firstOut(concept: number): number {
    return this.#firstOut[concept] ?? 0;
  }

  firstIn(concept: number): number {
    return this.#firstIn[concept] ?? 0;
  }

  /** An edge whose three ends are one concept: the root of a dimension. */
  isRoot(row: number): boolean {
    const concept = this.concepts[row];
    return concept === this.parents[row] && concept === this.dims[row];
  }

  /** Makes room for so many more edges. */
  reserve(rows: number): void {
    if (this.#used + rows >= this.ids.length) this.#grow(nextCapacity(this.#used + rows));
    this.rowOfId.reserve(this.#used + rows);
  }

  add(cells: EdgeCells): number {
    const row = this.#take();
    this.ids[row] = cells.edgeId;
    this.projects[row] = cells.project;
    this.concepts[row] = cells.concept;
    this.parents[row] = cells.parent;
    this.dims[row] = cells.dim;
    this.setFacts(row, cells);
    this.rowOfId.set(cells.edgeId, row);
    this.#link(row, cells.concept, cells.parent);
    this.size++;
    return row;
  }

  lastConfirmed(row: number): number {
    return this.#lastConfirmed[row] as number;
  }

  /** What may change while the edge stays in its place. */
  setFacts(row: number, cells: EdgeCells): void {
    this.#flags[row] = cells.flags;
    this.#confidence[row] = cells.confidence;
    this.#lastConfirmed[row] = cells.lastConfirmed;
    this.#setUntil(row, cells.until);
  }

  /** When the first of the facts that have an end ends, epoch milliseconds; infinity where none has one. */
  get firstEnd(): number {
    if (Number.isNaN(this.#firstEnd)) {
      this.#firstEnd = Number.POSITIVE_INFINITY;
      for (const until of this.#until.values()) this.#firstEnd = Math.min(this.#firstEnd, until);
    }
    return this.#firstEnd;
  }

  /** Rows of facts whose end has passed. @param now epoch milliseconds */
  *ended(now: number): Iterable<number> {
    if (this.firstEnd > now) return;
    for (const [row, until] of this.#until) if (until <= now) yield row;
  }

  #setUntil(row: number, until: number): void {
    const held = this.#until.size === 0 ? 0 : (this.#until.get(row) ?? 0);
    if (held === until) return;
    if (held !== 0 && held === this.#firstEnd) this.#firstEnd = Number.NaN;
    if (until === 0) this.#until.delete(row);
    else {
      this.#until.set(row, until);
      this.#firstEnd = Math.min(this.#firstEnd, until);
    }
  }

  remove(row: number): void {
    this.#setUntil(row, 0);
    this.#unlink(row);
    this.rowOfId.set(this.ids[row] as number, 0);
    this.nextOut[row] = this.#free;
    this.#free = row;
    this.size--;
  }

  at(row: number): EdgeCells {
    return {
      edgeId: this.ids[row] as number,
      project: this.projects[row] as number,
      concept: this.concepts[row] as number,
      parent: this.parents[row] as number,
      dim: this.dims[row] as number,
      flags: this.#flags[row] as number,
      confidence: this.#confidence[row] as number,
      lastConfirmed: this.#lastConfirmed[row] as number,
      until: this.#until.size === 0 ? 0 : (this.#until.get(row) ?? 0),
    };
  }

  /** Whether the row (0: none) holds exactly these cells, and if not, whether at least the place is the same. */
  compare(row: number, cells: EdgeCells): 'same' | 'same_place' | 'elsewhere' {
    const isThere =
      this.concepts[row] === cells.concept &&
      this.parents[row] === cells.parent &&
      this.dims[row] === cells.dim &&
      this.projects[row] === cells.project;
    if (!isThere) return 'elsewhere';
    const isSame =
      this.#flags[row] === cells.flags &&
      this.#confidence[row] === cells.confidence &&
      this.#lastConfirmed[row] === cells.lastConfirmed &&
      (this.#until.get(row) ?? 0) === cells.until;
    return isSame ? 'same' : 'same_place';
  }

  /** The highest row that was ever in use. */
  get lastRow(): number {
    return this.#used;
  }

  isInUse(row: number): boolean {
    return this.rowOfId.get(this.ids[row] as number) === row;
  }

  #take(): number {
    if (this.#free !== 0) {
      const row = this.#free;
      this.#free = this.nextOut[row] as number;
      return row;
    }
    const row = ++this.#used;
    if (row === this.ids.length) this.#grow(nextCapacity(row));
    return row;
  }

  #grow(capacity: number): void {
    this.ids = grown(this.ids, capacity);
    this.projects = grown(this.projects, capacity);
    this.concepts = grown(this.concepts, capacity);
    this.parents = grown(this.parents, capacity);
    this.dims = grown(this.dims, capacity);
    this.#flags = grown(this.#flags, capacity);
    this.#confidence = grown(this.#confidence, capacity);
    this.#lastConfirmed = grown(this.#lastConfirmed, capacity);
    this.nextOut = grown(this.nextOut, capacity);
    this.nextIn = grown(this.nextIn, capacity);
    this.#previousIn = grown(this.#previousIn, capacity);
  }

  #link(row: number, concept: number, parent: number): void {
    const highest = Math.max(concept, parent);
    if (highest >= this.#firstOut.length) {
      this.#firstOut = grown(this.#firstOut, nextCapacity(highest));
      this.#firstIn = grown(this.#firstIn, nextCapacity(highest));
    }
    this.nextOut[row] = this.firstOut(concept);
    this.#firstOut[concept] = row;
    const next = this.firstIn(parent);
    this.nextIn[row] = next;
    this.#previousIn[row] = 0;
    if (next !== 0) this.#previousIn[next] = row;
    this.#firstIn[parent] = row;
  }

  #unlink(row: number): void {
    this.#unlinkOut(row, this.concepts[row] as number);
    // A concept can have a million children, so the in-list goes both ways; a concept has few parents.
    const next = this.nextIn[row] as number;
    const previous = this.#previousIn[row] as number;
    if (next !== 0) this.#previousIn[next] = previous;
    if (previous === 0) this.#firstIn[this.parents[row] as number] = next;
    else this.nextIn[previous] = next;
  }

  #unlinkOut(row: number, concept: number): void {
    const next = this.nextOut[row] as number;
    if (this.#firstOut[concept] === row) {
      this.#firstOut[concept] = next;
      return;
    }
    let before = this.firstOut(concept);
    while (this.nextOut[before] !== row) before = this.nextOut[before] as number;
    this.nextOut[before] = next;
  }
}
