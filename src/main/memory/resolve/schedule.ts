// When the resolution job runs by itself: cron times in this host's local time, looked at with the injected clock.
// Starts nothing; `due` does. Called by resolution.ts alone. Source: memory, Conflicts.
import { Cron } from 'croner';
import type { Clock } from '../../../shared/model/clock.ts';

/** Timers are no longer than this, so that a host that slept or changed its clock is noticed. */
const LONGEST_SLEEP_MS = 60_000;

/** The next time of a schedule after a moment, epoch milliseconds; null when there is none. */
export function nextTime(schedule: string, after: number): number | null {
  return pattern(schedule)?.nextRun(new Date(after))?.getTime() ?? null;
}

/** The latest time of a schedule at or before a moment. */
export function lastTime(schedule: string, now: number): number | null {
  return (
    pattern(schedule)
      ?.previousRuns(1, new Date(now + 1))[0]
      ?.getTime() ?? null
  );
}

function pattern(schedule: string): Cron | undefined {
  try {
    return new Cron(schedule, { mode: '5-part' });
  } catch {
    // Settings refuse such a schedule; one written by hand never runs.
    return undefined;
  }
}

export class Schedule {
  readonly #clock: Clock;
  readonly #due: (at: number) => void;
  #schedule = '';
  #nextAt: number | null = null;
  #cancel: () => void = () => undefined;

  /** @param due gets the moment that was reached, which may lie behind us when the host slept */
  constructor(clock: Clock, due: (at: number) => void) {
    this.#clock = clock;
    this.#due = due;
  }

  get nextAt(): number | null {
    return this.#nextAt;
  }

  /** Follows this schedule from now on. */
  follow(schedule: string): void {
    if (schedule === this.#schedule) return;
    this.#schedule = schedule;
    this.#nextAt = nextTime(schedule, this.#clock.now());
    this.#sleep();
  }

  close(): void {
    this.#cancel();
    this.#nextAt = null;
  }

  #sleep(): void {
    this.#cancel();
    if (this.#nextAt === null) return;
    const ms = Math.max(this.#nextAt - this.#clock.now(), 1);
    this.#cancel = this.#clock.after(Math.min(ms, LONGEST_SLEEP_MS), () => this.#wake());
  }

  #wake(): void {
    const now = this.#clock.now();
    if (this.#nextAt !== null && this.#nextAt <= now) {
      // Of several that were slept through, the last counts.
      const due = lastTime(this.#schedule, now) ?? this.#nextAt;
      this.#nextAt = nextTime(this.#schedule, now);
      this.#due(due);
    }
    this.#sleep();
  }
}
