// Calls of the operator to the Festinger that runs on this host, of any size and length: bodies and answers are streams,
// and nothing times out while the other side works. Used by the commands that move files.
import { type IncomingMessage, request } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError, type Envelope, type ErrorBody } from '../../shared/model/envelope.ts';
import { operatorHeaders } from './running.ts';

export interface RunningPlace {
  readonly url: string;
  readonly dataDir: string | undefined;
}

export interface OperatorCall {
  readonly method: 'GET' | 'POST';
  /** Below `/api/console/files`. */
  readonly path: string;
  readonly body?: Readable | string;
}

/** @returns the answer while it comes. @throws AppError when nothing answers, or what it refused with */
export async function openAnswer(place: RunningPlace, call: OperatorCall): Promise<IncomingMessage> {
  const { url, dataDir } = place;
  if (!URL.canParse(url)) throw new AppError('INVALID_INPUT', `--url wants http://HOST:PORT, got "${url}".`);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, path, body } = call;
  const sent = request(
    new URL(`/api/console/files${path}`, url),
    { method, headers: { ...operatorHeaders(dataDir), 'content-type': 'application/octet-stream' } },
    resolve,
  );
  sent.on('error', (error: NodeJS.ErrnoException) => reject(unreachable(url, error)));
  if (body === undefined || typeof body === 'string') sent.end(body);
  else {
    body.on('error', (error) => {
      sent.destroy();
      reject(new AppError('UNAVAILABLE', `The file cannot be read: ${error.message}.`));
    });
    body.pipe(sent);
  }
  const answer = await promise;
  if (answer.statusCode === 200) return answer;
  throw await refusalOf(url, answer);
}

/** The data of the answer. @throws AppError */
export async function operatorCall<T>(place: RunningPlace, call: OperatorCall): Promise<T> {
  const answer = await openAnswer(place, call);
  const parsed = JSON.parse(await text(answer)) as Envelope<T>;
  if (parsed.ok) return parsed.data;
  throw appError(parsed.error);
}

async function refusalOf(url: string, answer: IncomingMessage): Promise<AppError> {
  try {
    const parsed = JSON.parse(await text(answer)) as Envelope<unknown>;
    if (!parsed.ok) return appError(parsed.error);
  } catch {
    // Not our envelope.
  }
  return new AppError(
    'UNAVAILABLE',
    `What answers at ${url} is not Festinger (HTTP ${answer.statusCode ?? 'nothing'}).`,
  );
}

function appError({ code, message, details, retryable }: ErrorBody): AppError {
  return new AppError(code, message, details, retryable);
}

function unreachable(url: string, error: NodeJS.ErrnoException): AppError {
  if (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND') {
    return new AppError(
      'UNAVAILABLE',
      `Nothing answers at ${url}. Start it with \`festinger serve\`, or say where it runs with --url or FESTINGER_URL.`,
      { answers: false },
    );
  }
  return new AppError('UNAVAILABLE', `The call to ${url} broke off: ${error.message}.`);
}
