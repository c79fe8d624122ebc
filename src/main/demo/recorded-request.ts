// What the upstream saw of one request, and how it ended: the evidence that tests read.
// `RequestBook` keeps the last ones and answers waits, so that no test has to sleep or poll.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Json, record } from './json-fields.ts';
import type { PromptMessage } from './prompt.ts';

/** `finished`: answered to the end. `aborted`: the client left first. `cut`: a script broke the connection. */
export type RequestEnd = 'finished' | 'aborted' | 'cut';

export class RecordedRequest {
  readonly id: number;
  readonly method: string;
  /** As it stood in the request line, query and escapes included. */
  readonly url: string;
  readonly rawHeaders: readonly string[];
  /** Epoch milliseconds. */
  readonly startedAt: number;
  closedAt: number | null = null;
  /** Null while it is open. */
  end: RequestEnd | null = null;
  bytesReceived = 0;
  /** A mistake of the upstream itself while it answered; null where there was none. */
  fault: unknown = null;
  /** What the model was given, after the Modelfile's rule; null where the route carries no prompt. */
  messagesSeen: readonly PromptMessage[] | null = null;
  readonly #chunks: Buffer[] = [];
  readonly #hash = createHash('sha256');
  #digest: string | null = null;
  readonly #bodyLimit: number;
  readonly #received = Promise.withResolvers<void>();
  readonly #aborted = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<RequestEnd>();

  constructor(id: number, incoming: IncomingMessage, startedAt: number, bodyLimit: number) {
    this.id = id;
    this.method = incoming.method ?? '';
    this.url = incoming.url ?? '';
    this.rawHeaders = [...incoming.rawHeaders];
    this.startedAt = startedAt;
    this.#bodyLimit = bodyLimit;
  }

  /** The path without the query, escapes kept. */
  get path(): string {
    const query = this.url.indexOf('?');
    return query < 0 ? this.url : this.url.slice(0, query);
  }

  /** The body's bytes; of uploads only the first `keepBodyBytes`. */
  get body(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** Resolves when the whole body has been read. */
  get received(): Promise<void> {
    return this.#received.promise;
  }

  /** Resolves when the client leaves before the answer is complete; never otherwise. */
  get aborted(): Promise<void> {
    return this.#aborted.promise;
  }

  /** Resolves when the exchange is over, with how it ended. */
  get closed(): Promise<RequestEnd> {
    return this.#closed.promise;
  }

  /** The first header of that name. */
  header(name: string): string | undefined {
    const at = this.rawHeaders.findIndex(
      (value, i) => i % 2 === 0 && value.toLowerCase() === name.toLowerCase(),
    );
    return at < 0 ? undefined : this.rawHeaders[at + 1];
  }

  /** The body as a JSON object; an empty one when it holds something else. Throws SyntaxError when it is not JSON. */
  json(): Json {
    return record(JSON.parse(this.body.toString('utf8')));
  }

  /** The text of the system messages that the model was given, joined by a blank line. */
  get systemSeen(): string {
    const system = (this.messagesSeen ?? []).filter((m) => m.role === 'system');
    return system.map((m) => m.content).join('\n\n');
  }

  addChunk(chunk: Buffer): void {
    const room = this.#bodyLimit - this.bytesReceived;
    if (room > 0) this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.bytesReceived += chunk.length;
    if (this.path.startsWith('/api/blobs/')) this.#hash.update(chunk);
  }

  /** Of an uploaded blob, once it has been received; hexadecimal. */
  get sha256(): string {
    this.#digest ??= this.#hash.digest('hex');
    return this.#digest;
  }

  markReceived(): void {
    this.#received.resolve();
  }

  markClosed(end: RequestEnd, at: number): void {
    if (this.end !== null) return;
    this.end = end;
    this.closedAt = at;
    if (end === 'aborted') this.#aborted.resolve();
    this.#closed.resolve(end);
  }
}

export type RequestPredicate = (request: RecordedRequest) => boolean;

interface Waiter {
  readonly matches: RequestPredicate;
  readonly resolve: (request: RecordedRequest) => void;
  readonly reject: (error: unknown) => void;
}

/** The last requests and those who wait for one. Bounded: the demo runs for days. */
export class RequestBook {
  readonly entries: RecordedRequest[] = [];
  readonly #limit: number;
  readonly #onArrival = new Set<Waiter>();
  readonly #onReceived = new Set<Waiter>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(request: RecordedRequest): void {
    this.entries.push(request);
    if (this.entries.length > this.#limit) this.entries.shift();
    settle(this.#onArrival, request);
    void request.received.then(() => settle(this.#onReceived, request));
  }

  /** The next request, from now on, whose headers have come; its body may still be under way. */
  arrival(matches: RequestPredicate): Promise<RecordedRequest> {
    return enqueue(this.#onArrival, matches);
  }

  /** The next request, from now on, whose body has been read whole. */
  next(matches: RequestPredicate): Promise<RecordedRequest> {
    return enqueue(this.#onReceived, matches);
  }
}

function enqueue(waiters: Set<Waiter>, matches: RequestPredicate): Promise<RecordedRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<RecordedRequest>();
  waiters.add({ matches, resolve, reject });
  return promise;
}

/** Tells those whose predicate fits. A predicate that throws fails its own wait and nobody else's. */
function settle(waiters: Set<Waiter>, request: RecordedRequest): void {
  for (const waiter of waiters) {
    try {
      if (!waiter.matches(request)) continue;
      waiter.resolve(request);
    } catch (error) {
      waiter.reject(error);
    }
    waiters.delete(waiter);
  }
}
