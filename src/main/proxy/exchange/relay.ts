// Sends one request to one upstream and relays the answer as it comes: status, headers, bytes, timing, back-pressure.
// An abort reaches the upstream in every phase. An upstream that dies is never a clean end for the client.
// It decides nothing about the prompt. Source: proxy, Fidelity, Traps. Called by send.ts.
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { RouteKind } from '../../../shared/model/traffic.ts';
import type { Cut, StreamWatch } from '../loops/stream/stream-watch.ts';
import type { OpenUpstream } from '../pool/port.ts';
import type { Dialect } from '../routes.ts';
import { type AddedInstructions, type EchoFormat, InstructionsEcho } from './instructions-echo.ts';
import { reasonPhrase, responseHeaders, responseTrailers, withLength } from './response-headers.ts';
import { ResponseTail } from './response-tail.ts';
import { errorLine } from './route-errors.ts';

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query, without the upstream's base path. */
  readonly path: string;
  readonly headers: string[];
  /** Pieces come with their `content-length` among the headers, and so does a stream whose length is known. */
  readonly body: Buffer | readonly Buffer[] | Readable | null;
}

/** What is done with an answer on its way. */
export interface AnswerCare {
  /** Looks for chants while it streams; null when nobody wants that. */
  readonly watch: StreamWatch | null;
  /** OpenAI's `stream_options.include_usage` was asked for. */
  readonly includesUsage: boolean;
  /** What the answer must not repeat; null for nothing. */
  readonly addedInstructions: AddedInstructions | null;
  /** Statuses whose answers are not for the client: the request is sent otherwise. */
  readonly holdsBack: ReadonlySet<number>;
}

export interface RelayContext extends AnswerCare {
  readonly route: RouteKind;
  readonly dialect: Dialect;
  readonly model: string | null;
  now(): number;
  /** The first byte of the answer's head has come. */
  onAnswer(status: number): void;
}

export type RelayOutcome =
  /** The whole answer went to the client. `noEnd`: a stream that closed cleanly, but never said that it was over. */
  | { readonly kind: 'answered'; readonly status: number; readonly cut?: Cut; readonly noEnd?: boolean }
  /** No connection, no byte sent, nothing written to the client: another upstream may be tried. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /**
   * Lost behind the connection. `answering` says whether the client had been given a head already, `reused` whether an
   * idle connection was there to take the request.
   */
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly answering: boolean;
      readonly reused: boolean;
    }
  | { readonly kind: 'aborted' };

/** Answered with a status that is held back: the client was told nothing. */
export interface HeldBack {
  readonly kind: 'held_back';
}

/** An answer's head that waits for the length of what it stands before. */
interface WaitingHead {
  readonly status: number;
  readonly reason: string | undefined;
  readonly headers: string[];
  /** As the upstream gave it. */
  readonly length: number;
}

/** More of a body than this is not held until its length is known: it goes out in chunks. */
const MAX_WAIT_BYTES = 65_536;
/** How long the rest of a line or event is waited for when we end a stream, milliseconds; `LAST_WORDS_MS` in proxy.ts is longer. */
const LINE_MS = 400;
const NOTHING = Buffer.alloc(0);
const CLIENT_LEFT = new Error('the client left');
const CUT = new Error('the answer was cut off');

export class Relay implements Dispatcher.DispatchHandler {
  readonly tail = new ResponseTail();
  readonly outcome: Promise<RelayOutcome | HeldBack>;
  readonly #resolve: (outcome: RelayOutcome | HeldBack) => void;
  readonly #res: ServerResponse;
  readonly #context: RelayContext;
  #controller: Dispatcher.DispatchController | null = null;
  #upstream: OpenUpstream | null = null;
  #aborted = false;
  #reused = false;
  #status: number | null = null;
  /** Whether the answer is a stream of plain lines: one more line can be added to it. */
  #streams = false;
  #isEvents = false;
  /** Whether it is a stream that says itself when it is over, however its length is told. */
  #saysEnd = false;
  /** We end it as soon as its line or event is whole: what the client is told, and what waits no longer for that. */
  #ending: { readonly message: string; readonly timer: NodeJS.Timeout } | null = null;
  #watch: StreamWatch | null = null;
  #echo: InstructionsEcho | null = null;
  #head: WaitingHead | null = null;
  #isCut = false;
  /** What came in this turn of the loop: it leaves in one write, since each costs more than a token's bytes do. */
  #held: Buffer[] = [];
  #willLeave = false;

