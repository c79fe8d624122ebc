// Requests made to confuse, as raw bytes over real sockets: two readings of one message, paths that hide where they lead,
// headers that smuggle. Each is refused, or reaches the upstream as what it plainly says; the upstream never sees a second
// request inside the first. Source: proxy, Traps.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

/** Everything that comes back until the other side closes, or `until` has come. */
function raw(bytes: string, until?: RegExp): Promise<string> {
  const { hostname, port } = new URL(road.core.baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const end = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      answer += chunk;
      if (until?.test(answer)) end();
    });
    socket.on('error', end).on('close', end);
    socket.write(bytes, 'latin1');
  });
}

const HOST = 'Host: localhost\r\n';
const seen = () =>
  road.upstream.requests
    .slice(before)
    .filter(({ path }) => path !== '/api/version' && path !== '/api/ps' && path !== '/api/tags');
const smuggled = 'GET /api/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('two readings of where a message ends', () => {
  it.each([
    [
      'Content-Length beside chunked',
      `POST /api/embed HTTP/1.1\r\n${HOST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'two Content-Lengths',
      `POST /api/embed HTTP/1.1\r\n${HOST}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
    ],
    [
      'a Content-Length that is no number',
      `POST /api/embed HTTP/1.1\r\n${HOST}Content-Length: +5\r\n\r\nhello${smuggled}`,
    ],
    [
      'chunked spelled another way',
      `POST /api/embed HTTP/1.1\r\n${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'chunked that is not last',
      `POST /api/embed HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'another coding in front of chunked, whose bytes would go on as the body',
      `POST /api/embed HTTP/1.1\r\n${HOST}Connection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    [
      'a blank before the colon',
      `POST /api/embed HTTP/1.1\r\n${HOST}Content-Length : 5\r\n\r\nhello${smuggled}`,
    ],
    [
      'a folded header',
      `POST /api/embed HTTP/1.1\r\n${HOST}X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n`,
    ],
    ['a bare CR in a header', `GET /api/tags HTTP/1.1\r\n${HOST}X-A: b\rX-B: c\r\n\r\n`],
    ['a NUL in a header', `GET /api/tags HTTP/1.1\r\n${HOST}X-A: b\0c\r\n\r\n`],
    ['two Hosts', `GET /api/tags HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`],
    ['no Host', 'GET /api/tags HTTP/1.1\r\n\r\n'],
  ])('%s is refused, and nothing goes upstream', async (_name, bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(seen()).toEqual([]);
  });

  it.each([
    ['a size that is no number', 'zz\r\n'],
    ['a size that is too large', 'fffffffffffffffff\r\n'],
    ['no line end behind a chunk', '2\r\n{}x0\r\n\r\n'],
  ])('a prompt in broken chunks (%s) never reaches a model', async (_name, chunks) => {
    const answer = await raw(
      `POST /api/chat HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${chunks}${smuggled}`,
    );
    expect(answer).toMatch(/^(HTTP\/1\.1 400 |$)/);
    expect(seen()).toEqual([]);
  });
});

describe('paths that hide where they lead', () => {
  it.each([
    '/debug/pprof/heap',
    '/debug//pprof/heap',
    '/debug/%70prof/heap',
    '/%64ebug/pprof/',
    '/api/../debug/pprof/heap',
    '/api/%2e%2e/debug/pprof/heap',
    '/api/..%2fdebug/pprof/heap',
    '/./debug/./pprof',
    '/debug\\pprof\\heap',
    '/debug/%70prof/heap/%ff',
    '/debug/%70prof/heap/%zz',
  ])("%s is the upstream's profiler, and refused", async (path) => {
    expect(await raw(`GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(seen()).toEqual([]);
  });

  it.each(['http://evil.example/api/tags', '*', 'evil.example:80'])(
    '%s is no path, and refused',
    async (target) => {
      expect(await raw(`OPTIONS ${target} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 400 /,
      );
      expect(seen()).toEqual([]);
    },
  );

  it.each(['/%63onsole/', '/api/..%2fconsole/', '/x/../conflicts', '/%2e%2e/rpc', '//conflicts'])(
    "%s leads to the upstream, never to the operator's routes",
    async (path) => {
      const answer = await raw(`GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(seen()).toHaveLength(1);
    },
  );

  it('a prompt whose path is spelled with escapes is a prompt still', async () => {
    await road.tell('hideaway -isa server in context of type');
    const body = JSON.stringify({
      ...{ model: 'demo-plain', stream: false },
      messages: [{ role: 'user', content: 'what is hideaway' }],
    });
    await road.call('/api/%63hat', { method: 'POST', body });
    expect(String(seen().at(-1)?.body)).toContain('hideaway: [type] server');
  });
});

describe('too much', () => {
  it('a header block over 16 KB is refused', async () => {
    const answer = await raw(`GET /api/tags HTTP/1.1\r\n${HOST}X-Big: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(seen()).toEqual([]);
  });

  it('a request that dribbles in does not hold others up', async () => {
    const slow = raw('POST /api/chat HTTP/1.1\r\nHost: loc', /./);
    expect((await road.call('/api/tags')).status).toBe(200);
    void slow;
  });

  it.each(['h2c', 'websocket', 'TLS/1.0'])(
    'an offer to change to %s is not carried to the upstream, and what it came with is answered',
    async (protocol) => {
      const body = JSON.stringify({ model: 'demo-plain', stream: false, messages: [] });
      const answer = await raw(
        `POST /api/chat HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAEAAEAA\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        /\r\n\r\n[\s\S]/,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(String(seen().at(-1)?.body)).toBe(body);
      expect(seen().at(-1)?.rawHeaders.join(' ')).not.toMatch(/upgrade|http2/i);
    },
  );
});

describe('names of other machines (DNS rebinding)', () => {
  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost:80@evil.example',
    '8.8.8.8',
    'printer.local',
    'metadata.google.internal',
    'evil.host.docker.internal',
  ])('Host %s is refused on an agent route', async (host) => {
    const answer = await raw(`GET /api/tags HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(seen()).toEqual([]);
  });

  it.each([
    'localhost',
    'any.localhost',
    '127.0.0.1',
    '[::1]',
    'host.docker.internal',
    'host.containers.internal',
  ])('Host %s is this machine', async (host) => {
    const answer = await raw(`GET /api/tags HTTP/1.1\r\nHost: ${host}:1\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('one who sends a large prompt under another Host learns why it is refused, also by reading only then', async () => {
    const { hostname, port } = new URL(road.core.baseUrl);
    const socket = connect(Number(port), hostname).pause();
    const bytes = 20_000_000;
    socket.write(`POST /api/chat HTTP/1.1\r\nHost: evil.example\r\nContent-Length: ${bytes}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.write(Buffer.alloc(bytes, 0x20), () => resolve());
    });
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 [\s\S]*allowed_hosts/);
  });

  it.each(['/rpc', '/recall?concept=a', '/api/tags'])(
    'a WebSocket to %s under a foreign Host is refused like any request',
    async (path) => {
      const answer = await raw(
        `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
        /FORBIDDEN|UNAUTH|"ok"/,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 403 [\s\S]*FORBIDDEN_HOST/);
    },
  );
});
