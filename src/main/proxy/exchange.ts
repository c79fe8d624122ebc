// One request's way through the proxy: take its body, add the recollection, send it on, relay the answer, write it all
// into the traffic log. It fails open: whatever goes wrong on our side, the body goes out as it came.
// A client that leaves ends it at once, in every phase. Source: proxy.md Fidelity, Injection. Made by proxy.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Clock } from '../../shared/model/clock.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { InjectionReason, TrafficRow } from '../../shared/model/traffic.ts';
import type { Caller } from './caller.ts';
import type { EnrichedBody, Enricher, Enrichment } from './enrich.ts';
import { Relay, type RelayOutcome } from './forward.ts';
import { headerValue, requestHeaders } from './headers.ts';
import type { ModelInfoCache } from './model-info.ts';
import type { Observer } from './observer.ts';
import type { Log, MemoryPort, ProxyMetrics, Redact } from './ports.ts';
import type { RecentPrompts } from './recent-prompts.ts';
import { decodeZstd, hasBody, readBody, uploadStream } from './request-body.ts';
import { writeError } from './route-errors.ts';
import type { MatchedRoute, PromptRoute } from './routes.ts';
import { recordSent, type SentPrompt } from './sent-prompt.ts';
import type { TrafficLog } from './traffic-log.ts';
import { firstRow, lastState } from './traffic-row.ts';
import type { Lease, Upstream, UpstreamPool } from './upstreams.ts';

/** What every request shares. */
export interface ExchangeParts {
  readonly settings: () => Settings;
  readonly upstreams: UpstreamPool;
  readonly enricher: Enricher;
  readonly observer: Observer;
  readonly memory: MemoryPort;
  readonly models: ModelInfoCache;
  readonly traffic: TrafficLog;
  readonly recent: RecentPrompts;
  readonly metrics: ProxyMetrics;
  readonly redact: Redact;
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
interface Outgoing {
  readonly body: Buffer | Readable | null;
  readonly without?: readonly string[];
}

export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #in: Incoming;
  readonly #started: number;
  readonly #left = new AbortController();
  #relay: Relay | null = null;
  #row: TrafficRow;
  #isOver = false;

  constructor(parts: ExchangeParts, incoming: Incoming) {
    this.#parts = parts;
    this.#in = incoming;
    this.#started = parts.clock.monotonic();
    this.#row = firstRow({ ...incoming, at: parts.clock.now() });
    const { res } = incoming;
    // 'close' comes in every phase, also before the first byte; a finished answer is not a leaving client.
    res.on('close', () => {
      if (!res.writableFinished) this.#onClientLeft();
    });
    res.on('error', () => {}); // a write behind a client that left; 'close' follows
  }

  /** Carries the request through. Never rejects. */
  async run(): Promise<void> {
    const { traffic, metrics, log } = this.#parts;
    const { route, id } = this.#in;
    traffic.begin(this.#row);
    metrics.requestStarted(route.kind);
    try {
      if (route.kind === 'other') await this.#pass();
      else await this.#prompt(route.kind);
    } catch (error) {
      if (this.#left.signal.aborted) return this.#finish(lastState({ kind: 'aborted' }));
      log.error({ err: error, request: id }, 'a request failed inside the proxy');
      this.#refuse('the proxy failed to carry this request; its log says why');
    }
  }

  /** Routes without a prompt: nothing is read, buffered or limited. */
  async #pass(): Promise<void> {
    const { req, route } = this.#in;
    const body = hasBody(req) ? uploadStream(req) : null;
    const outcome = await this.#send(() => Promise.resolve({ body }));
    if (route.changesModels && outcome.kind === 'answered') this.#parts.models.clear();
  }

  async #prompt(route: PromptRoute): Promise<void> {
    const { req } = this.#in;
    const limit = this.#parts.settings().enrichment_max_body_bytes;
    const read = await readBody(req, limit);
    if (read.kind === 'client_left') return;
    if (read.kind === 'large') {
      this.#decide(route, 'body_too_large', 0);
      await this.#send(() => Promise.resolve({ body: read.stream }));
      return;
    }
    const { bytes } = read;
    this.#update({ requestBytes: bytes.length });
    const encoding = req.headers['content-encoding'];
    const text = encoding === undefined ? bytes : encoding === 'zstd' ? await decodeZstd(bytes, limit) : null;
    if (text) await this.#readable(route, bytes, text);
    else {
      this.#decide(route, 'unreadable_body', 0);
      await this.#send(() => Promise.resolve({ body: bytes }));
    }
  }

