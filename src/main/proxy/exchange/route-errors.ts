// Errors of ours in the shape of the route they happen on, so that every client reads them as its own API's:
// Ollama's `{"error"}`, OpenAI's and Anthropic's envelopes, as a whole answer or as a last line of a stream.
// Source: proxy, Fidelity.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { RouteKind } from '../../../shared/model/traffic.ts';
import type { Refusal } from '../../clients/caller.ts';
import { endRefusal } from '../body/refused-body.ts';
import type { Dialect } from '../routes.ts';

interface ErrorKind {
  readonly openai: { readonly type: string; readonly code: string | null };
  readonly anthropic: string;
}

/** What the other APIs call an error of ours that is the client's own to mend; theirs for everything else. */
const KINDS: Readonly<Record<number, ErrorKind>> = {
  400: { openai: { type: 'invalid_request_error', code: null }, anthropic: 'invalid_request_error' },
  401: {
    openai: { type: 'invalid_request_error', code: 'invalid_api_key' },
    anthropic: 'authentication_error',
  },
  403: { openai: { type: 'invalid_request_error', code: 'forbidden' }, anthropic: 'permission_error' },
  429: { openai: { type: 'requests', code: 'rate_limit_exceeded' }, anthropic: 'rate_limit_error' },
};
const UPSTREAM: ErrorKind = { openai: { type: 'upstream_error', code: null }, anthropic: 'api_error' };

/** The body of an error answer. */
export function errorBody(dialect: Dialect, message: string, status = 502): string {
  const { openai, anthropic } = KINDS[status] ?? UPSTREAM;
  switch (dialect) {
    case 'ollama':
      return JSON.stringify({ error: message });
    case 'openai':
      return JSON.stringify({ error: { message, type: openai.type, param: null, code: openai.code } });
    case 'anthropic':
      return JSON.stringify({ type: 'error', error: { type: anthropic, message } });
  }
}

/**
 * Answers a request with an error of ours. Nothing happens when the answer has begun or the client has left.
 * A body that was not read to its end closes the connection, as soon as it has come or a moment behind the answer.
 */
export function writeError(
  { req, res, route }: { req: IncomingMessage; res: ServerResponse; route: { dialect: Dialect } },
  status: number,
  message: string,
  headers: OutgoingHttpHeaders = {},
): void {
  if (res.headersSent || res.destroyed) return;
  const body = Buffer.from(errorBody(route.dialect, message, status));
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    ...(req.complete ? {} : { connection: 'close' }),
    ...headers,
  });
  const said = req.method === 'HEAD' ? null : body;
  if (req.complete) res.end(said ?? undefined);
  else endRefusal(req, res, said);
}

/** What goes with a refusal beside its words. */
export function refusalHeaders({ status, retryAfter }: Refusal): OutgoingHttpHeaders {
  if (retryAfter !== undefined) return { 'retry-after': String(retryAfter) };
  return status === 401 ? { 'www-authenticate': 'Bearer realm="Festinger"' } : {};
}

export interface StreamErrorContext {
  readonly route: RouteKind;
  readonly dialect: Dialect;
  readonly model: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The last line of a stream that broke. Ollama's lines keep the keys LiteLLM insists on, and never say `done: true`:
 * a broken answer must not look whole.
 */
export function errorLine({ route, dialect, model, now }: StreamErrorContext, message: string): string {
  switch (dialect) {
    case 'ollama': {
      const said =
        route === 'chat'
          ? { message: { role: 'assistant', content: '' } }
          : route === 'generate'
            ? { response: '' }
            : {};
      const head =
        route === 'other'
          ? {}
          : { model: model ?? '', created_at: new Date(now).toISOString(), ...said, done: false };
      return `${JSON.stringify({ ...head, error: message })}\n`;
    }
    case 'openai':
      return `data: ${errorBody(dialect, message)}\n\n`;
    case 'anthropic':
      return `event: error\ndata: ${errorBody(dialect, message)}\n\n`;
  }
}
