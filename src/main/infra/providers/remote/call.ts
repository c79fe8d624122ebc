// One call of a far service's HTTP interface: bounded in time and size, and with the proof of who asks kept out of everything that
// comes back. Never follows a redirect, never repeats a call. Called by the Proxmox and Kubernetes APIs beside it.
// Source: agent, What it acts on.

import { type Dispatcher, request } from 'undici';
import type * as z from 'zod';
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import { networkWords } from '../../../outgoing/network-words.ts';
import { endedEarly } from './wait.ts';
import { saidWords } from './words.ts';

export interface Remote {
  /** As messages call it: `Proxmox home`. */
  readonly who: string;
  /** `https://pve.lan:8006`, without a slash at its end. */
  readonly base: string;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** What proves who asks. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values that leave in a header and come back nowhere. */
  readonly hidden: readonly string[];
  /** What to do when its certificate is not known here. */
  readonly certificateHint: string;
  /** For a whole call, head to end. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query; every part of it encoded. */
  readonly path: string;
  readonly accept?: string;
  readonly body?: { readonly type: string; readonly text: string };
}

export interface Answer {
  readonly status: number;
  /** The reason phrase, in which Proxmox says what is wrong. */
  readonly reason: string;
  readonly text: string;
}

const isWrite = (call: Call): boolean => call.method !== 'GET';

/** What a write leaves open when its answer is missing. */
const mayBeDone = (call: Call): string =>
  isWrite(call) ? ' It may have been begun all the same: look before trying again.' : '';

/** @throws AppError UNAVAILABLE, TIMEOUT (of a write), CANCELLED */
export async function callRemote(remote: Remote, call: Call, signal: AbortSignal): Promise<Answer> {
  const time = limited(remote, signal);
  try {
    const response = await send(remote, call, time.signal);
    return {
      status: response.statusCode,
      reason: withoutHidden(remote, response.statusText),
      text: withoutHidden(remote, await bounded(remote, call, response.body)),
    };
  } catch (error) {
    throw why(remote, call, error, { signal, expired: time.expired() });
  } finally {
    time.over();
  }
}

/** A body as it comes: without an end in time, each piece handed on. @throws AppError UNAVAILABLE, CANCELLED */
export async function* streamRemote(
  remote: Remote,
  call: Call,
  signal: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  const time = limited(remote, signal);
  try {
    const response = await send(remote, call, time.signal);
    if (response.statusCode !== 200) {
      const text = withoutHidden(remote, await bounded(remote, call, response.body));
      throw refused(remote, call, { status: response.statusCode, reason: response.statusText, text });
    }
    time.over();
    for await (const chunk of response.body) yield chunk as Buffer;
  } catch (error) {
    throw why(remote, call, error, { signal, expired: time.expired() });
  } finally {
    time.over();
  }
}

function limited(remote: Remote, signal: AbortSignal) {
  const ends = new AbortController();
  const stop = remote.clock.after(remote.timeoutMs, () => ends.abort());
  return {
    signal: AbortSignal.any([signal, ends.signal]),
    expired: () => ends.signal.aborted,
    over: stop,
  };
}

const send = (remote: Remote, call: Call, signal: AbortSignal): Promise<Dispatcher.ResponseData> =>
  request(`${remote.base}${call.path}`, {
    method: call.method,
    dispatcher: remote.dispatcher,
    signal,
    headers: {
      accept: call.accept ?? 'application/json',
      ...(call.body === undefined ? {} : { 'content-type': call.body.type }),
      ...remote.headers,
    },
    ...(call.body === undefined ? {} : { body: call.body.text }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });

async function bounded(remote: Remote, call: Call, body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > remote.maxBytes) {
      throw new AppError(
        'UNAVAILABLE',
        `${remote.who} answers ${call.path} with more than ${remote.maxBytes} bytes, which is more than is read.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function why(
  remote: Remote,
  call: Call,
  error: unknown,
  ended: { signal: AbortSignal; expired: boolean },
): AppError {
  if (error instanceof AppError) return error;
  const what = `${remote.who}, ${call.method} ${call.path}`;
  if (ended.signal.aborted) return endedEarly(ended.signal, `${what}.${mayBeDone(call)}`);
  if (ended.expired) {
    const words = `${what}: no answer within ${Math.round(remote.timeoutMs / 1000)} s.${mayBeDone(call)}`;
    return new AppError(isWrite(call) ? 'TIMEOUT' : 'UNAVAILABLE', words, undefined, !isWrite(call));
  }
  return new AppError(
    'UNAVAILABLE',
    `${remote.who} at ${remote.base}: ${unreachedWords(remote, error)}.${mayBeDone(call)}`,
    undefined,
    !isWrite(call),
  );
}

function unreachedWords(remote: Remote, error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof AppError ? cause.message : networkWords(error, remote.certificateHint);
}

/** Its own proof, taken out of what it sent: a server may repeat what it was given. */
export function withoutHidden(remote: Pick<Remote, 'hidden'>, text: string): string {
  return remote.hidden.reduce(
    (left, value) => (value === '' ? left : left.replaceAll(value, '[hidden]')),
    text,
  );
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  401: 'it does not know who asks; check the token',
  403: 'its rights do not allow that',
  404: 'there is no such thing there',
};

/** An answer that is no success, in words. Its code is for reading; a write says EXECUTION_FAILED. */
export function refused(remote: Remote, call: Call, answer: Answer): AppError {
  const own = STATUS_WORDS[answer.status];
  const said = saidWords(messageIn(answer.text) ?? answer.reason);
  const words = [own, said === '' ? undefined : `it says: ${said}`].filter((one) => one !== undefined);
  return new AppError(
    isWrite(call) ? 'EXECUTION_FAILED' : 'UNAVAILABLE',
    `${remote.who} answers ${call.method} ${call.path} with ${answer.status}: ${words.join('; ') || 'no reason given'}.`,
    { status: answer.status },
  );
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The answer as what it should be. @throws AppError UNAVAILABLE naming what did not fit */
export function readAs<T>(remote: Remote, call: Call, text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('UNAVAILABLE', `${remote.who} answers ${call.path} with something that is no JSON.`);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new AppError(
    'UNAVAILABLE',
    `${remote.who} answers ${call.path} with something else than it should: ${firstIssue(read.error)}.`,
  );
}

export interface Fitting<T> {
  readonly fit: readonly T[];
  /** What was left out, in one line; null when nothing was. */
  readonly odd: string | null;
}

/** The rows that are what they should be; one that is not hides none of the others. @param what `guests of Proxmox home` */
export function fitting<T>(rows: readonly unknown[], schema: z.ZodType<T>, what: string): Fitting<T> {
  const fit: T[] = [];
  let odd: string | undefined;
  let count = 0;
  for (const row of rows) {
    const read = schema.safeParse(row);
    if (read.success) fit.push(read.data);
    else {
      count += 1;
      odd ??= firstIssue(read.error);
    }
  }
  return {
    fit,
    odd:
      odd === undefined ? null : `${count} of ${rows.length} ${what} did not fit and are left out: ${odd}.`,
  };
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return saidWords(`${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'unreadable'}`);
}
