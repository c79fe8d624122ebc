// A map by id that forgets: it holds the newest `limit` at least, and twice as many at most. In two generations, like
// RecentSet and for its reason. Used by zero-hits.ts.

export class RecentMap<Value> {
  readonly #limit: number;
  #young = new Map<number, Value>();
  #old: ReadonlyMap<number, Value> = new Map();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(id: number): Value | undefined {
    return this.#young.get(id) ?? this.#old.get(id);
  }

  set(id: number, value: Value): void {
    this.#young.set(id, value);
    if (this.#young.size < this.#limit) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
