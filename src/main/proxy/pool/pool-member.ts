// One upstream in the pool: its sockets, what it is allowed and told to do, how it is, what it has and what runs there.
// Counts and remembers; it decides nothing. Made and driven by upstream-pool.ts, read by choose.ts.
import type { Clock } from '../../../shared/model/clock.ts';
import type { LoadedModel, UpstreamMode, UpstreamState } from '../../../shared/model/upstream.ts';
import type { Candidate, Knowledge, Standing } from './choose.ts';
import {
  abandoned,
  type Circuit,
  CLOSED,
  circuitState,
  failed,
  mayTry,
  probedDown,
  probedWell,
  trying,
  verdictOf,
} from './circuit.ts';
import { canonicalModel } from './model-name.ts';
import { openUpstream } from './open-upstream.ts';
import type { OpenUpstream, SeatEnd, UpstreamConfig } from './port.ts';
import type { Look } from './probe.ts';

export type SeatEndKind = SeatEnd['kind'];

interface Health {
  /** Null until the first look. */
  readonly ok: boolean | null;
  readonly reason: string | null;
  /** Epoch ms since when it is so. */
  readonly since: number;
  readonly version: string | null;
}

export class PoolMember implements Candidate {
  readonly upstream: OpenUpstream;
  readonly name: string;
  readonly counts: Record<SeatEndKind, number> = { answered: 0, unreachable: 0, failed: 0, aborted: 0 };
  mode: UpstreamMode = 'open';
  /** Requests on their way there. */
  running = 0;
  /** Those of them that hold a slot. */
  busy = 0;
  readonly #clock: Clock;
  #config: UpstreamConfig;
  #circuit: Circuit = CLOSED;
  #health: Health;
  #loaded: readonly LoadedModel[] = [];
  #warm: ReadonlySet<string> = new Set();
  #offered: ReadonlySet<string> | null = null;
  #listsAll = false;
  #isGone = false;

  /** @throws AppError INVALID_INPUT when its URL is none */
  constructor(config: UpstreamConfig, clock: Clock) {
    this.upstream = openUpstream(config);
    this.name = config.name;
    this.#config = config;
    this.#clock = clock;
    this.#health = { ok: null, reason: 'not asked yet', since: clock.now(), version: null };
  }

  get weight(): number {
    return this.#config.weight ?? 1;
  }

  get slots(): number | null {
    return this.#config.slots ?? null;
  }

