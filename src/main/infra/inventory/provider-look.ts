// One provider as the inventory sees it: when it was looked at, what was found, why not. A look has a time of its own; one that does
// not come back is left behind, and not begun again while it may still. What was found before stays, as unreachable, for a while.
// Called by inventory.ts. Source: agent, What it acts on.
import type { Clock } from '../../../shared/model/clock.ts';
import type { ProviderState, Resource } from '../../../shared/model/resource.ts';
import type { Discovery, Provider } from '../provider.ts';
import { unreachable } from '../unreachable.ts';
import { within } from './within.ts';

const LOOK_MS = 10_000;
/** So long a look that did not come back holds up the next. */
const LEFT_MS = 60_000;
/** So long what is known of a provider that fails is shown. */
const KEPT_MS = 10 * 60_000;

export class ProviderLook {
  readonly provider: Provider;
  readonly #clock: Clock;
  #resources: readonly Resource[] = [];
  #state: ProviderState['state'] = 'well';
  #reason: string | null = null;
  #lookedAt: number | null = null;
  /** Of the last look's beginning, on the monotonic clock: what is fresh is told by that. */
  #begunAt = Number.NEGATIVE_INFINITY;
  #wellAt = Number.NEGATIVE_INFINITY;
  #under: Promise<boolean> | null = null;
  #left: { at: number } | null = null;

  constructor(provider: Provider, clock: Clock) {
    this.provider = provider;
    this.#clock = clock;
  }

  get resources(): readonly Resource[] {
    return this.#resources;
  }

  get state(): ProviderState {
    const { name } = this.provider;
    const found = this.#resources.length;
    return { name, state: this.#state, reason: this.#reason, lookedAt: this.#lookedAt, found };
  }

  /** Milliseconds since the last look began. */
  get age(): number {
    return this.#clock.monotonic() - this.#begunAt;
  }

  get isLooking(): boolean {
    return this.#under !== null;
  }

  /** Looks, and not by a look that began before. Never throws. @returns whether anything is another than before */
  async again(): Promise<boolean> {
    await this.#under;
    return await this.look();
  }

  /** Looks, or waits for the look under way. Never throws. @returns whether anything is another than before */
  look(): Promise<boolean> {
    this.#under ??= this.#look().finally(() => {
      this.#under = null;
    });
    return this.#under;
  }

  /** What `find` said of one of them. @returns whether that is news */
  put(id: string, found: Resource | null): boolean {
    const at = this.#resources.findIndex((resource) => resource.id === id);
    const before = this.#resources[at];
    if (before === undefined && found === null) return false;
    if (before && found && sameAs(before, found)) return false;
    const others = this.#resources.filter((resource) => resource.id !== id);
    this.#resources = found === null ? others : others.toSpliced(at < 0 ? others.length : at, 0, found);
    return true;
  }

  async #look(): Promise<boolean> {
    const now = this.#clock.monotonic();
    if (this.#left && now - this.#left.at < LEFT_MS) return false;
    this.#begunAt = now;
    try {
      const discovery = await within(
        { clock: this.#clock, ms: LOOK_MS, what: `looking at ${this.provider.name}` },
        (signal) => this.#watched(this.provider.discover(signal)),
      );
      return this.#found(discovery);
    } catch (error) {
      return this.#failed(error instanceof Error ? error.message : String(error));
    } finally {
      this.#lookedAt = this.#clock.now();
    }
  }

  /** Remembers a look until it ends, which may be after it was given up. */
  #watched(discovery: Promise<Discovery>): Promise<Discovery> {
    const left = { at: this.#clock.monotonic() };
    this.#left = left;
    const end = () => {
      if (this.#left === left) this.#left = null;
    };
    discovery.then(end, end);
    return discovery;
  }

  #found({ resources, off, problems = [] }: Discovery): boolean {
    this.#wellAt = this.#clock.monotonic();
    const reason = off ?? (problems.length > 0 ? problems.join('; ').slice(0, 500) : null);
    return this.#set(resources, resources.length === 0 && off !== null ? 'off' : 'well', reason);
  }

  #failed(reason: string): boolean {
    const isRecent = this.#clock.monotonic() - this.#wellAt < KEPT_MS;
    const kept = isRecent ? this.#resources.map((resource) => unreachable(resource, reason)) : [];
    return this.#set(kept, 'failed', reason.slice(0, 500) || 'it failed and did not say why');
  }

  #set(resources: readonly Resource[], state: ProviderState['state'], reason: string | null): boolean {
    const before = this.#resources;
    const isNews =
      this.#lookedAt === null ||
      this.#state !== state ||
      this.#reason !== reason ||
      before.length !== resources.length ||
      resources.some((resource, at) => !sameAs(resource, before[at]));
    this.#state = state;
    this.#reason = reason;
    if (isNews) this.#resources = resources;
    return isNews;
  }
}

function sameAs(one: Resource, other: Resource | undefined): boolean {
  return other !== undefined && (one === other || JSON.stringify(one) === JSON.stringify(other));
}
