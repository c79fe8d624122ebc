// What a caller without a key may ask where keys are needed, answered as Ollama answers it and without asking an upstream,
// whose own key is not for strangers: whether anybody is at home, and a browser's question what it may send.
// Source: proxy, Hostile input. Used by proxy.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAllowedOrigin } from './allowed-origin.ts';

const AT_HOME = 'Ollama is running';
const METHODS = 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS';
const HEADERS = 'Authorization,Content-Type,User-Agent,Accept,X-Requested-With,X-Api-Key';
const MAX_AGE_S = '43200';

/** @param origins beside the local ones that Ollama lets in */
export function answerKnock(req: IncomingMessage, res: ServerResponse, origins: readonly string[]): void {
  if (req.method === 'OPTIONS') answerPreflight(req, res, origins);
  else {
    res.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': AT_HOME.length });
    res.end(req.method === 'HEAD' ? undefined : AT_HOME);
  }
}

/** Whom the upstream then lets read its answer, it says itself. */
function answerPreflight(
  { headers }: IncomingMessage,
  res: ServerResponse,
  origins: readonly string[],
): void {
  const { origin } = headers;
  if (origin === undefined || !isAllowedOrigin(origin, origins)) {
    res.writeHead(403, { 'content-length': 0 }).end();
    return;
  }
  const asked = headers['access-control-request-headers'];
  const isList = asked !== undefined && /^[\w, -]{1,2000}$/.test(asked);
  res
    .writeHead(204, {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': isList ? asked : HEADERS,
      'access-control-max-age': MAX_AGE_S,
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    })
    .end();
}
