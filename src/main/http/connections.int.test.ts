// Promise: nobody holds a connection without asking for something, and nobody locks anybody out by holding many: heads and bodies that
// do not come end theirs, the oldest idle ones make room, and the operator gets in whatever else is open. Toward a slow model and
// a slow upstream there is no limit. Real sockets, short limits. Source: proxy, Hostile input; decision 027.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { addKey } from '../core/testing/client-calls.ts';
import { startProcess } from '../core/testing/processes.ts';
import { rawCall } from '../core/testing/raw-call.ts';
import { startTestCore, type TestCore } from '../core/testing/start-test-core.ts';

const LIMIT_S = 1;
/** The limit, a look a second, and a busy machine. */
const SOON_MS = LIMIT_S * 1000 + 6000;

/** An upstream whose answers a test gives. */
const asked: [IncomingMessage, ServerResponse][] = [];
const upstream = createServer((req, res) => {
  if (req.url?.startsWith('/api/held')) asked.push([req, res]);
  else req.resume().on('end', () => res.end('{}'));
});
let road: TestCore;
beforeAll(async () => {
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  road = await startTestCore({
    config: `upstreams: [{ name: one, url: "http://127.0.0.1:${port}" }]
connections: { head_seconds: ${LIMIT_S}, body_seconds: ${LIMIT_S} }
`,
  });
});
afterAll(async () => {
  upstream.closeAllConnections();
  await road[Symbol.asyncDispose]();
  upstream.close();
});

const HOST = 'Host: localhost\r\n';

function open(baseUrl = road.core.baseUrl): Socket {
  const { port } = new URL(baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** What came back, and how long until the other side closed; null when it did not in time. */
async function endOf(socket: Socket, withinMs = SOON_MS): Promise<{ said: string; ms: number } | null> {
  const at = performance.now();
  let said = '';
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString('latin1');
  });
  const closed = once(socket, 'close').then(() => ({ said, ms: performance.now() - at }));
  return Promise.race([closed, pause(withinMs, null)]);
}

const SILENCES = [
  ['nothing at all', ''],
  ['half a head', 'POST /api/chat HTTP/1.1\r\nHost: loc'],
  ['empty lines', '\r\n\r\n'],
] as const;

describe('a connection ends that brings', () => {
  it(`nothing, half a head or empty lines, after ${LIMIT_S} s`, async () => {
    const ends = SILENCES.map(async ([name, bytes]) => {
      const socket = open();
      socket.write(bytes);
      return [name, await endOf(socket)] as const;
    });
    for (const [name, end] of await Promise.all(ends)) {
      expect([name, end?.said ?? 'still open']).toEqual([
        name,
        expect.stringMatching(/^(HTTP\/1\.1 408 [\s\S]*)?$/),
      ]);
      expect(end?.ms).toBeGreaterThan(LIMIT_S * 900);
    }
  });

  it('a head that dribbles in, a byte now and then', async () => {
    const socket = open();
    const dribble = setInterval(() => socket.write('a'), 100);
    socket.write('GET /api/tags HTTP/1.1\r\nX-Slow: ');
    expect(await endOf(socket)).not.toBeNull();
    clearInterval(dribble);
  });

  it('half a head behind a socket that was refused: it is no socket', async () => {
    const socket = open();
    socket.write(
      `GET /rpc HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    socket.write('GET /rpc HTTP/1.1\r\nHo');
    expect((await endOf(socket))?.said).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('half of a second head, behind a whole request', async () => {
    const socket = open();
    socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\nGET /healthz HTTP/1.1\r\nHost`);
    expect((await endOf(socket))?.said).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 408 /);
  });
});

