// A set of strings that forgets: it holds the newest `limit` at least, and twice as many at most. In two generations, since
// a Set from which the oldest is taken one by one has to walk past all it has lost. Used by conversation.ts.

export class RecentSet {
  readonly #limit: number;
  #young = new Set<string>();
  #old: ReadonlySet<string> = new Set();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  has(value: string): boolean {
    return this.#young.has(value) || this.#old.has(value);
  }

  add(value: string): void {
    this.#young.add(value);
    if (this.#young.size < this.#limit) return;
    this.#old = this.#young;
    this.#young = new Set();
  }
}
