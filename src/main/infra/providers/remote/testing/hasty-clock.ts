// A clock that waits for nothing: short waits (looking again) pass at once and move its time on; long ones (time limits) pass only
// when a test says so. Used by the tests of the remote providers.
import type { Clock } from '../../../../../shared/model/clock.ts';

/** Limits are longer, waits between two looks shorter. */
const LONG_MS = 5000;

export class HastyClock implements Clock {
  #ms = 0;
  readonly #limits = new Set<() => void>();
  readonly #start: number;

  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#ms;
  }

  monotonic(): number {
    return this.#ms;
  }

  after(ms: number, callback: () => void): () => void {
    if (ms >= LONG_MS) {
      this.#limits.add(callback);
      return () => this.#limits.delete(callback);
    }
    const soon = setImmediate(() => {
      this.#ms += ms;
      callback();
    });
    return () => clearImmediate(soon);
  }

  /** Every time limit that runs is over. */
  expire(): void {
    for (const callback of [...this.#limits]) callback();
  }
}
