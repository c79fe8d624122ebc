// Measures what there is to measure every 30 s, and keeps a day of it in memory: at most 200 resources and 1,000 series of 5,760
// bytes each, 5.8 MB in all. At most four are asked at once, each within a time of its own; a provider that is still busy with the
// beat before is left out of this one. Asks nobody to act. Called by core. Source: agent, What it acts on (sampler).
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type {
  MetricSeries,
  ProviderName,
  Resource,
  ResourceKind,
  Sample,
} from '../../../shared/model/resource.ts';
import { within } from '../inventory/within.ts';
import { DAY_MINUTES, MINUTE, MinuteRing, RING_BYTES } from './minute-ring.ts';

export interface SamplerParts {
  readonly clock: Clock;
  /** What there is, looked at within the last minute. */
  resources(): Promise<readonly Resource[]>;
  measure(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]>;
}

const BEAT_MS = 30_000;
const MOST_RESOURCES = 200;
const MOST_SERIES = 1000;
/** What all series together may take, at most. */
export const SAMPLER_BYTES = MOST_SERIES * RING_BYTES;
const AT_ONCE = 4;
const ASK_MS = 5000;
const LIST_MS = 20_000;
/** So long a call that did not come back keeps its provider from being asked again. */
const LEFT_MS = 5 * MINUTE;
const FORGET_MS = 60 * MINUTE;

/** What is measured, most worth first: where there is more than is measured, what stands further down is left out. */
const KINDS: readonly ResourceKind[] = [
  ...(['host', 'disk', 'gpu', 'upstream', 'node', 'storage', 'model', 'lxc', 'vm'] as const),
  ...(['docker_container', 'k8s_deployment', 'k8s_pod', 'service'] as const),
];
/** Measured in any state that answers; the others only while at work. */
const ALWAYS: ReadonlySet<ResourceKind> = new Set(['host', 'disk', 'gpu', 'upstream', 'node', 'storage']);

interface Series {
  readonly metric: Sample['metric'];
  readonly unit: Sample['unit'];
  readonly ring: MinuteRing;
  limit: number | null;
}

interface Measured {
  seenAt: number;
  readonly series: Map<string, Series>;
}

export class Sampler {
  readonly #parts: SamplerParts;
  readonly #measured = new Map<string, Measured>();
  readonly #busy = new Set<ProviderName>();
  readonly #left = new Map<ProviderName, { readonly at: number }>();
  #series = 0;
  #beat: (() => void) | null = null;
  #listing = false;

  constructor(parts: SamplerParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#beat) return;
    const { clock } = this.#parts;
    const beat = () => {
      this.#beat = clock.after(BEAT_MS, beat);
      void this.sample();
    };
    beat();
  }

  close(): void {
    this.#beat?.();
    this.#beat = null;
  }

