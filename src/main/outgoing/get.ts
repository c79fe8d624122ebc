// One GET of an address an operator named: bounded in time, in silence and in redirects, each of which is looked at before it is followed. What is read of the
// body, and how much, is its caller's. Never repeats a call, never unpacks, never says what an address carries in its query. Called by whoever takes evidence
// from elsewhere. Source: advisory, Evidence.
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { addressProblem, isMetadata, leadsToMetadata, lookupBesides } from './addresses.ts';
import { networkWords } from './network-words.ts';

const CONNECT_MS = 15_000;

export interface Getting {
  /** `GET` if left out; `HEAD` asks for the headers alone. */
  readonly method?: 'GET' | 'HEAD';
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly headers: Readonly<Record<string, string>>;
  /** Longest without a byte, before the first and between two; milliseconds. */
  readonly silenceMs: number;
  /** From the first redirect to the last byte; milliseconds. */
  readonly totalMs: number;
  /** Followed at most; 0 follows none, and hands the answer out as it is. */
  readonly redirects: number;
}

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Ends early with an AppError; read it to its end, or leave it. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Connections that lead to no metadata service, whatever a name says; closed by their owner.
 * @param isHere addresses of this machine, where nothing is connected to either; none where left out
 */
export const guardedAgent = (isHere: (address: string) => boolean = () => false): Agent =>
  new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: CONNECT_MS,
      lookup: lookupBesides(
        (host, address) =>
          new AppError(
            'UNAVAILABLE',
            isMetadata(address) ? leadsToMetadata(host) : `${host} leads to this machine`,
          ),
        (address) => isMetadata(address) || isHere(address),
      ),
    },
  });

/**
 * Asks, and hands out what comes while it is open.
 * @param use reads the body; when it settles the connection is done with
 * @throws AppError UNAVAILABLE saying why in one sentence, CANCELLED (or what the signal was aborted with), and whatever `use` throws
 */
export async function get<T>(
  url: URL,
  getting: Getting,
  signal: AbortSignal,
  use: (got: Got) => Promise<T>,
): Promise<T> {
  const time = new Time(getting, signal);
  try {
    const { statusCode: status, headers, body } = await answerOf(url, getting, time);
    try {
      return await use({ status, headers, body: heard(url, body, time) });
    } finally {
      // Nothing more is wanted of it; what is left would fill memory.
      body.on('error', () => undefined).destroy();
    }
  } finally {
    time.over();
  }
}

async function answerOf(from: URL, getting: Getting, time: Time): Promise<Dispatcher.ResponseData> {
  let url = from;
  for (let followed = 0; ; followed++) {
    const problem = addressProblem(url);
    if (problem !== null) throw unavailable(followed === 0 ? problem : `It leads elsewhere, and ${problem}`);
    const answer = await asked(url, getting, time);
    const to = locationOf(answer);
    if (to === undefined || getting.redirects === 0) return answer;
    await answer.body.dump({ limit: 16_384 }).catch(() => undefined);
    if (followed === getting.redirects)
      throw unavailable(
        `${url.host} leads elsewhere once more: ${getting.redirects} redirects are followed at most.`,
      );
    if (!URL.canParse(to, url.href)) throw unavailable(`${url.host} leads to something that is no address.`);
    const next = new URL(to, url);
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw unavailable(`${url.host} leads from https to http, which is not followed.`);
    url = next;
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function locationOf({ statusCode, headers }: Dispatcher.ResponseData): string | undefined {
  const { location } = headers;
  return REDIRECTS.has(statusCode) && typeof location === 'string' ? location : undefined;
}

async function asked(
  url: URL,
  { dispatcher, headers, method = 'GET' }: Getting,
  time: Time,
): Promise<Dispatcher.ResponseData> {
  try {
    const answer = await request(url, { method, dispatcher, headers, signal: time.signal });
    time.heard();
    return answer;
  } catch (error) {
    throw time.why(url, error);
  }
}

async function* heard(url: URL, body: AsyncIterable<Uint8Array>, time: Time): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      // How long a chunk is worked on is no silence of the server's.
      time.quiet();
      yield chunk;
      time.heard();
    }
  } catch (error) {
    throw time.why(url, error);
  }
}

const unavailable = (words: string): AppError => new AppError('UNAVAILABLE', words, undefined, true);

/** What a call may take: all in all, and between two bytes. */
class Time {
  readonly signal: AbortSignal;
  readonly #getting: Getting;
  readonly #caller: AbortSignal;
  readonly #ends = new AbortController();
  readonly #stopAll: () => void;
  #stopSilence: () => void;

  constructor(getting: Getting, caller: AbortSignal) {
    this.#getting = getting;
    this.#caller = caller;
    this.signal = AbortSignal.any([caller, this.#ends.signal]);
    this.#stopAll = getting.clock.after(getting.totalMs, () =>
      this.#ends.abort(`it was not done within ${seconds(getting.totalMs)}`),
    );
    this.#stopSilence = this.#silence();
  }

  heard(): void {
    this.#stopSilence();
    this.#stopSilence = this.#silence();
  }

  /** Nobody waits for the server. */
  quiet(): void {
    this.#stopSilence();
  }

  over(): void {
    this.#stopAll();
    this.#stopSilence();
  }

  why(url: URL, error: unknown): Error {
    if (this.#caller.aborted) {
      const { reason } = this.#caller;
      return reason instanceof AppError
        ? reason
        : new AppError('CANCELLED', `Asking ${url.host} was cancelled.`);
    }
    if (error instanceof AppError) return error;
    const words = this.#ends.signal.aborted
      ? String(this.#ends.signal.reason)
      : networkWords(error, 'Have this machine trust who signed it');
    return unavailable(`${url.host}: ${words}.`);
  }

  #silence(): () => void {
    const { clock, silenceMs } = this.#getting;
    return clock.after(silenceMs, () => this.#ends.abort(`it said nothing for ${seconds(silenceMs)}`));
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
