// So many a minute, a few at once: a bucket that fills steadily and gives one token a request. Time is passed in.
// Used by the client registry. Source: proxy, Upstreams.

/** Seconds of the rate that may come at once. */
const BURST_S = 10;

export class TokenBucket {
  readonly ratePerMinute: number;
  readonly #capacity: number;
  #tokens: number;
  #at: number;

  /** Full at first. @param now milliseconds of a clock that only goes forward */
  constructor(ratePerMinute: number, now: number) {
    this.ratePerMinute = ratePerMinute;
    this.#capacity = Math.max(1, (ratePerMinute * BURST_S) / 60);
    this.#tokens = this.#capacity;
    this.#at = now;
  }

  /** Takes a token. @returns 0, or the milliseconds until there is one */
  take(now: number): number {
    const perMs = this.ratePerMinute / 60_000;
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#at) * perMs);
    this.#at = now;
    // What the additions lost must not cost a whole token.
    if (this.#tokens < 1 - 1e-9) return (1 - this.#tokens) / perMs;
    this.#tokens = Math.max(0, this.#tokens - 1);
    return 0;
  }
}
