// Small bodies of the file routes: read whole and exactly, whatever pieces they come in, or refused in words.
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Transfers } from '../transfer/transfer-service.ts';
import { sendError, toAppError } from './envelope.ts';
import { fileRoutes } from './file-routes.ts';

let app: FastifyInstance;
/** Passphrases that arrived. */
let given: unknown[];
/** The other end of the connection that asked last. */
let socket: Socket;
let refused: PromiseWithResolvers<unknown>;

beforeEach(async () => {
  given = [];
  refused = Promise.withResolvers();
  app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async ({ raw }) => {
    socket = raw.socket;
  });
  app.setErrorHandler((error, { id }, reply) => {
    const appError = toAppError(error, id);
    refused.resolve(appError.code);
    sendError(reply, appError);
  });
  const transfers = {
    backup: ({ passphrase }: { passphrase?: string }) => {
      given.push(passphrase);
      return { result: Promise.resolve({ name: 'a' }) };
    },
  };
  await app.register(fileRoutes, { transfers: transfers as unknown as Transfers });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

function open(): ClientRequest {
  const { port } = app.server.address() as AddressInfo;
  return request({ port, host: '127.0.0.1', method: 'POST', path: '/api/console/files/backup' });
}

function answerTo(sent: ClientRequest): Promise<{ status: number | undefined; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: unknown }>();
  sent.on('response', async (answer) => resolve({ status: answer.statusCode, body: await json(answer) }));
  sent.on('error', reject);
  return promise;
}

/** Sends a piece and waits until the other side has it. */
async function sendPiece(sent: ClientRequest, piece: Uint8Array): Promise<void> {
  await new Promise((written) => sent.write(piece, written));
  await expect.poll(() => socket?.bytesRead).toBe(sent.socket?.bytesWritten);
}

it('takes a passphrase as it is, wherever a connection cuts it', async () => {
  const passphrase = 'Käse für 🧀 Ærø';
  const body = Buffer.from(JSON.stringify({ passphrase }));
  for (const cut of [body.indexOf('ä') + 1, body.indexOf('🧀') + 1, body.indexOf('🧀') + 3]) {
    const sent = open();
    const answer = answerTo(sent);
    await sendPiece(sent, body.subarray(0, cut));
    sent.end(body.subarray(cut));
    expect((await answer).status).toBe(200);
  }
  expect(given).toEqual([passphrase, passphrase, passphrase]);
});

it('refuses a body that is not UTF-8, and says so', async () => {
  const sent = open();
  const answer = answerTo(sent);
  sent.end(Buffer.from(JSON.stringify({ passphrase: 'Käse für alle' }), 'latin1'));
  expect(await answer).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_INPUT', message: expect.stringMatching(/not UTF-8/) } },
  });
  expect(given).toEqual([]);
});

it('answers a body that is too large, and the connection goes on', async () => {
  const sent = open();
  const answer = answerTo(sent);
  sent.end(Buffer.alloc(300_000, 'x'));
  expect(await answer).toMatchObject({ status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } });
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(300_000);
});

it('ends with a caller who leaves in the middle', async () => {
  const sent = open();
  sent.on('error', () => {});
  await sendPiece(sent, Buffer.from('{"passphrase":'));
  sent.destroy();
  expect(await refused.promise).toBe('CANCELLED');
  expect(given).toEqual([]);
});
