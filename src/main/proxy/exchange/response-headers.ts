// An upstream's reason and headers as they go to the client: as sent, but for what would leave something behind on the console's origin,
// which an upstream shares with it; and what a browser might run or show is sealed. Agents see no difference: they get the
// types of the APIs, which no browser runs. Source: proxy, Fidelity, Hostile input; decision 026. Used by the relay of answers.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { SESSION_COOKIE } from '../../../shared/access/session-cookie.ts';
import { keep } from './headers.ts';
import { cookieName } from './own-secrets.ts';

/** What a browser keeps for an origin, or does on a document's behalf. No client of a model reads any of it. */
const PLANTED = new Set([
  'accept-ch',
  'alt-svc',
  'clear-site-data',
  'expect-ct',
  'nel',
  'public-key-pins',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'secure-session-registration',
  'sec-session-registration',
  'service-worker-allowed',
  'set-login',
  'strict-transport-security',
  'use-as-dictionary',
]);
/** What clients other than browsers use: a balancer's cookie, which scheme to answer a 401 in. */
const NOT_FOR_BROWSERS = new Set(['set-cookie', 'www-authenticate']);
/** Types that no browser runs, renders or guesses at: what the APIs answer in. */
const PLAIN_DATA = /^(?:application\/(?:x-ndjson|json)|text\/event-stream)[ \t]*(?:;|$)/i;
const NO_SNIFF = 'x-content-type-options';
/** Scripts, forms, frames and the origin itself are out of its reach; a second policy can only take away more. */
const SEAL = ['Content-Security-Policy', 'sandbox', 'X-Content-Type-Options', 'nosniff'] as const;

/** `raw` is undici's: bytes, names and values in turn. */
export function responseHeaders(raw: readonly (Buffer | string)[], req: IncomingMessage): string[] {
  const headers = raw.map((piece) => (typeof piece === 'string' ? piece : piece.toString('latin1')));
  const isSealed = !isPlainData(headers);
  const toBrowser = isBrowser(req);
  const isDropped = (name: string, value: string) =>
    PLANTED.has(name) ||
    (toBrowser && NOT_FOR_BROWSERS.has(name)) ||
    (isSealed && name === NO_SNIFF) ||
    (name === 'set-cookie' && cookieName(value) === SESSION_COOKIE);
  const kept = keep(headers, isDropped);
  if (isSealed) kept.push(...SEAL);
  return kept;
}

/** The same headers with another `Content-Length`, in its place; without one where `length` is null. */
export function withLength(headers: readonly string[], length: number | null): string[] {
  const isLength = (i: number) => headers[i - (i % 2)]?.toLowerCase() === 'content-length';
  if (length === null) return headers.filter((_, i) => !isLength(i));
  return headers.map((text, i) => (i % 2 === 1 && isLength(i) ? String(length) : text));
}

/** The upstream's trailers as they go to the client. */
export function responseTrailers(
  raw: readonly (Buffer | string)[],
  req: IncomingMessage,
): [string, string][] {
  const text = raw.map((piece) => (typeof piece === 'string' ? piece : piece.toString('latin1')));
  const toBrowser = isBrowser(req);
  const kept = keep(text, (name) => PLANTED.has(name) || (toBrowser && NOT_FOR_BROWSERS.has(name)));
  return kept.flatMap((name, i) => (i % 2 === 0 ? [[name, kept[i + 1] ?? '']] : []) as [string, string][]);
}

/** What was no UTF-8, and what Node writes into no head. */
const UNWRITABLE = /\ufffd|[^\t\x20-\x7e\x80-\u{10ffff}]/u;

/**
 * A reason's bytes as they came. undici reads them as UTF-8: what is none cannot be restored, so the usual reason stands
 * there. And of one that came in two reads it keeps the end, which is told by the usual reason ending so.
 */
export function reasonPhrase(status: number, message: string | undefined): string | undefined {
  const usual = STATUS_CODES[status];
  if (message === undefined || UNWRITABLE.test(message)) return usual;
  if (message !== '' && usual?.endsWith(message)) return usual;
  return Buffer.from(message).toString('latin1');
}

/** Exactly one type, and one of the APIs'. */
function isPlainData(headers: readonly string[]): boolean {
  let found = 0;
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i] as string;
    if (name.length !== 12 || name.toLowerCase() !== 'content-type') continue;
    if (!PLAIN_DATA.test(headers[i + 1] as string)) return false;
    found++;
  }
  return found === 1;
}

/** Every browser says where a request comes from; to 127.0.0.1 also over plain HTTP. Node's fetch, which agents use, does not. */
const isBrowser = ({ headers }: IncomingMessage): boolean => headers['sec-fetch-site'] !== undefined;
