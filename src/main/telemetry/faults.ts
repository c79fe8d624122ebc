// What is thrown where nobody could catch it and say so: in a timer, in work done behind a request, in counting, in writing the log.
// It is counted and logged, and the program goes on: agents that have nothing to do with it keep being served.
// What it must never do: throw. Made by the composition root; see decision 017.
import type { Clock } from '../../shared/model/clock.ts';

/** Where it was thrown; `process` is the last resort, for what passed every other. */
export const FAULT_SITES = ['timer', 'batch', 'metrics', 'log', 'process'] as const;
export type FaultSite = (typeof FAULT_SITES)[number];

export interface FaultParts {
  readonly count: (where: FaultSite) => void;
  readonly log: { error(fields: object, message: string): void };
  readonly now: () => number;
}

/** One that comes again and again is logged this often at most, so that it does not fill the disk. */
const LOG_EVERY_MS = 1000;

export class Faults {
  readonly #parts: FaultParts;
  readonly #loggedAt = new Map<FaultSite, number>();
  #total = 0;

  constructor(parts: FaultParts) {
    this.#parts = parts;
  }

  /** Since start. */
  get total(): number {
    return this.#total;
  }

  /** Counts and logs what was thrown. Never throws. */
  note(where: FaultSite, error: unknown): void {
    this.#total++;
    try {
      this.#parts.count(where);
      const now = this.#parts.now();
      if (now - (this.#loggedAt.get(where) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
      this.#loggedAt.set(where, now);
      this.#parts.log.error({ err: error, where }, 'a fault of ours was caught; everything else goes on');
    } catch {
      // There is nobody left to tell.
    }
  }

  /** Does it, and notes what it throws. */
  run(where: FaultSite, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.note(where, error);
    }
  }
}

/** The clock, with timers whose callbacks may throw. */
export function faultProofClock(clock: Clock, faults: Faults): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    after: (ms, callback) => clock.after(ms, () => faults.run('timer', callback)),
  };
}

/** The same object, of whose methods none throws; for those whose answer nobody waits for. */
export function faultProof<T extends { [name in keyof T]: (...given: never[]) => void }>(
  methods: T,
  where: FaultSite,
  faults: Faults,
): T {
  const proof = Object.entries<(...given: never[]) => void>(methods).map(([name, method]) => [
    name,
    (...given: never[]) => {
      try {
        method(...given);
      } catch (error) {
        faults.note(where, error);
      }
    },
  ]);
  return Object.fromEntries(proof) as T;
}
