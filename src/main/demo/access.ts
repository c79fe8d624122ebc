// Who may talk to the upstream: Ollama's Host check and its CORS verdicts, both answered with an empty body.
// Rewriting Host or Origin on the way here changes these verdicts, which is why the upstream makes them for real.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { hostname } from 'node:os';
import { sendEmpty } from './reply.ts';

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(net, bits);
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

/** Ollama on loopback answers to local names and private addresses only. */
export function hostAllowed(header: string | undefined): boolean {
  const host = bareHost(header ?? '').toLowerCase();
  if (host === '' || host === 'localhost' || host === hostname().toLowerCase()) return true;
  if (/\.(?:localhost|local|internal)$/.test(host)) return true;
  const version = isIP(host);
  return version !== 0 && (host === '0.0.0.0' || PRIVATE.check(host, version === 6 ? 'ipv6' : 'ipv4'));
}

const bareHost = (header: string): string =>
  header.startsWith('[') ? header.slice(1, header.indexOf(']')) : header.replace(/:\d+$/, '');

const LOCAL_ORIGIN = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0)(?::\d+)?$/;
const APP_ORIGIN = /^(?:app|file|tauri|vscode-webview|vscode-file):\/\//;

const ALLOWED_HEADERS =
  'Authorization,Content-Type,User-Agent,Accept,X-Requested-With,X-Stainless-Lang,X-Stainless-Package-Version';

/**
 * Checks Host and Origin and answers preflights.
 * @returns true when the request has been answered and must go no further
 */
export function refuseStrangers(req: IncomingMessage, res: ServerResponse): boolean {
  const { origin, host } = req.headers;
  const sameOrigin = origin === `http://${host}` || origin === `https://${host}`;
  if (origin !== undefined && !sameOrigin) {
    if (!LOCAL_ORIGIN.test(origin) && !APP_ORIGIN.test(origin)) return answered(res, 403);
    res.setHeader('access-control-allow-origin', origin);
    res.setHeader('vary', 'Origin');
    if (req.method === 'OPTIONS') {
      res.setHeader('access-control-allow-methods', 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS');
      res.setHeader('access-control-allow-headers', ALLOWED_HEADERS);
      res.setHeader('access-control-max-age', '43200');
      return answered(res, 204);
    }
  }
  return hostAllowed(host) ? false : answered(res, 403);
}

function answered(res: ServerResponse, status: number): true {
  if (status === 204) res.writeHead(204).end();
  else sendEmpty(res, status);
  return true;
}
