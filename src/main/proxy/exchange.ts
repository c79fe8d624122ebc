// One request's way through the proxy: take its body, add the recollection, send it on, relay the answer, write it all
// into the traffic log. It fails open: whatever goes wrong on our side, the body goes out as it came.
// A client that leaves ends it at once, in every phase. Source: proxy.md Fidelity, Injection. Made by proxy.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Clock } from '../../shared/model/clock.ts';
import type { Mitigation } from '../../shared/model/loop.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { InjectionReason, TrafficRow } from '../../shared/model/traffic.ts';
import type { Caller } from './caller.ts';
import type { Enricher, Enrichment } from './enrich.ts';
import { Relay, type RelayOutcome } from './forward.ts';
import { requestHeaders } from './headers.ts';
import type { LoopBook } from './loop-book.ts';
import { noteEnd, noteLoop } from './loop-notes.ts';
import type { LocalAnswer } from './loops/breaker-answer.ts';
import { StreamWatch } from './loops/stream-watch.ts';
import type { ModelInfoCache } from './model-info.ts';
import type { Observer } from './observer.ts';
import { bodyWithModel, streamedBody } from './pass-body.ts';
import { mergedList } from './pool/merged-lists.ts';
import { draining } from './pool/refusals.ts';
import type { Log, MemoryPort, ProxyMetrics, Redact } from './ports.ts';
import type { RecentPrompts } from './recent-prompts.ts';
import { decodeZstd, hasBody, readBody } from './request-body.ts';
import type { Listed } from './roster.ts';
import { writeError } from './route-errors.ts';
import type { MatchedRoute, PromptRoute } from './routes.ts';
import { type SendOutcome, send } from './send.ts';
import { recordSent, type SentPrompt } from './sent-prompt.ts';
import type { TrafficLog } from './traffic-log.ts';
import { firstRow, type LastState, lastState } from './traffic-row.ts';
import type { Upstream, UpstreamPool } from './upstreams.ts';
import { askingHeaders, type WrittenPrompt, writePrompt } from './write-prompt.ts';

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
  readonly loops: LoopBook;
  /** What a client's switches leave out against its loops. */
  readonly mitigationsOff: (client: string) => ReadonlySet<Mitigation>;
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
  readonly body: Buffer | readonly Buffer[] | Readable | null;
  readonly without?: readonly string[];
}

/** What goes to an upstream; at once, unless something has to be asked there first. */
type Prepare = (upstream: Upstream) => Outgoing | Promise<Outgoing>;

/** What a body in pieces takes; a whole one, or none, says it itself. */
function lengthOf(body: Buffer | readonly Buffer[] | null): string | undefined {
  if (body === null || Buffer.isBuffer(body)) return undefined;
  return String(body.reduce((sum, { length }) => sum + length, 0));
}

export class Exchange implements Listed {
  rosterPlace = -1;
  readonly #parts: ExchangeParts;
  readonly #in: Incoming;
  readonly #started: number;
  readonly #left = new AbortController();
  #relay: Relay | null = null;
  #enrichment: Enrichment | null = null;
  /** Shared with the traffic log: changed in place, since a copy for every step would cost more than the step. */
  readonly #row: TrafficRow;
  /** What is done with a prompt was decided: it counts as one, whatever comes of it. */
  #isDecided = false;
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

  /** Ends it where it is: the client's connection breaks. */
  breakOff(): void {
    this.#in.res.destroy();
  }

  /** Routes without a prompt: nothing is read, buffered or limited, but for the model's name where that decides. */
  async #pass(): Promise<void> {
    const { req, route } = this.#in;
    const isOneOfSeveral = this.#parts.upstreams.names.length > 1 && this.#pinnedTo() === null;
    if (isOneOfSeveral && route.list !== null) return this.#merged(route.list);
    // What may wait for a slot is read as well: a client that leaves while its body is stuck would not be noticed.
    const limit = this.#parts.settings().enrichment_max_body_bytes;
    const isRead = isOneOfSeveral || route.usesSlot;
    const given = isRead ? await bodyWithModel(req, route, this.#in.path, limit) : streamedBody(req);
    if (given === null) return;
    if (given.model !== null) this.#update({ model: given.model });
    const outcome = await this.#sendAsIs(given.body);
    if (!route.changesModels || outcome.kind !== 'answered') return;
    this.#parts.models.clear();
    this.#parts.upstreams.modelsChanged(this.#row.upstream);
  }

