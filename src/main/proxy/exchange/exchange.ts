// What one request holds on its way through the proxy: who asks, what its body takes, its timings and its row in the traffic log, the
// answer being relayed, and its end, which comes once. A client that leaves ends it at once, in every phase; no fault of ours leaves
// it without an answer. Which way it goes is not decided here: pass-on.ts, carry-prompt.ts. Source: proxy, Fidelity. Made by proxy.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../../shared/model/clock.ts';
import type { Mitigation } from '../../../shared/model/loop.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import type { Caller } from '../../clients/caller.ts';
import type { HeldBytes, Holding } from '../body/held-bytes.ts';
import { announcedBytes } from '../body/request-body.ts';
import type { Enricher } from '../enrich/enrich.ts';
import type { Observer } from '../enrich/observer.ts';
import type { Refusal } from '../pool/port.ts';
import type { UpstreamPool } from '../pool/upstream-pool.ts';
import type { Log, MemoryPort, ProxyMetrics, Redact, RedactSlices } from '../ports.ts';
import type { MatchedRoute } from '../routes.ts';
import type { CutPromptBook } from '../traffic/cut-prompts.ts';
import type { RecentPrompts } from '../traffic/recent-prompts.ts';
import type { TrafficLog } from '../traffic/traffic-log.ts';
import { firstRow, type LastState, lastState, shownName } from '../traffic/traffic-row.ts';
import type { LoopBook } from './loop-book.ts';
import type { ModelInfoCache } from './model-info.ts';
import type { Relay, RelayOutcome } from './relay.ts';
import type { Listed } from './roster.ts';
import { writeError } from './route-errors.ts';

/** What every request shares. */
export interface ExchangeParts {
  readonly settings: () => Settings;
  readonly upstreams: UpstreamPool;
  readonly enricher: Enricher;
  readonly observer: Observer;
  readonly memory: MemoryPort;
  readonly models: ModelInfoCache;
  readonly traffic: TrafficLog;
  readonly held: HeldBytes;
  readonly recent: RecentPrompts;
  readonly loops: LoopBook;
  readonly cutPrompts: CutPromptBook;
  /** What a client's switches leave out against its loops. */
  readonly mitigationsOff: (client: string) => ReadonlySet<Mitigation>;
  /** A client was asked about words (memory D22). */
  readonly onAsked: (client: string, scope: string, words: readonly string[]) => void;
  readonly metrics: ProxyMetrics;
  readonly redact: Redact;
  readonly redactSlices: RedactSlices;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the request line and headers said. */
export interface Incoming {
  readonly id: string;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  readonly query: string;
  readonly route: MatchedRoute;
  readonly caller: Caller;
  readonly isForeignOrigin: boolean;
}

/** What came of sending a request: an upstream's answer, or no seat for it. */
export type SendOutcome = RelayOutcome | Refusal;

/** An answer of our own. */
export interface OwnAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

const LEFT: RelayOutcome = { kind: 'aborted' };

export class Exchange implements Listed {
  rosterPlace = -1;
  readonly parts: ExchangeParts;
  readonly incoming: Incoming;
  /** Shared with the traffic log: changed in place, since a copy for every step would cost more than the step. */
  readonly row: TrafficRow;
  /** The body's bytes, until the end. */
  readonly held: Holding;
  /** What is done with its prompt was decided: it counts as one, whatever comes of it. */
  isDecided = false;
  readonly #started: number;
  readonly #left = new AbortController();
  #relay: Relay | null = null;
  #isOver = false;

  constructor(parts: ExchangeParts, incoming: Incoming) {
    this.parts = parts;
    this.incoming = incoming;
    this.#started = parts.clock.monotonic();
    this.held = parts.held.open(announcedBytes(incoming.req));
    this.row = firstRow({ ...incoming, at: parts.clock.now() });
    const { res } = incoming;
    // 'close' comes in every phase, also before the first byte; a finished answer is not a leaving client.
    res.on('close', () => {
      if (!res.writableFinished) this.#onClientLeft();
    });
    res.on('error', () => {}); // a write behind a client that left; 'close' follows
  }

