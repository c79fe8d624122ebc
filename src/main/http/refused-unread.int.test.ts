// Promise: a refused request ends its connection, and nothing behind it is executed: where a message of doubt ends, nobody
// knows. Each goes out in one piece with a request behind it that would be answered, learnt or sent on; raw sockets.
// Source: proxy, Hostile input.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawCall } from '../core/testing/raw-call.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

let road: TestCore;
beforeAll(async () => {
  road = await startTestCore();
});
afterAll(() => road[Symbol.asyncDispose]());
let before = 0;
beforeEach(() => {
  before = road.upstream.requests.length;
});

const HOST = 'Host: localhost\r\n';
const FACT = '{"fact":"smuggledfact -isa thing"}';
const PROMPT = '{"model":"demo-plain","stream":false,"messages":[{"role":"user","content":"smuggled"}]}';
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\n${HOST}Content-Length: ${body.length}\r\n\r\n${body}`;
const socket =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
/** Everything that would do something. */
const BEHIND = [
  ['a fact', () => post('/iknowthat', FACT)],
  ['a prompt', () => post('/api/chat', PROMPT)],
  ['a route of the upstream', () => `GET /api/smuggled HTTP/1.1\r\n${HOST}\r\n`],
  [
    "the operator's own",
    () =>
      `POST /reload HTTP/1.1\r\n${HOST}Authorization: Bearer ${road.core.token}\r\nContent-Length: 0\r\n\r\n`,
  ],
  ['a socket', () => `GET /rpc HTTP/1.1\r\n${HOST}Authorization: Bearer ${road.core.token}\r\n${socket}\r\n`],
] as const;

const REFUSED = [
  [
    'a coding in front of chunked',
    `POST /api/embed HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'chunked, twice',
    `POST /api/embed HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'chunks in HTTP/1.0',
    `POST /api/embed HTTP/1.0\r\n${HOST}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  [
    'chunks in HTTP/1.0, to a route of ours',
    `POST /iknowthat HTTP/1.0\r\n${HOST}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ],
  ['another version', `GET /api/tags HTTP/2.0\r\n${HOST}\r\n`],
  ['an old version', `GET /api/tags HTTP/0.9\r\n${HOST}\r\n`],
  ['a foreign Host', 'GET /api/tags HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  [
    'a foreign Host, kept alive by name',
    'GET /api/tags HTTP/1.0\r\nHost: evil.example\r\nConnection: keep-alive\r\n\r\n',
  ],
  [
    'a foreign Host with a body',
    'POST /api/chat HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\n{}',
  ],
  [
    'a foreign Host with a body that is longer than it says',
    'POST /api/chat HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1\r\n\r\n{}',
  ],
  ['two Hosts', `GET /api/tags HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`],
  ['no Host', 'GET /api/tags HTTP/1.1\r\n\r\n'],
  ['the absolute form', `GET http://localhost/api/tags HTTP/1.1\r\n${HOST}\r\n`],
  ['a star', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`],
  [
    'a foreign Host that waits to be told to go on',
    'POST /api/chat HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
  ],
  ['a socket for a foreign Host', `GET /rpc HTTP/1.1\r\nHost: evil.example\r\n${socket}\r\n`],
  ['what nobody understands', 'NONSENSE\r\n\r\n'],
  [
    'both lengths',
    `POST /api/embed HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ],
  ['a folded header', `GET /api/tags HTTP/1.1\r\n${HOST}X-A: b\r\n c\r\n\r\n`],
  ['a tunnel', `CONNECT localhost:80 HTTP/1.1\r\n${HOST}\r\n`],
  ['more header lines than anybody sends', `GET /api/tags HTTP/1.1\r\n${HOST}${'a:\r\n'.repeat(3000)}\r\n`],
  [
    'a prompt whose body is refused unread',
    `POST /debug/pprof HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\n{}`,
  ],
] as const;

const learnt = async () =>
  (await road.call('/recall?concept=smuggledfact')).body as { data: { known: boolean } };
const seen = () =>
  road.upstream.requests
    .slice(before)
    .filter(({ path }) => path !== '/api/version' && path !== '/api/ps' && path !== '/api/tags');

describe.each(REFUSED)('%s', (_name, refused) => {
  it.each(BEHIND)('has nothing done of what comes behind it: %s', async (_what, behind) => {
    const answer = await rawCall(road.core.baseUrl, refused + behind());
    expect(answer.match(/HTTP\/1\.[01] \d+/g)?.filter((line) => !/ (100|4\d\d)$/.test(line)) ?? []).toEqual(
      [],
    );
    expect(answer.match(/HTTP\/1\.[01] 4\d\d/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(seen()).toEqual([]);
    expect((await learnt()).data.known).toBe(false);
  });

  it('nor of what comes a moment later', async () => {
    const { connect } = await import('node:net');
    const { hostname, port } = new URL(road.core.baseUrl);
    const client = connect(Number(port), hostname);
    client.on('error', () => {});
    client.write(refused);
    await new Promise((resolve) => client.once('data', resolve).once('close', resolve));
    if (!client.destroyed) client.write(post('/iknowthat', FACT) + post('/api/chat', PROMPT));
    await new Promise((resolve) => (client.closed ? resolve(null) : client.resume().once('close', resolve)));
    expect(seen()).toEqual([]);
    expect((await learnt()).data.known).toBe(false);
  });
});

it('a foreign Host is not told to go on with its body', async () => {
  const answer = await rawCall(
    road.core.baseUrl,
    'POST /api/chat HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    /403/,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
});

it('who is welcome and waits is told to go on, once', async () => {
  const head = `POST /api/chat HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: ${PROMPT.length}\r\nConnection: close\r\n\r\n`;
  const answer = await rawCall(road.core.baseUrl, head + PROMPT);
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

it('an ordinary request behind an ordinary one is answered, in turn', async () => {
  const answer = await rawCall(
    road.core.baseUrl,
    `GET /api/version HTTP/1.1\r\n${HOST}\r\nGET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  );
  expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});
