// The limits of one call of a model, enforced where the bytes come in: total time, silence, size, and what may be
// answered at all. The SDKs get its `fetch`; whatever they make of an error, `failure` says what really happened.
// Nothing is buffered beyond one line; a limit that is passed closes the connection.
import { Agent, type RequestInit, fetch as undiciFetch } from 'undici';
import type { Clock } from '../../shared/model/clock.ts';
import { withoutHidden } from '../../shared/redact.ts';
import { guardedLookup } from './base-url.ts';
import type { ChatRequest } from './chat-model.ts';
import { readRefusal } from './http-refusal.ts';
import { LlmError, networkError } from './llm-error.ts';

const MIB = 1_048_576;
const DEFAULT_ANSWER_BYTES = MIB;
const DEFAULT_IDLE_MS = 30_000;
/** Streams spend some hundred bytes around each token. */
const WIRE_FACTOR = 64;

/** What every call shares: connections that are kept open. */
export class ModelNetwork {
  readonly clock: Clock;
  readonly agent: Agent;

  constructor(clock: Clock) {
    this.clock = clock;
    this.agent = new Agent({
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: 15_000, lookup: guardedLookup },
    });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

/** Something in a chunk that ends the answer. */
export interface BadLine {
  readonly failure: LlmError;
  /** Bytes of the chunk before it: those are read first. */
  readonly before: number;
}

export interface GuardOptions {
  readonly network: ModelNetwork;
  readonly limits: Pick<ChatRequest, 'signal' | 'timeoutMs' | 'idleMs' | 'maxAnswerBytes'>;
  /** What a stream of this API calls itself. */
  readonly streamType: RegExp;
  /** Looks at every chunk; null at the end. */
  readonly inspect?: ((chunk: Uint8Array | null) => BadLine | null) | undefined;
  /** The headers that carry a key; taken off where there is none. */
  readonly hasKey: boolean;
}

export class CallGuard {
  /** What ended the call, once something did. */
  failure: LlmError | undefined;
  readonly #options: GuardOptions;
  readonly #controller = new AbortController();
  readonly #cleanups: Array<() => void> = [];
  readonly #maxAnswerBytes: number;
  #answerBytes = 0;
  #wireBytes = 0;
  #lineBytes = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
    const { network, limits } = options;
    this.#maxAnswerBytes = limits.maxAnswerBytes ?? DEFAULT_ANSWER_BYTES;
    this.#cleanups.push(
      network.clock.after(limits.timeoutMs, () =>
        this.#fail(new LlmError('timeout', `did not finish its answer within ${seconds(limits.timeoutMs)}`)),
      ),
    );
    const { signal } = limits;
    if (!signal) return;
    const leave = () => this.#fail(new LlmError('aborted', 'was asked no further: the call was cancelled'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    this.#cleanups.push(() => signal.removeEventListener('abort', leave));
  }

  /** For the SDKs, in place of the global one. Answers with 2xx streams and throws LlmError for everything else. */
  readonly fetch = async (input: unknown, init: unknown = {}): Promise<globalThis.Response> => {
    try {
      const response = await undiciFetch(String(input), this.#request(init as RequestInit));
      if (!response.ok) throw await readRefusal(response);
      this.#checkType(response.headers.get('content-type') ?? '');
      const body = response.body ? this.#watch(response.body as ReadableStream<Uint8Array>) : null;
      const headers = new Headers({ 'content-type': response.headers.get('content-type') ?? '' });
      return new Response(body, { status: response.status, headers });
    } catch (error) {
      throw this.#fail(networkError(error));
    }
  };

  /** Counts a piece of the answer and hands it back. @throws LlmError too_large */
  took(piece: string): string {
    this.#answerBytes += Buffer.byteLength(piece);
    if (this.#answerBytes > this.#maxAnswerBytes) throw this.#fail(this.#tooLarge());
    return piece;
  }

  /** Stops the timers and leaves the connection, if it is still open. */
  close(): void {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#controller.abort(this.failure ?? new LlmError('aborted', 'was left by its caller'));
  }

  #fail(error: LlmError): LlmError {
    this.failure ??= error;
    this.#controller.abort(this.failure);
    return this.failure;
  }

  #request(init: RequestInit): RequestInit {
    const headers = new Headers(init.headers as ConstructorParameters<typeof Headers>[0]);
    for (const name of [...headers.keys()]) {
      if (/^x-stainless-/.test(name)) headers.delete(name);
      if (!this.#options.hasKey && /^(?:authorization|x-api-key)$/.test(name)) headers.delete(name);
    }
    headers.set('user-agent', 'festinger-console');
    const signals = [this.#controller.signal, ...(init.signal ? [init.signal as AbortSignal] : [])];
    return {
      ...(init.method ? { method: init.method } : {}),
      ...(init.body ? { body: init.body } : {}),
      headers: [...headers.entries()],
      // A redirect could carry the key to another host.
      redirect: 'manual',
      signal: AbortSignal.any(signals),
      dispatcher: this.#options.network.agent,
    };
  }

  #checkType(type: string): void {
    if (type === '' || this.#options.streamType.test(type)) return;
    const what = /html/.test(type) ? 'a web page' : `"${withoutHidden(type).slice(0, 80)}"`;
    throw new LlmError('protocol', `answered with ${what} instead of a stream: is its address right`);
  }

  #watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let bad: BadLine | null | undefined;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        if (bad) throw bad.failure;
        const { done, value } = await this.#orIdle(reader.read());
        if (value) this.#measure(value);
        bad = this.#options.inspect?.(value ?? null);
        // What is enqueued beside an error is dropped: the error comes with the next pull.
        if (bad && value && bad.before > 0) controller.enqueue(value.subarray(0, bad.before));
        else if (bad) throw bad.failure;
        else if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        const broke =
          error instanceof LlmError
            ? error
            : new LlmError('unreachable', 'broke the connection in the middle of its answer');
        controller.error(this.#fail(broke));
      }
    };
    return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
  }

  async #orIdle<T>(read: Promise<T>): Promise<T> {
    const idleMs = this.#options.limits.idleMs ?? DEFAULT_IDLE_MS;
    const stop = this.#options.network.clock.after(idleMs, () =>
      this.#fail(new LlmError('idle', `stopped in the middle of its answer for ${seconds(idleMs)}`)),
    );
    try {
      return await read;
    } finally {
      stop();
    }
  }

  #measure(chunk: Uint8Array): void {
    this.#wireBytes += chunk.length;
    const lineEnd = chunk.lastIndexOf(0x0a);
    const first = chunk.indexOf(0x0a);
    const head = this.#lineBytes + (first < 0 ? chunk.length : first);
    this.#lineBytes = lineEnd < 0 ? head : chunk.length - lineEnd - 1;
    const longest = Math.max(head, this.#lineBytes);
    // Escaping in JSON can double a line of ordinary text.
    if (longest > this.#maxAnswerBytes * 2 || this.#wireBytes > this.#maxAnswerBytes * WIRE_FACTOR) {
      throw this.#tooLarge();
    }
  }

  #tooLarge(): LlmError {
    const limit =
      this.#maxAnswerBytes >= MIB
        ? `${this.#maxAnswerBytes / MIB} MiB`
        : `${Math.ceil(this.#maxAnswerBytes / 1024)} KiB`;
    return new LlmError('too_large', `answered more than ${limit}; the connection was closed there`);
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
