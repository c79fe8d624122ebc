// Refuses, before any routing, what was not meant for us and what can be read in two ways. Where a message of doubt ends nobody
// knows, so the connection ends with it: nothing behind it is executed. Source: proxy, Hostile input. Used by server.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, failure } from '../../shared/model/envelope.ts';
import { endRefusal } from '../proxy/body/refused-body.ts';
import { type HostNames, isOwnHost } from './own-host.ts';

/** More than anybody sends; Node would leave the rest out without a word. */
const MAX_HEADER_LINES = 1000;

export type HttpRefusal = readonly [status: number, error: AppError];

const invalid = (message: string, status = 400): HttpRefusal => [
  status,
  new AppError('INVALID_INPUT', message),
];

/** Answers what is refused. @returns whether the request goes on */
export function admit(request: IncomingMessage, response: ServerResponse, names: HostNames): boolean {
  const refusal = refusalOf(request, names);
  return refusal === null || refuse(response, ...refusal);
}

/** Why a request was not meant for us, with its status; null when it was. */
export function refusalOf(request: IncomingMessage, names: HostNames): HttpRefusal | null {
  const { url, headers, rawHeaders, httpVersion } = request;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return invalid(`HTTP/${httpVersion} is not spoken here; send HTTP/1.1.`);
  }
  if (!url?.startsWith('/')) return invalid('The request target must be a path, such as /api/tags.');
  if (rawHeaders.length > 2 * MAX_HEADER_LINES) {
    return invalid(`A request has at most ${MAX_HEADER_LINES} header lines.`, 431);
  }
  if (hostsOf(rawHeaders) > 1) return invalid('A request has one Host header, not several.');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || httpVersion === '1.0')) {
    return invalid(
      `Transfer-Encoding: chunked, in HTTP/1.1, is the only one taken here, not "${coding.slice(0, 100)}" in HTTP/${httpVersion}.`,
    );
  }
  if (isOwnHost(headers.host, names)) return null;
  if (!headers.host) return invalid('A request has a Host header.');
  const host = String(headers.host ?? '').slice(0, 200);
  const message = `The Host "${host}" is not this machine. If it is, add it to allowed_hosts in config.yaml.`;
  return [403, new AppError('FORBIDDEN_HOST', message)];
}

function hostsOf(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** Answers in our envelope and ends the connection. */
export function refuse(response: ServerResponse, status: number, error: AppError): false {
  const body = Buffer.from(JSON.stringify(failure(error.toBody())));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  });
  endRefusal(response.req, response, response.req.method === 'HEAD' ? null : body);
  return false;
}
