// Long computing in turns of a few milliseconds: after each, whoever waits is served. Called by matching.ts and known-risks.ts. Source: advisory, Findings.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { Clock } from '../../../shared/model/clock.ts';

/** How long one turn may take, milliseconds. */
const TURN_MS = 5;

export class Turns {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #began: number;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#began = clock.monotonic();
  }

  /** Lets others have their turn, when this one has lasted. */
  async next(): Promise<void> {
    if (this.#clock.monotonic() - this.#began < TURN_MS) return;
    await yieldLoop();
    this.#began = this.#clock.monotonic();
  }

  /** What `make` makes of each item, in turns. */
  async map<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
    const made: R[] = [];
    for (const item of items) {
      made.push(make(item));
      await this.next();
    }
    return made;
  }

  /** Takes a generator to its end, a step at least a turn. */
  async finish<R>(steps: Generator<void, R>): Promise<R> {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await this.next();
    }
  }
}