  /** A list of models over all upstreams. */
  async #merged(list: NonNullable<MatchedRoute['list']>): Promise<void> {
    const { req, res, path, query } = this.#in;
    const { upstreams, clock } = this.#parts;
    const asked = upstreams.forLists();
    if (asked.length === 0) return this.#end(draining(upstreams.names));
    this.#update({ phase: 'prefill', upstream: asked.map(({ name }) => name).join(', ') });
    const { rawHeaders } = req;
    const question = { list, path: path + query, rawHeaders, signal: this.#left.signal };
    const { body, from, missing } = await mergedList(asked, question, clock);
    if (this.#left.signal.aborted) return this.#finish(lastState({ kind: 'aborted' }));
    if (body === null) return this.#refuse(`no upstream gave its models: ${missing.join('; ')}`);
    this.#update({ upstream: from.join(', '), responseBytes: body.length });
    this.#onAnswer(200);
    res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    res.end(body);
    this.#finish(lastState({ kind: 'answered', status: 200 }));
  }

  /** The only upstream that the client, or the route, lets it go to; null for any. */
  #pinnedTo(): string | null {
    const { req, route } = this.#in;
    const named = req.headers['x-festinger-upstream'];
    if (named !== undefined) return String(named);
    return route.meets ? (this.#parts.upstreams.names[0] ?? null) : null;
  }

  async #prompt(route: PromptRoute): Promise<void> {
    const { req } = this.#in;
    const limit = this.#parts.settings().enrichment_max_body_bytes;
    const read = await readBody(req, limit);
    if (read.kind === 'client_left') return;
    if (read.kind === 'large') {
      this.#decide('body_too_large', 0);
      await this.#sendAsIs(read.stream);
      return;
    }
    const { bytes } = read;
    this.#update({ requestBytes: bytes.length });
    const encoding = req.headers['content-encoding'];
    const text = encoding === undefined ? bytes : encoding === 'zstd' ? await decodeZstd(bytes, limit) : null;
    if (text) await this.#readable(route, bytes, text);
    else {
      this.#decide('unreadable_body', 0);
      await this.#sendAsIs(bytes);
    }
  }

  /** A prompt we can read: `text` is what `bytes` say when they came compressed, else the same. */
  async #readable(route: PromptRoute, bytes: Buffer, text: Buffer): Promise<void> {
    const { clock } = this.#parts;
    const began = clock.monotonic();
    const enrichment = this.#enrich(route, text);
    this.#decide(enrichment?.reason ?? 'internal_error', clock.monotonic() - began, enrichment);
    this.#enrichment = enrichment;
    if (enrichment) noteLoop(this.#parts, this.#row, enrichment);
    if (enrichment?.loop?.answer) return this.#answerHere(enrichment, enrichment.loop.answer, text);
    let isFirst = true;
    await this.#send((upstream) => {
      if (!enrichment) return { body: bytes };
      const { req, caller, id } = this.#in;
      const from = clock.monotonic();
      const headers = () => askingHeaders(req.rawHeaders, caller, upstream);
      const ready = (written: WrittenPrompt): Outgoing => {
        const { enriched } = written;
        this.#noteWritten(enrichment, written, clock.monotonic() - from);
        if (isFirst) setImmediate(() => this.#afterwards({ enrichment, enriched, body: text }, upstream));
        isFirst = false;
        if (!enriched || enriched.pieces[0] === text) return { body: bytes };
        const { pieces } = enriched;
        const body = pieces.length === 1 ? (pieces[0] as Buffer) : pieces;
        return { body, without: text === bytes ? [] : ['content-encoding'] };
      };
      const written = writePrompt(this.#parts, { id, enrichment, body: text, headers }, upstream);
      return written instanceof Promise ? written.then(ready) : ready(written);
    });
  }

