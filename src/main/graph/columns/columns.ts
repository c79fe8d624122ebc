// Growth of the typed arrays the concept graph is made of, and an index from database ids to rows.
// Rows start at 1 everywhere: row 0 is never used, so that 0 in a column means "none". Used by the graph's storage only.

type Column =
  | Float64Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>;

/** Capacity to grow to when `rows` rows no longer fit: half as much again, so that adding a row stays O(1). */
export function nextCapacity(rows: number): number {
  return Math.max(1024, Math.ceil(rows * 1.5));
}

/**
 * A column with room for `capacity` rows; what it held is kept, the rest is zero. Room that is never used costs no
 * memory: fresh pages come from the system as zeros when they are first written (`transfer` writes them all).
 */
export function grown<C extends Column>(column: C, capacity: number): C {
  const make = column.constructor as new (length: number) => C;
  const roomier = new make(capacity);
  roomier.set(column);
  return roomier;
}

const PAGE = 1024;
/** Ids up to so many times the number of rows (and some) lie in one array; those beyond, in pages. */
const DENSE_FACTOR = 4;
const DENSE_AT_LEAST = 65_536;

/** Database id -> row. Ids may be sparse and large; dense ones cost four bytes each and one look. */
export class IdIndex {
  #dense = new Int32Array(PAGE);
  readonly #pages = new Map<number, Int32Array>();
  #count = 0;

  /** The row of `id`, or 0. */
  get(id: number): number {
    if (id < this.#dense.length) return this.#dense[id] ?? 0;
    const page = this.#pages.get(Math.floor(id / PAGE));
    return page === undefined ? 0 : (page[id % PAGE] as number);
  }

  /** Row 0 forgets the id. */
  set(id: number, row: number): void {
    if (row !== 0) this.#count++;
    if (id >= this.#dense.length && row !== 0 && id < DENSE_AT_LEAST + DENSE_FACTOR * this.#count) {
      this.#widen(id);
    }
    if (id < this.#dense.length) this.#dense[id] = row;
    else this.#setInPage(id, row);
  }

  /** Makes room for so many ids that lie close together. */
  reserve(ids: number): void {
    if (this.#dense.length <= ids) this.#widen(ids);
  }

  #setInPage(id: number, row: number): void {
    const key = Math.floor(id / PAGE);
    let page = this.#pages.get(key);
    if (page === undefined) {
      if (row === 0) return;
      page = new Int32Array(PAGE);
      this.#pages.set(key, page);
    }
    page[id % PAGE] = row;
  }

  /** Makes the array reach beyond `id`; pages it now covers move into it. */
  #widen(id: number): void {
    const pages = Math.ceil(nextCapacity(id + 1) / PAGE);
    this.#dense = grown(this.#dense, pages * PAGE);
    for (const [key, page] of this.#pages) {
      if (key >= pages) continue;
      this.#dense.set(page, key * PAGE);
      this.#pages.delete(key);
    }
  }
}
