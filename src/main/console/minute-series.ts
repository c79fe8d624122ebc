// A day of measurements in one-minute buckets, and the two views Overview draws. Pure but for the clock given.
import { SERIES, type Series } from '../../shared/model/status.ts';

export type SeriesName = (typeof SERIES)[number];

const MINUTE = 60_000;
const DAY_MINUTES = 1440;
/** Minutes by which a clock may be corrected without having been set back. */
const STEP_BACK = 5;
const SAMPLES_PER_BUCKET = 512;
/** Series whose bucket is the median of its samples; the others are sums. */
const MEDIANS: ReadonlySet<SeriesName> = new Set(['addedMs', 'prefillMs']);
const VIEWS = { '1h': { buckets: 60, minutes: 1 }, '24h': { buckets: 96, minutes: 15 } } as const;

interface Bucket {
  readonly sums: Map<SeriesName, number>;
  readonly samples: Map<SeriesName, number[]>;
}

export class MinuteSeries {
  readonly #buckets = new Map<number, Bucket>();
  #newest = 0;

  /** @param at epoch ms. Sums add up; of medians, the first 512 samples of a minute count. */
  add(name: SeriesName, value: number, at: number): void {
    const bucket = this.#bucket(Math.floor(at / MINUTE));
    if (!MEDIANS.has(name)) {
      bucket.sums.set(name, (bucket.sums.get(name) ?? 0) + value);
      return;
    }
    const samples = bucket.samples.get(name) ?? [];
    if (samples.length < SAMPLES_PER_BUCKET) samples.push(value);
    bucket.samples.set(name, samples);
  }

  view(range: keyof typeof VIEWS, now: number): Series {
    const { buckets, minutes } = VIEWS[range];
    const last = Math.floor(now / MINUTE);
    const spans = Array.from({ length: buckets }, (_, index) => {
      const end = last - (buckets - 1 - index) * minutes;
      return Array.from({ length: minutes }, (_, back) => this.#buckets.get(end - back)).filter(
        (bucket) => bucket !== undefined,
      );
    });
    const values = Object.fromEntries(
      SERIES.map((name) => [name, spans.map((span) => bucketValue(span, name))]),
    ) as Series['values'];
    return { stepMs: minutes * MINUTE, endAt: (last + 1) * MINUTE, values };
  }

  /** Begins anew. */
  clear(): void {
    this.#buckets.clear();
  }

  #bucket(minute: number): Bucket {
    if (minute < this.#newest - STEP_BACK) this.#setBack(minute);
    this.#newest = Math.max(this.#newest, minute);
    const known = this.#buckets.get(minute);
    if (known) return known;
    const bucket: Bucket = { sums: new Map(), samples: new Map() };
    this.#buckets.set(minute, bucket);
    for (const old of this.#buckets.keys()) if (old <= minute - DAY_MINUTES) this.#buckets.delete(old);
    return bucket;
  }

  /** What stands in minutes that are still to come would be counted again in each of them. */
  #setBack(now: number): void {
    for (const minute of this.#buckets.keys()) if (minute > now) this.#buckets.delete(minute);
    this.#newest = now;
  }
}

function bucketValue(span: readonly Bucket[], name: SeriesName): number | null {
  if (MEDIANS.has(name)) return median(span.flatMap((bucket) => bucket.samples.get(name) ?? []));
  if (span.length === 0) return null;
  return span.reduce((sum, bucket) => sum + (bucket.sums.get(name) ?? 0), 0);
}

function median(samples: readonly number[]): number | null {
  if (samples.length === 0) return null;
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
