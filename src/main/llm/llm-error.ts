// What can go wrong between us and a model, as one closed list, whichever SDK was in between.
// Carries words and numbers only: never a request, a header or a cause, since those may hold a key.
// Thrown by the chat models; the model desk turns it into an AppError.
import { redact } from '../../shared/redact.ts';

export type LlmErrorKind =
  | 'unauthenticated'
  | 'not_found'
  | 'rate_limited'
  | 'overloaded'
  | 'server'
  | 'timeout'
  /** The stream stopped coming. */
  | 'idle'
  | 'aborted'
  | 'too_large'
  | 'bad_request'
  | 'unreachable'
  /** What came back is not what this API answers. */
  | 'protocol';

const RETRYABLE: Readonly<Record<LlmErrorKind, boolean>> = {
  unauthenticated: false,
  not_found: false,
  rate_limited: true,
  overloaded: true,
  server: true,
  timeout: true,
  idle: true,
  aborted: false,
  too_large: false,
  bad_request: false,
  unreachable: true,
  protocol: false,
};

export interface LlmErrorFacts {
  readonly status?: number | undefined;
  /** Milliseconds the server asks us to wait. */
  readonly retryAfterMs?: number | undefined;
}

export class LlmError extends Error {
  readonly kind: LlmErrorKind;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly retryable: boolean;

  /** @param message a clause that follows "The model …", without its full stop: "does not answer at …" */
  constructor(kind: LlmErrorKind, message: string, facts: LlmErrorFacts = {}) {
    super(redact(message));
    this.name = 'LlmError';
    this.kind = kind;
    this.status = facts.status ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.retryable = RETRYABLE[kind];
  }
}

/** The kind of an HTTP status that is not 2xx. */
export function kindOfStatus(status: number): LlmErrorKind {
  switch (status) {
    case 401:
    case 403:
      return 'unauthenticated';
    case 404:
      return 'not_found';
    case 408:
    case 504:
      return 'timeout';
    case 429:
      return 'rate_limited';
    case 503:
    case 529:
      return 'overloaded';
    default:
      if (status >= 500) return 'server';
      return status >= 400 ? 'bad_request' : 'protocol';
  }
}

/** The kind of an error that arrived inside a stream, by the words the APIs use for them. */
export function kindOfErrorType(type: string): LlmErrorKind {
  if (/overloaded/.test(type)) return 'overloaded';
  if (/rate_limit|too_many|quota/.test(type)) return 'rate_limited';
  if (/authentication|permission|api_key/.test(type)) return 'unauthenticated';
  if (/not_found/.test(type)) return 'not_found';
  if (/invalid_request/.test(type)) return 'bad_request';
  if (/timeout/.test(type)) return 'timeout';
  return 'server';
}

const NETWORK: readonly (readonly [code: RegExp, clause: string])[] = [
  [/ECONNREFUSED/, 'refuses the connection: nothing listens there'],
  [/ENOTFOUND|EAI_AGAIN/, 'cannot be found: its host name is not known'],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET/, 'broke the connection'],
  [/ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/, 'did not take the connection in time'],
  [/EHOSTUNREACH|ENETUNREACH/, 'cannot be reached: no route to its host'],
  [/CERT|SELF_SIGNED|TLS|SSL/, 'showed a certificate that cannot be trusted'],
  [/HPE_|UND_ERR_RES/, 'does not speak HTTP as it should'],
];

/** What a failed connection comes down to; errors that are ours already pass unchanged. */
export function networkError(error: unknown): LlmError {
  if (error instanceof LlmError) return error;
  const codes: string[] = [];
  for (let at: unknown = error; at instanceof Error && codes.length < 5; at = at.cause) {
    if (at.cause instanceof LlmError) return at.cause;
    const { code } = at as NodeJS.ErrnoException;
    codes.push(typeof code === 'string' ? code : at.name);
  }
  const known = NETWORK.find(([pattern]) => codes.some((code) => pattern.test(code)));
  return new LlmError('unreachable', known?.[1] ?? 'cannot be reached: the connection failed');
}