const HEADS = [
  ['a prompt', 'POST /api/chat', 'Content-Length: 100'],
  ['a prompt in chunks', 'POST /v1/chat/completions', 'Transfer-Encoding: chunked'],
  ['a prompt beyond what is read', 'POST /api/chat', 'Content-Length: 99000000'],
  ['a blob', 'POST /api/blobs/sha256:ab', 'Content-Length: 99000000'],
  ["a foreign page's prompt", 'POST /api/chat', 'Origin: https://evil.example\r\nContent-Length: 99'],
  ['facts', 'POST /iknowthat', 'Content-Length: 100'],
  ['a refused request', 'POST /reload', 'Content-Length: 100'],
  ["the operator's import", 'POST /api/console/files/import?reason=test', 'Content-Length: 100'],
  [
    "the operator's call",
    'POST /api/console/system/settings',
    'Content-Type: application/json\r\nContent-Length: 100',
  ],
] as const;

describe('a body that does not come ends its connection', () => {
  it('on every kind of route', async () => {
    const ends = HEADS.map(async ([name, line, header]) => {
      const socket = open();
      const operator = line.includes('console') ? `Authorization: Bearer ${road.core.token}\r\n` : '';
      socket.write(`${line} HTTP/1.1\r\n${HOST}${operator}${header}\r\n\r\n`);
      if (!header.includes('chunked')) socket.write('{');
      return [name, (await endOf(socket))?.said ?? 'still open'];
    });
    const refused = expect.stringMatching(/^(HTTP\/1\.1 4\d\d [\s\S]*)?$/) as string;
    expect(await Promise.all(ends)).toEqual(HEADS.map(([name]) => [name, refused]));
  });

  it('after an answer that came early, too', async () => {
    const socket = open();
    socket.write(`POST /api/held/early HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{`);
    await expect.poll(() => asked.length).toBe(1);
    asked.shift()?.[1].writeHead(413, { 'content-length': 2 }).end('{}');
    expect((await endOf(socket))?.said).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('nobody is ended who', () => {
  it('sends slowly, a byte now and then', async () => {
    const socket = open();
    const body = 'x'.repeat(12);
    socket.write(
      `POST /api/create HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    const end = endOf(socket, 20_000);
    for (const byte of body) {
      socket.write(byte);
      await pause((LIMIT_S * 1000) / 4);
    }
    expect((await end)?.said).toMatch(/^HTTP\/1\.1 200 /);
  }, 30_000);

  it('waits for a model that thinks', async () => {
    const socket = open();
    socket.write(`POST /api/held/thinks HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: 2\r\n\r\n{}`);
    const end = endOf(socket, 20_000);
    await expect.poll(() => asked.length).toBe(1);
    await pause(LIMIT_S * 3000);
    asked.shift()?.[1].end('{"done":true}');
    expect((await end)?.said).toMatch(/^HTTP\/1\.1 200 /);
  }, 30_000);

  it('is held back by an upstream that does not read', async () => {
    const bytes = 40_000_000;
    const socket = open();
    socket.write(
      `POST /api/held/upload HTTP/1.1\r\n${HOST}Connection: close\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(bytes, 0x20));
    const end = endOf(socket, 25_000);
    await expect.poll(() => asked.length).toBe(1);
    await pause(LIMIT_S * 4000);
    expect(socket.destroyed).toBe(false);
    const [req, res] = asked.shift() as [IncomingMessage, ServerResponse];
    let got = 0;
    req.on('data', (chunk: Buffer) => {
      got += chunk.length;
    });
    await once(req, 'end');
    res.end('{}');
    expect((await end)?.said).toMatch(/^HTTP\/1\.1 200 /);
    expect(got).toBe(bytes);
  }, 40_000);

  it('is idle between two requests', async () => {
    const socket = open();
    socket.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    await once(socket, 'data');
    await pause(LIMIT_S * 3000);
    socket.write(`GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    expect((await endOf(socket))?.said).toMatch(/^HTTP\/1\.1 200 /);
  }, 20_000);
});

describe('a process with few descriptors', () => {
  it('serves agents and the operator while 2,000 hold half a head, and while all it can hold is busy', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'festinger-connections-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const { port } = upstream.address() as AddressInfo;
    const config = `upstreams: [{ name: one, url: "http://127.0.0.1:${port}" }]\nconnections: { head_seconds: 600, body_seconds: 600 }\n`;
    writeFileSync(join(dataDir, 'config.yaml'), config);
    const through = ['sh', '-c', 'ulimit -n 512 && exec "$@"', 'sh'];
    await using festinger = await startProcess({ dataDir, upstream: null, through });
    const most = (512 - 128) / 2;

    const halves = await opened(festinger.baseUrl, 2000, 'POST /api/chat HTTP/1.1\r\nHost: loc');
    expect(halves.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(most);
    const line = (path: string) => `GET ${path} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    for (let n = 0; n < 20; n++) {
      expect(await rawCall(festinger.baseUrl, line('/api/tags'))).toMatch(/^HTTP\/1\.1 200 /);
      expect((await festinger.operator('/api/console/system/status')).status).toBe(200);
    }
    for (const socket of halves) socket.destroy();

    const stuck = `POST /iknowthat HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{`;
    const busy: Socket[] = [];
    const agent = () => rawCall(festinger.baseUrl, line('/api/tags'), undefined, 2000);
    // Room is made for several at once, so that one round may leave some.
    const crowded = async () => {
      busy.push(...(await opened(festinger.baseUrl, busy.length === 0 ? most : 20, stuck)));
      return agent();
    };
    await expect.poll(crowded, { timeout: 20_000 }).toMatch(/^$|^HTTP\/1\.1 503 /);
    const operator = `Connection: close\r\nAuthorization: Bearer ${festinger.token}\r\n`;
    expect(
      await rawCall(festinger.baseUrl, `GET /api/console/system/status HTTP/1.1\r\n${HOST}${operator}\r\n`),
    ).toMatch(/^HTTP\/1\.1 200 /);
    const socket = new WebSocket(`${festinger.baseUrl.replace('http', 'ws')}/rpc`, {
      headers: { authorization: `Bearer ${festinger.token}` },
      origin: festinger.baseUrl,
    });
    await once(socket, 'open');
    socket.terminate();
    for (const one of busy) one.destroy();
    await expect.poll(agent, { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 200 /);
  }, 120_000);
});

const outward = Object.values(networkInterfaces())
  .flatMap((nets) => nets ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

describe.runIf(outward !== undefined)(
  'another address (skipped where this machine has only its loopback)',
  () => {
    it('holds as many connections as it may, and is served still', async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'festinger-crowd-'));
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
      const closed = await startTestCore({ dataDir });
      const { key } = await addKey(closed, 'far-away');
      await closed[Symbol.asyncDispose]();
      const { port } = upstream.address() as AddressInfo;
      const config = `upstreams: [{ name: one, url: "http://127.0.0.1:${port}" }]\nconnections: { per_address: 8 }\n`;
      await using far = await startTestCore({
        ...{ dataDir, config, listen: '0.0.0.0:0', consoleListen: '127.0.0.1:0' },
      });
      const url = new URL(far.core.baseUrl);
      const sockets = Array.from({ length: 40 }, () => {
        const socket = connect(Number(url.port), outward);
        socket.on('error', () => {}).resume();
        onTestFinished(() => void socket.destroy());
        socket.write('GET /api/tags HTTP/1.1\r\nHost: loc');
        return socket;
      });
      await expect
        .poll(() => sockets.filter(({ closed: isClosed }) => !isClosed).length)
        .toBeLessThanOrEqual(8);
      const asks = `GET /api/tags HTTP/1.1\r\nHost: ${outward}\r\nConnection: close\r\nx-api-key: ${key}\r\n\r\n`;
      expect(await rawCall(`http://${outward}:${url.port}`, asks)).toMatch(/^HTTP\/1\.1 200 /);
      expect(await rawCall(`http://127.0.0.1:${url.port}`, asks)).toMatch(/^HTTP\/1\.1 200 /);
    });
  },
);

/** So many connections that sent the same; those the other side ended are destroyed. */
async function opened(baseUrl: string, count: number, bytes: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n++) {
    const socket = open(baseUrl);
    socket.write(bytes);
    socket.resume();
    sockets.push(socket);
    if (n % 50 === 49) await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  }
  await pause(500);
  return sockets;
}