  constructor(res: ServerResponse, context: RelayContext) {
    const { promise, resolve } = Promise.withResolvers<RelayOutcome | HeldBack>();
    this.outcome = promise;
    this.#resolve = resolve;
    this.#res = res;
    this.#context = context;
  }

  /**
   * Sends the request. The outcome settles once, whatever happens.
   * @param isFresh on a connection of its own instead of a pooled one
   */
  send(
    upstream: OpenUpstream,
    { method, path, headers, body }: OutgoingRequest,
    isFresh = false,
  ): Promise<RelayOutcome | HeldBack> {
    this.#upstream = upstream;
    const dispatcher = isFresh ? upstream.fresh() : upstream.dispatcher;
    this.#reused = !isFresh && (upstream.dispatcher.stats?.free ?? 0) > 0;
    // undici takes any iterable of buffers; its types name only some.
    const options = {
      method,
      path: upstream.basePath + path,
      headers,
      body: body as Buffer | Readable | null,
    };
    dispatcher.dispatch(options, this);
    if (isFresh) dispatcher.close().catch(() => {}); // once this request is over
    return this.outcome;
  }

  /** The client has left: the upstream is told at once, or as soon as there is a connection to tell it on. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort(CLIENT_LEFT);
    this.#settle({ kind: 'aborted' });
  }

  /**
   * We end it: the client is told as where the upstream dies, and that is left. A stream goes on to the end of its line, or event, first.
   * @returns whether an answer had begun; where none had, the client is still to be answered
   */
  interrupt(message: string): boolean {
    if (this.#status === null) this.abort();
    else if (!this.#isCut && !this.#ending && !this.#res.writableEnded) {
      if (!this.#streams || this.tail.missingBreaks(this.#isEvents) === '') this.#endNow(message);
      else {
        this.#ending = { message, timer: setTimeout(() => this.#endNow(message), LINE_MS) };
        this.#controller?.resume();
      }
    }
    return this.#status !== null;
  }

  #endNow(message: string): void {
    this.#isCut = true;
    this.#breakOff(message);
    this.#controller?.abort(CUT);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#aborted) controller.abort(CLIENT_LEFT);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusMessage?: string,
  ): void {
    if (status < 200) return;
    if (this.#context.holdsBack.has(status)) {
      this.#isCut = true;
      this.#settle({ kind: 'held_back' });
      controller.abort(CUT);
      return;
    }
    const res = this.#res;
    const type = headers['content-encoding'] === undefined ? String(headers['content-type'] ?? '') : '';
    const isOpen = headers['content-length'] === undefined;
    this.#isEvents = type.includes('text/event-stream');
    this.#saysEnd = status === 200 && (this.#isEvents || type.includes('x-ndjson'));
    this.#streams = isOpen && (this.#saysEnd || this.#isEvents);
    this.#watch = this.#streams && status === 200 ? this.#context.watch : null;
    const { addedInstructions: added } = this.#context;
    const format = added && echoFormat(type);
    this.#echo = format && new InstructionsEcho(added, format);
    const reason = reasonPhrase(status, statusMessage);
    const kept = responseHeaders((controller.rawHeaders ?? []) as (Buffer | string)[], res.req);
    res.sendDate = false;
    if (!format || isOpen) res.writeHead(status, reason, kept);
    else if (format === 'events') res.writeHead(status, reason, withLength(kept, null));
    else this.#head = { status, reason, headers: kept, length: Number(headers['content-length']) };
    this.#status = status; // before this an error of ours can still be answered
    this.#leaveSoon(controller); // the first chunk mostly comes in the same read: head and chunk then leave together
    this.#context.onAnswer(status);
  }

  /** Writes a head that waits. @param length null for chunks */
  #writeHead(length: number | null): void {
    if (!this.#head) return;
    const { status, reason, headers } = this.#head;
    this.#head = null;
    this.#res.writeHead(status, reason, withLength(headers, length));
  }

  onResponseData(controller: Dispatcher.DispatchController, data: Buffer): void {
    if (this.#isCut) return;
    const end = this.#ending ? this.tail.endIn(data, this.#isEvents) : 0;
    const chunk = end === 0 ? data : data.subarray(0, end);
    const before = this.tail.bytes;
    this.tail.add(chunk);
    const cut = this.#watch?.add(chunk);
    if (cut) this.#cutOff(cut, chunk.subarray(0, cut.at - before));
    else {
      this.#hold(chunk);
      if (this.#ending && end > 0) this.#endNow(this.#ending.message);
      else this.#leaveSoon(controller);
    }
  }

  #hold(chunk: Buffer): void {
    const echo = this.#echo;
    if (!echo) {
      this.#held.push(chunk);
      return;
    }
    this.#held.push(...echo.add(chunk));
    if (this.#head && echo.isOver) this.#writeHead(this.#head.length - echo.removed);
    else if (this.tail.bytes > MAX_WAIT_BYTES) this.#writeHead(null);
  }

  #leaveSoon(controller: Dispatcher.DispatchController): void {
    if (this.#willLeave) return;
    this.#willLeave = true;
    process.nextTick(Relay.#leave, this, controller);
  }

  /** Writes what is held; the head alone where that is nothing. */
  static #leave(relay: Relay, controller: Dispatcher.DispatchController): void {
    const res = relay.#res;
    relay.#willLeave = false;
    if (relay.#head) return;
    // Not flushHeaders(), which writes the head as UTF-8: a value in latin1 would change.
    if (res.destroyed || res.writableEnded || res.write(relay.#takeHeld())) return;
    if (relay.#ending) return;
    controller.pause();
    res.once('drain', () => controller.resume());
  }

  #takeHeld(): Buffer {
    const held = this.#held;
    this.#held = [];
    if (held.length <= 1) return held[0] ?? NOTHING;
    return Buffer.concat(held);
  }

  /** Ends the client's stream as its protocol wants it, and the upstream's where it is. */
  #cutOff(cut: Cut, rest: Buffer): void {
    const { model, includesUsage, watch } = this.#context;
    this.#isCut = true;
    this.#hold(rest);
    this.#res.write(this.#takeHeld());
    this.#res.end(watch?.closing({ model: model ?? '', now: this.#context.now(), includesUsage }));
    this.#settle({ kind: 'answered', status: this.#status ?? 0, cut });
    this.#controller?.abort(CUT);
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    if (this.#isCut) return;
    if (this.#upstream?.isReset()) {
      this.#breakOff('the upstream broke off its answer: the connection was reset');
      return;
    }
    const trailers = (controller.rawTrailers ?? []) as (Buffer | string)[];
    if (this.#echo) this.#held.push(...this.#echo.end());
    if (this.#head) this.#writeHead(this.#head.length);
    // Only an answer in chunks has room for them; Node knows which of its own is one.
    if (trailers.length > 0 && this.#res.chunkedEncoding)
      this.#res.addTrailers(responseTrailers(trailers, this.#res.req));
    this.#res.end(this.#held.length > 0 ? this.#takeHeld() : undefined);
    // It closed cleanly: what is missing is said in Traffic, and nothing is added to what the client reads.
    const noEnd = this.#saysEnd && !this.tail.saysEnd(this.#context.route);
    this.#settle({ kind: 'answered', status: this.#status ?? 0, ...(noEnd ? { noEnd } : {}) });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#isCut) return;
    if (this.#aborted) this.#settle({ kind: 'aborted' });
    else if (this.#status !== null) this.#breakOff(`the upstream broke off its answer: ${error.message}`);
    else if (this.#controller === null) this.#settle({ kind: 'unreachable', message: reasonOf(error) });
    else this.#fail(reasonOf(error), false);
  }

  /** An error line where the answer is a stream of lines, then a broken connection: never a clean end. */
  #breakOff(message: string): void {
    const res = this.#res;
    const { route, dialect, model } = this.#context;
    // What came goes out first: destroy() alone drops what has not left yet. As bytes: in front of a text Node would write
    // the head as UTF-8.
    let last = NOTHING;
    if (this.#streams) {
      const line = errorLine({ route, dialect, model, now: this.#context.now() }, message);
      last = Buffer.from(this.tail.missingBreaks(this.#isEvents) + line);
    }
    if (!res.destroyed) {
      if (this.#head) this.#writeHead(this.#head.length);
      res.write(this.#takeHeld());
      res.write(last, () => res.destroy());
    }
    this.#fail(message, true);
  }

  #settle(outcome: RelayOutcome | HeldBack): void {
    clearTimeout(this.#ending?.timer);
    this.#watch?.release();
    this.#resolve(outcome);
  }

  #fail(message: string, answering: boolean): void {
    this.#settle({ kind: 'failed', message, answering, reused: this.#reused });
  }
}

/** Null for an answer that holds no response object we could read. */
function echoFormat(type: string): EchoFormat | null {
  if (type.includes('text/event-stream')) return 'events';
  return type.includes('json') ? 'body' : null;
}

/** Connection errors of several addresses hide their codes in a list. */
function reasonOf(error: Error & { code?: string; errors?: (Error & { code?: string })[] }): string {
  const code = error.code ?? error.errors?.[0]?.code;
  return error.message === '' ? (code ?? error.name) : error.message;
}
