// Everything there is to act on, over all providers: looked at in parallel, kept, found by name, told to whoever watches. A provider
// that fails or hangs holds up none of the others. It acts on nothing itself. Called by the hands, the assistant's tools, the sampler
// and the console. Source: agent, What it acts on, D3, D4.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Inspection, ProviderState, Resource, Sample } from '../../../shared/model/resource.ts';
import { Listeners } from '../../streams/watched.ts';
import type { Provider } from '../provider.ts';
import { DiscoveryCache } from './discovery-cache.ts';
import { merged } from './merge.ts';
import { ProviderLook } from './provider-look.ts';
import { type Resolution, resolve } from './resolve.ts';
import { allChildrenOf, parentsOf, routeOf } from './topology.ts';
import { within } from './within.ts';

export interface InventoryParts {
  /** Of two that give the same id, the first is right. */
  readonly providers: readonly Provider[];
  readonly clock: Clock;
  warn(message: string): void;
}

const WATCHED_MS = 15_000;
const FRESH_MS = 60_000;
const ASK_MS = 10_000;

export class Inventory {
  readonly #clock: Clock;
  readonly #warn: (message: string) => void;
  readonly #looks: readonly ProviderLook[];
  readonly #cache: DiscoveryCache;
  readonly #listeners = new Listeners();
  readonly #warned = new Set<string>();
  #byId: ReadonlyMap<string, Resource> = new Map();
  #beat: (() => void) | null = null;
  #closed = false;

  constructor({ providers, clock, warn }: InventoryParts) {
    this.#clock = clock;
    this.#warn = warn;
    this.#looks = providers.map((provider) => new ProviderLook(provider, clock));
    this.#cache = new DiscoveryCache(clock);
  }

  /** As they are known now, without a look. */
  resources(): readonly Resource[] {
    return [...this.#byId.values()];
  }

  providers(): ProviderState[] {
    return this.#looks.map(({ state }) => state);
  }

  byId(id: string): Resource | null {
    return this.#byId.get(id) ?? null;
  }

  /** As they are known, none older than a minute (or `olderMs`) but of what fails. */
  async fresh(olderMs = FRESH_MS): Promise<readonly Resource[]> {
    await this.#look(olderMs);
    return this.resources();
  }

  /** Looks at all now. Ends when each has answered or was given up. */
  refresh(): Promise<void> {
    return this.#look(0);
  }

  /** The resource as it is this moment, asked of its provider; null when it is gone. @throws AppError UNAVAILABLE, TIMEOUT */
  async find(id: string, signal?: AbortSignal): Promise<Resource | null> {
    for (const look of this.#asked(id)) {
      const found = await this.#ask(`finding ${id}`, signal, (stop) => look.provider.find(id, stop));
      if (look.put(id, found)) this.#changed();
      if (found) return this.byId(id) ?? found;
    }
    return null;
  }

  /** Everything that may be shown of it, at most a minute old. @throws AppError NOT_FOUND, UNAVAILABLE, TIMEOUT */
  inspect(id: string): Promise<Inspection> {
    return this.#cache.get(id, async () => {
      const resource = this.byId(id) ?? (await this.find(id));
      if (!resource) throw new AppError('NOT_FOUND', `${id} was not found: list the resources.`);
      // Without the signal of whoever asks first: others may wait for the same answer.
      return this.#ask(`inspecting ${resource.name}`, undefined, (stop) =>
        this.providerOf(resource).inspect(resource, stop),
      );
    });
  }

  /** What was known of it may be so no more: something was done to it. Asks for it anew. */
  async touched(id: string): Promise<void> {
    this.#cache.forget(id);
    const parent = this.byId(id)?.parent;
    if (parent) this.#cache.forget(parent);
    // Its provider may be away because of what was done; the next look tells.
    await this.find(id).catch(() => null);
    // What was done to one may have made or ended others.
    for (const look of this.#asked(id)) if (await look.again()) this.#changed();
  }

  /** @throws AppError UNAVAILABLE */
  metrics(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]> {
    return this.providerOf(resource).metrics(resource, signal);
  }

  /** @throws AppError NOT_FOUND */
  providerOf({ id, provider }: Resource): Provider {
    const look = this.#looks.find((each) => each.provider.name === provider);
    if (look) return look.provider;
    throw new AppError('NOT_FOUND', `${id} is of ${provider}, which is not at work here.`);
  }

  resolve(nameOrId: string): Resolution {
    return resolve(this.resources(), nameOrId);
  }

  /** What lies in it, directly. */
  children(id: string): readonly Resource[] {
    return this.resources().filter(({ parent }) => parent === id);
  }

  /** Everything that lies in it, however deep. */
  allChildren(id: string): readonly Resource[] {
    return allChildrenOf(this.#byId, id);
  }

  /** What it lies in, innermost first. */
  parents(id: string): readonly Resource[] {
    return parentsOf(this.#byId, id);
  }

  /** `via node delly → lxc media`; empty for what lies in nothing. */
  routeOf(resource: Resource): string {
    return routeOf(this.#byId, resource);
  }

  /** Told when something is another than before; while somebody watches, all is looked at every 15 s. @returns stops watching */
  watch(hear: () => void): () => void {
    const stop = this.#listeners.add(hear);
    if (!this.#beat) this.#keepLooking();
    return stop;
  }

  /** From now on nothing is looked at by itself, and nothing told. */
  close(): void {
    this.#closed = true;
    this.#beat?.();
    this.#listeners.clear();
  }

  /** Those that may know of an id: whose it is known to be, or all that have such a kind, in order. */
  #asked(id: string): readonly ProviderLook[] {
    const known = this.byId(id);
    if (known) return this.#looks.filter(({ provider }) => provider.name === known.provider);
    const kind = id.slice(0, Math.max(0, id.indexOf(':')));
    return this.#looks.filter(({ provider }) => (provider.kinds as readonly string[]).includes(kind));
  }

  #ask<T>(
    what: string,
    signal: AbortSignal | undefined,
    work: (stop: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return within({ clock: this.#clock, ms: ASK_MS, what, ...(signal ? { signal } : {}) }, work);
  }

  /** @param olderMs those looked at since then are left alone */
  async #look(olderMs: number): Promise<void> {
    await Promise.all(
      this.#looks
        .filter(({ age, isLooking }) => isLooking || age >= olderMs)
        .map(async (look) => {
          if (await look.look()) this.#changed();
        }),
    );
  }

  #keepLooking(): void {
    if (this.#closed || this.#listeners.count === 0) {
      this.#beat = null;
      return;
    }
    void this.#look(WATCHED_MS - 1000);
    this.#beat = this.#clock.after(WATCHED_MS, () => this.#keepLooking());
  }

  #changed(): void {
    if (this.#closed) return;
    const { byId, collisions } = merged(this.#looks.map(({ resources }) => resources));
    this.#byId = byId;
    for (const { id, kept, other } of collisions) {
      const key = `${id} ${other}`;
      if (this.#warned.has(key) || this.#warned.size >= 1000) continue;
      this.#warned.add(key);
      this.#warn(`${id} was found by ${kept} and by ${other}; what ${kept} says of it counts`);
    }
    this.#listeners.tell();
  }
}
