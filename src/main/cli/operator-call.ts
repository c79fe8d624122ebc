// The operator's calls about files to the Festinger that runs on this host. Used by the commands that move files and
// verify.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError, type Envelope, type ErrorBody } from '../../shared/model/envelope.ts';
import { answerText, notFestinger, openRunning, operatorHeaders } from './running.ts';

export interface RunningSite {
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
export async function openAnswer(place: RunningSite, call: OperatorCall): Promise<IncomingMessage> {
  const { url, dataDir } = place;
  const { method, path, body } = call;
  const headers = { ...operatorHeaders(dataDir), 'content-type': 'application/octet-stream' };
  const answer = await openRunning(url, `/api/console/files${path}`, { method, headers, body });
  if (answer.statusCode === 200) return answer;
  throw await refusalOf(url, answer);
}

/** The data of the answer. @throws AppError */
export async function operatorCall<T>(place: RunningSite, call: OperatorCall): Promise<T> {
  const answer = await openAnswer(place, call);
  const parsed = JSON.parse(await answerText(place.url, answer)) as Envelope<T>;
  if (parsed.ok) return parsed.data;
  throw appError(parsed.error);
}

async function refusalOf(url: string, answer: IncomingMessage): Promise<AppError> {
  try {
    const parsed = JSON.parse(await answerText(url, answer)) as Envelope<unknown>;
    if (!parsed.ok) return appError(parsed.error);
  } catch {
    // Not our envelope.
  }
  return notFestinger(url, answer);
}

function appError({ code, message, details, retryable }: ErrorBody): AppError {
  return new AppError(code, message, details, retryable);
}
