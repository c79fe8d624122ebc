// One measured value over a day, a mean a minute, in a ring of fixed size: 1440 numbers of four bytes. A count is kept as it was
// last, since its steps are what matters. Pure but for the times given. Called by sampler.ts.
// Source: agent, What it acts on (sampler).

export const MINUTE = 60_000;
export const DAY_MINUTES = 1440;
/** Bytes of one ring's numbers. */
export const RING_BYTES = DAY_MINUTES * Float32Array.BYTES_PER_ELEMENT;
/** Minutes by which a clock may be corrected without having been set back. */
const STEP_BACK = 5;

export class MinuteRing {
  readonly #values = new Float32Array(DAY_MINUTES).fill(Number.NaN);
  readonly #isCount: boolean;
  #newest = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #samples = 0;

  constructor(isCount: boolean) {
    this.#isCount = isCount;
  }

  /** @param at epoch ms */
  add(value: number, at: number): void {
    const minute = Math.floor(at / MINUTE);
    if (minute < this.#newest - STEP_BACK) this.#restart();
    if (minute > this.#newest) this.#advance(minute);
    // What a corrected clock brings late goes into the newest minute.
    this.#sum += value;
    this.#samples++;
    this.#values[slotOf(this.#newest)] = this.#isCount ? value : this.#sum / this.#samples;
  }

  /** Epoch minute of the newest value. */
  get newest(): number {
    return this.#newest;
  }

  /** The values of `minutes` minutes, oldest first; the last is that of `now`. Null where nothing was measured. */
  view(minutes: number, now: number): (number | null)[] {
    const last = Math.floor(now / MINUTE);
    return Array.from({ length: minutes }, (_, index) => this.#at(last - (minutes - 1 - index)));
  }

  /** The median of the day before `now`; null without a value. */
  median(now: number): number | null {
    const values = this.view(DAY_MINUTES, now).filter((value) => value !== null);
    const sorted = Float32Array.from(values).sort();
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  }

  #at(minute: number): number | null {
    if (minute > this.#newest || minute <= this.#newest - DAY_MINUTES) return null;
    const value = this.#values[slotOf(minute)];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  #advance(minute: number): void {
    const missed = Math.min(DAY_MINUTES, minute - this.#newest);
    for (let back = 0; back < missed; back++) this.#values[slotOf(minute - back)] = Number.NaN;
    this.#newest = minute;
    this.#sum = 0;
    this.#samples = 0;
  }

  /** The clock was set back: when the rest was is not known. */
  #restart(): void {
    this.#values.fill(Number.NaN);
    this.#newest = Number.NEGATIVE_INFINITY;
  }
}

const slotOf = (minute: number): number => ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