  #noteWritten({ lines, sharedBytes }: Enrichment, { enriched, reason }: WrittenPrompt, ms: number): void {
    const insertion = enriched?.insertion ?? null;
    this.#row.timings.addedMs += ms;
    this.#update({
      reason,
      recalledConcepts: insertion ? lines.length : 0,
      injectedBytes: insertion?.bytes.length ?? 0,
      prefixBytes: enriched?.prefixBytes ?? sharedBytes,
    });
  }

  /** The circuit breaker's answer, in the client's own protocol; nothing goes upstream. */
  #answerHere(enrichment: Enrichment, { status, headers, body }: LocalAnswer, said: Buffer): void {
    const { id, caller, res } = this.#in;
    this.#update({ local: true, reason: 'broken_loop', responseBytes: body.length });
    this.#onAnswer(status);
    res.writeHead(status, headers);
    res.end(body);
    this.#record({ id, caller, enrichment, enriched: null, body: said });
    this.#finish(lastState({ kind: 'answered', status }));
  }

  #enrich(route: PromptRoute, body: Buffer): Enrichment | null {
    const { caller, isForeignOrigin, id } = this.#in;
    const { client, project, sessionId } = caller;
    try {
      const mitigationsOff = this.#parts.mitigationsOff(client);
      const asked = { route, body, client, project, sessionId, isForeignOrigin, mitigationsOff };
      return this.#parts.enricher.enrich(asked);
    } catch (error) {
      this.#parts.metrics.failedOpen('enrich');
      this.#parts.log.error({ err: error, request: id }, 'enrichment failed; the request goes on untouched');
      return null;
    }
  }

  async #sendAsIs(body: Outgoing['body']): Promise<SendOutcome> {
    const outcome = await this.#send(() => ({ body }));
    if (body instanceof Readable) body.destroy(); // what nobody took must not stall the client's connection
    return outcome;
  }

  /** Sends the request to an upstream, and ends the exchange with what came of it. */
  async #send(prepare: Prepare): Promise<SendOutcome> {
    const { upstreams, clock } = this.#parts;
    const { client, conversation, model } = this.#row;
    const { req, route } = this.#in;
    let queuedAt: number | null = null;
    const outcome = await send({
      ...{ upstreams, signal: this.#left.signal },
      want: { client, conversation, model, usesSlot: route.usesSlot, pinnedTo: this.#pinnedTo() },
      isRepeatable: (req.method === 'GET' || req.method === 'HEAD') && !hasBody(req),
      onQueued: () => {
        queuedAt = clock.monotonic();
        this.#update({ phase: 'queued' });
      },
      onPlace: ({ name }) => {
        if (queuedAt !== null) this.#row.timings.queuedMs += clock.monotonic() - queuedAt;
        queuedAt = null;
        this.#update({ phase: 'prefill', upstream: name });
      },
      over: (upstream) => this.#over(upstream, prepare),
    });
    if (this.#enrichment?.conversation)
      noteEnd(this.#parts, this.#row, this.#enrichment.conversation, outcome);
    this.#end(outcome);
    return outcome;
  }

  #end(outcome: SendOutcome): void {
    if (outcome.kind === 'refused') {
      this.#refuse(outcome.message, outcome.status, outcome.retryAfterSeconds);
    } else if (outcome.kind === 'unreachable') this.#refuse(outcome.message);
    else if (outcome.kind === 'failed' && !outcome.answering) {
      this.#refuse(`upstream ${this.#row.upstream}: ${outcome.message}`);
    } else this.#finish(lastState(outcome));
  }

  async #over(upstream: Upstream, prepare: Prepare): Promise<RelayOutcome> {
    const prepared = prepare(upstream);
    const ready = prepared instanceof Promise ? await Promise.race([prepared, this.#leaving()]) : prepared;
    if (ready === null || this.#left.signal.aborted) return { kind: 'aborted' };
    const { body, without = [] } = ready;
    const { req, res, path, query, route, caller } = this.#in;
    const relay = new Relay(res, {
      route: route.kind,
      dialect: route.dialect,
      model: this.#row.model,
      now: () => this.#parts.clock.now(),
      watch: this.#watch(),
      includesUsage: this.#enrichment?.asksForUsage ?? false,
      onAnswer: (status) => this.#onAnswer(status),
    });
    this.#relay = relay;
    const headers = requestHeaders(req.rawHeaders, {
      upstream: upstream.headers,
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

  /** A watch for chants where this answer streams and the client's switches leave it on. */
  #watch(): StreamWatch | null {
    const { route, caller } = this.#in;
    const { settings, mitigationsOff } = this.#parts;
    if (route.kind === 'other' || !this.#enrichment?.conversation || !this.#row.streamed) return null;
    if (!settings().loop_detection_enabled || mitigationsOff(caller.client).has('cut')) return null;
    return new StreamWatch(route.kind);
  }

  #onAnswer(status: number): void {
    this.#row.timings.firstByteMs = this.#parts.clock.monotonic() - this.#started;
    this.#update({ status, phase: 'streaming' });
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
    if (conversation && model !== null) {
      const headers = () => askingHeaders(this.#in.req.rawHeaders, caller, upstream);
      void this.#parts.models.get(upstream, model, headers);
    }
    this.#record({ id, caller, ...prompt });
  }

  #record(sent: Parameters<typeof recordSent>[1]): void {
    try {
      recordSent(this.#parts, sent);
    } catch (error) {
      this.#parts.log.error({ err: error, request: sent.id }, 'what a request did could not be recorded');
    }
  }

  /** Answers with an error of ours in the route's shape, and ends the exchange. */
  #refuse(message: string, status = 502, retryAfterSeconds: number | null = null): void {
    writeError(
      this.#in,
      status,
      message,
      retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) },
    );
    this.#update({ status });
    this.#finish({ state: 'failed', error: message });
  }

  #decide(reason: InjectionReason, ms: number, enrichment?: Enrichment | null): void {
    this.#isDecided = true;
    this.#row.timings.addedMs = ms;
    if (enrichment) {
      const { model, streamed, conversation, sharedBytes: prefixBytes } = enrichment;
      this.#update({ reason, model, streamed, conversation: conversation?.id ?? null, prefixBytes });
    } else this.#update({ reason });
  }

  #update(change: Partial<TrafficRow>): void {
    Object.assign(this.#row, change);
    this.#parts.traffic.touched(this.#row.id);
  }

  #finish(end: LastState): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const tail = this.#relay?.tail;
    this.#row.timings.totalMs = this.#parts.clock.monotonic() - this.#started;
    if (tail) {
      this.#row.responseBytes = tail.bytes;
      this.#row.usage = tail.usage(this.#row.route);
    }
    this.#update(end);
    const { metrics } = this.#parts;
    if (this.#isDecided) metrics.enriched(this.#row.route, this.#row.reason, this.#row.timings.addedMs);
    metrics.requestFinished(this.#row);
  }
}
