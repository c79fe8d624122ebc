// How much of all bodies is read before the loop turns to something else. Left alone it takes two megabytes of every connection that has
// them, one after the other: a hundred uploads held everybody else for 200 ms. Used by request-body.ts and where a body is forgotten.
import type { IncomingMessage } from 'node:http';

/** So much is read at a time: some five milliseconds of work. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Readers that go on together; each reads 64 KB at least. */
const READERS_AT_ONCE = BYTES_AT_ONCE / 65_536;

let read = 0;
/** Those who pause, in order. */
const waiting: (() => void)[] = [];

/**
 * Told of each piece that was read.
 * @param goOn called once, later, when the answer is false
 * @returns whether the reader may go on now; if not it pauses until it is told
 */
export function mayReadOn(bytes: number, goOn: () => void): boolean {
  read += bytes;
  if (read < BYTES_AT_ONCE) return true;
  if (waiting.push(goOn) === 1) setImmediate(goOnReading);
  return false;
}

/** Reads what is left of a body that nobody wants: unread it would stall its connection. */
export function forget(req: IncomingMessage): void {
  const goOn = () => req.resume();
  req.on('data', (chunk: Buffer) => {
    if (!mayReadOn(chunk.length, goOn)) req.pause();
  });
  req.resume();
}

function goOnReading(): void {
  read = 0;
  const now = waiting.splice(0, READERS_AT_ONCE);
  if (waiting.length > 0) setImmediate(goOnReading);
  for (const goOn of now) goOn();
}
