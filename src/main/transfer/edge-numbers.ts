// Numbers for edges within one file, and a set of database ids; both cost a few bytes each, so that a file of millions
// of edges is written in bounded memory. Used by graph-pages.ts.

/** Gives ids that come in ascending order the numbers 1, 2, 3, ...; others get numbers after them. */
export class EdgeNumbers {
  #ids = new Float64Array(1024);
  #count = 0;
  readonly #late = new Map<number, number>();

  /** @param id larger than every id added before */
  add(id: number): number {
    if (this.#count === this.#ids.length) {
      const grown = new Float64Array(this.#count * 2);
      grown.set(this.#ids);
      this.#ids = grown;
    }
    this.#ids[this.#count++] = id;
    return this.#count;
  }

  has(id: number): boolean {
    return this.#find(id) > 0;
  }

  /** The number of an id; one that was never added gets the next free one, and keeps it. */
  numberOf(id: number): number {
    const found = this.#find(id);
    if (found > 0) return found;
    const known = this.#late.get(id);
    if (known !== undefined) return known;
    const number = this.#count + this.#late.size + 1;
    this.#late.set(id, number);
    return number;
  }

  #find(id: number): number {
    let low = 0;
    let high = this.#count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = this.#ids[middle] as number;
      if (at === id) return middle + 1;
      if (at < id) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }
}

/** Database ids, dense from 1; a byte each. */
export class IdSet {
  #held = new Uint8Array(4096);
  largest = 0;

  add(id: number): void {
    if (id >= this.#held.length) {
      const grown = new Uint8Array(Math.max(id + 1, this.#held.length * 2));
      grown.set(this.#held);
      this.#held = grown;
    }
    this.#held[id] = 1;
    if (id > this.largest) this.largest = id;
  }

  has(id: number): boolean {
    return this.#held[id] === 1;
  }
}
