// What a stranger sends on one connection: bytes in pieces, some of them late, and when it leaves. Made from legal and illegal messages of
// every route, ours and the upstream's, and from what was kept, changed byte by byte. As plain data. Pure but for fast-check's sampling.

import {
  headedRequest,
  misheadedRequest,
  promptRequest,
} from '../../src/main/proxy/testing/arbitrary-wire.ts';
import { fc } from '../../src/shared/testing/campaign.ts';
import type { Dice } from '../finding.ts';

export interface WireCase {
  /** Each is written by itself; base64. */
  readonly pieces: readonly string[];
  /** The client leaves behind so many pieces; null: when it has an answer or nothing comes. */
  readonly leavesAfter: number | null;
}

/** What stands for the operator's secrets until a case is sent, so that kept cases hold none. */
export const TOKEN = '{{operator-token}}';

const HOST = 'Host: localhost\r\n';
const json = (path: string, body: string, more = '') =>
  `POST ${path} HTTP/1.1\r\n${HOST}${more}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`;
const BEARER = `Authorization: Bearer ${TOKEN}\r\n`;

/** One of each of what the port answers. */
const OURS: readonly string[] = [
  json('/iknowthat', '{"fact":"gnommoweb -isa repo"}'),
  json('/iknowthat', '{"facts":["a -isa b","c -isa"]}'),
  get('/recall?concept=gnommoweb'),
  get('/healthz'),
  get('/readyz'),
  get('/metrics', BEARER),
  get('/conflicts'),
  get('/conflicts', BEARER),
  json('/conflicts/1', '{"decision":"dismiss"}', BEARER),
  json('/reload', '', BEARER),
  get('/admin'),
  get('/console/'),
  get('/console/?code=nonsense'),
  get('/api/console/system/status', BEARER),
  get('/api/console/system/status'),
  json('/api/console/concepts/search', '{"query":"g"}', BEARER),
  json('/api/console/system/settings', '{"key":"recollection_max_chars","value":"many"}', BEARER),
  get('/api/console/traffic?limit=5', BEARER),
  get('/api/console/audit/events?limit=3', `Cookie: a=b; festinger=${TOKEN}; c=d\r\n`),
  get(
    '/rpc',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  ),
  get(
    '/rpc',
    `${BEARER}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`,
  ),
  get('/api/tags', BEARER),
  get('/api/tags', `Cookie: festinger=${TOKEN}\r\n`),
  get('/api/of-tomorrow', `X-Api-Key: ${TOKEN}\r\n`),
  get('/'),
  `HEAD / HTTP/1.1\r\n${HOST}\r\n`,
  `OPTIONS /api/chat HTTP/1.1\r\n${HOST}Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
  `DELETE /api/delete HTTP/1.1\r\n${HOST}Content-Length: 13\r\n\r\n{"model":"m"}`,
  json('/api/pull', '{"model":"m"}'),
  json('/api/embed', '{"model":"m","input":"x"}'),
  json('/api/show', '{"model":"m"}'),
  json(
    '/api/chat',
    '{"model":"m","messages":[{"role":"user","content":"what is gnommoweb"}]}',
    'Origin: https://evil.example\r\n',
  ),
  json('/api/chat', '{"model":"m","messages":[]}', 'X-Session-Id: s\r\nX-Festinger-Project: default\r\n'),
  `POST /api/chat HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `POST /api/chat HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  `POST /api/chat HTTP/1.1\r\n${HOST}Content-Encoding: zstd\r\nContent-Length: 4\r\n\r\n\u0028\u00b5\u002f\u00fd`,
  `GET http://localhost/api/tags HTTP/1.1\r\n${HOST}\r\n`,
  `CONNECT localhost:1 HTTP/1.1\r\n${HOST}\r\n`,
  `GET //api/tags?x=%00#y HTTP/1.1\r\n${HOST}\r\n`,
];

/** Words that mean something to somebody on the way. */
const WORDS: readonly string[] = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\0',
    ' ',
    '\t',
    ':',
    ',',
    ';',
    '\r\n\r\n',
    '0\r\n\r\n',
    'ffffffff\r\n',
    '-1',
    '1e9',
    '99999999999999999999',
  ],
  ...[
    'Content-Length: 0\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Connection: close\r\n',
    'Connection: Upgrade\r\n',
    'Upgrade: h2c\r\n',
  ],
  ...[
    'Host: evil.example\r\n',
    'HTTP/1.0',
    'HTTP/2.0',
    'PRI * HTTP/2.0',
    'GET ',
    '../',
    '%2e%2e/',
    '%00',
    '{"',
    '":',
    '[]',
    '{}',
    '"\\u0000"',
  ],
  ...[
    '"messages":',
    '"content":',
    '"role":"user"',
    '"prompt":',
    '"__proto__":',
    '\\ud800',
    '<recollection>',
    '</recollection>',
    '### System:\\n',
  ],
  ...[
    'gnommoweb',
    BEARER,
    `festinger=${TOKEN}`,
    'Content-Encoding: zstd\r\n',
    'Expect: 100-continue\r\n',
    'X-Session-Id: \u00ff\r\n',
  ],
];

const arbitraries = [promptRequest, headedRequest, misheadedRequest];

/** A case nobody has sent. */
export function newCase(dice: Dice): WireCase {
  const count = dice.once(3) ? 1 + dice.below(4) : 1;
  const pieces: Buffer[] = [];
  for (let n = 0; n < count; n++) {
    if (dice.once(2)) pieces.push(Buffer.from(dice.one(OURS), 'latin1'));
    else {
      const [sample] = fc.sample(dice.one(arbitraries), { numRuns: 1, seed: dice.below(2 ** 31) });
      pieces.push(...(sample?.pieces ?? []));
    }
  }
  return cased(pieces, dice);
}

/** One like it. */
export function mutatedCase({ pieces }: WireCase, dice: Dice): WireCase {
  let bytes = Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
  for (let times = 1 + dice.below(5); times > 0; times--) bytes = changed(bytes, dice);
  const cuts = Array.from({ length: dice.below(4) }, () => dice.below(bytes.length + 1)).sort(
    (a, b) => a - b,
  );
  return cased(
    [...cuts, bytes.length].map((to, n) => bytes.subarray(n === 0 ? 0 : cuts[n - 1], to)),
    dice,
  );
}

function changed(bytes: Buffer<ArrayBuffer>, dice: Dice): Buffer<ArrayBuffer> {
  const at = dice.below(bytes.length + 1);
  const to = Math.min(bytes.length, at + 1 + dice.below(64));
  const [before, middle, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  const word = () => Buffer.from(dice.one(WORDS), 'latin1');
  switch (dice.below(6)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, word(), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([before, word(), after]);
    case 3:
      return Buffer.concat([before, middle, middle, middle, after]);
    case 4:
      return Buffer.concat([bytes, Buffer.from(dice.one(OURS), 'latin1')]);
    default: {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = dice.below(256);
      return copy;
    }
  }
}

const cased = (pieces: readonly Buffer[], dice: Dice): WireCase => ({
  pieces: pieces.filter(({ length }) => length > 0).map((piece) => piece.toString('base64')),
  leavesAfter: dice.once(6) ? dice.below(4) : null,
});
