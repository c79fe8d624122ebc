// Promises: a prompt is read in whatever coding it comes, within bounds; a pooled connection that its upstream had closed costs no
// prompt; an upstream may lie below a path. Real sockets. Source: proxy, Traps.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { report } from '../../../shared/testing/report.ts';
import { HeldBytes } from '../body/held-bytes.ts';
import { decodeBody } from '../body/request-body.ts';
import { chatAnswer, GNOMMOWEB_BLOCK, post, startRig } from '../testing/rig.ts';

const BLOCK_AS_JSON = JSON.stringify(GNOMMOWEB_BLOCK).slice(1, -1);

const CODINGS: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['identity', Buffer.from],
  ['', Buffer.from],
  ['identity, gzip', gzipSync],
  ['gzip, zstd', (text) => zstdCompressSync(gzipSync(text))],
];

const PROMPTS: readonly (readonly [string, object])[] = [
  ['/api/chat', { messages: [{ role: 'user', content: 'what is gnommoweb?' }] }],
  ['/api/generate', { prompt: 'what is gnommoweb?' }],
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'what is gnommoweb?' }] }],
  ['/v1/completions', { prompt: 'what is gnommoweb?' }],
  ['/v1/responses', { input: 'what is gnommoweb?' }],
  ['/v1/messages', { messages: [{ role: 'user', content: 'what is gnommoweb?' }] }],
];

describe('a compressed prompt', () => {
  it.each(CODINGS)(
    'in "%s" is read on every route, and sent on plain where something is added',
    async (coding, encode) => {
      await using rig = await startRig();
      for (const [path, body] of PROMPTS) {
        const text = JSON.stringify({ model: 'm', ...body });
        await post(`${rig.url}${path}`, encode(text), { 'content-encoding': coding });
        const seen = rig.seen.at(-1);
        expect(seen?.body.toString(), path).toContain(BLOCK_AS_JSON);
        expect(['', 'identity', undefined], path).toContain(seen?.headers['content-encoding']);
        await post(`${rig.url}${path}`, encode(text.replace('gnommoweb', 'nothing')), {
          'content-encoding': coding,
        });
        expect(rig.seen.at(-1)?.body.equals(encode(text.replace('gnommoweb', 'nothing'))), path).toBe(true);
        expect(rig.seen.at(-1)?.headers['content-encoding']).toBe(coding);
      }
    },
  );

  it.each([
    ['gzip', Buffer.from('{"prompt":"gnommoweb"}')],
    ['snappy', Buffer.from('{"prompt":"gnommoweb"}')],
    ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync('{"prompt":"gnommoweb"}')))],
    ['constructor', Buffer.from('{"prompt":"gnommoweb"}')],
  ])('that is broken, or in "%s", passes as it came', async (coding, body) => {
    await using rig = await startRig();
    await post(`${rig.url}/api/generate`, body, { 'content-encoding': coding });
    expect(rig.seen[0]?.body.equals(body)).toBe(true);
    expect(await rig.finished()).toMatchObject({ reason: 'unreadable_body' });
  });

  it('that would be a gigabyte is given up at the limit, and nothing stays held', async () => {
    const limit = 1_048_576;
    for (const [coding, bomb] of [
      ['gzip', gzipSync(Buffer.alloc(8 * limit))],
      ['br', brotliCompressSync(Buffer.alloc(8 * limit))],
      ['zstd', zstdCompressSync(Buffer.alloc(8 * limit))],
      ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(8 * limit)))],
    ] as const) {
      const room = new HeldBytes(() => 4 * limit);
      expect(await decodeBody(bomb, coding, limit, room.open(bomb.length)), coding).toBe('unreadable_body');
      expect(room.held, coding).toBe(0);
    }
    const full = new HeldBytes(() => limit / 2);
    expect(await decodeBody(gzipSync('{}'), 'gzip', limit, full.open(2))).toBe('no_room');
  });

  const identity = report<{ request: { path: string; headers: Record<string, string>; body: object } }>(
    'identity-coding-is-passed-unread',
  );
  it.skipIf(!identity.given)(`of the report on identity is read${identity.note}`, async () => {
    const { path, headers, body } = identity.given?.request ?? { path: '', headers: {}, body: {} };
    await using rig = await startRig();
    await post(`${rig.url}${path}`, JSON.stringify({ ...body, input: 'Where does gnommoweb run?' }), headers);
    expect(rig.seen[0]?.body.toString()).toContain(BLOCK_AS_JSON);
  });
});

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers the first request of each connection, and resets it as soon as the next one has come in: the worst of the race. */
function resetsSecondRequests() {
  const counts = { requests: 0, resets: 0 };
  const server = createServer((req, res) => {
    counts.requests++;
    req.resume().on('end', () => res.end(chatAnswer('hello')));
  });
  server.on('connection', (socket) => {
    let answered = 0;
    socket.on('data', () => {
      if (answered++ === 0) return;
      counts.resets++;
      socket.resetAndDestroy();
    });
  });
  return { server, counts };
}

