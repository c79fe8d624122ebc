// A Docker or Podman engine at its address: one call at a time over dockerode's transport, bounded in time and size, its refusals as
// AppErrors. It knows no resource, and gives out nothing but what was asked for. Used by the containers provider and by the
// executor of containers. Source: agent, What it acts on.
import { Agent, IncomingMessage } from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import Docker from 'dockerode';
import type * as z from 'zod';
import { AppError } from '../../../../shared/model/envelope.ts';
import { refusal, unreachable } from './engine-error.ts';
import { Leash } from './leash.ts';

/** A call as the engine's reference writes it; what is shown of it is what is sent. */
export interface EngineCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Encoded, without its query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** A tar archive. */
  readonly archive?: Buffer;
}

export interface EngineParts {
  /** The path of a socket, or `tcp://127.0.0.1:2375`. */
  readonly address: string;
  /** How long a plain call may take, ms. */
  readonly timeoutMs: number;
}

/** An answer that still comes in; whoever holds it ends the leash. */
export interface OpenAnswer {
  readonly stream: IncomingMessage;
  readonly leash: Leash;
}

/** Most of a JSON answer that is read, bytes: lists of thousands. */
const MOST_JSON = 64 << 20;
const MOST_REFUSAL = 64 << 10;

/** `POST /containers/4f2c…/restart?t=10` */
export function wordsOf({ method, path, query }: EngineCall): string {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return `${method} ${path}${search.size > 0 ? `?${search}` : ''}`;
}

interface Dialled {
  path: string;
  method: string;
  options: object;
  file?: Buffer;
  isStream: true;
  hijack: boolean;
  abortSignal: AbortSignal;
  statusCodes: object;
}
interface Modem {
  dial(options: Dialled, done: (error: Error | null, answer: IncomingMessage | Duplex) => void): void;
}

/** To the transport every status is good: what is none is read here, with a bound. */
const ANY_STATUS: object = new Proxy({}, { get: () => true });

export class Engine {
  readonly address: string;
  readonly timeoutMs: number;
  readonly #modem: Modem;

