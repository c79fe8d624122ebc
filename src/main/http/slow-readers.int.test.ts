// Promise: who does not read does not fill our memory. A real process between streams of 50 MB and four that stop reading,
// downwards and upwards: it grows by at most 64 MB, the sender is held back, and once they read on every byte arrives.
// Source: proxy, Fidelity.
import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, type Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FestingerProcess, startProcess } from '../core/testing/processes.ts';

const MB = 1024 * 1024;
const SIZE = 50 * MB;
const READERS = 4;
const MAX_GROWTH = 64 * MB;
/** What the kernel's socket buffers may hold between two ends, with room: far less than the whole. */
const MAX_ON_THE_WAY = 30 * MB;
/** A transfer that has not moved for so long stands still. */
const STILL_MS = 500;

const block = randomFillSync(Buffer.alloc(64 * 1024));

/** The stream of a number: no two pieces of it or of two streams are alike. */
function* piecesOf(stream: number) {
  for (let at = 0; at < SIZE; at += block.length) {
    const piece = Buffer.from(block);
    piece.writeUInt32BE(stream, 0);
    piece.writeUInt32BE(at, 4);
    yield piece;
  }
}

function digestOf(stream: number): string {
  const hash = createHash('sha256');
  for (const piece of piecesOf(stream)) hash.update(piece);
  return hash.digest('hex');
}

async function digestRead(from: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of from) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** What senders have got rid of, by stream, and when that last moved. */
const sent = new Map<number, number>();
let movedAt = 0;

function sendStream(stream: number, to: Writable): void {
  const source = Readable.from(piecesOf(stream), { objectMode: true, highWaterMark: 1 });
  source.on('data', (piece: Buffer) => {
    sent.set(stream, (sent.get(stream) ?? 0) + piece.length);
    movedAt = performance.now();
    if (to.write(piece)) return;
    source.pause();
    to.once('drain', () => source.resume());
  });
  source.on('end', () => to.end());
}

const standsStill = () =>
  expect
    .poll(() => sent.size === READERS && performance.now() - movedAt > STILL_MS, { timeout: 20_000 })
    .toBe(true);

/** Requests of the upstream whose bodies nobody reads yet, by stream. */
const uploads = new Map<number, { req: IncomingMessage; done: (digest: string) => void }>();

let upstream: Server;
let festinger: FestingerProcess;
beforeAll(async () => {
  upstream = createServer({ requestTimeout: 0 }, (req, res) => {
    const stream = Number(/(\d+)$/.exec(req.url ?? '')?.[1]);
    if (req.url?.startsWith('/api/down/')) sendStream(stream, res.writeHead(200));
    else if (req.url?.startsWith('/api/blobs/')) uploads.set(stream, { req, done: (text) => res.end(text) });
    else res.end('{}');
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  const { port } = upstream.address() as AddressInfo;
  festinger = await startProcess({ upstream: `http://127.0.0.1:${port}` });
  // Once at full speed, so that what is measured is what waiting costs.
  const answer = await ask('GET', '/api/down/99');
  expect(await digestRead(answer)).toBe(digestOf(99));
});
afterAll(async () => {
  await festinger[Symbol.asyncDispose]();
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => sent.clear());

async function ask(method: string, path: string): Promise<IncomingMessage> {
  const req = request(festinger.baseUrl + path, { method, agent: false }).end();
  const [answer] = await once(req, 'response');
  return answer as IncomingMessage;
}

/** Resident bytes of the process. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${festinger.pid}/status`, 'utf8'))?.[1]) * 1024;

const READING = Array.from({ length: READERS }, (_, n) => n);

describe.runIf(process.platform === 'linux')('four that stop reading 50 MB', () => {
  it('of an answer hold the upstream back, not our memory; then they get every byte', async () => {
    const before = memory();
    const answers = await Promise.all(READING.map((n) => ask('GET', `/api/down/${n}`)));
    await standsStill();
    expect(memory() - before).toBeLessThan(MAX_GROWTH);
    for (const n of READING) expect(sent.get(n)).toBeLessThan(MAX_ON_THE_WAY);
    const digests = await Promise.all(answers.map(digestRead));
    expect(digests).toEqual(READING.map(digestOf));
  }, 60_000);

  it('of an upload hold the client back, not our memory; then the upstream gets every byte', async () => {
    const before = memory();
    const sending = READING.map((n) => {
      const headers = { 'content-length': SIZE };
      const req = request(`${festinger.baseUrl}/api/blobs/sha256:${n}`, {
        ...{ method: 'POST', agent: false, headers },
      });
      sendStream(n, req);
      return once(req, 'response') as Promise<[IncomingMessage]>;
    });
    await standsStill();
    expect(memory() - before).toBeLessThan(MAX_GROWTH);
    for (const n of READING) expect(sent.get(n)).toBeLessThan(MAX_ON_THE_WAY);
    for (const { req, done } of uploads.values()) void digestRead(req).then(done);
    const texts = await Promise.all(
      sending.map(async (answer) => String((await (await answer)[0].toArray())[0])),
    );
    expect(texts).toEqual(READING.map(digestOf));
  }, 60_000);
});
