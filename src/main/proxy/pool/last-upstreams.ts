// Where each conversation's last request went: that upstream has its prompt in the cache. Bounded: the conversations that
// were silent longest are forgotten first. Used by upstream-pool.ts.

const MOST_CONVERSATIONS = 10_000;

export class LastUpstreams {
  readonly #names = new Map<string, string>();

  /** The upstream's name, or null. */
  of(conversation: string | null): string | null {
    return conversation === null ? null : (this.#names.get(conversation) ?? null);
  }

  put(conversation: string, upstream: string): void {
    this.#names.delete(conversation);
    this.#names.set(conversation, upstream);
    if (this.#names.size <= MOST_CONVERSATIONS) return;
    for (const oldest of this.#names.keys()) {
      this.#names.delete(oldest);
      return;
    }
  }
}
