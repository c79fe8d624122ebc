// Bodies of our own routes count against what is held over all connections, as prompts do: a hundred tellings that never end hold no
// more than a hundred prompts. Whoever finds no room is told to come again. Used by server.ts.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, RequestPayload } from 'fastify';
import { AppError } from '../../shared/model/envelope.ts';
import type { HeldBytes, Holding } from '../proxy/body/held-bytes.ts';
import { forget } from '../proxy/body/reading-order.ts';
import { announcedBytes, gatherBody, hasBody, uploadStream } from '../proxy/body/request-body.ts';

const noRoom = () =>
  new AppError(
    'UNAVAILABLE',
    'More request bodies are held at once than `proxy_max_held_bytes` allows; try again in a moment.',
  );

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly isUnparsed?: boolean;
  }
}

/**
 * Routes whose handlers read the request itself, with limits of their own: files go onto the disk, calls of the contract have a megabyte
 * at most, and both are the operator's. A body has one reader, so nothing stands between.
 */
export function readUnparsed(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isUnparsed: true };
  });
}

/** Reads every body that Fastify is going to parse, and counts it until the answer is over. */
export function countHeldBodies(app: FastifyInstance, held: HeldBytes): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { bodyLimit, config } = request.routeOptions;
    const announced = announcedBytes(request.raw);
    const limit = bodyLimit ?? app.initialConfig.bodyLimit ?? announced;
    // What is too long by its own word is refused unread, by Fastify.
    const isRefused = Number.isFinite(announced) && announced > limit;
    if (!hasBody(request.raw) || config.isUnparsed || isRefused) return payload;
    const holding = held.open(announced);
    endWithAnswer(request.raw.socket, reply.raw, holding);
    const read = await gatherBody(request.raw, limit, holding);
    if (read.kind === 'client_left') throw new AppError('CANCELLED', 'The caller left in the middle.');
    if (read.kind === 'whole')
      return asPayload(Readable.from([read.bytes], { objectMode: false }), read.bytes.length);
    if (read.why === 'body_too_large') return asPayload(uploadStream(request.raw, read.body.pieces), 0);
    read.body.drop();
    forget(request.raw);
    throw noRoom();
  });
}

/** Fastify compares the length with what was announced. */
const asPayload = (stream: Readable, bytes: number): RequestPayload =>
  Object.assign(stream, { receivedEncodedLength: bytes });

/** An answer that waits behind another one on its connection is not told when that connection ends. */
function endWithAnswer(socket: Socket, response: ServerResponse, holding: Holding): void {
  const end = () => {
    holding.end();
    socket.off('close', end);
    response.off('close', end);
  };
  socket.setMaxListeners(0); // one for each request behind another
  socket.once('close', end);
  response.once('close', end);
  if (socket.destroyed) end();
}
