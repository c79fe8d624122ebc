// When each model was last asked for at each upstream, of this run of the program: what an evicted model is held against. Bounded.
import type { Clock } from '../../../shared/model/clock.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';

const MOST = 1000;

export class AskedModels {
  readonly #clock: Clock;
  readonly #at = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ upstream, model }: Pick<TrafficRow, 'upstream' | 'model'>): void {
    if (!upstream || !model) return;
    const key = `${upstream}\n${model}`;
    this.#at.delete(key);
    this.#at.set(key, this.#clock.now());
    for (const oldest of this.#at.keys()) {
      if (this.#at.size <= MOST) break;
      this.#at.delete(oldest);
    }
  }

  at(upstream: string, model: string): number | null {
    for (const key of keysOf(upstream, model)) {
      const at = this.#at.get(key);
      if (at !== undefined) return at;
    }
    return null;
  }

  /** Nobody wants it until it is asked for again. */
  forget(upstream: string, model: string): void {
    for (const key of keysOf(upstream, model)) this.#at.delete(key);
  }
}

/** A name without a tag means `latest`. */
function keysOf(upstream: string, model: string): string[] {
  const other = model.endsWith(':latest') ? model.slice(0, -':latest'.length) : `${model}:latest`;
  return [`${upstream}\n${model}`, `${upstream}\n${other}`];
}
