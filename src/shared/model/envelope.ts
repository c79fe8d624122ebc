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