  /** One beat. Never throws. Ends when every resource was asked or given up. @param of which of them; all of them otherwise */
  async sample(of: (resource: Resource) => boolean = () => true): Promise<void> {
    const { clock } = this.#parts;
    if (this.#listing) return;
    this.#listing = true;
    const bounds = { clock, ms: LIST_MS, what: 'listing what is measured' };
    // Without a list nothing is measured, and what was is not gone for that.
    const all = await within(bounds, () => this.#parts.resources()).catch(() => null);
    this.#listing = false;
    if (!all) return;
    this.#forget(all);
    const groups = Map.groupBy(worthMeasuring(all).filter(of), ({ provider }) => provider);
    const free = [...groups].filter(([provider]) => !this.#isBusy(provider));
    const slots = new Slots(AT_ONCE);
    await Promise.all(
      free.map(async ([provider, resources]) => {
        this.#busy.add(provider);
        // Where one did not answer, the others are not waited for either: the next beat comes.
        const unlessLeft = (resource: Resource) => async () => {
          if (!this.#left.has(provider)) await this.#measure(resource);
        };
        await Promise.all(resources.map((resource) => slots.run(unlessLeft(resource))));
        this.#busy.delete(provider);
      }),
    );
  }

  /** What was measured of a resource, of the last `minutes`; empty where nothing was. */
  series(resourceId: string, { minutes }: { readonly minutes: number }): MetricSeries[] {
    const now = this.#parts.clock.now();
    const length = Math.min(DAY_MINUTES, Math.max(1, Math.floor(minutes)));
    const from = (Math.floor(now / MINUTE) - (length - 1)) * MINUTE;
    const found = this.#measured.get(resourceId)?.series.values() ?? [];
    return [...found].map(({ metric, unit, ring, limit }) => ({
      ...{ metric, unit, limit, from, stepMs: MINUTE },
      values: ring.view(length, now),
      baseline: ring.median(now),
    }));
  }

  /** Of one metric, the last `minutes`, without what costs more; null where it is not measured. */
  recent(resourceId: string, metric: Sample['metric'], minutes: number): Recent | null {
    const found = [...(this.#measured.get(resourceId)?.series.values() ?? [])].find(
      (each) => each.metric === metric,
    );
    if (!found) return null;
    return {
      unit: found.unit,
      limit: found.limit,
      values: found.ring.view(minutes, this.#parts.clock.now()),
    };
  }

  /** Bytes that the series kept now take. */
  get bytes(): number {
    return this.#series * RING_BYTES;
  }

  #isBusy(provider: ProviderName): boolean {
    const left = this.#left.get(provider);
    if (left && this.#parts.clock.monotonic() - left.at >= LEFT_MS) this.#left.delete(provider);
    return this.#busy.has(provider) || this.#left.has(provider);
  }

  async #measure(resource: Resource): Promise<void> {
    const { clock, measure } = this.#parts;
    const bounds = { clock, ms: ASK_MS, what: `measuring ${resource.name}` };
    let asked: Promise<readonly Sample[]> | undefined;
    try {
      const samples = await within(bounds, (signal) => {
        asked = measure(resource, signal);
        return asked;
      });
      for (const sample of samples) {
        if (Number.isFinite(sample.value)) this.#keep(resource.id, sample, clock.now());
      }
    } catch (error) {
      // What cannot be measured now has no value for now: that is what a gap in its series says.
      if (asked && error instanceof AppError && error.code === 'TIMEOUT')
        this.#leave(resource.provider, asked);
    }
  }

  /** Of a call that was given up: its provider is left alone until it ends, if it ever does. */
  #leave(provider: ProviderName, asked: Promise<unknown>): void {
    const left = { at: this.#parts.clock.monotonic() };
    this.#left.set(provider, left);
    const end = () => {
      if (this.#left.get(provider) === left) this.#left.delete(provider);
    };
    asked.then(end, end);
  }

  #keep(id: string, { metric, unit, value, limit }: Sample, now: number): void {
    const measured = this.#measured.get(id) ?? { seenAt: now, series: new Map<string, Series>() };
    const key = `${metric} ${unit}`;
    let series = measured.series.get(key);
    if (!series) {
      if (this.#series >= MOST_SERIES) return;
      series = { metric, unit, ring: new MinuteRing(unit === 'count'), limit };
      measured.series.set(key, series);
      this.#series++;
    }
    this.#measured.set(id, measured);
    series.limit = limit;
    series.ring.add(value, now);
  }

  /** What has not been there for an hour. */
  #forget(all: readonly Resource[]): void {
    const now = this.#parts.clock.now();
    for (const { id } of all) {
      const measured = this.#measured.get(id);
      if (measured) measured.seenAt = now;
    }
    for (const [id, { seenAt, series }] of this.#measured) {
      if (now - seenAt < FORGET_MS) continue;
      this.#measured.delete(id);
      this.#series -= series.size;
    }
  }
}

export interface Recent {
  readonly unit: Sample['unit'];
  readonly limit: number | null;
  /** One-minute means, the newest last. */
  readonly values: readonly (number | null)[];
}

function worthMeasuring(all: readonly Resource[]): Resource[] {
  return KINDS.flatMap((kind) =>
    all.filter((resource) => {
      if (resource.kind !== kind || resource.state === 'unreachable') return false;
      return ALWAYS.has(kind) || ['running', 'degraded', 'changing', 'failed'].includes(resource.state);
    }),
  ).slice(0, MOST_RESOURCES);
}

/** So many at once, the others in their order. */
class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  async run(work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
