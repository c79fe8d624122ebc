// Log lines out of an engine's stream: cut at line breaks, each with the time the engine wrote before it, no longer than a bound. Reads
// nothing itself. Used by logs.ts.
import type { LogLine } from '../../../../shared/model/resource.ts';
import { Frames, type Stream } from './frames.ts';

/** Longest line that is kept, bytes; what comes after is counted and dropped. */
export const LONGEST_LINE = 16_384;
/** `2026-11-24T18:52:53.123456789+01:00 ` */
const LONGEST_STAMP = 36;
const SHORTEST_STAMP = '2026-11-24T18:52:53Z'.length;
const BREAK = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const DASH = 0x2d;
const LETTER_T = 0x54;

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
    const line = lineOf(stream, whole, 0, whole.length);
    if (this.#dropped > 0) line.text += `… (${this.#dropped} more bytes)`;
    this.#pieces = [];
    this.#length = 0;
    this.#dropped = 0;
    return line;
  }
}

function lineOf(stream: Stream, bytes: Buffer, from: number, to: number): LogLine {
  const stamp = stampLength(bytes, from, to);
  const start = from + stamp;
  const end = to > start && bytes[to - 1] === RETURN ? to - 1 : to;
  const at = stamp === 0 ? null : Date.parse(bytes.toString('latin1', from, start - 1));
  return { at, stream, text: bytes.toString('utf8', start, end) };
}

/** Bytes of the time at the beginning and the blank behind it; 0 where there is none. */
function stampLength(bytes: Buffer, from: number, to: number): number {
  if (to - from <= SHORTEST_STAMP || bytes[from + 4] !== DASH || bytes[from + 10] !== LETTER_T) return 0;
  const most = Math.min(to, from + LONGEST_STAMP);
  let blank = from + SHORTEST_STAMP;
  while (blank < most && bytes[blank] !== SPACE) blank++;
  if (blank === most || Number.isNaN(Date.parse(bytes.toString('latin1', from, blank)))) return 0;
  return blank + 1 - from;
}

export class LogLines {
  readonly #frames: Frames;
  readonly #open: Record<Stream, OpenLine> = { out: new OpenLine(), err: new OpenLine() };

  constructor(tty: boolean) {
    this.#frames = new Frames(tty);
  }

  /** The lines a piece of the stream completes. */
  *add(piece: Uint8Array): Iterable<LogLine> {
    for (const { stream, bytes: part, first } of this.#frames.parts(piece)) {
      const line = this.#open[stream];
      const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
      // Engines cut what is longer than 16 KB, and date every part: within a line that has begun, the time is none of its text.
      let at = first && !line.empty ? stampLength(bytes, 0, bytes.length) : 0;
      for (let end = bytes.indexOf(BREAK, at); end >= 0; end = bytes.indexOf(BREAK, at)) {
        if (line.empty && end - at <= LONGEST_LINE) {
          // A whole line, as most are, is copied once.
          yield lineOf(stream, bytes, at, end);
        } else {
          line.add(bytes.subarray(at, end));
          yield line.take(stream);
        }
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