  constructor(parts: EngineParts) {
    this.address = parts.address;
    this.timeoutMs = parts.timeoutMs;
    this.#modem = new Docker({
      // Whatever DOCKER_HOST says: nothing but this address is used, and no connection outlives its call.
      ...({
        host: undefined,
        port: undefined,
        protocol: 'http',
        agent: new Agent({ keepAlive: false }),
        ...targetOf(parts.address),
      } as object),
    }).modem as Modem;
  }

  /**
   * Asks, and reads the JSON that is answered.
   * @throws AppError UNAVAILABLE, NOT_FOUND and others of `refusal`, TIMEOUT, CANCELLED, EXECUTION_FAILED for an answer of another shape
   */
  async ask<T>(
    call: EngineCall,
    shape: z.ZodType<T>,
    signal: AbortSignal,
    timeoutMs = this.timeoutMs,
  ): Promise<T> {
    const { text } = await this.#text(call, signal, timeoutMs);
    const read = shape.safeParse(parsed(text));
    if (read.success) return read.data;
    const where = read.error.issues[0]?.path.join('.') ?? '';
    throw new AppError(
      'EXECUTION_FAILED',
      `The engine’s answer to ${wordsOf(call)} is not as its API says: ${where}`,
    );
  }

  /** As `ask`; null for what the engine does not have. */
  async find<T>(call: EngineCall, shape: z.ZodType<T>, signal: AbortSignal): Promise<T | null> {
    try {
      return await this.ask(call, shape, signal);
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }

  /**
   * Has something done.
   * @param timeoutMs how long that may take
   * @returns whether this call changed something: an engine answers 304 for what was so before
   */
  async tell(call: EngineCall, signal: AbortSignal, timeoutMs: number): Promise<boolean> {
    return (await this.#text(call, signal, timeoutMs)).status !== 304;
  }

  /** Asks for what comes in pieces; only its beginning is bounded in time. The stream is closed when the signal is raised. */
  async open(call: EngineCall, signal: AbortSignal, timeoutMs = this.timeoutMs): Promise<OpenAnswer> {
    const leash = new Leash(signal, timeoutMs);
    try {
      const answer = await this.#dial(call, leash, false);
      if (!(answer instanceof IncomingMessage)) throw new TypeError('not an answer');
      await this.#refuseBad(call, answer, leash);
      leash.slacken();
      return { stream: answer, leash };
    } catch (error) {
      leash.end();
      throw this.#worded(error, leash, call);
    }
  }

  /** A connection both ways: what is written goes to the program, what it writes comes back in frames. */
  async hijack(call: EngineCall, signal: AbortSignal): Promise<Duplex> {
    const leash = new Leash(signal, this.timeoutMs);
    try {
      const answer = await this.#dial(call, leash, true);
      if (!(answer instanceof IncomingMessage)) return answer;
      await this.#refuseBad(call, answer, leash);
      answer.destroy();
      throw new AppError('EXECUTION_FAILED', `The engine did not open a connection for ${wordsOf(call)}`);
    } catch (error) {
      throw this.#worded(error, leash, call);
    } finally {
      leash.end();
    }
  }

  async #text(
    call: EngineCall,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const leash = new Leash(signal, timeoutMs);
    try {
      const answer = await this.#dial(call, leash, false);
      if (!(answer instanceof IncomingMessage)) throw new TypeError('not an answer');
      await this.#refuseBad(call, answer, leash);
      const text = (await leash.hold(wholeOf(answer, MOST_JSON))).toString('utf8');
      return { status: answer.statusCode ?? 0, text };
    } catch (error) {
      throw this.#worded(error, leash, call);
    } finally {
      leash.end();
    }
  }

  #dial(call: EngineCall, leash: Leash, hijack: boolean): Promise<IncomingMessage | Duplex> {
    const query = call.query && Object.keys(call.query).length > 0 ? call.query : undefined;
    const dialled: Dialled = {
      path: query ? `${call.path}?` : call.path,
      method: call.method,
      options: { _query: query ?? {}, _body: call.body ?? {} },
      isStream: true,
      abortSignal: leash.signal,
      statusCodes: ANY_STATUS,
      hijack,
      ...(call.archive ? { file: call.archive } : {}),
    };
    return leash.hold(
      new Promise((resolve, reject) => {
        this.#modem.dial(dialled, (error, answer) => (error ? reject(error) : resolve(answer)));
      }),
    );
  }

  /** 304 is what engines say of a start of what runs, and of a stop of what does not: it is as it was asked to be. */
  async #refuseBad(call: EngineCall, answer: IncomingMessage, leash: Leash): Promise<void> {
    const status = answer.statusCode ?? 0;
    if ((status >= 200 && status < 300) || status === 304) return;
    const body = await leash.hold(wholeOf(answer, MOST_REFUSAL));
    throw refusal(wordsOf(call), status, body.toString('utf8'));
  }

  #worded(error: unknown, leash: Leash, call: EngineCall): AppError {
    const reads = call.method === 'GET' || call.method === 'HEAD';
    if (leash.signal.aborted && !leash.late) return leash.error();
    if (leash.late) {
      const message = `The container engine at ${this.address} did not answer ${wordsOf(call)} in time: see whether it hangs, and its own log`;
      return reads
        ? new AppError('UNAVAILABLE', message, { address: this.address }, true)
        : new AppError('TIMEOUT', message, { address: this.address, outcome: 'unknown' });
    }
    return error instanceof AppError ? error : unreachable(this.address, error, !reads && wasSent(error));
  }
}

function targetOf(address: string): object {
  if (address.startsWith('/')) return { socketPath: address };
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port };
}

const NOT_SENT = new Set(['EACCES', 'ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);
const wasSent = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && NOT_SENT.has(String(error.code)));

/** All of a stream. @throws AppError PAYLOAD_TOO_LARGE past so many bytes */
export async function wholeOf(stream: Readable, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > most)
      throw new AppError('PAYLOAD_TOO_LARGE', `The engine answered with more than ${most} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}
