// What becomes of an engine that does not answer, or answers with a refusal: an AppError in words an operator can act on. By codes of
// the system and of HTTP, never by an engine's sentences. Used by engine.ts.
import { AppError, type ErrorCode } from '../../../../shared/model/envelope.ts';

/** Longest sentence of an engine that is passed on, characters. */
const LONGEST = 400;

const ADVICE: Readonly<Record<string, string>> = {
  EACCES:
    'permission was denied: add the user this program runs as to the group that owns it (usually `docker`), or name a socket of its own',
  ENOENT: 'there is no such socket: start Docker, or `systemctl start podman.socket`',
  ECONNREFUSED: 'nothing listens on it: start Docker, or `systemctl start podman.socket`',
  ENOTSOCK: 'it is no socket: name the engine’s socket in config.yaml',
  ECONNRESET: 'it closed the connection: look at the engine’s own log',
  EPIPE: 'it closed the connection: look at the engine’s own log',
};

/** The engine cannot be talked to. @param sent what was asked may have reached it: nobody knows whether it was done */
export function unreachable(address: string, cause: unknown, sent: boolean): AppError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = ADVICE[code] ?? reasonText(cause);
  const details = sent ? { address, cause: code, outcome: 'unknown' } : { address, cause: code };
  return new AppError('UNAVAILABLE', `The container engine at ${address}: ${why}`, details, true);
}

const REFUSALS: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'UNAVAILABLE',
  403: 'NOT_ALLOWED',
  404: 'NOT_FOUND',
  409: 'NOT_ALLOWED',
  501: 'NOT_ALLOWED',
  503: 'UNAVAILABLE',
};

/** The engine answered that it will not, or could not. @param body as it came, JSON or not */
export function refusal(call: string, status: number, body: string): AppError {
  const code = REFUSALS[status] ?? 'EXECUTION_FAILED';
  return new AppError(code, `The engine refused ${call} (${status}): ${saidIn(body)}`, { status });
}

/** An engine's own sentence, on one line. Podman says why in `cause` and all of it in `message`, Docker has `message`. */
export function saidIn(body: string): string {
  return oneLine(messageOf(body) ?? body) || 'it gave no reason';
}

function messageOf(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** What an error says, whatever was thrown. */
export const reasonText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export function oneLine(text: string): string {
  const line = text.slice(0, LONGEST).split(/\s/).filter(Boolean).join(' ');
  return text.length > LONGEST ? `${line.toWellFormed()}…` : line;
}
