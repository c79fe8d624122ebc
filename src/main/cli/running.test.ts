// What a command that calls the running Festinger does when the answer takes long, breaks off, or never comes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resolve } from './resolve.ts';

const RUN = { run_id: 7, status: 'done', total: 2, done: 2, counts: { decomposed: 2 }, error: null };
const ANSWER = JSON.stringify({ ok: true, data: RUN });

let dataDir: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'festinger-running-'));
  writeFileSync(join(dataDir, 'operator-token'), 'token');
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  vi.useRealTimers();
  await stop();
  rmSync(dataDir, { recursive: true });
});

async function stop(): Promise<void> {
  server.closeAllConnections();
  if (server.listening) await new Promise((closed) => server.close(closed));
}

async function resolveAndWait(url: string): Promise<{ code: number; said: string }> {
  const words: string[] = [];
  const out = { write: (text: string) => words.push(text) };
  const code = await resolve({ wait: true, json: false, url, dataDir }, out, out);
  return { code, said: words.join('') };
}

const place = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('waits for a run for as long as it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  answer = (_request, response) => {
    vi.advanceTimersByTime(6 * 3_600_000);
    response.setHeader('content-type', 'application/json');
    response.end(ANSWER);
  };
  expect(await resolveAndWait(place())).toEqual({
    code: 0,
    said: 'run 7 done: 2 conflicts (2 decomposed)\n',
  });
});

it.each([
  ['before an answer', (_request: IncomingMessage, response: ServerResponse) => response.destroy()],
  [
    'in the middle of one',
    (_request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': ANSWER.length });
      response.write(ANSWER.slice(0, 20), () => response.destroy());
    },
  ],
])('says that the call broke off when it did so %s', async (_when, breakOff) => {
  answer = breakOff;
  await expect(resolveAndWait(place())).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^The call to http:\S+ broke off: .+ What it started may go on there\.$/),
  });
});

it('says that nothing answers where nothing listens', async () => {
  const url = place();
  await stop();
  await expect(resolveAndWait(url)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/^Nothing answers at http:\S+\. Start it with `festinger serve`/),
  });
});

it.each(['ftp://127.0.0.1:1', 'nowhere'])('takes no address such as %s', async (url) => {
  await expect(resolveAndWait(url)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