  get standing(): Standing {
    if (this.#circuit.state === 'closed') return this.#health.ok === false ? 'ill' : 'well';
    return mayTry(this.#circuit, this.#clock.monotonic()) ? 'half_open' : 'open';
  }

  get isWell(): boolean {
    return this.#health.ok === true && this.#circuit.state === 'closed';
  }

  knows(model: string): Knowledge {
    if (this.#warm.has(model) || this.#offered?.has(model)) return 'has';
    return this.#offered !== null && this.#listsAll ? 'lacks' : 'unknown';
  }

  /** The context a model was loaded with, tokens; null where it is not loaded, or nobody says. @param model canonical */
  contextOf(model: string): number | null {
    return this.#loaded.find(({ name }) => canonicalModel(name) === model)?.contextTokens ?? null;
  }

  /** Whether it answers as Ollama does. */
  get isOllama(): boolean {
    return this.#health.version !== null;
  }

  isWarm(model: string): boolean {
    return this.#warm.has(model);
  }

  /** @param url of anything at the same host and port, and below the same path */
  isAt(url: string): boolean {
    if (!URL.canParse(url) || hostOf(url) !== hostOf(this.#config.url)) return false;
    return `${new URL(url).pathname}/`.startsWith(`${this.upstream.basePath}/`);
  }

  /** Whether the sockets can stay when the configuration becomes `config`. */
  isSameHost(config: UpstreamConfig): boolean {
    const whereOf = ({ url, headers = {} }: UpstreamConfig) => JSON.stringify([url, Object.entries(headers)]);
    return whereOf(config) === whereOf(this.#config);
  }

  /** Takes other weights and slots over. */
  reconfigure(config: UpstreamConfig): void {
    this.#config = config;
  }

  /** A request goes there. @returns whether it is the one that tries an open circuit */
  begin(usesSlot: boolean): boolean {
    this.running++;
    if (usesSlot) this.busy++;
    if (this.#circuit.state === 'closed' || !mayTry(this.#circuit, this.#clock.monotonic())) return false;
    this.#circuit = trying(this.#circuit);
    return true;
  }

  /** The request is over. */
  end(usesSlot: boolean, isTrial: boolean, end: SeatEnd): void {
    this.running--;
    if (usesSlot) this.busy--;
    this.counts[end.kind]++;
    switch (verdictOf(end)) {
      case 'well':
        this.#circuit = CLOSED;
        break;
      case 'failed':
        this.#circuit = failed(this.#circuit, this.#clock.monotonic());
        break;
      case 'nothing':
        if (isTrial) this.#circuit = abandoned(this.#circuit, this.#clock.monotonic());
    }
    if (this.#isGone && this.running === 0) this.#close();
  }

  /** Its models have changed: it may have any. */
  forgetOffered(): void {
    this.#offered = null;
  }

  /** What a probe saw. @returns whether anything that is shown or chosen by has changed */
  learn(look: Look): boolean {
    const before = JSON.stringify([this.shown(), this.#offered?.size]);
    const offeredBefore = this.#offered;
    const since = look.ok === this.#health.ok ? this.#health.since : this.#clock.now();
    if (look.ok) {
      this.#health = { ok: true, reason: null, since, version: look.version };
      this.#circuit = probedWell(this.#circuit, this.#clock.monotonic());
      this.#loaded = look.loaded;
      this.#warm = canonicalNames(look.loaded.map(({ name }) => name));
      this.#listsAll = look.listsAll;
      if (look.offered) this.#offered = canonicalNames(look.offered);
    } else {
      this.#health = { ok: false, reason: look.reason, since, version: null };
      this.#loaded = [];
      this.#warm = new Set();
      if (look.unreachable) this.#circuit = probedDown(this.#circuit, this.#clock.monotonic());
    }
    const isOther = offeredBefore !== this.#offered && !isSameSet(offeredBefore, this.#offered);
    return isOther || JSON.stringify([this.shown(), this.#offered?.size]) !== before;
  }

  shown(): UpstreamState {
    const { ok, reason, since, version } = this.#health;
    const { setBy = 'file', revision = null, headers = {} } = this.#config;
    return {
      ...{ setBy, revision, headerNames: Object.keys(headers) },
      ...{ name: this.name, url: this.#config.url, weight: this.weight, slots: this.slots },
      ...{ mode: this.mode, ok: ok === true, reason, since, version },
      circuit: circuitState(this.#circuit, this.#clock.monotonic()),
      running: this.running,
      loaded: [...this.#loaded],
      offered: this.#offered?.size ?? null,
    };
  }

  /** It left the configuration: its sockets close when what runs there is over. */
  retire(): void {
    this.#isGone = true;
    if (this.running === 0) this.#close();
  }

  #close(): void {
    this.upstream.dispatcher.close().catch(() => {}); // the whole pool was closed meanwhile
  }
}

const canonicalNames = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(canonicalModel));

function isSameSet(a: ReadonlySet<string> | null, b: ReadonlySet<string> | null): boolean {
  if (a === null || b === null) return a === b;
  return a.size === b.size && [...a].every((name) => b.has(name));
}

/** `http://127.0.0.1:11434`, by whichever name of this machine. */
const hostOf = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${/^(localhost|\[::1\])$/.test(hostname) ? '127.0.0.1' : hostname}:${port}`;
};
