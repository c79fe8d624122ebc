// Promise: what we refuse is refused in words, also to a client that sends all of a large body before it reads an answer,
// as Python's http.client does.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { startRig } from '../testing/rig.ts';

const BYTES = 20_000_000;

/** Sends everything, and reads what came back only then. */
async function sendAll(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').pause();
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BYTES}\r\n\r\n`);
  const { promise: written, resolve, reject } = Promise.withResolvers<void>();
  socket.write(Buffer.alloc(BYTES, 0x20), (error) => (error ? reject(error) : resolve()));
  socket.on('error', reject);
  await written;
  return text(socket);
}

it('a large body learns that there is no upstream', async () => {
  await using rig = await startRig({ upstreamUrl: 'http://127.0.0.1:1' });
  for (const path of ['/api/blobs/sha256:ab', '/v1/chat/completions']) {
    expect(await sendAll(rig.port, path)).toMatch(/^HTTP\/1\.1 502 [\s\S]*ECONNREFUSED/);
  }
});

it('a large body learns that it wants a key', async () => {
  await using rig = await startRig({ settings: { client_keys_required: true } });
  expect(await sendAll(rig.port, '/api/chat')).toMatch(/^HTTP\/1\.1 401 [\s\S]*fk-/);
});

it('one that does not go on is not waited for', async () => {
  await using rig = await startRig({ settings: { client_keys_required: true } });
  const socket = connect(rig.port, '127.0.0.1');
  socket.write('POST /api/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\n\r\n{');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 /);
});
