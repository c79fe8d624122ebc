// Asks a model with a few repetitions where repeating can help, and tells apart what its failures mean for a run.
// Decides nothing about conflicts. Called by the resolution job.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { AskModel, ModelAnswer, ModelQuestion } from '../ask-model.ts';

/** Milliseconds before the second and the third try. */
const RETRY_AFTER_MS = [500, 2500] as const;
/** A model that asks for more patience than this is asked again by another run. */
const LONGEST_WAIT_MS = 60_000;

/**
 * What a failure means. `answer`: the model answered and it cannot be used. `item`: it did not answer this time.
 * `run`: it will not answer the next question either. `cancelled`: the run is being stopped.
 */
export type FailureScope = 'answer' | 'item' | 'run' | 'cancelled';

export function failureScope(error: unknown): FailureScope {
  if (!(error instanceof AppError)) return 'item';
  switch (error.code) {
    case 'BAD_ANSWER':
      return error.retryable ? 'item' : 'answer';
    case 'CANCELLED':
      return 'cancelled';
    case 'BUDGET_EXCEEDED':
      return 'run';
    case 'UNAVAILABLE':
      return isHopeless(error) || wantedWait(error) > LONGEST_WAIT_MS ? 'run' : 'item';
    default:
      return 'item';
  }
}

/** @throws AppError the last failure, as `AskModel` throws it; CANCELLED once `signal` is aborted */
export async function askPatiently(
  ask: AskModel,
  question: ModelQuestion & { readonly signal: AbortSignal },
  clock: Clock,
): Promise<ModelAnswer> {
  for (let tries = 0; ; tries++) {
    refuseAborted(question.signal);
    try {
      return await ask.ask(question);
    } catch (error) {
      refuseAborted(question.signal);
      const backoff = RETRY_AFTER_MS[tries];
      if (backoff === undefined || !(error instanceof AppError) || !isWorthRepeating(error)) throw error;
      await pause(clock, Math.max(backoff, wantedWait(error)), question.signal);
    }
  }
}

function isWorthRepeating(error: AppError): boolean {
  return (error.retryable || error.code === 'TIMEOUT') && failureScope(error) === 'item';
}

/** A setting names no model or one that is not there, or the model's key or name is wrong. */
function isHopeless({ details }: AppError): boolean {
  const kind = details?.kind;
  return details?.setting !== undefined || kind === 'unauthenticated' || kind === 'not_found';
}

function wantedWait({ details }: AppError): number {
  const wanted = details?.retryAfterMs;
  return typeof wanted === 'number' && wanted > 0 ? wanted : 0;
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('CANCELLED', 'The resolution run is being stopped.');
}

/** Ends early when the signal is aborted. */
function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end);
  });
}