  /**
   * Carries the request through. Never rejects.
   * @param carry the way it goes; ends the exchange, unless its client left
   */
  async run(carry: (exchange: Exchange) => Promise<void>): Promise<void> {
    const { traffic, metrics, log } = this.parts;
    const { route, id } = this.incoming;
    traffic.begin(this.row);
    metrics.requestStarted(route.kind);
    try {
      await carry(this);
    } catch (error) {
      if (this.hasLeft) return this.end(LEFT);
      log.error({ err: error, request: id }, 'a request failed inside the proxy');
      this.refuse('the proxy failed to carry this request; its log says why');
    }
  }

  /** Ends it where it is, in the words of its route: a last line and a broken connection, or a refusal. Resolves when it has left. */
  breakOff(message: string): Promise<void> {
    const { res } = this.incoming;
    if (!this.#relay?.interrupt(message)) this.refuse(message, 503);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (res.closed) resolve();
    else res.once('close', resolve);
    return promise;
  }

  get hasLeft(): boolean {
    return this.#left.signal.aborted;
  }

  /** Aborted when the client leaves. */
  get leaving(): AbortSignal {
    return this.#left.signal;
  }

  /** The only upstream that the client, or the route, lets it go to; null for any. */
  get pinnedTo(): string | null {
    const { req, route } = this.incoming;
    const named = req.headers['x-festinger-upstream'];
    if (named !== undefined) return String(named);
    return route.meets ? (this.parts.upstreams.names[0] ?? null) : null;
  }

  /** Whether several upstreams may be given it. */
  get hasChoice(): boolean {
    return this.parts.upstreams.names.length > 1 && this.pinnedTo === null;
  }

  update(change: Partial<TrafficRow>): void {
    Object.assign(this.row, change);
    this.parts.traffic.touched(this.row.id);
  }

  /** From now on this relay answers: what ends the exchange ends it, too. */
  relaying(relay: Relay): void {
    this.#relay = relay;
  }

  /** The answer's head is there. */
  answered(status: number): void {
    this.row.timings.firstByteMs = this.parts.clock.monotonic() - this.#started;
    this.update({ status, phase: 'streaming' });
  }

  /** Ends the exchange with what came of sending it. */
  end(outcome: SendOutcome): void {
    if (outcome.kind === 'refused') {
      this.refuse(outcome.message, outcome.status, outcome.retryAfterSeconds);
    } else if (outcome.kind === 'unreachable') this.refuse(outcome.message);
    else if (outcome.kind === 'failed' && !outcome.answering) {
      this.refuse(`upstream ${this.row.upstream}: ${outcome.message}`);
    } else this.#finish(lastState(outcome));
  }

  /** Ends it with an answer of our own. */
  answer({ status, headers, body }: OwnAnswer): void {
    const { res } = this.incoming;
    this.update({ responseBytes: Buffer.byteLength(body) });
    this.answered(status);
    res.writeHead(status, headers);
    res.end(body);
    this.end({ kind: 'answered', status });
  }

  /** Ends it with an error of ours in the route's shape. */
  refuse(message: string, status = 502, retryAfterSeconds: number | null = null): void {
    writeError(
      this.incoming,
      status,
      message,
      retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) },
    );
    this.update({ status });
    this.#finish({ state: 'failed', error: message });
  }

  #onClientLeft(): void {
    this.#left.abort();
    if (this.#relay) this.#relay.abort();
    else this.end(LEFT);
  }

  #finish(end: LastState): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.held.end();
    const { row } = this;
    const tail = this.#relay?.tail;
    row.timings.totalMs = this.parts.clock.monotonic() - this.#started;
    if (tail) {
      row.responseBytes = tail.bytes;
      row.usage = tail.usage(row.route);
    }
    // It was needed as it is to find an upstream; the log keeps what may be shown.
    if (row.model !== null) row.model = shownName(row.model);
    this.update(end);
    const { metrics } = this.parts;
    if (this.isDecided) metrics.enriched(row.route, row.reason, row.timings.addedMs);
    metrics.requestFinished(row);
  }
}
