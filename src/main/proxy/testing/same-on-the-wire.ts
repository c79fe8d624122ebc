// What "the same" means on either side of a proxy, and nothing more: the exceptions of proxy, Fidelity, in one
// place. Used by tests only.
import type { Header, Message } from './raw-http.ts';

/** Each side's own: where a message ends, and whether the connection goes on. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
]);
const OF_A_REQUEST = new Set(['host', 'expect']);

/** What a message says end to end. */
export interface Said {
  readonly startLine: string;
  readonly headers: readonly Header[];
  readonly body: string;
  readonly trailers: readonly Header[];
}

function endToEnd(headers: readonly Header[], isOwn: (name: string) => boolean): Header[] {
  const declared = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase()));
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !OF_THE_CONNECTION.has(lower) && !declared.includes(lower) && !isOwn(lower);
  });
}

const path = (startLine: string) => {
  const [method, target = '', version] = startLine.split(' ');
  const [route = '', ...query] = target.split('?');
  return [method, [route.replace(/\/{2,}/g, '/'), ...query].join('?'), version].join(' ');
};

/** A request as the upstream must see it. */
export const requestSaid = ({ startLine, headers, body }: Message): Said => ({
  startLine: path(startLine),
  headers: endToEnd(headers, (name) => OF_A_REQUEST.has(name) || name.startsWith('x-festinger-')),
  body: body.toString('latin1'),
  trailers: [], // undici sends none; nobody who speaks to models does
});

/** What a browser could render or run is sealed (decision 026), beside what the upstream says of it. */
const SEAL: readonly Header[] = [
  ['Content-Security-Policy', 'sandbox'],
  ['X-Content-Type-Options', 'nosniff'],
];
const isSeal = ([name, value]: Header) => SEAL.some((seal) => seal[0] === name && seal[1] === value);

/** An answer as the client must get it. */
export const answerSaid = ({ startLine, headers, body, trailers }: Message): Said => ({
  startLine,
  headers: endToEnd(headers, () => false).filter((header) => !isSeal(header)),
  body: body.toString('latin1'),
  trailers,
});
