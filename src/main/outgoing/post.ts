// One POST to an address an operator named, of which the answer's status alone counts: no redirect is followed, no body read, nothing of the address
// told. Called by notifications (infra/approvals, infra/web-push).
import { type Dispatcher, request } from 'undici';
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';

const LONGEST_MS = 5_000;

export interface Letter {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface PostDeps {
  readonly dispatcher: Dispatcher;
  readonly clock: Pick<Clock, 'after'>;
  /** Gives it up. */
  readonly signal: AbortSignal;
}

/** @returns the status of the answer, or what went wrong, as in `it could not be reached (ECONNREFUSED)`. Never throws */
export async function post(
  url: string,
  { headers, body }: Letter,
  { dispatcher, clock, signal }: PostDeps,
): Promise<number | string> {
  const limit = new AbortController();
  const cancel = clock.after(LONGEST_MS, () => limit.abort());
  try {
    const answer = await request(url, {
      ...{ method: 'POST', headers, body, dispatcher },
      signal: AbortSignal.any([limit.signal, signal]),
    });
    answer.body.on('error', () => undefined).destroy();
    return answer.statusCode;
  } catch (error) {
    if (limit.signal.aborted) return `gave no answer within ${LONGEST_MS / 1000} seconds`;
    if (error instanceof AppError) return `is not asked: ${error.message}`;
    const { code } = error as NodeJS.ErrnoException;
    return `could not be reached${code === undefined ? '' : ` (${code})`}`;
  } finally {
    cancel();
  }
}
