// How often something may happen in a minute, by name, in this process: notifications of a kind, wrong links, new briefs of a project's profile. Holds
// no more than it counts. Called by infra (callouts, card links, web push) and the briefs.
import type { Clock } from '../../shared/model/clock.ts';

const WINDOW_MS = 60_000;
/** Names; more than are ever counted at once. */
const MOST_COUNTED = 10_000;

export class Rate {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #times = new Map<string, number[]>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** @returns milliseconds until there is room; 0 where there was, and it is taken */
  take(name: string, most: number): number {
    const now = this.#clock.monotonic();
    const times = (this.#times.get(name) ?? []).filter((time) => time > now - WINDOW_MS);
    this.#times.delete(name);
    this.#times.set(name, times);
    if (this.#times.size > MOST_COUNTED) this.#times.delete(this.#times.keys().next().value ?? '');
    const oldest = times[times.length - most];
    if (oldest !== undefined) return Math.max(1, Math.ceil(oldest + WINDOW_MS - now));
    times.push(now);
    return 0;
  }
}
