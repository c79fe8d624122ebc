// Log lines out of an engine's stream: cut at line breaks, each with the time the engine wrote before it, no longer than a bound. Reads
// nothing itself. Used by logs.ts.
import type { LogLine } from '../../../../shared/model/resource.ts';
import { Frames, type Stream } from './frames.ts';

/** Longest line that is kept, bytes; what comes after is counted and dropped. */
export const LONGEST_LINE = 16_384;
/** `2026-11-24T18:52:53.123456789+01:00 ` */
const LONGEST_STAMP = 36;
const BREAK = 0x0a;
const SPACE = 0x20;

/** A line that is not complete yet. */
class OpenLine {
  #pieces: Buffer[] = [];
  #length = 0;
  #dropped = 0;

  get empty(): boolean {
    return this.#length === 0;
  }

  add(bytes: Uint8Array): void {
    const kept = bytes.subarray(0, Math.max(0, LONGEST_LINE - this.#length));
    // A copy: what is kept must not hold the whole piece it came in.
    if (kept.length > 0) this.#pieces.push(Buffer.from(kept));
    this.#length += kept.length;
    this.#dropped += bytes.length - kept.length;
  }

  take(stream: Stream): LogLine {
    const whole = Buffer.concat(this.#pieces);
    const stamp = stampLength(whole);
    const end = whole.at(-1) === 0x0d ? whole.length - 1 : whole.length;
    const text = whole.toString('utf8', stamp, Math.max(stamp, end));
    const line = {
      at: stamp === 0 ? null : Date.parse(whole.toString('latin1', 0, stamp - 1)),
      stream,
      text: this.#dropped === 0 ? text : `${text}… (${this.#dropped} more bytes)`,
    };
    this.#pieces = [];
    this.#length = 0;
    this.#dropped = 0;
    return line;
  }
}

/** Bytes of the time at the beginning and the blank behind it; 0 where there is none. */
function stampLength(bytes: Uint8Array): number {
  const blank = bytes.subarray(0, LONGEST_STAMP).indexOf(SPACE);
  if (blank < 20 || bytes[4] !== 0x2d || bytes[10] !== 0x54) return 0;
  const at = Date.parse(Buffer.from(bytes.subarray(0, blank)).toString('latin1'));
  return Number.isNaN(at) ? 0 : blank + 1;
}

export class LogLines {
  readonly #frames: Frames;
  readonly #open: Record<Stream, OpenLine> = { out: new OpenLine(), err: new OpenLine() };

  constructor(tty: boolean) {
    this.#frames = new Frames(tty);
  }

  /** The lines a piece of the stream completes. */
  *add(piece: Uint8Array): Iterable<LogLine> {
    for (const { stream, bytes, first } of this.#frames.parts(piece)) {
      const line = this.#open[stream];
      // Engines cut what is longer than 16 KB, and date every part: within a line that has begun, the time is none of its text.
      let at = first && !line.empty ? stampLength(bytes) : 0;
      for (let end = bytes.indexOf(BREAK, at); end >= 0; end = bytes.indexOf(BREAK, at)) {
        line.add(bytes.subarray(at, end));
        yield line.take(stream);
        at = end + 1;
      }
      if (at < bytes.length) line.add(bytes.subarray(at));
    }
  }

  /** What is left when the stream has ended. */
  *end(): Iterable<LogLine> {
    for (const stream of ['out', 'err'] as const) {
      if (!this.#open[stream].empty) yield this.#open[stream].take(stream);
    }
  }
}
