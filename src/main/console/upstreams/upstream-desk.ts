// What the operator does with upstreams: looks, tries an address, adds, changes, takes away, lets them have work or not. Over the registry
// (what there is) and the pool (how it is); it never meets a prompt. Called by the console's calls, and by the provider of infrastructure
// resources through `known`. Source: proxy, Upstreams; decision 052
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { UpstreamMode, UpstreamState, UpstreamsState } from '../../../shared/model/upstream.ts';
import type {
  NewUpstream,
  UpstreamChange,
  UpstreamHeaders,
  UpstreamTrial,
} from '../../../shared/model/upstream-setting.ts';
import type { UpstreamPool } from '../../proxy/pool/upstream-pool.ts';
import type { UpstreamRegistry } from './upstream-registry.ts';
import { tryUpstream } from './upstream-trial.ts';

export interface UpstreamDeskParts {
  readonly registry: UpstreamRegistry;
  readonly pool: Pick<UpstreamPool, 'state' | 'watch' | 'setMode' | 'modelsChanged'>;
  /** Why no upstream may be at the address, as a sentence, such as that it is ours; null when one may. */
  readonly refusal: (url: string) => Promise<string | null>;
  readonly clock: Clock;
}

/** An upstream with what opens it: for who calls it directly, and for nobody else. */
export interface KnownUpstream extends UpstreamState {
  readonly headers: UpstreamHeaders;
}

export class UpstreamDesk {
  readonly #parts: UpstreamDeskParts;

  constructor(parts: UpstreamDeskParts) {
    this.#parts = parts;
  }

  state(): UpstreamsState {
    return { ...this.#parts.pool.state(), idle: this.#parts.registry.idle() };
  }

  /** Calls back on every change, at most twice a second. @returns stops watching */
  watch(listener: (state: UpstreamsState) => void): () => void {
    return this.#parts.pool.watch((pool) => listener({ ...pool, idle: this.#parts.registry.idle() }));
  }

  known(): KnownUpstream[] {
    const wanted = new Map(this.#parts.registry.wanted().map((one) => [one.name, one]));
    return this.#parts.pool
      .state()
      .upstreams.map((upstream) => ({ ...upstream, headers: wanted.get(upstream.name)?.headers ?? {} }));
  }

  /** @throws AppError NOT_FOUND */
  setMode(name: string, mode: UpstreamMode): UpstreamsState {
    this.#parts.pool.setMode(name, mode);
    return this.state();
  }

  /** Models were pulled or deleted there. */
  modelsChanged(name: string): void {
    this.#parts.pool.modelsChanged(name);
  }

  /** @throws AppError NOT_ALLOWED for an address no upstream may be at */
  async test({
    url,
    headers,
    name,
  }: {
    readonly url: string;
    readonly headers?: UpstreamHeaders | undefined;
    readonly name?: string | undefined;
  }): Promise<UpstreamTrial> {
    const { registry, clock } = this.#parts;
    await this.#check(url);
    const stored = name === undefined ? undefined : registry.headersAt(name, url);
    return tryUpstream(url, headers ?? stored ?? {}, clock);
  }

  /**
   * What stood because nothing was named gives way; if it is there, it is stored beside the new one, so that adding takes nothing away.
   * @throws AppError NOT_ALLOWED
   */
  async add(upstream: NewUpstream): Promise<UpstreamsState> {
    const { registry, pool } = this.#parts;
    await this.#check(upstream.url);
    const [standing] = registry.wanted();
    const isKept =
      registry.standsByDefault &&
      pool.state().upstreams[0]?.ok === true &&
      standing.name !== upstream.name &&
      standing.url !== upstream.url;
    await registry.add(upstream, isKept ? standing : null);
    return this.state();
  }

  /** @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED, INVALID_INPUT */
  async update(name: string, expectedVersion: number, change: UpstreamChange): Promise<UpstreamsState> {
    if (change.url !== undefined) await this.#check(change.url);
    await this.#parts.registry.update(name, expectedVersion, change);
    return this.state();
  }

  /** What runs there ends; nothing new goes there. @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED */
  async remove(name: string, expectedVersion: number): Promise<UpstreamsState> {
    await this.#parts.registry.remove(name, expectedVersion);
    return this.state();
  }

  async #check(url: string): Promise<void> {
    const refusal = await this.#parts.refusal(url);
    if (refusal !== null) throw new AppError('NOT_ALLOWED', refusal, { field: 'url' });
  }
}
