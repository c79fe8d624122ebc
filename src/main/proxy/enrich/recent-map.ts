// A map that forgets: it holds the newest `limit` at least, and twice as many at most. In two generations, like
// RecentSet and for its reason. Used by zero-hits.ts.

export class RecentMap<Key, Value> {
  readonly #limit: number;
  #young = new Map<Key, Value>();
  #old: ReadonlyMap<Key, Value> = new Map();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(id: Key): Value | undefined {
    return this.#young.get(id) ?? this.#old.get(id);
  }

  set(id: Key, value: Value): void {
    this.#young.set(id, value);
    if (this.#young.size < this.#limit) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  /** Everything it holds, each once. */
  get entries(): ReadonlyMap<Key, Value> {
    return new Map([...this.#old, ...this.#young]);
  }
}
