// Answers as Ollama, its look-alikes and odd servers write them: a row each, as bytes, cut into the writes they come in.
// Data only. Used by tests only.
import { chunked } from './raw-http.ts';

export interface WireAnswer {
  readonly name: string;
  /** Of the request it answers. */
  readonly method: string;
  readonly target: string;
  readonly pieces: readonly Buffer[];
  /** The connection closes behind it. */
  readonly closes: boolean;
}

interface Row {
  readonly name: string;
  readonly method?: string;
  readonly target?: string;
  readonly status?: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
  /** Absent: a stated length. `close`: until the connection closes. `none`: no framing. */
  readonly framing?: readonly number[] | 'close' | 'none';
  readonly trailers?: string;
  /** Heads in front. */
  readonly interim?: string;
  /** Where the bytes are cut into writes. */
  readonly cuts?: readonly number[];
}

const NDJSON = 'Content-Type: application/x-ndjson';
const JSON_TYPE = 'Content-Type: application/json; charset=utf-8';
const line = (text: string, more = '') =>
  `{"model":"m","created_at":"2026-11-21T00:00:00.123456789Z","message":{"role":"assistant","content":${JSON.stringify(text)}},"done":false${more}}\n`;
const LAST =
  '{"model":"m","created_at":"2026-11-21T00:00:01Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop","total_duration":1,"eval_count":2}\n';
const STREAM = Buffer.from(
  `${line('H\u00e9')}${line(' \u{1f600}')}${line('', ',"logprobs":[1.0,1e-5]')}${LAST}`,
);
const SSE = Buffer.from(
  'data: {"choices":[{"delta":{"content":"\u20ac"}}]}\n\n: comment\n\ndata: {"choices":[]}\r\n\r\ndata: [DONE]\n\n',
);
const EVENTS = Buffer.from(
  'event: message_start\ndata: {"type":"message_start"}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n',
);

