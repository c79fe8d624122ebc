// Speaks to Ollama at an upstream directly: over sockets of its own, so that nothing of it waits in the agents' queue or counts as their
// traffic. Every call has a time and a size it may not exceed; what comes back is JSON or an error in words. Retries nothing, follows no
// redirect. Called by the files beside it alone. Source: agent, What it acts on; reference, The Ollama HTTP surface
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';

/** Where to ask, and what opens it. */
export interface OllamaPlace {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface OllamaCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

export interface OllamaAnswer {
  readonly status: number;
  /** Null for an empty one. */
  readonly body: unknown;
}

const CONNECT_MS = 3000;
/** Ten thousand models are five megabytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_LINE_BYTES = 64 * 1024;
const SHOWN_ERROR = 300;

/** As an operator reads it: what is sent, and never what the headers hold. */
export function writtenCall(
  { url, headers }: Omit<OllamaPlace, 'name'>,
  call: Omit<OllamaCall, 'timeoutMs'>,
): string {
  const body = call.body === undefined ? '' : ` ${JSON.stringify(call.body)}`;
  const names = Object.keys(headers);
  const sent = names.length === 0 ? '' : ` (with ${names.join(', ')})`;
  return `${call.method} ${url}${call.path}${body}${sent}`;
}

export class OllamaClient {
  readonly #clock: Clock;
  readonly #agent = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: 0 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** One answer, whatever its status. @throws AppError UNAVAILABLE, TIMEOUT, CANCELLED */
  async ask(place: OllamaPlace, call: OllamaCall, signal: AbortSignal): Promise<OllamaAnswer> {
    const late = this.#deadline(call.timeoutMs);
    try {
      const { statusCode, body } = await this.#send(place, call, AbortSignal.any([signal, late.signal]));
      const text = await wholeText(body);
      return { status: statusCode, body: text === '' ? null : JSON.parse(text) };
    } catch (error) {
      throw this.#told(error, place, call, { signal, isLate: late.signal.aborted });
    } finally {
      late.cancel();
    }
  }

  /**
   * The answer line by line, as Ollama streams it. `timeoutMs` is for its beginning; `isStalled` is asked as lines come and while none do.
   * @throws AppError as `ask`; EXECUTION_FAILED for another status or a line that cannot be one
   */
  async *lines(
    place: OllamaPlace,
    call: OllamaCall,
    signal: AbortSignal,
    stalledMs: () => number,
  ): AsyncGenerator<unknown> {
    const begin = this.#deadline(call.timeoutMs);
    const stall = new AbortController();
    let cancelStall = () => {};
    // Looks again and again whether what comes is any progress: bytes alone are none.
    const watch = (): void => {
      const left = stalledMs();
      if (left <= 0) stall.abort();
      else cancelStall = this.#clock.after(left, watch);
    };
    const isLate = () => begin.signal.aborted || stall.signal.aborted;
    try {
      const all = AbortSignal.any([signal, begin.signal, stall.signal]);
      const { statusCode, body } = await this.#send(place, call, all);
      begin.cancel();
      watch();
      if (statusCode !== 200)
        throw refused(place, { status: statusCode, body: parsedOr(await wholeText(body)) });
      for await (const line of linesOf(body)) yield JSON.parse(line);
    } catch (error) {
      throw this.#told(error, place, call, { signal, isLate: isLate() });
    } finally {
      begin.cancel();
      cancelStall();
    }
  }

  #send(
    { url, headers }: OllamaPlace,
    { method, path, body }: OllamaCall,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    return this.#agent.request({
      ...{ origin: url, path, method, signal },
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
    });
  }

  #deadline(ms: number): { readonly signal: AbortSignal; readonly cancel: () => void } {
    const late = new AbortController();
    return { signal: late.signal, cancel: this.#clock.after(ms, () => late.abort()) };
  }

  #told(
    error: unknown,
    { name, url }: OllamaPlace,
    { method, path }: OllamaCall,
    { signal, isLate }: { readonly signal: AbortSignal; readonly isLate: boolean },
  ): AppError {
    if (error instanceof AppError) return error;
    const call = `${method} ${path}`;
    if (signal.aborted) return new AppError('CANCELLED', `${call} at ${name} was cancelled.`);
    if (isLate) return new AppError('TIMEOUT', `${name} at ${url} did not come on with ${call} in time.`);
    return new AppError('UNAVAILABLE', `${name} at ${url} cannot be used: ${reasonOf(error, call)}.`);
  }
}

/** What its refusal says, as an error. */
export function refused({ name }: OllamaPlace, { status, body }: OllamaAnswer): AppError {
  const said = errorIn(body);
  const words = said === null ? `HTTP ${status}` : `HTTP ${status}: ${said}`;
  const code = status === 404 ? 'NOT_FOUND' : 'EXECUTION_FAILED';
  return new AppError(code, `${name} refuses: ${words}.`, { status });
}

/** Ollama's own words for what went wrong, cut; null where there are none. It may say so within an answer of 200. */
export function errorIn(body: unknown): string | null {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const text = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  if (typeof text !== 'string' || text === '') return null;
  return text.slice(0, SHOWN_ERROR).replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}

async function wholeText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new TooLong(`its answer is longer than ${MAX_ANSWER_BYTES >> 20} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let held = 0;
  for await (const chunk of body) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, at)]);
      if (line.length > MAX_LINE_BYTES) throw tooLongLine();
      [rest, held, from] = [[], 0, at + 1];
      if (line.length > 0) yield line.toString('utf8');
    }
    rest.push(chunk.subarray(from));
    held += chunk.length - from;
    if (held > MAX_LINE_BYTES) throw tooLongLine();
  }
  const last = Buffer.concat(rest).toString('utf8').trim();
  if (last !== '') yield last;
}

class TooLong extends Error {}

const tooLongLine = () => new TooLong(`a line of its answer is longer than ${MAX_LINE_BYTES >> 10} KB`);

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown, call: string): string {
  if (error instanceof TooLong) return `${error.message} (${call})`;
  if (error instanceof SyntaxError) return `its answer to ${call} is not JSON, so that it is no Ollama`;
  const { code, errors } = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  switch (code ?? errors?.[0]?.code) {
    case 'ECONNREFUSED':
      return 'the connection is refused: nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'its name is not known';
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'it takes no connections: nothing came back from its address';
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
      return `the connection broke during ${call}`;
    default:
      return String(code ?? (error instanceof Error ? error.name : 'unknown error'));
  }
}
