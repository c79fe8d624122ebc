// Calls the Festinger that is running on this host. Bodies and answers are of any size, and nothing times out while the
// other side works: a run over many conflicts takes hours. Called by the commands; those that move files go through
// operator-call.ts.
import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import packageJson from '../../../package.json' with { type: 'json' };
import { AppError, type Envelope } from '../../shared/model/envelope.ts';
import { defaultDataDir } from '../core/data-dir.ts';
import { runningConsole } from '../core/data-dir-lock.ts';

/** Where a command writes. */
export interface Sink {
  write(text: string): unknown;
}

export interface RunningCall {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly body?: Readable | string | undefined;
  /** Hangs up. */
  readonly signal?: AbortSignal;
}

const SENDERS = { 'http:': httpRequest, 'https:': httpsRequest } as const;

/** @returns the parsed JSON answer. @throws AppError UNAVAILABLE when nothing answers or it is not Festinger. */
export async function callRunning(url: string, path: string, call: RunningCall): Promise<unknown> {
  const answer = await openRunning(url, path, call);
  const said = await answerText(url, answer);
  try {
    return JSON.parse(said);
  } catch {
    throw notFestinger(url, answer);
  }
}

/** The data of the answer, or null when it was refused, which `err` is told. @throws AppError as `callRunning` */
export async function askRunning<T>(
  url: string,
  path: string,
  call: RunningCall,
  err: Sink,
): Promise<T | null> {
  const answer = (await callRunning(url, path, call)) as Envelope<T>;
  if (answer.ok) return answer.data;
  err.write(`${answer.error.code}: ${answer.error.message}\n`);
  return null;
}

/**
 * @returns the answer while it comes, whatever its status
 * @throws AppError INVALID_INPUT for an address that is none; UNAVAILABLE when nothing answers (`details.answers` is
 * false then) or the call broke off
 */
export async function openRunning(url: string, path: string, call: RunningCall): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, signal } = call;
  const send = URL.canParse(url) ? SENDERS[new URL(url).protocol as keyof typeof SENDERS] : undefined;
  if (!send) throw new AppError('INVALID_INPUT', `--url wants http://HOST:PORT, got "${url}".`);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = send(new URL(path, url), { method, headers, ...(signal ? { signal } : {}) }, resolve);
  let isConnected = false;
  sent.once('socket', (socket) => {
    // One that an earlier call left open is connected already.
    isConnected = !socket.connecting && !socket.destroyed;
    if (socket.connecting)
      socket.once('connect', () => {
        isConnected = true;
      });
  });
  sent.on('error', (error) => reject(isConnected ? brokeOff(url, error) : nothingAnswers(url)));
  if (body === undefined || typeof body === 'string') sent.end(body);
  else {
    body.on('error', (error) => {
      sent.destroy();
      reject(new AppError('UNAVAILABLE', `The file cannot be read: ${error.message}.`));
    });
    body.pipe(sent);
  }
  return promise;
}

/** All of the answer. @throws AppError UNAVAILABLE when it breaks off */
export async function answerText(url: string, answer: IncomingMessage): Promise<string> {
  try {
    return await text(answer);
  } catch (error) {
    throw brokeOff(url, error as Error);
  }
}

/** Where the Festinger of a data directory answers operators; null when none runs on it. */
export function addressOf(dataDir: string | undefined): string | null {
  return runningConsole(dataDir ?? defaultDataDir(process.env, process.platform));
}

const KEY_VARIABLE = 'FESTINGER_CLIENT_KEY';

/** The client key of whoever calls as an agent, where agents need one. */
export function keyHeader(): Record<string, string> {
  const key = process.env[KEY_VARIABLE];
  return key ? { authorization: `Bearer ${key}` } : {};
}

export function notFestinger(url: string, { statusCode = 0 }: IncomingMessage): AppError {
  return new AppError('UNAVAILABLE', `What answers at ${url} is not Festinger (HTTP ${statusCode}).`);
}

/** What shows the running Festinger that the operator asks. @throws AppError UNAVAILABLE when the token is not there */
export function operatorHeaders(dataDir: string | undefined): Record<string, string> {
  const dir = dataDir ?? defaultDataDir(process.env, process.platform);
  const file = join(dir, 'operator-token');
  try {
    const token = readFileSync(file, 'utf8').trim();
    return { authorization: `Bearer ${token}`, 'user-agent': `festinger/${packageJson.version}` };
  } catch {
    throw new AppError(
      'UNAVAILABLE',
      `There is no operator token at ${file}. Name the running console's directory with --data-dir.`,
    );
  }
}

function nothingAnswers(url: string): AppError {
  return new AppError(
    'UNAVAILABLE',
    `Nothing answers at ${url}. Start it with \`festinger serve\`, or say where it runs with --url or FESTINGER_URL.`,
    { answers: false },
  );
}

function brokeOff(url: string, { message }: Error): AppError {
  return new AppError(
    'UNAVAILABLE',
    `The call to ${url} broke off: ${message}. What it started may go on there.`,
  );
}
