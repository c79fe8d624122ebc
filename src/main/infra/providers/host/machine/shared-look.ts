// One look for all who ask within a short time. Used by machine-side.ts and proc-reader.ts.
import type { Clock } from '../../../../../shared/model/clock.ts';

const LOOK_MS = 8000;

export class Shared<T> {
  readonly #look: (signal: AbortSignal) => Promise<T>;
  readonly #clock: Clock;
  readonly #ms: number;
  #kept: { at: number; value: Promise<T> } | null = null;

  /** @param ms how old an answer may be */
  constructor(look: (signal: AbortSignal) => Promise<T>, clock: Clock, ms: number) {
    this.#look = look;
    this.#clock = clock;
    this.#ms = ms;
  }

  now(): Promise<T> {
    // Of nobody's own signal: whoever leaves would take it from the others.
    const value = this.#look(AbortSignal.timeout(LOOK_MS));
    const kept = { at: this.#clock.monotonic(), value };
    this.#kept = kept;
    value.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return value;
  }

  recent(): Promise<T> {
    const kept = this.#kept;
    return kept && this.#clock.monotonic() - kept.at < this.#ms ? kept.value : this.now();
  }
}
