// The first line of an output that comes in pieces, taken off it: what we asked the far side to say before the program speaks.
// Holds no more than a line of that kind has. Called by ssh-executor.ts.

const MAX_LINE = 64;
const LINE_BREAK = 10;

export class FirstLine {
  #held = Buffer.alloc(0);
  #text: string | null = null;

  /** Null until it was read. */
  get text(): string | null {
    return this.#text;
  }

  /** @returns what comes after it */
  take(piece: Buffer): Buffer {
    if (this.#text !== null) return piece;
    const seen = Buffer.concat([this.#held, piece]);
    const end = seen.indexOf(LINE_BREAK);
    if (end < 0 && seen.length <= MAX_LINE) {
      this.#held = seen;
      return Buffer.alloc(0);
    }
    this.#text = end < 0 || end > MAX_LINE ? '' : seen.toString('latin1', 0, end);
    this.#held = Buffer.alloc(0);
    return end < 0 ? seen : seen.subarray(end + 1);
  }
}
