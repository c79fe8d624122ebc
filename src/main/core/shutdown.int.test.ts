// Promise: after SIGTERM nobody is left hanging and nothing looks whole that is not: who waits is refused in the words of its route,
// streams that outlive the drain end with an error line and a broken connection, new connections are refused, and the
// process ends with 0 within ten seconds. A real process. Source: architecture, The command line.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProcess } from './testing/processes.ts';
import { rawCall } from './testing/raw-call.ts';

const STREAMS = [
  ['/api/chat', 'application/x-ndjson', '{"message":{"content":"a"},"done":false}\n'],
  ['/api/generate', 'application/x-ndjson', '{"response":"a","done":false}\n'],
  ['/v1/chat/completions', 'text/event-stream', 'data: {"choices":[]}\n\n'],
  ['/v1/messages', 'text/event-stream', 'event: message_start\ndata: {}\n\n'],
  ['/api/pull', 'application/x-ndjson', '{"status":"pulling"}\n'],
] as const;
const BODY = '{"model":"m","stream":true,"prompt":"hi","messages":[{"role":"user","content":"hi"}]}';
const SLOTS = 5; // four streams and a model that thinks

/** Streams a line on each and never ends; never answers `/v1/completions`; keeps the rest waiting for a slot. */
async function startUpstream() {
  const begun: string[] = [];
  const server = createServer((req, res) => {
    req.resume();
    const stream = STREAMS.find(([path]) => path === req.url);
    if (stream) {
      res.writeHead(200, { 'content-type': stream[1] });
      res.write(stream[2]);
    } else if (req.url !== '/v1/completions') {
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    begun.push(req.url ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, begun };
}

it('ends everybody in the words of their route, and itself with 0, within ten seconds', async () => {
  const upstream = await startUpstream();
  const dataDir = mkdtempSync(join(tmpdir(), 'festinger-shutdown-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  writeFileSync(
    join(dataDir, 'config.yaml'),
    `upstreams: [{ name: one, url: "${upstream.url}", slots: ${SLOTS} }]\nconnections: { head_seconds: 60 }\n`,
  );
  await using festinger = await startProcess({ dataDir, upstream: null });
  const call = (path: string) =>
    rawCall(
      festinger.baseUrl,
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Festinger-Client: of${path.replaceAll('/', '-')}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
      undefined,
      20_000,
    );
  const streams = STREAMS.map(async ([path]) => [path, await call(path)] as const);
  const thinking = call('/v1/completions');
  await expect.poll(() => upstream.begun.length, { timeout: 10_000 }).toBe(STREAMS.length + 1);
  const queued = Promise.all(['/api/embed', '/v1/embeddings', '/v1/responses'].map(call));
  const waiting = async () => {
    const { body } = await festinger.operator('/api/console/upstreams');
    return (body as { data: { queue: { waiting: number } } }).data.queue.waiting;
  };
  await expect.poll(waiting, { timeout: 5000 }).toBe(3);
  const halfSent = connect(Number(new URL(festinger.baseUrl).port), '127.0.0.1');
  halfSent.on('error', () => {});
  halfSent.write('POST /api/chat HTTP/1.1\r\nHost: local');

  const at = performance.now();
  const exited = festinger.stop();
  const [embed, embeddings, responses] = await queued;
  expect(performance.now() - at, 'who waits is told at once').toBeLessThan(4000);
  const said = /the proxy is shutting down/;
  expect(embed).toMatch(/^HTTP\/1\.1 503 [\s\S]*\{"error":"the proxy is shutting down"\}$/);
  expect(embeddings).toMatch(/^HTTP\/1\.1 503 [\s\S]*\{"error":\{"message":"the proxy is shutting down"/);
  expect(responses).toMatch(/^HTTP\/1\.1 503 [\s\S]*\{"error":\{"message":"the proxy is shutting down"/);
  await expect(festinger.call('/healthz'), 'nobody new gets in').rejects.toMatchObject({
    cause: { code: 'ECONNREFUSED' },
  });

  const ends = Object.fromEntries(await Promise.all(streams));
  for (const [path, answer] of Object.entries(ends)) {
    expect([path, answer]).toEqual([path, expect.stringMatching(said)]);
    expect(answer, `${path} must not look whole`).not.toMatch(/\r\n0\r\n\r\n$|"done":true|\[DONE\]/);
  }
  expect(ends['/api/chat']).toMatch(
    /\{"model":"m","created_at":"[^"]+","message":\{[^}]*\},"done":false,"error":"[^"]+"\}\n/,
  );
  expect(ends['/api/generate']).toMatch(/"response":"","done":false,"error":"[^"]+"\}\n/);
  expect(ends['/v1/chat/completions']).toMatch(/\ndata: \{"error":\{"message":"[^"]+"[^\n]+\n\n/);
  expect(ends['/v1/messages']).toMatch(/\nevent: error\ndata: \{"type":"error","error":\{[^\n]+\n\n/);
  expect(ends['/api/pull']).toMatch(/\{"error":"[^"]+"\}\n/);
  expect(await thinking).toMatch(/^HTTP\/1\.1 503 [\s\S]*\{"error":\{"message":"the proxy is shutting down"/);
  expect(await exited).toBe(0);
  expect(performance.now() - at).toBeLessThan(10_000);
}, 60_000);
