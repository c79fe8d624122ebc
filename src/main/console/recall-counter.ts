// Which concepts were recalled or told lately, and how often: what the explorer offers before anything is searched.
// Bounded; forgets the least recent. Since start only.

const HELD = 5000;

export class RecallCounter {
  /** Insertion order is recency: newest last. */
  readonly #counts = new Map<number, number>();

  /** A concept stood in an injected block. */
  recalled(concept: number): void {
    this.#touch(concept, 1);
  }

  /** A fact about it was told or learnt. */
  told(concept: number): void {
    this.#touch(concept, 0);
  }

  /** Ids mean other concepts now. */
  clear(): void {
    this.#counts.clear();
  }

  count(concept: number): number {
    return this.#counts.get(concept) ?? 0;
  }

  mostRecent(limit: number): number[] {
    return [...this.#counts.keys()].slice(-limit).reverse();
  }

  mostRecalled(limit: number): number[] {
    return [...this.#counts]
      .filter(([, count]) => count > 0)
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, limit)
      .map(([concept]) => concept);
  }

  #touch(concept: number, by: number): void {
    const count = this.count(concept) + by;
    this.#counts.delete(concept);
    this.#counts.set(concept, count);
    if (this.#counts.size > HELD) {
      const [oldest] = this.#counts.keys();
      if (oldest !== undefined) this.#counts.delete(oldest);
    }
  }
}