const ROWS: readonly Row[] = [
  {
    name: 'a whole answer',
    target: '/api/chat',
    headers: [JSON_TYPE, 'Date: Sat, 21 Nov 2026 00:00:00 GMT'],
    body: LAST.trim(),
  },
  {
    name: 'JSON that ends with a newline',
    target: '/v1/models',
    headers: ['Content-Type: application/json'],
    body: '{"data":[]}\n',
  },
  {
    name: 'plain text',
    target: '/',
    headers: ['Content-Type: text/plain; charset=utf-8'],
    body: 'Ollama is running',
  },
  {
    name: 'HEAD with a length',
    method: 'HEAD',
    target: '/',
    headers: ['Content-Length: 17', 'Content-Type: text/plain'],
    framing: 'none',
  },
  {
    name: 'HEAD of a blob that is not there',
    method: 'HEAD',
    target: '/api/blobs/sha256:a',
    status: '404 Not Found',
    headers: ['Content-Length: 0'],
    framing: 'none',
  },
  {
    name: 'HEAD of a stream',
    method: 'HEAD',
    target: '/api/tags',
    headers: ['Transfer-Encoding: chunked'],
    framing: 'none',
  },
  {
    name: '201 of an upload',
    method: 'POST',
    target: '/api/blobs/sha256:a',
    status: '201 Created',
    body: '',
  },
  { name: '200 without anything', method: 'POST', target: '/api/copy', body: '' },
  {
    name: '204',
    method: 'OPTIONS',
    target: '/api/chat',
    status: '204 No Content',
    headers: ['Access-Control-Allow-Origin: http://localhost:3000', 'Vary: Origin'],
    framing: 'none',
  },
  {
    name: '204 with a length',
    method: 'OPTIONS',
    target: '/api/chat',
    status: '204 No Content',
    headers: ['Content-Length: 0'],
    framing: 'none',
  },
  {
    name: '304 with a length',
    target: '/api/tags',
    status: '304 Not Modified',
    headers: ['ETag: "a"', 'Content-Length: 900'],
    framing: 'none',
  },
  {
    name: '301',
    target: '/api/chat/',
    status: '301 Moved Permanently',
    headers: ['Location: /api/chat'],
    body: '',
  },
  {
    name: '307',
    method: 'POST',
    target: '/api/chat/',
    status: '307 Temporary Redirect',
    headers: ['Location: /api/chat'],
    body: '',
  },
  {
    name: '400 in Ollama\u2019s shape',
    method: 'POST',
    target: '/api/chat',
    status: '400 Bad Request',
    headers: [JSON_TYPE],
    body: '{"error":"unexpected EOF"}',
  },
  {
    name: '401 with a place to sign in',
    method: 'POST',
    target: '/api/me',
    status: '401 Unauthorized',
    headers: [JSON_TYPE, 'WWW-Authenticate: Basic realm="a"', 'WWW-Authenticate: Bearer'],
    body: '{"error":"unauthorized","signin_url":"http://h/a"}',
  },
  { name: '403 with an empty body', target: '/api/tags', status: '403 Forbidden', body: '' },
  {
    name: "404 as gin's",
    target: '/nowhere',
    status: '404 Not Found',
    headers: ['Content-Type: text/plain'],
    body: '404 page not found',
  },
  {
    name: "405 as gin's",
    target: '/api/chat',
    status: '405 Method Not Allowed',
    headers: ['Content-Type: text/plain', 'Allow: POST'],
    body: '405 method not allowed',
  },
  {
    name: '404 in OpenAI\u2019s shape',
    method: 'POST',
    target: '/v1/chat/completions',
    status: '404 Not Found',
    headers: ['Content-Type: application/json'],
    body: '{"error":{"message":"model","type":"not_found_error","param":null,"code":null}}\n',
  },
  {
    name: '429 with Retry-After',
    method: 'POST',
    target: '/v1/messages',
    status: '429 Too Many Requests',
    headers: ['Retry-After: 2'],
    body: '{"type":"error","error":{"type":"rate_limit_error","message":"a"}}',
  },
  { name: '499', method: 'POST', target: '/api/chat', status: '499 ', body: '{"error":"request canceled"}' },
  {
    name: '503 of a full queue',
    method: 'POST',
    target: '/api/generate',
    status: '503 Service Unavailable',
    body: '{"error":"server busy, please try again. maximum pending requests exceeded"}',
  },
  {
    name: '500 in chunks',
    method: 'POST',
    target: '/api/chat',
    status: '500 Internal Server Error',
    headers: [NDJSON],
    body: '{"error":"a"}',
    framing: [4],
  },
  { name: 'a stream', method: 'POST', target: '/api/chat', headers: [NDJSON], body: STREAM, framing: [200] },
  {
    name: 'a stream cut inside characters, in chunks',
    method: 'POST',
    target: '/api/chat',
    headers: [NDJSON],
    body: STREAM,
    framing: [STREAM.indexOf(0xc3) + 1, 1, STREAM.indexOf(0xf0) - STREAM.indexOf(0xc3), 2, 1],
  },
  {
    name: 'a stream in chunks of a byte',
    method: 'POST',
    target: '/api/chat',
    headers: [NDJSON],
    body: STREAM,
    framing: [1],
  },
  {
    name: 'a stream in writes that cut chunks anywhere',
    method: 'POST',
    target: '/api/chat',
    headers: [NDJSON],
    body: STREAM,
    framing: [90],
    cuts: Array.from({ length: 60 }, (_, n) => n * 13),
  },
  {
    name: 'a stream that ends with an error line',
    method: 'POST',
    target: '/api/chat',
    headers: [NDJSON],
    body: `${line('a')}{"error":"model runner has stopped"}\n`,
    framing: [50],
  },
  {
    name: 'a stream until the connection closes',
    method: 'POST',
    target: '/api/chat',
    headers: [NDJSON],
    body: STREAM,
    framing: 'close',
  },
  {
    name: 'a stream with a stated length',
    method: 'POST',
    target: '/api/chat',
    headers: [NDJSON],
    body: STREAM,
  },
  {
    name: 'progress of a pull',
    method: 'POST',
    target: '/api/pull',
    headers: [NDJSON],
    body: '{"status":"pulling manifest"}\n{"status":"pulling a","digest":"sha256:a","total":9007199254740993,"completed":1}\n{"status":"success"}\n',
    framing: [30],
  },
  {
    name: 'SSE with comments and both line ends',
    method: 'POST',
    target: '/v1/chat/completions',
    headers: ['Content-Type: text/event-stream'],
    body: SSE,
    framing: [SSE.indexOf(0xe2) + 1, 1],
  },
  {
    name: 'SSE with events',
    method: 'POST',
    target: '/v1/messages',
    headers: ['Content-Type: text/event-stream', 'Cache-Control: no-cache'],
    body: EVENTS,
    framing: [9],
  },
  {
    name: 'SSE of responses',
    method: 'POST',
    target: '/v1/responses',
    headers: ['Content-Type: text/event-stream'],
    body: EVENTS,
    framing: 'close',
  },
  {
    name: 'chunks with trailers',
    target: '/api/of-tomorrow',
    headers: ['Trailer: X-Sum'],
    body: 'hello',
    framing: [2],
    trailers: 'X-Sum: 5\r\nx-latin: \u00e9\r\n',
  },
  {
    name: 'Set-Cookie twice, among headers whose order matters',
    target: '/api/tags',
    headers: ['Set-Cookie: a=1; Path=/', 'X-B: 1', 'Set-Cookie: b=2', 'x-a: 2', 'X-B: 3'],
    body: '{}',
  },
  {
    name: 'headers of odd spelling',
    target: '/api/tags',
    headers: [
      'x-LOWER: a',
      "X!#$%&'*+-.^_`|~: d",
      'X-Empty:',
      'X-Padded:  \ta  b\t ',
      '__proto__: a',
      'constructor: b',
    ],
    body: '{}',
  },
  {
    name: 'latin1 in values',
    target: '/api/tags',
    headers: ['X-Latin: caf\u00e9 \u00ff\u0080', 'X-Tab: a\tb'],
    body: '{}',
  },
  {
    name: 'latin1 in values of a head that comes before its body',
    method: 'POST',
    target: '/api/chat',
    headers: [NDJSON, 'X-Latin: caf\u00e9 \u00ff\u0080'],
    body: STREAM,
    framing: [200],
  },
  {
    name: 'hop-by-hop headers',
    target: '/api/tags',
    headers: [
      'Connection: X-Hop',
      'X-Hop: gone',
      'Keep-Alive: timeout=99',
      'Proxy-Authenticate: Basic',
      'X-Stays: here',
    ],
    body: '{}',
  },
  {
    name: 'a Date and a Server of its own',
    target: '/api/tags',
    headers: ['Date: then', 'Server: a', 'Via: 1.1 b', 'Age: 1'],
    body: '{}',
  },
  {
    name: 'Content-Encoding gzip, untouched',
    method: 'POST',
    target: '/api/chat',
    headers: [NDJSON, 'Content-Encoding: gzip'],
    body: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0xff]),
    framing: [2],
  },
  {
    name: 'every byte there is',
    target: '/api/tags',
    body: Buffer.from(Array.from({ length: 512 }, (_, n) => n % 256)),
  },
  { name: 'an odd reason', target: '/api/tags', status: "418 I'm a teapot, short & stout!", body: '{}' },
  {
    name: 'a reason in UTF-8',
    target: '/api/tags',
    status: Buffer.from("200 C'est bon, \u00e9\u20ac").toString('latin1'),
    body: '{}',
  },
  { name: 'no reason', target: '/api/tags', status: '200 ', body: '{}' },
  { name: 'a status nobody knows', target: '/api/tags', status: '799 Later', body: '{}' },
  {
    name: 'until the connection closes, with nothing in it',
    target: '/api/tags',
    body: '',
    framing: 'close',
  },
  {
    name: 'Connection: close with a length',
    target: '/api/tags',
    headers: ['Connection: close'],
    body: '{}',
  },
  {
    name: '103 in front',
    target: '/api/tags',
    interim: 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n',
    body: '{}',
  },
  {
    name: '102 twice in front',
    method: 'POST',
    target: '/api/chat',
    interim: 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n',
    headers: [NDJSON],
    body: STREAM,
    framing: [300],
  },
  {
    name: 'a head of many headers',
    target: '/api/tags',
    headers: Array.from({ length: 90 }, (_, n) => `X-${n}: ${'y'.repeat(100)}`),
    body: '{}',
  },
];

