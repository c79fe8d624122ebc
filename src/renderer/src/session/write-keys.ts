// The key that a write carries, so that one wish is one write (decision 043): pressed twice while the first is under
// way, or again after its answer was lost, it is the same wish. Pure; used by client.ts.

/** A lost call made again later than this is another wish. */
const LOST_MS = 60_000;

export class WriteKeys {
  readonly #now: () => number;
  readonly #make: () => string;
  /** By call; `until`: when its answer was lost, how long it stays the same wish. */
  readonly #held = new Map<string, { readonly key: string; readonly until: number }>();

  constructor(now: () => number, make: () => string) {
    this.#now = now;
    this.#make = make;
  }

  /** The key for a call that goes out now. */
  of(call: string): string {
    const held = this.#held.get(call);
    const key = held && held.until > this.#now() ? held.key : this.#make();
    this.#held.set(call, { key, until: Number.POSITIVE_INFINITY });
    return key;
  }

  /** It was answered. What was lost before it is another wish from now on: things have changed since. */
  answered(call: string): void {
    this.#held.delete(call);
    for (const [lost, { until }] of this.#held) if (until < Number.POSITIVE_INFINITY) this.#held.delete(lost);
  }

  /** The connection broke before the answer came. */
  lost(call: string): void {
    const held = this.#held.get(call);
    if (held) this.#held.set(call, { ...held, until: this.#now() + LOST_MS });
  }
}
