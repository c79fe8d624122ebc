// Promise: what opens the console, and what opens the door for agents, is shown to no upstream: not the session cookie,
// the operator's token or a client key, whatever header or route they come in. And a caller without a key uses no upstream's.
// As bytes on the wire, both ends. Source: proxy, Hostile input.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addKey, set } from '../core/testing/client-calls.ts';
import { rawCall } from '../core/testing/raw-call.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';
import { type Message, valuesOf } from '../proxy/testing/raw-http.ts';
import { type RawUpstream, startRawUpstream } from '../proxy/testing/raw-sockets.ts';

const UPSTREAM_KEY = 'sk-of-the-upstream';
let upstream: RawUpstream;
let road: TestCore;
let cookie = '';
let key = '';
beforeAll(async () => {
  upstream = await startRawUpstream();
  road = await startTestCore({
    config: `upstreams: [{ name: one, url: "${upstream.url}", headers: { X-Upstream-Key: "${UPSTREAM_KEY}" } }]
allowed_origins: ["https://chat.example.org"]
`,
  });
  const opened = await fetch(road.core.sessionLink(), { redirect: 'manual' });
  cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  key = (await addKey(road, 'some-agent')).key;
});
afterAll(async () => {
  await road[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.answer = () => ({ pieces: [Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')] });
});

/** The program's own questions to the upstream. */
const OWN = /^GET \/(api\/(version|ps|tags)|v1\/models) |^POST \/api\/show /;
const seen = (): Message[] => upstream.seen.filter(({ startLine }) => !OWN.test(startLine));
const said = ({ startLine, headers, body, trailers }: Message) =>
  [startLine, ...[...headers, ...trailers].map((header) => header.join(': ')), body.toString()].join('\n');
const send = (line: string, headers: readonly string[], body = '') =>
  rawCall(
    road.core.baseUrl,
    [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n'),
  );

const ROUTES = [
  ['POST /api/chat', '{"model":"m","stream":false,"messages":[{"role":"user","content":"hello"}]}'],
  ['POST /v1/chat/completions', '{"model":"m","messages":[{"role":"user","content":"hello"}]}'],
  ['POST /api/embed', '{"model":"m","input":"hello"}'],
  ['GET /an/unknown/route', ''],
  ['HEAD /api/blobs/sha256:ab', ''],
  ['GET /api/consoles', ''],
  ['GET /api/%63onsole/system/status', ''],
  ['GET //rpc', ''],
  ['GET /API/console/system/status', ''],
  ['DELETE /api/delete', '{"model":"m"}'],
  ['OPTIONS /api/chat', ''],
] as const;

/** Where a secret may come in; `{}` stands for it. */
const PLACES: readonly (readonly [string, readonly string[]])[] = [
  ['a bearer', ['Authorization: Bearer {}']],
  ['a bearer in other letters', ['AUTHORIZATION: bEARER   {}']],
  ['the bare header', ['authorization: {}']],
  ['x-api-key', ['X-API-Key: {}']],
  ['both, beside a foreign one', ['Authorization: Bearer sk-foreign', 'x-api-key: {}']],
  ['a header of another API', ['api-key: {}', 'X-Goog-Api-Key: {}']],
  ['a cookie of another name', ['Cookie: a=1; token={}; b=2']],
];
const basic = (secret: string) =>
  `Authorization: Basic ${Buffer.from(`operator:${secret}`).toString('base64')}`;
const headersWith = (headers: readonly string[], secret: string) =>
  headers.map((header) => header.replaceAll('{}', secret));

describe.each(ROUTES)('%s shows the upstream', (line, body) => {
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];

  it("nothing of the operator's token", async () => {
    const { token } = road.core;
    for (const headers of [...PLACES.map(([, place]) => headersWith(place, token)), [basic(token)]]) {
      await send(line, [...headers, ...length], body);
    }
    expect(seen()).toHaveLength(PLACES.length + 1);
    expect(
      seen()
        .map(said)
        .filter((text) => text.includes(token)),
    ).toEqual([]);
    expect(
      seen()
        .map(said)
        .filter((text) => text.includes(basic(token).slice(21, 60))),
    ).toEqual([]);
  });

  it('nothing of a client key', async () => {
    for (const headers of [...PLACES.map(([, place]) => headersWith(place, key)), [basic(key)]]) {
      await send(line, [...headers, ...length], body);
    }
    expect(seen()).toHaveLength(PLACES.length + 1);
    expect(
      seen()
        .map(said)
        .filter((text) => text.includes(key)),
    ).toEqual([]);
    expect(
      seen()
        .map(said)
        .filter((text) => text.includes(basic(key).slice(21, 60))),
    ).toEqual([]);
  });

  it('nothing of the session, and every other cookie as it came', async () => {
    for (const cookies of [
      [`Cookie: ${cookie}`],
      [`cookie: a=1; ${cookie}; b="2; 3"`],
      [`COOKIE: ${cookie};b=2`, `Cookie: a=1;${cookie}`],
      [`Cookie:   ${cookie.replace('=', ' = ')} ; b=2`],
    ]) {
      await send(line, [...cookies, ...length], body);
    }
    const cookies = seen().map(({ headers }) => valuesOf(headers, 'cookie'));
    expect(cookies).toEqual([[], ['a=1; b="2; 3"'], ['b=2', 'a=1'], ['b=2']]);
    expect(
      seen()
        .map(said)
        .filter((text) => /festinger_session/i.test(text)),
    ).toEqual([]);
  });
});

describe('a secret in the address', () => {
  it.each(['token', 'key', 'cookie'] as const)('(%s) is refused, and goes nowhere', async (which) => {
    const secret = { token: road.core.token, key, cookie: cookie.split('=')[1] ?? '' }[which];
    const escaped = secret.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`);
    for (const target of [`/api/tags?key=${secret}`, `/v1/models?a=b&token=${escaped}`, `/x/${secret}/y`]) {
      const answer = await send(`GET ${target}`, []);
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*address/);
      expect(answer).not.toContain(secret);
    }
    expect(seen()).toEqual([]);
    expect(upstream.seen.map(said).join()).not.toContain(secret);
  });
});

it('an offer to change protocols, and trailers, carry nothing either', async () => {
  const secret = `Authorization: Bearer ${road.core.token}`;
  await send('GET /some/socket', ['Connection: Upgrade', 'Upgrade: websocket', `Cookie: ${cookie}`, secret]);
  await send(
    'POST /api/blobs/sha256:ab',
    ['Transfer-Encoding: chunked', 'Trailer: Cookie, Authorization'],
    `2\r\nab\r\n0\r\nCookie: ${cookie}\r\n${secret}\r\n\r\n`,
  );
  expect(seen()).toHaveLength(2);
  expect(seen().map(said).join()).not.toMatch(/festinger_session/);
  expect(seen().map(said).join()).not.toContain(road.core.token);
});

it('TRACE, which would show the upstream’s key to whoever asks, is refused', async () => {
  expect(await send('TRACE /api/tags', [])).toMatch(/^HTTP\/1\.1 405 /);
  expect(seen()).toEqual([]);
});

describe('who has no key uses no upstream’s', () => {
  const KNOCKS = [
    ['GET /', []],
    ['HEAD /', []],
    ['GET /?a=b', []],
    [
      'OPTIONS /api/chat',
      [
        'Origin: http://localhost:3000',
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: authorization, content-type',
      ],
    ],
  ] as const;

  it.each(KNOCKS)('%s, where none is needed, passes without it', async (line, headers) => {
    await send(line, headers);
    expect(seen()).toHaveLength(1);
    expect(seen().map(said).join()).not.toContain(UPSTREAM_KEY);
    await send(line, [...headers, `x-api-key: ${key}`]);
    expect(seen().map(said).join(), 'with a key it is like any other').toContain(UPSTREAM_KEY);
  });

  describe('where one is needed', () => {
    beforeAll(() => set(road, 'client_keys_required', true));
    afterAll(() => set(road, 'client_keys_required', false));

    it.each(['GET /', 'HEAD /', 'GET /?a=b'])('%s is answered here, as Ollama answers it', async (line) => {
      const answer = await send(line, []);
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer).toMatch(/\r\nContent-Type: text\/plain; charset=utf-8\r\nContent-Length: 17\r\n/i);
      expect(answer.endsWith(line.startsWith('HEAD') ? '\r\n\r\n' : 'Ollama is running')).toBe(true);
      expect(seen()).toEqual([]);
    });

    it.each(['http://localhost:3000', 'https://127.0.0.1', 'app://any', 'https://chat.example.org'])(
      'a preflight of %s is answered here, as Ollama answers it',
      async (origin) => {
        const headers = [`Origin: ${origin}`, 'Access-Control-Request-Method: POST'];
        const answer = await send('OPTIONS /api/chat', [
          ...headers,
          'Access-Control-Request-Headers: authorization,x-festinger-client',
        ]);
        expect(answer).toMatch(/^HTTP\/1\.1 204 /);
        expect(answer).toMatch(new RegExp(`\\r\\nAccess-Control-Allow-Origin: ${origin}\\r\\n`, 'i'));
        expect(answer).toMatch(/\r\nAccess-Control-Allow-Methods: .*DELETE/i);
        expect(answer).toMatch(/\r\nAccess-Control-Allow-Headers: .*authorization.*x-festinger-client/i);
        expect(seen()).toEqual([]);
      },
    );

    it.each(['https://evil.example', 'null', 'http://localhost.evil.example'])(
      'a preflight of %s is refused, as Ollama refuses it',
      async (origin) => {
        const answer = await send('OPTIONS /api/chat', [
          ...[`Origin: ${origin}`, 'Access-Control-Request-Method: POST'],
        ]);
        expect(answer).toMatch(/^HTTP\/1\.1 403 /);
        expect(answer).not.toMatch(/access-control-allow/i);
        expect(seen()).toEqual([]);
      },
    );

    it.each(['OPTIONS /api/chat', 'GET /api/tags', 'POST /', 'GET //'])('%s is not a knock', async (line) => {
      expect(await send(line, [])).toMatch(/^HTTP\/1\.1 401 /);
      expect(seen()).toEqual([]);
    });
  });
});
