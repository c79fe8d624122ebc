// Things that come and go often, in no order. Not a Map: each time V8 tidies a Map that churns, the table it leaves points to
// the next one, and so, once one of them is old, everything that passed through is kept until the next full collection.
// Used by proxy.ts.

/** What can stand in a roster; one at a time. */
export interface Listed {
  /** The roster's own: where it stands there. */
  rosterPlace: number;
}

export class Roster<T extends Listed> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  add(item: T): void {
    item.rosterPlace = this.#items.length;
    this.#items.push(item);
  }

  /** Takes an item out that is there; the last one takes its place. */
  remove(item: T): void {
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#items[item.rosterPlace] = last;
    last.rosterPlace = item.rosterPlace;
  }

  /** All that are there now. */
  all(): readonly T[] {
    return [...this.#items];
  }
}
