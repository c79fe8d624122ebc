// Takes a request's body off the wire: whole when it is small enough to be read, else as a stream that goes on where
// reading stopped, so nothing is lost and nothing large is held. Source: proxy.md Routes (blobs), Traps.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';

export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** Over the limit: what was read so far, with the rest behind it. */
  | { readonly kind: 'large'; readonly stream: Readable }
  | { readonly kind: 'client_left' };

/** Whether the request announces a body at all. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** Reads a body of at most `limit` bytes. Never rejects. */
export function readBody(req: IncomingMessage, limit: number): Promise<ReadBody> {
  if (Number(req.headers['content-length'] ?? 0) > limit) {
    return Promise.resolve({ kind: 'large', stream: uploadStream(req) });
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (read: ReadBody) => {
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(read);
    };
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      req.pause();
      settle({ kind: 'large', stream: uploadStream(req, chunks) });
    };
    const onEnd = () =>
      settle({
        kind: 'whole',
        bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size),
      });
    const onClose = () => settle({ kind: 'client_left' });
    req.on('data', onData).on('end', onEnd).on('close', onClose);
    req.on('error', () => {}); // a leaving client; 'close' follows
  });
}

/**
 * A body as a stream with back-pressure, behind `head`. It is not the request itself: an upstream that answers
 * early ends this stream, and the answer can still go out on the request's connection.
 */
export function uploadStream(req: IncomingMessage, head: readonly Buffer[] = []): Readable {
  const stream = new Readable({
    read() {
      req.resume();
    },
    destroy(error, done) {
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      req.resume(); // what nobody reads any more must not stall the connection
      done(error);
    },
  });
  const onData = (chunk: Buffer) => {
    if (!stream.push(chunk)) req.pause();
  };
  const onEnd = () => stream.push(null);
  const onClose = () => {
    if (!req.readableEnded) stream.destroy(new Error('the client left'));
  };
  stream.on('error', () => {}); // nobody listens while it waits for a place, and its client may leave
  req.pause();
  for (const chunk of head) stream.push(chunk);
  req.on('data', onData).on('end', onEnd).on('close', onClose);
  req.on('error', () => {});
  return stream;
}

const unzstd = promisify(zstdDecompress);

/** A zstd body as it was before compression, or null when it is broken or over `limit` bytes. */
export async function decodeZstd(bytes: Buffer, limit: number): Promise<Buffer | null> {
  try {
    return await unzstd(bytes, { maxOutputLength: limit });
  } catch {
    return null; // it passes as it came, and the upstream says what is wrong with it
  }
}
