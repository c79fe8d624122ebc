// A clock that a test moves by hand: what is due is called, in order, when time is moved past it. Used by tests only.
import type { Clock } from '../../../../shared/model/clock.ts';

export class ManualClock implements Clock {
  #time = 1_000_000;
  #due: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.#time;
  }

  monotonic(): number {
    return this.#time;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = { at: this.#time + ms, callback };
    this.#due.push(entry);
    return () => {
      this.#due = this.#due.filter((other) => other !== entry);
    };
  }

  /** How many callbacks wait. */
  get pending(): number {
    return this.#due.length;
  }

  advance(ms: number): void {
    const until = this.#time + ms;
    for (;;) {
      const [next] = this.#due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#due = this.#due.filter((entry) => entry !== next);
      this.#time = Math.max(this.#time, next.at);
      next.callback();
    }
    this.#time = until;
  }
}
