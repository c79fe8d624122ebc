// What inspections told, for a minute, so that a run which asks again does not ask the machine again. Bounded; one question for all
// who ask meanwhile; forgotten by id after an action. An answer that set out before is not kept. Called by inventory.ts.
// Source: agent, Tools (discovery; cached).
import type { Clock } from '../../../shared/model/clock.ts';
import type { Inspection } from '../../../shared/model/resource.ts';

const FRESH_MS = 60_000;
const MOST = 500;

export class DiscoveryCache {
  readonly #clock: Clock;
  readonly #kept = new Map<string, { at: number; told: Promise<Inspection> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(id: string, ask: () => Promise<Inspection>): Promise<Inspection> {
    const known = this.#kept.get(id);
    if (known && this.#clock.monotonic() - known.at < FRESH_MS) return known.told;
    const told = ask();
    const entry = { at: this.#clock.monotonic(), told };
    this.#kept.delete(id);
    this.#kept.set(id, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    told.catch(() => {
      if (this.#kept.get(id) === entry) this.#kept.delete(id);
    });
    return told;
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }
}
