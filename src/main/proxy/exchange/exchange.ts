// One request's way through the proxy: a place at an upstream, the answer relayed as it comes, all of it written into the
// traffic log. What is sent is its kind's matter: pass-exchange.ts, prompt-exchange.ts. A client that leaves ends it at once, in
// every phase; no fault of ours leaves a request without an answer. Source: proxy, Fidelity. Made by proxy.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Clock } from '../../../shared/model/clock.ts';
import type { Mitigation } from '../../../shared/model/loop.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { TrafficRow } from '../../../shared/model/traffic.ts';
import type { Caller } from '../../clients/caller.ts';
import type { HeldBytes, Lease } from '../body/held-bytes.ts';
import { announcedBytes, hasBody } from '../body/request-body.ts';
import type { Enricher } from '../enrich/enrich.ts';
import type { Observer } from '../enrich/observer.ts';
import type { StreamWatch } from '../loops/stream/stream-watch.ts';
import type { Log, MemoryPort, ProxyMetrics, Redact, RedactSlices } from '../ports.ts';
import type { MatchedRoute } from '../routes.ts';
import type { RecentPrompts } from '../traffic/recent-prompts.ts';
import type { TrafficLog } from '../traffic/traffic-log.ts';
import { firstRow, type LastState, lastState, shownName } from '../traffic/traffic-row.ts';
import type { Upstream, UpstreamPool } from '../upstreams.ts';
import { requestHeaders } from './headers.ts';
import type { AddedInstructions } from './instructions-echo.ts';
import type { LoopBook } from './loop-book.ts';
import type { ModelInfoCache } from './model-info.ts';
import { Relay, type RelayOutcome } from './relay.ts';
import type { Listed } from './roster.ts';
import { writeError } from './route-errors.ts';
import { type SendOutcome, send } from './send.ts';

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

/** What goes upstream: a body, and headers to leave out because they no longer describe it. */
export interface Outgoing {
  readonly body: Buffer | readonly Buffer[] | Readable | null;
  readonly without?: readonly string[];
}

/** What goes to an upstream; at once, unless something has to be asked there first. */
export type Prepare = (upstream: Upstream) => Outgoing | Promise<Outgoing>;

/** An answer of our own. */
export interface OwnAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

/** What a body in pieces takes; a whole one, or none, says it itself. */
function lengthOf(body: Buffer | readonly Buffer[] | null): string | undefined {
  if (body === null || Buffer.isBuffer(body)) return undefined;
  return String(body.reduce((sum, { length }) => sum + length, 0));
}

const LEFT: RelayOutcome = { kind: 'aborted' };

export abstract class Exchange implements Listed {
  rosterPlace = -1;
  protected readonly parts: ExchangeParts;
  protected readonly incoming: Incoming;
  /** Shared with the traffic log: changed in place, since a copy for every step would cost more than the step. */
  protected readonly row: TrafficRow;
  /** Of the body's bytes; ends with the exchange. */
  protected readonly lease: Lease;
  readonly #started: number;
  readonly #left = new AbortController();
  #relay: Relay | null = null;
  #isOver = false;

  constructor(parts: ExchangeParts, incoming: Incoming) {
    this.parts = parts;
    this.incoming = incoming;
    this.#started = parts.clock.monotonic();
    this.lease = parts.held.lease(announcedBytes(incoming.req));
    this.row = firstRow({ ...incoming, at: parts.clock.now() });
    const { res } = incoming;
    // 'close' comes in every phase, also before the first byte; a finished answer is not a leaving client.
    res.on('close', () => {
      if (!res.writableFinished) this.#onClientLeft();
    });
    res.on('error', () => {}); // a write behind a client that left; 'close' follows
  }

  /** Reads what has to be read, and sends it. */
  protected abstract carry(): Promise<void>;

  /** Looks at the answer while it streams; null when nobody wants that. */
  protected watch(): StreamWatch | null {
    return null;
  }

  /** What went into the `instructions` of what was just prepared; null for nothing. */
  protected get addedInstructions(): AddedInstructions | null {
    return null;
  }

  /** OpenAI's `stream_options.include_usage` was asked for. */
  protected get asksForUsage(): boolean {
    return false;
  }

  /** It was sent, or could not be, and its end is not written down yet. */
  protected onSent(_outcome: SendOutcome): void {}

  /** Its row says all there is to say. */
  protected onOver(): void {}