const toAnswer = ({ name, method = 'GET', target = '/api/tags', ...row }: Row): WireAnswer => {
  const { status = '200 OK', headers = [], framing, trailers, interim = '', cuts = [] } = row;
  const body = Buffer.isBuffer(row.body) ? row.body : Buffer.from(row.body ?? '');
  const isChunked = Array.isArray(framing);
  const framed = isChunked
    ? ['Transfer-Encoding: chunked']
    : framing === undefined
      ? [`Content-Length: ${body.length}`]
      : [];
  const head = `${interim}${[`HTTP/1.1 ${status}`, ...headers, ...framed, '', ''].join('\r\n')}`;
  const bytes = Buffer.concat([
    Buffer.from(head, 'latin1'),
    isChunked ? chunked(body, framing as readonly number[], trailers) : body,
  ]);
  const closes = framing === 'close' || headers.includes('Connection: close');
  return { name, method, target, closes, pieces: piecesOf(bytes, isChunked, cuts) };
};

/** A write for each chunk, unless the row says where to cut. */
function piecesOf(bytes: Buffer, isChunked: boolean, cuts: readonly number[]): Buffer[] {
  if (cuts.length === 0 && !isChunked) return [bytes];
  const places = cuts.length > 0 ? cuts : lineEnds(bytes);
  return [0, ...places].map((place, n) => bytes.subarray(place, places[n] ?? bytes.length));
}

function lineEnds(bytes: Buffer): number[] {
  const ends: number[] = [];
  const head = bytes.indexOf('\r\n\r\n') + 4;
  for (
    let at = bytes.indexOf('\r\n', head);
    at >= 0 && at + 2 < bytes.length;
    at = bytes.indexOf('\r\n', at + 2)
  ) {
    ends.push(at + 2);
  }
  return [head, ...ends].filter((place) => place < bytes.length);
}

export const WIRE_ANSWERS: readonly WireAnswer[] = ROWS.map(toAnswer);
