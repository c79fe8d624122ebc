// Promise: however many bodies come in at once, the loop turns to something else after a few megabytes of them; and all of each arrives.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { HeldBytes } from './held-bytes.ts';
import { forget } from './reading-order.ts';
import { gatherBody, uploadStream } from './request-body.ts';

const UPLOADS = 60;
const BYTES = 4 * 1024 * 1024;
/** What is read at a time, and a piece or two of each connection that was not yet told to wait. */
const MOST_IN_A_TURN = 4 * 1024 * 1024 + UPLOADS * 2 * 65_536;

/** Sends them all at once, from a thread of its own; says what was answered to each. */
const SENDER = `
  const { request } = require('node:http');
  const { parentPort, workerData: { port, uploads, bytes } } = require('node:worker_threads');
  const body = Buffer.alloc(bytes, 0x61);
  const one = () => new Promise((resolve) => {
    request({ host: '127.0.0.1', port, method: 'POST', agent: false }, (res) => {
      let text = '';
      res.on('data', (piece) => { text += piece; }).on('end', () => resolve(text));
    }).on('error', (error) => resolve(String(error))).end(body);
  });
  Promise.all(Array.from({ length: uploads }, one)).then((all) => parentPort.postMessage(all));
`;

const held = new HeldBytes(() => UPLOADS * BYTES * 4);

const READERS: Readonly<Record<string, (req: IncomingMessage) => Promise<number>>> = {
  gathered: async (req) => {
    const read = await gatherBody(req, BYTES, held.open(BYTES));
    return read.kind === 'whole' ? read.bytes.length : -1;
  },
  streamed: async (req) => {
    let bytes = 0;
    for await (const piece of uploadStream(req)) bytes += (piece as Buffer).length;
    return bytes;
  },
  forgotten: async (req) => {
    let bytes = 0;
    req.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    forget(req);
    await finished(req);
    return bytes;
  },
};

it.each(Object.entries(READERS))('bodies that are %s', async (_, read) => {
  let inTurn = 0;
  let most = 0;
  let over = false;
  const turn = () => {
    most = Math.max(most, inTurn);
    inTurn = 0;
    if (!over) setImmediate(turn);
  };
  turn();
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    req.on('data', (piece: Buffer) => {
      inTurn += piece.length;
    });
    res.end(String(await read(req)));
  };
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sender = new Worker(SENDER, { eval: true, workerData: { port, uploads: UPLOADS, bytes: BYTES } });
  onTestFinished(async () => {
    over = true;
    server.closeAllConnections();
    server.close();
    await sender.terminate();
  });
  const answers = await new Promise<readonly string[]>((resolve) => sender.once('message', resolve));
  expect(answers).toEqual(Array.from({ length: UPLOADS }, () => String(BYTES)));
  expect(most, 'bytes read in one turn').toBeLessThanOrEqual(MOST_IN_A_TURN);
});
