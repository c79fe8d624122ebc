// Takes a request's body off the wire: whole when it is small enough to be read and there is room for it, else as a stream that
// goes on where reading stopped, so nothing is lost and nothing large is held. Source: proxy, Routes (blobs), Traps, Hostile input.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { noteGone } from '../../process/heap.ts';
import { BLOCK_BYTES, BodyBytes } from './body-bytes.ts';
import type { Holding } from './held-bytes.ts';
import { forget, mayReadOn } from './reading-order.ts';

export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** Over the limit, or more than there is room for: what was read so far, with the rest behind it. */
  | { readonly kind: 'unread'; readonly why: WhyUnread; readonly stream: Readable }
  | { readonly kind: 'client_left' };

/** Bytes the body will have; Infinity when its head does not say. */
export function announcedBytes({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY;
}

export type WhyUnread = 'body_too_large' | 'no_room';

/** Whether the request announces a body at all. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/**
 * Reads a body of at most `limit` bytes. Never rejects.
 * @param held is charged with what is held; whoever made it ends it
 */
export async function readBody(req: IncomingMessage, limit: number, held: Holding): Promise<ReadBody> {
  const read = await gatherBody(req, limit, held);
  return read.kind === 'unread' ? { ...read, stream: uploadStream(req, read.body.pieces) } : read;
}

export type GatheredBody =
  | Exclude<ReadBody, { kind: 'unread' }>
  /** What was read so far; the request is paused. */
  | { readonly kind: 'unread'; readonly why: WhyUnread; readonly body: BodyBytes };

/** The same, for who does not go on with what is too much. */
export function gatherBody(req: IncomingMessage, limit: number, held: Holding): Promise<GatheredBody> {
  const body = new BodyBytes();
  if (Number(req.headers['content-length'] ?? 0) > limit) {
    return Promise.resolve({ kind: 'unread', why: 'body_too_large', body });
  }
  return new Promise((resolve) => {
    const settle = (read: GatheredBody) => {
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(read);
    };
    const goOn = () => req.resume();
    const onData = (chunk: Buffer) => {
      const { length } = chunk;
      body.add(chunk);
      const why = body.size > limit ? 'body_too_large' : held.take(length) ? null : 'no_room';
      if (why === null && mayReadOn(length, goOn)) return;
      req.pause();
      if (why === null) return;
      settle({ kind: 'unread', why, body });
    };
    const onEnd = () => settle({ kind: 'whole', bytes: body.whole() });
    const onClose = () => {
      body.drop();
      settle({ kind: 'client_left' });
    };
    req.on('data', onData).on('end', onEnd).on('close', onClose);
    req.on('error', () => {}); // a leaving client; 'close' follows
  });
}

/**
 * A body as a stream with back-pressure, behind `head`. It is not the request itself: an upstream that answers
 * early ends this stream, and the answer can still go out on the request's connection.
 */
export function uploadStream(req: IncomingMessage, head: readonly Buffer[] = []): Readable {
  let wanted = true;
  let mayGoOn = true;
  const flow = () => {
    if (stream.destroyed) return;
    if (wanted && mayGoOn) req.resume();
    else req.pause();
  };
  const goOn = () => {
    mayGoOn = true;
    flow();
  };
  const stream = new Readable({
    read() {
      wanted = true;
      flow();
    },
    destroy(error, done) {
      req.off('data', onData).off('end', onEnd).off('close', onClose);
      forget(req);
      done(error);
    },
  });
  const onData = (chunk: Buffer) => {
    noteGone(chunk.length);
    mayGoOn = mayReadOn(chunk.length, goOn);
    wanted = stream.push(chunk);
    flow();
  };
  const onEnd = () => stream.push(null);
  const onClose = () => {
    if (!req.readableEnded) stream.destroy(new Error('the client left'));
  };
  stream.on('error', () => {}); // nobody listens while it waits for an upstream, and its client may leave
  req.pause();
  for (const chunk of head) stream.push(chunk);
  req.on('data', onData).on('end', onEnd).on('close', onClose);
  req.on('error', () => {});
  return stream;
}

type Decompress = (bytes: Buffer, options: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>;

const [unzlib, unraw] = [promisify(inflate), promisify(inflateRaw)];
const ungzip = promisify(gunzip);
/** The compression method in the first byte of a zlib header: `deflate` without one comes from servers that misread RFC 9110. */
const ZLIB_METHOD = 8;

const DECODERS: Readonly<Record<string, Decompress>> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  deflate: (bytes, options) =>
    ((bytes[0] ?? 0) & 0x0f) === ZLIB_METHOD ? unzlib(bytes, options) : unraw(bytes, options),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};
/** Nobody compresses twice on purpose; a longer list is made to cost time. */
const MOST_CODINGS = 2;

/**
 * A body as it was before its content codings were applied; the same buffer where there are none. Decompressing happens on
 * the thread pool.
 * @param coding the value of `Content-Encoding`: codings in the order they were applied, in any case
 * @returns or why it passes as it came, and the upstream says what is wrong with it: unknown or broken, over `limit` bytes, or no
 * room for as much as it may become (a kilobyte may become a gigabyte). Source: RFC 9110 section 8.4
 */
export async function decodeBody(
  bytes: Buffer,
  coding: string | undefined,
  limit: number,
  held: Holding,
): Promise<Buffer | 'unreadable_body' | 'no_room'> {
  const codings = (coding ?? '').split(',', MOST_CODINGS * 4).map((name) => name.trim().toLowerCase());
  const applied = codings.filter((name) => name !== '' && name !== 'identity');
  if (applied.length > MOST_CODINGS) return 'unreadable_body';
  let text = bytes;
  for (const name of applied.toReversed()) {
    const decompress = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
    if (!decompress) return 'unreadable_body';
    if (!held.take(limit)) return 'no_room';
    const before = text === bytes ? 0 : text.length;
    let unused = limit;
    try {
      text = await decompress(text, { maxOutputLength: limit, chunkSize: BLOCK_BYTES });
      unused -= text.length;
    } catch {
      return 'unreadable_body';
    } finally {
      held.giveBack(unused + before);
    }
  }
  return text;
}
