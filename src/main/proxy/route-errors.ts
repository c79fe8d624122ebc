// Errors of ours in the shape of the route they happen on, so that every client reads them as its own API's:
// Ollama's `{"error"}`, OpenAI's and Anthropic's envelopes, as a whole answer or as a last line of a stream.
// Source: proxy.md Fidelity.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { RouteKind } from '../../shared/model/traffic.ts';
import type { Dialect } from './routes.ts';

/** The body of an error answer. */
export function errorBody(dialect: Dialect, message: string): string {
  switch (dialect) {
    case 'ollama':
      return JSON.stringify({ error: message });
    case 'openai':
      return JSON.stringify({ error: { message, type: 'upstream_error', param: null, code: null } });
    case 'anthropic':
      return JSON.stringify({ type: 'error', error: { type: 'api_error', message } });
  }
}

/**
 * Answers a request with an error of ours. Nothing happens when the answer has begun or the client has left.
 * A body that was not read to its end closes the connection behind the answer.
 */
export function writeError(
  { req, res, route }: { req: IncomingMessage; res: ServerResponse; route: { dialect: Dialect } },
  status: number,
  message: string,
  retryAfterSeconds: number | null = null,
): void {
  if (res.headersSent || res.destroyed) return;
  const body = Buffer.from(errorBody(route.dialect, message));
  const headers: OutgoingHttpHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  };
  if (retryAfterSeconds !== null) headers['retry-after'] = String(retryAfterSeconds);
  if (!req.complete) headers.connection = 'close';
  res.writeHead(status, headers);
  res.end(req.method === 'HEAD' ? undefined : body);
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
