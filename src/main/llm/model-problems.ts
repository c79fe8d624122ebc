// What went wrong with a model, in the program's own terms: AppErrors that say which model, what, and what to do.
import { AppError, type ErrorCode } from '../../shared/model/envelope.ts';
import type { CollectedAnswer } from './collect-answer.ts';
import type { LlmError, LlmErrorKind } from './llm-error.ts';

const CODES: Readonly<Record<LlmErrorKind, ErrorCode>> = {
  // Not UNAUTHENTICATED: that is what the console's own callers are told about themselves.
  unauthenticated: 'UNAVAILABLE',
  not_found: 'UNAVAILABLE',
  rate_limited: 'UNAVAILABLE',
  overloaded: 'UNAVAILABLE',
  server: 'UNAVAILABLE',
  timeout: 'TIMEOUT',
  idle: 'TIMEOUT',
  aborted: 'CANCELLED',
  too_large: 'BAD_ANSWER',
  bad_request: 'UNAVAILABLE',
  unreachable: 'UNAVAILABLE',
  protocol: 'BAD_ANSWER',
};

const ADVICE: Partial<Readonly<Record<LlmErrorKind, string>>> = {
  unauthenticated: 'Enter its key again in Settings.',
  not_found: 'Check its name and address in Settings.',
  timeout: 'model_timeout_seconds in Settings gives it longer.',
  bad_request: 'Test it in Settings.',
  unreachable: 'Check its address in Settings, and that it runs.',
};

/** `details`: kind, model, and status and retryAfterMs where there are any. */
export function toAppError(label: string, error: LlmError): AppError {
  const advice = ADVICE[error.kind];
  const stop = /[.?!…]$/.test(error.message) ? '' : '.';
  return new AppError(
    CODES[error.kind],
    `The model ${label} ${error.message}${stop}${advice === undefined ? '' : ` ${advice}`}`,
    {
      kind: error.kind,
      model: label,
      ...(error.status === null ? {} : { status: error.status }),
      ...(error.retryAfterMs === null ? {} : { retryAfterMs: error.retryAfterMs }),
    },
    error.retryable,
  );
}

/** Why a whole answer cannot be used, as far as that can be told without reading it. */
export function refusedAnswer(label: string, answer: CollectedAnswer): AppError | null {
  const problem =
    answer.reason === 'length'
      ? `had not finished its answer after ${answer.outputTokens} tokens, as many as it may use`
      : answer.reason === 'refused'
        ? 'declined to answer'
        : answer.text.trim() === ''
          ? 'answered nothing'
          : null;
  if (problem === null) return null;
  return new AppError('BAD_ANSWER', `The model ${label} ${problem}.`, { kind: 'protocol', model: label });
}
