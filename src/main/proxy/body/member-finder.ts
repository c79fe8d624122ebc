// Finds the string value of one member in JSON that comes in chunks: in one text, or in the `data:` lines of a stream of events.
// It keeps no bytes, only where it stands, so that a text of any length costs one look at each byte. It does not check the JSON:
// what is broken is for the client to refuse. Used by instructions-echo.ts.

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const DATA = Buffer.from('data:');

/** What a line of an event stream is: not known yet, one that carries JSON, another one. */
type Line = 'begins' | 'data' | 'other';

/** Where the next byte is that may matter within a string. */
function plainUntil(chunk: Buffer, from: number): number {
  let at = from;
  for (; at < chunk.length; at++) {
    const byte = chunk[at];
    if (byte === QUOTE || byte === BACKSLASH || byte === NEWLINE) break;
  }
  return at;
}

export class MemberFinder {
  /** Whether the next byte belongs to a value that is looked for, quotes included. */
  inside = false;
  readonly #path: readonly Buffer[];
  readonly #isEvents: boolean;
  #line: Line;
  /** Bytes of this line that were like `data:` so far. */
  #lineBytes = 0;
  /** Objects and arrays that are open, and how many of those, from the root, are the objects of the path. */
  #depth = 0;
  #entered = 0;
  /** The value that comes next is the path's next one. */
  #isNext = true;
  /** The string that comes next is a name of the innermost object of the path. */
  #wantsName = false;
  #inString = false;
  #isEscaped = false;
  /** Bytes of a name that were like the path's so far; -1 when one was not, or it is no name. */
  #nameBytes = -1;

  /**
   * @param path names from the root to the member
   * @param isEvents whether the bytes are an event stream, each event of it a text of its own
   */
  constructor(path: readonly string[], isEvents: boolean) {
    this.#path = path.map((name) => Buffer.from(name));
    this.#isEvents = isEvents;
    this.#line = isEvents ? 'begins' : 'data';
  }

  /** Whether the text's outermost object is over: nothing more will be found in it. */
  get isOver(): boolean {
    return this.#depth === 0 && !this.#isNext;
  }

  /** Reads on. @returns where `inside` changed, or the chunk's length */
  next(chunk: Buffer, from: number): number {
    let at = from;
    if (this.inside && !this.#inString) {
      this.#inString = true; // its opening quote
      at++;
    }
    for (; at < chunk.length; at++) {
      if (this.#inString && this.#nameBytes < 0 && !this.#isEscaped) at = plainUntil(chunk, at);
      if (at === chunk.length) break;
      const byte = chunk[at] as number;
      if (byte === NEWLINE && this.#isEvents) {
        this.#inString = false; // a string that was open is broken
        this.#isEscaped = false;
        this.#nameBytes = -1;
        if (this.inside) {
          this.inside = false;
          return at;
        }
        this.#endLine();
      } else if (this.#line !== 'data') this.#readField(byte);
      else if (this.#inString) {
        this.#readString(byte);
        if (this.inside && !this.#inString) {
          this.inside = false;
          return at + 1;
        }
      } else if (byte === QUOTE && this.#isNext && this.#entered === this.#path.length) {
        this.#isNext = false;
        this.inside = true;
        return at;
      } else this.#readMark(byte);
    }
    return at;
  }

  /** A string's byte, the closing quote included. */
  #readString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) {
      this.#isEscaped = true;
      this.#nameBytes = -1;
    } else if (byte === QUOTE) this.#endString();
    else if (this.#nameBytes >= 0) {
      const name = this.#path[this.#entered - 1];
      this.#nameBytes = name?.[this.#nameBytes] === byte ? this.#nameBytes + 1 : -1;
    }
  }

  #endString(): void {
    this.#inString = false;
    this.#isNext = this.#nameBytes >= 0 && this.#nameBytes === this.#path[this.#entered - 1]?.length;
    this.#nameBytes = -1;
  }

  /** A byte outside of strings. Numbers, literals, colons and white space say nothing. */
  #readMark(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        this.#nameBytes = this.#wantsName ? 0 : -1;
        this.#wantsName = false;
        return;
      case OPEN_BRACE:
        if (this.#isNext && this.#entered < this.#path.length) {
          this.#entered++;
          this.#wantsName = true;
        } else this.#wantsName = false;
        this.#isNext = false;
        this.#depth++;
        return;
      case OPEN_BRACKET:
        this.#isNext = false;
        this.#depth++;
        return;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#depth = Math.max(0, this.#depth - 1);
        this.#entered = Math.min(this.#entered, this.#depth);
        this.#isNext = false;
        this.#wantsName = false;
        return;
      case COMMA:
        this.#isNext = false;
        this.#wantsName = this.#depth === this.#entered && this.#entered > 0;
    }
  }

  /** A byte in front of a line's data. */
  #readField(byte: number): void {
    if (byte === RETURN || this.#line === 'other') return;
    const isLike = DATA[this.#lineBytes] === byte;
    this.#lineBytes++;
    this.#line = !isLike ? 'other' : this.#lineBytes === DATA.length ? 'data' : 'begins';
  }

  /** An empty line ends the event, and with it the JSON, which may stand in several lines of data. */
  #endLine(): void {
    if (this.#lineBytes === 0) {
      this.#depth = 0;
      this.#entered = 0;
      this.#isNext = true;
      this.#wantsName = false;
    }
    this.#line = 'begins';
    this.#lineBytes = 0;
  }
}
