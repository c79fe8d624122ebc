// Edges as columns, threaded into two lists per concept: out (edges it is the subject of) and in (edges naming it
// as parent). Everything here is in rows, not database ids. Written by ConceptGraph alone; it checks nothing.
import { SOURCES, type Source } from '../../../shared/model/graph.ts';
import type { EdgePage } from '../types.ts';
import { grown, IdIndex, nextCapacity } from './columns.ts';

/** Where an edge stands, in row terms: concept, parent and dim are concept rows, project an interned number. */
export interface EdgePlace {
  readonly project: number;
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
}

export interface EdgeCells extends EdgePlace {
  readonly edgeId: number;
  readonly isIsa: boolean;
  readonly confidence: number;
  readonly lastConfirmed: number;
  readonly source: Source;
  readonly doNotUse: boolean;
}

const ISA = 1;
const DO_NOT_USE = 2;

export class EdgeColumns {
  readonly rowOfId = new IdIndex();
  ids = new Float64Array(1024);
  projects = new Int32Array(1024);
  concepts = new Int32Array(1024);
  parents = new Int32Array(1024);
  dims = new Int32Array(1024);
  #flags = new Uint8Array(1024);
  #sources = new Uint8Array(1024);
  #confidence = new Float64Array(1024);
  #lastConfirmed = new Float64Array(1024);
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

  /** Adds an edge of a page; the caller knows that neither its id nor its place is taken. */
  addFrom(page: EdgePage, i: number, place: EdgePlace): void {
    const row = this.#take();
    const edgeId = page.edgeIds[i] as number;
    this.ids[row] = edgeId;
    this.projects[row] = place.project;
    this.concepts[row] = place.concept;
    this.parents[row] = place.parent;
    this.dims[row] = place.dim;
    const flags = page.flags[i] as number;
    this.#flags[row] = flags & (ISA | DO_NOT_USE);
    this.#sources[row] = flags >> 2;
    this.#confidence[row] = page.confidence[i] as number;
    this.#lastConfirmed[row] = page.lastConfirmed[i] as number;
    this.rowOfId.set(edgeId, row);
    this.#link(row, place.concept, place.parent);
    this.size++;
  }

  /** Whether the row (0: none) holds exactly the edge of a page that stands in the place. */
  holds(row: number, page: EdgePage, i: number, place: EdgePlace): boolean {
    return (
      this.concepts[row] === place.concept &&
      this.parents[row] === place.parent &&
      this.dims[row] === place.dim &&
      this.projects[row] === place.project &&
      (this.#flags[row] as number) + 4 * (this.#sources[row] as number) === page.flags[i] &&
      this.#confidence[row] === page.confidence[i] &&
      this.#lastConfirmed[row] === page.lastConfirmed[i]
    );
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
    this.#flags[row] = (cells.isIsa ? ISA : 0) | (cells.doNotUse ? DO_NOT_USE : 0);
    this.#sources[row] = SOURCES.indexOf(cells.source);
    this.#confidence[row] = cells.confidence;
    this.#lastConfirmed[row] = cells.lastConfirmed;
  }

  remove(row: number): void {
    this.#unlink(row);
    this.rowOfId.set(this.ids[row] as number, 0);
    this.nextOut[row] = this.#free;
    this.#free = row;
    this.size--;
  }

  at(row: number): EdgeCells {
    const flags = this.#flags[row] as number;
    return {
      edgeId: this.ids[row] as number,
      project: this.projects[row] as number,
      concept: this.concepts[row] as number,
      parent: this.parents[row] as number,
      dim: this.dims[row] as number,
      isIsa: (flags & ISA) !== 0,
      confidence: this.#confidence[row] as number,
      lastConfirmed: this.#lastConfirmed[row] as number,
      source: SOURCES[this.#sources[row] as number] as Source,
      doNotUse: (flags & DO_NOT_USE) !== 0,
    };
  }

  /** Whether the row holds exactly these cells, and if not, whether at least the place is the same. */
  compare(row: number, cells: EdgeCells): 'same' | 'same_place' | 'elsewhere' {
    const held = this.at(row);
    if (
      held.project !== cells.project ||
      held.concept !== cells.concept ||
      held.parent !== cells.parent ||
      held.dim !== cells.dim
    ) {
      return 'elsewhere';
    }
    const same =
      held.isIsa === cells.isIsa &&
      held.doNotUse === cells.doNotUse &&
      held.source === cells.source &&
      held.confidence === cells.confidence &&
      held.lastConfirmed === cells.lastConfirmed;
    return same ? 'same' : 'same_place';
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
    this.#sources = grown(this.#sources, capacity);
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