  /** A prompt we can read: `text` is what `bytes` say when they came compressed, else the same. */
  async #readable(route: PromptRoute, bytes: Buffer, text: Buffer): Promise<void> {
    const began = this.#parts.clock.monotonic();
    const enrichment = this.#enrich(route, text);
    this.#decide(
      route,
      enrichment?.reason ?? 'internal_error',
      this.#parts.clock.monotonic() - began,
      enrichment,
    );
    let isFirst = true;
    await this.#send(async (upstream) => {
      const enriched = enrichment?.planned ? await this.#apply(enrichment, text, upstream) : null;
      if (enrichment && isFirst)
        setImmediate(() => this.#afterwards({ enrichment, enriched, body: text }, upstream));
      isFirst = false;
      if (!enriched) return { body: bytes };
      return { body: enriched.body, without: text === bytes ? [] : ['content-encoding'] };
    });
  }

  #enrich(route: PromptRoute, body: Buffer): Enrichment | null {
    const { caller, isForeignOrigin, id } = this.#in;
    const { project, sessionId } = caller;
    try {
      return this.#parts.enricher.enrich({ route, body, project, sessionId, isForeignOrigin });
    } catch (error) {
      this.#parts.metrics.failedOpen('enrich');
      this.#parts.log.error({ err: error, request: id }, 'enrichment failed; the request goes on untouched');
      return null;
    }
  }

  /** Writes the recollection into the body; null when the model's own SYSTEM would be lost by it. */
  async #apply(enrichment: Enrichment, body: Buffer, upstream: Upstream): Promise<EnrichedBody | null> {
    const { metrics, log, clock } = this.#parts;
    const began = clock.monotonic();
    let reason: InjectionReason = 'injected';
    let enriched: EnrichedBody | null = null;
    try {
      const modelSystem = await this.#modelSystem(enrichment, upstream);
      if (modelSystem === null) reason = 'too_slow';
      else enriched = this.#parts.enricher.apply(enrichment, body, modelSystem);
    } catch (error) {
      reason = 'internal_error';
      metrics.failedOpen('enrich');
      log.error(
        { err: error, request: this.#in.id },
        'the recollection could not be written; the request goes on',
      );
    }
    const { timings } = this.#row;
    this.#update({
      reason,
      recalledConcepts: enriched ? enrichment.lines.length : 0,
      injectedBytes: enriched?.insertion.bytes.length ?? 0,
      prefixBytes: enriched?.prefixBytes ?? enrichment.sharedBytes,
      timings: { ...timings, addedMs: timings.addedMs + clock.monotonic() - began },
    });
    return enriched;
  }

  /** The model's own SYSTEM where the plan takes it; null when it could not be read. */
  async #modelSystem({ planned, model }: Enrichment, upstream: Upstream): Promise<string | null> {
    if (!planned?.plan.takesModelSystem || model === null) return '';
    const info = await this.#parts.models.get(upstream, model, this.#keyHeaders(upstream));
    if (info) return info.system;
    this.#parts.metrics.failedOpen('model_info');
    this.#parts.log.warn(
      { model, upstream: upstream.name },
      'the SYSTEM of a model could not be read; nothing injected',
    );
    return null;
  }

  /** Headers that let us ask the upstream in the client's name. */
  #keyHeaders(upstream: Upstream): string[] {
    const { req, caller } = this.#in;
    const isOurs = caller.keyHeaders.includes('authorization');
    const authorization = isOurs ? null : headerValue(req.rawHeaders, 'authorization');
    return requestHeaders(authorization === null ? [] : ['authorization', authorization], {
      upstream: upstream.headers,
    });
  }

  /** Tries upstreams until one takes the request, and ends the exchange with what came of it. */
  async #send(prepare: (upstream: Upstream) => Promise<Outgoing>): Promise<RelayOutcome> {
    const tried = new Set<string>();
    let outcome: RelayOutcome = { kind: 'unreachable', message: 'no upstream is configured' };
    for (;;) {
      const lease = await this.#acquire(tried);
      if (this.#left.signal.aborted) {
        lease?.release('aborted');
        outcome = { kind: 'aborted' };
        break;
      }
      if (!lease) break;
      outcome = await this.#over(lease, prepare);
      lease.release(outcome.kind);
      if (outcome.kind !== 'unreachable') break;
      tried.add(lease.upstream.name);
    }
    if (outcome.kind === 'unreachable' || (outcome.kind === 'failed' && !outcome.answering)) {
      this.#refuse(`upstream ${this.#row.upstream || 'none'}: ${outcome.message}`);
    } else {
      this.#finish(lastState(outcome));
    }
    return outcome;
  }

  async #acquire(tried: ReadonlySet<string>): Promise<Lease | null> {
    const { client, conversation, model, timings } = this.#row;
    const began = this.#parts.clock.monotonic();
    const lease = await this.#parts.upstreams.acquire(
      { client, conversation, model, tried },
      this.#left.signal,
    );
    const queuedMs = timings.queuedMs + this.#parts.clock.monotonic() - began;
    this.#update({ timings: { ...timings, queuedMs }, upstream: lease?.upstream.name ?? this.#row.upstream });
    return lease;
  }

  async #over(
    { upstream }: Lease,
    prepare: (upstream: Upstream) => Promise<Outgoing>,
  ): Promise<RelayOutcome> {
    const { body, without = [] } = await prepare(upstream);
    if (this.#left.signal.aborted) return { kind: 'aborted' };
    const { req, res, path, query, route, caller } = this.#in;
    const relay = new Relay(res, {
      route: route.kind,
      dialect: route.dialect,
      model: this.#row.model,
      now: () => this.#parts.clock.now(),
      onAnswer: (status) => this.#onAnswer(status),
    });
    this.#relay = relay;
    const headers = requestHeaders(req.rawHeaders, {
      upstream: upstream.headers,
      without: [...without, ...caller.keyHeaders],
    });
    const length = body === null || Buffer.isBuffer(body) ? undefined : req.headers['content-length'];
    if (length !== undefined) headers.push('content-length', length);
    return relay.send(upstream, { method: req.method ?? 'GET', path: path + query, headers, body });
  }

  #onAnswer(status: number): void {
    const firstByteMs = this.#parts.clock.monotonic() - this.#started;
    this.#update({ status, timings: { ...this.#row.timings, firstByteMs } });
  }

  #onClientLeft(): void {
    this.#left.abort();
    if (this.#relay) this.#relay.abort();
    else this.#finish(lastState({ kind: 'aborted' }));
  }

  /** What may be done once the request is on its way; nobody waits for it. */
  #afterwards(prompt: SentPrompt, upstream: Upstream): void {
    const { id, caller } = this.#in;
    const { conversation, model } = prompt.enrichment;
    // The context length bounds the next conversation's block.
    if (conversation && model !== null)
      void this.#parts.models.get(upstream, model, this.#keyHeaders(upstream));
    try {
      recordSent(this.#parts, { id, caller, ...prompt });
    } catch (error) {
      this.#parts.log.error({ err: error, request: id }, 'what a request did could not be recorded');
    }
  }

  /** Answers with an error of ours in the route's shape, and ends the exchange. */
  #refuse(message: string): void {
    const status = 502;
    writeError(this.#in, status, message);
    this.#update({ status });
    this.#finish({ state: 'failed', error: message });
  }

  #decide(route: PromptRoute, reason: InjectionReason, ms: number, enrichment?: Enrichment | null): void {
    this.#parts.metrics.enriched(route, reason, ms);
    this.#update({
      reason,
      timings: { ...this.#row.timings, addedMs: ms },
      ...(enrichment
        ? {
            model: enrichment.model,
            streamed: enrichment.streamed,
            conversation: enrichment.conversation?.id ?? null,
            prefixBytes: enrichment.sharedBytes,
          }
        : {}),
    });
  }

  #update(change: Partial<TrafficRow>): void {
    this.#row = { ...this.#row, ...change };
    this.#parts.traffic.update(this.#row.id, change);
  }

  #finish(end: Pick<TrafficRow, 'state' | 'error'>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const tail = this.#relay?.tail;
    const totalMs = this.#parts.clock.monotonic() - this.#started;
    this.#update({
      ...end,
      timings: { ...this.#row.timings, totalMs },
      ...(tail ? { responseBytes: tail.bytes, usage: tail.usage(this.#row.route) } : {}),
    });
    this.#parts.metrics.requestFinished(this.#row);
  }
}