  /** Carries the request through. Never rejects. */
  async run(): Promise<void> {
    const { traffic, metrics, log } = this.parts;
    const { route, id } = this.incoming;
    traffic.begin(this.row);
    metrics.requestStarted(route.kind);
    try {
      await this.carry();
    } catch (error) {
      if (this.hasLeft) return this.finish(lastState(LEFT));
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

  protected get hasLeft(): boolean {
    return this.#left.signal.aborted;
  }

  /** Aborted when the client leaves. */
  protected get leaving(): AbortSignal {
    return this.#left.signal;
  }

  /** The only upstream that the client, or the route, lets it go to; null for any. */
  protected pinnedTo(): string | null {
    const { req, route } = this.incoming;
    const named = req.headers['x-festinger-upstream'];
    if (named !== undefined) return String(named);
    return route.meets ? (this.parts.upstreams.names[0] ?? null) : null;
  }

  protected async sendAsIs(body: Outgoing['body']): Promise<SendOutcome> {
    const outcome = await this.send(() => ({ body }));
    if (body instanceof Readable) body.destroy(); // what nobody took must not stall the client's connection
    return outcome;
  }

  /** Sends the request to an upstream, and ends the exchange with what came of it. */
  protected async send(prepare: Prepare): Promise<SendOutcome> {
    const { upstreams, clock } = this.parts;
    const { client, conversation, model } = this.row;
    const { req, route } = this.incoming;
    let queuedAt: number | null = null;
    const outcome = await send({
      ...{ upstreams, signal: this.leaving },
      want: { client, conversation, model, usesSlot: route.usesSlot, pinnedTo: this.pinnedTo() },
      isRepeatable: (req.method === 'GET' || req.method === 'HEAD') && !hasBody(req),
      onQueued: () => {
        queuedAt = clock.monotonic();
        this.update({ phase: 'queued' });
      },
      onPlace: ({ name }) => {
        if (queuedAt !== null) this.row.timings.queuedMs += clock.monotonic() - queuedAt;
        queuedAt = null;
        this.update({ phase: 'prefill', upstream: name });
      },
      over: (upstream) => this.#over(upstream, prepare),
    });
    this.onSent(outcome);
    this.end(outcome);
    return outcome;
  }

  protected end(outcome: SendOutcome): void {
    if (outcome.kind === 'refused') {
      this.refuse(outcome.message, outcome.status, outcome.retryAfterSeconds);
    } else if (outcome.kind === 'unreachable') this.refuse(outcome.message);
    else if (outcome.kind === 'failed' && !outcome.answering) {
      this.refuse(`upstream ${this.row.upstream}: ${outcome.message}`);
    } else this.finish(lastState(outcome));
  }

  async #over(upstream: Upstream, prepare: Prepare): Promise<RelayOutcome> {
    const prepared = prepare(upstream);
    const ready = prepared instanceof Promise ? await Promise.race([prepared, this.#leaving()]) : prepared;
    if (ready === null || this.hasLeft) return LEFT;
    const { body, without = [] } = ready;
    const { req, res, path, query, route, caller } = this.incoming;
    const relay = new Relay(res, {
      route: route.kind,
      dialect: route.dialect,
      model: this.row.model,
      now: () => this.parts.clock.now(),
      watch: this.watch(),
      includesUsage: this.asksForUsage,
      addedInstructions: this.addedInstructions,
      onAnswer: (status) => this.#onAnswer(status),
    });
    this.#relay = relay;
    const headers = requestHeaders(req.rawHeaders, {
      upstream: caller.knock === null ? upstream.headers : [],
      without: [...without, ...caller.keyHeaders],
    });
    const length = body instanceof Readable ? req.headers['content-length'] : lengthOf(body);
    if (length !== undefined) headers.push('content-length', length);
    return relay.send(upstream, { method: req.method ?? 'GET', path: path + query, headers, body });
  }

  /** Resolves when the client leaves. */
  #leaving(): Promise<null> {
    const { promise, resolve } = Promise.withResolvers<null>();
    this.#left.signal.addEventListener('abort', () => resolve(null), { once: true });
    return promise;
  }

  /** Gives an answer of our own, and ends the exchange. */
  protected answer({ status, headers, body }: OwnAnswer): void {
    const { res } = this.incoming;
    this.update({ responseBytes: Buffer.byteLength(body) });
    this.#onAnswer(status);
    res.writeHead(status, headers);
    res.end(body);
    this.finish(lastState({ kind: 'answered', status }));
  }

  #onAnswer(status: number): void {
    this.row.timings.firstByteMs = this.parts.clock.monotonic() - this.#started;
    this.update({ status, phase: 'streaming' });
  }

  #onClientLeft(): void {
    this.#left.abort();
    if (this.#relay) this.#relay.abort();
    else this.finish(lastState({ kind: 'aborted' }));
  }

  /** Answers with an error of ours in the route's shape, and ends the exchange. */
  protected refuse(message: string, status = 502, retryAfterSeconds: number | null = null): void {
    writeError(
      this.incoming,
      status,
      message,
      retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) },
    );
    this.update({ status });
    this.finish({ state: 'failed', error: message });
  }

  protected update(change: Partial<TrafficRow>): void {
    Object.assign(this.row, change);
    this.parts.traffic.touched(this.row.id);
  }

  protected finish(end: LastState): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.lease.end();
    const tail = this.#relay?.tail;
    this.row.timings.totalMs = this.parts.clock.monotonic() - this.#started;
    if (tail) {
      this.row.responseBytes = tail.bytes;
      this.row.usage = tail.usage(this.row.route);
    }
    // It was needed as it is to find an upstream; the log keeps what may be shown.
    if (this.row.model !== null) this.row.model = shownName(this.row.model);
    this.update(end);
    this.onOver();
    this.parts.metrics.requestFinished(this.row);
  }
}
