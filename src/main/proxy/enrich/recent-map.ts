// A map that forgets: it holds the newest `limit` at least, and twice as many at most. In two generations, since a Map from
// which the oldest is taken one by one has to walk past all it has lost. Used by conversation.ts and zero-hits.ts.

export class RecentMap<Key, Value = true> {
  readonly #limit: number;
  #young = new Map<Key, Value>();
  #old: ReadonlyMap<Key, Value> = new Map();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#limit) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  /** Everything it holds, each once. */
  get entries(): ReadonlyMap<Key, Value> {
    return new Map([...this.#old, ...this.#young]);
  }
}
