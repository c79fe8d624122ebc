export const ERROR_CODES = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN_HOST',
  'FORBIDDEN_ORIGIN',
  'FORBIDDEN_PROJECT',
  /** Nothing is learnt from this client. */
  'LEARNING_OFF',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'SELF_FACT',
  'ROOT_FACT',
  /** A name that looks like a key, a token or a password. */
  'SECRET_NAME',
  /** A name that reads as an instruction. */
  'NAME_REFUSED',
  'STALE_VERSION',
  /** An idempotency key that stood for another call. */
  'CONFLICT',
  /** What was asked would break a rule of the graph; the message says which. */
  'NOT_ALLOWED',
  /** Never in this state of the resource, whatever was approved. */
  'ACTION_NOT_ALLOWED',
  /** A person has to say yes first; `details.approval_id` is what waits for that. */
  'APPROVAL_REQUIRED',
  /** Refused whatever was approved. */
  'POLICY_BLOCKED',
  /** A command that is not proven to read only, where only reading is allowed. */
  'READ_ONLY_VIOLATION',
  /** Never to be touched, or another write to it is under way. */
  'LOCKED',
  /** The state of the run does not let it happen now; the message says what has to come first. */
  'FSM_BLOCKED',
  /** The same call for the fourth time. */
  'LOOP_DETECTED',
  /** What would have to be there for it is switched off, or not there. */
  'FEATURE_OFF',
  'RATE_LIMITED',
  /** A brief that is no brief, with why. */
  'BRIEF_REFUSED',
  /** Something named that nobody has discovered. */
  'STRICT_RESOLUTION',
  /** A host was named where something inside it is meant. */
  'ROUTING_MISMATCH',
  /** It was tried, and did not do what it should. */
  'EXECUTION_FAILED',
  'BUDGET_EXCEEDED',
  /** A model answered, and the answer cannot be used. */
  'BAD_ANSWER',
  'TIMEOUT',
  'CANCELLED',
  'PAYLOAD_TOO_LARGE',
  'UNAVAILABLE',
  'INTERNAL',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  /** On answers of tools: a gate stands before it. */
  blocked?: boolean;
  /** On answers of tools: it was tried. */
  failed?: boolean;
  retryable?: boolean;
  details?: Record<string, unknown>;
}

export type Envelope<T> =
  | { ok: true; data: T; meta?: Record<string, unknown> }
  | { ok: false; error: ErrorBody };

export const success = <T>(data: T): Envelope<T> => ({ ok: true, data });

export const failure = (error: ErrorBody): Envelope<never> => ({ ok: false, error });

/** HTTP status of each code, stated once. */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN_HOST: 403,
  FORBIDDEN_ORIGIN: 403,
  FORBIDDEN_PROJECT: 403,
  LEARNING_OFF: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  STALE_VERSION: 409,
  CONFLICT: 409,
  NOT_ALLOWED: 409,
  ACTION_NOT_ALLOWED: 409,
  APPROVAL_REQUIRED: 409,
  POLICY_BLOCKED: 403,
  READ_ONLY_VIOLATION: 403,
  LOCKED: 423,
  FSM_BLOCKED: 409,
  LOOP_DETECTED: 409,
  FEATURE_OFF: 403,
  RATE_LIMITED: 429,
  BRIEF_REFUSED: 422,
  STRICT_RESOLUTION: 404,
  ROUTING_MISMATCH: 409,
  EXECUTION_FAILED: 502,
  BUDGET_EXCEEDED: 429,
  BAD_ANSWER: 502,
  TIMEOUT: 504,
  CANCELLED: 499,
  PAYLOAD_TOO_LARGE: 413,
  SELF_FACT: 422,
  ROOT_FACT: 422,
  SECRET_NAME: 422,
  NAME_REFUSED: 422,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/**
 * What of the tools' protocol a code says: `blocked`, a gate or the operator stands before it and nothing was tried; `failed`, it was tried
 * and did not come to be; null, neither. Source: agent, Tool protocol.
 */
const ERROR_FLAG: Record<ErrorCode, 'blocked' | 'failed' | null> = {
  INVALID_INPUT: null,
  UNAUTHENTICATED: 'blocked',
  FORBIDDEN_HOST: 'blocked',
  FORBIDDEN_ORIGIN: 'blocked',
  FORBIDDEN_PROJECT: 'blocked',
  LEARNING_OFF: 'blocked',
  NOT_FOUND: null,
  METHOD_NOT_ALLOWED: null,
  STALE_VERSION: 'blocked',
  CONFLICT: 'blocked',
  NOT_ALLOWED: 'blocked',
  ACTION_NOT_ALLOWED: 'blocked',
  APPROVAL_REQUIRED: 'blocked',
  POLICY_BLOCKED: 'blocked',
  READ_ONLY_VIOLATION: 'blocked',
  LOCKED: 'blocked',
  FSM_BLOCKED: 'blocked',
  LOOP_DETECTED: 'blocked',
  FEATURE_OFF: 'blocked',
  RATE_LIMITED: 'blocked',
  BRIEF_REFUSED: 'blocked',
  STRICT_RESOLUTION: 'blocked',
  ROUTING_MISMATCH: 'blocked',
  EXECUTION_FAILED: 'failed',
  BUDGET_EXCEEDED: 'blocked',
  BAD_ANSWER: 'failed',
  TIMEOUT: 'failed',
  CANCELLED: 'failed',
  PAYLOAD_TOO_LARGE: null,
  SELF_FACT: null,
  ROOT_FACT: null,
  SECRET_NAME: null,
  NAME_REFUSED: null,
  UNAVAILABLE: 'failed',
  INTERNAL: 'failed',
};

/** Of these the caller can get out by itself, if told how. Source: agent, Tool protocol. */
const WAY_OUT: Partial<Record<ErrorCode, string>> = {
  STRICT_RESOLUTION: 'Find it with query first, then try again.',
  FSM_BLOCKED: 'Do what has to come first, then try again.',
  ROUTING_MISMATCH: 'Name the resource inside the host, as query lists it.',
  APPROVAL_REQUIRED: 'Wait for the operator; do not ask for the same again.',
};

/** An error as the tools' protocol has it: with its flag, and with how to get out of it where there is a way. */
export function toolError(error: ErrorBody): ErrorBody {
  const flag = ERROR_FLAG[error.code];
  const hint = WAY_OUT[error.code];
  const wayOut = hint === undefined ? {} : { recovery_hint: hint, auto_recoverable: true };
  return {
    ...error,
    ...(flag === null ? {} : { [flag]: true }),
    ...(hint === undefined && error.details === undefined
      ? {}
      : { details: { ...wayOut, ...error.details } }),
  };
}

/** What is thrown inside and converted once at the border. `message` says what was wrong, where, and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>, retryable = false) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
    this.retryable = retryable;
  }

  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.retryable ? { retryable: true } : {}),
      ...(this.details ? { details: this.details } : {}),
    };
  }
}