describe('a pooled connection that the upstream had closed', () => {
  it('is not the upstream’s fault: the prompt is sent once more, on a new one', async () => {
    const { server, counts } = resetsSecondRequests();
    await using rig = await startRig({ upstreamUrl: await listening(server) });
    for (let n = 0; n < 12; n++) {
      const sent = { model: 'm', messages: [{ role: 'user', content: `hello ${n}` }] };
      expect((await post(`${rig.url}/api/chat`, JSON.stringify(sent))).status).toBe(200);
    }
    expect(counts.resets).toBeGreaterThan(3);
    server.closeAllConnections();
    server.close();
  });

  it('and what was streamed through is not sent twice', async () => {
    const { server } = resetsSecondRequests();
    await using rig = await startRig({ upstreamUrl: await listening(server) });
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await post(`${rig.url}/api/create`, '{"model":"m"}')).status);
    expect(statuses).toContain(502);
    server.closeAllConnections();
    server.close();
  });

  it('an upstream that dies under each request is a 502 after two tries', async () => {
    let connections = 0;
    const server = createServer((_req, res) => res.destroy());
    server.on('connection', () => connections++);
    await using rig = await startRig({ upstreamUrl: await listening(server) });
    expect((await post(`${rig.url}/api/chat`, '{"model":"m","messages":[]}')).status).toBe(502);
    expect(connections).toBe(1); // it was a new one
    server.close();
  });

  const stale = report<{ upstream: string }>('stale-connection-is-a-502');
  it.skipIf(!stale.given)(`as in the report: reset 300 ms after its last byte${stale.note}`, async () => {
    const server = createServer((req, res) => {
      req.resume().on('end', () => res.end(chatAnswer('hello')));
      res.on('finish', () => setTimeout(() => req.socket.resetAndDestroy(), 30));
    });
    await using rig = await startRig({ upstreamUrl: await listening(server) });
    for (let n = 0; n < 60; n++) {
      const sent = { model: 'm', messages: [{ role: 'user', content: `hello ${n}` }] };
      expect((await post(`${rig.url}/api/chat`, JSON.stringify(sent), { connection: 'close' })).status).toBe(
        200,
      );
      await sleep(27 + (n % 6)); // the reset and the next request meet
    }
    server.closeAllConnections();
    server.close();
  });
});

it('an upstream below a path gets every route below it', async () => {
  await using inner = await startRig();
  await using rig = await startRig({ upstreamUrl: `${inner.upstreamUrl}/ollama` });
  await post(`${rig.url}/api/chat`, '{"model":"m","messages":[{"role":"user","content":"hello"}]}');
  await fetch(`${rig.url}/api/tags?x=1`);
  const asked = inner.seen.map(({ url }) => url).filter((url) => url !== '/ollama/api/show');
  expect(asked).toEqual(['/ollama/api/chat', '/ollama/api/tags?x=1']);
});
