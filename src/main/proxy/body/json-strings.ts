// A cursor over the strings in the raw bytes of a JSON text: it steps over them, finds flat-prompt headings in them, and
// decodes them on demand. As strict as JSON.parse, but for strings longer than LONG_STRING that nobody reads: of those only
// the closing quote is looked for, so a 10 MB base64 image costs microseconds. Grammar: RFC 8259. Base of json-cursor.ts.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const HASH = 0x23;
const SMALL_N = 0x6e;

/** Bytes of a skipped string that are read one by one before the search for its closing quote goes native. */
const LONG_STRING = 4096;
/** A quote found this close means text, not base64: reading one by one is cheaper then. */
const NEAR_QUOTE = 256;

/** Steps between two looks at the clock, less one. */
const STEPS_MASK = 8191;

/** What a byte means inside a string: 0 plain, 1 closing quote, 2 escape, 3 not allowed. */
const STRING_CLASS = new Uint8Array(256);
STRING_CLASS.fill(3, 0, 0x20);
STRING_CLASS[QUOTE] = 1;
STRING_CLASS[BACKSLASH] = 2;

/** How many bytes an escape takes after its backslash, by its letter; 0 is no escape. */
const ESCAPE_LENGTH = new Uint8Array(256);
for (const letter of '"\\/bfnrt') ESCAPE_LENGTH[letter.charCodeAt(0)] = 1;
ESCAPE_LENGTH['u'.charCodeAt(0)] = 5;

const IS_HEX = new Uint8Array(256);
for (const digit of '0123456789abcdefABCDEF') IS_HEX[digit.charCodeAt(0)] = 1;

/** The text is not JSON. `offset` is the byte at which that became certain. */
export class MalformedJson extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super(`not JSON at byte ${offset}`);
    this.name = 'MalformedJson';
    this.offset = offset;
  }
}

/** Reading was given up: the text has more than is read of any, or it took too long. Says nothing of its form. */
export class GivenUp extends Error {
  readonly reason: 'too_many_turns' | 'too_slow';
  constructor(reason: GivenUp['reason']) {
    super(reason);
    this.name = 'GivenUp';
    this.reason = reason;
  }
}

/** How far a text is read. */
export interface ReadingLimits {
  /** Messages, parts of them and headings in one text: each of them costs memory for as long as the text is known. */
  readonly items: number;
  /** Asked now and then. */
  readonly isLate: () => boolean;
}

export const UNLIMITED: ReadingLimits = { items: Number.POSITIVE_INFINITY, isLate: () => false };

/** The bytes between a string's quotes; `escaped` when they hold a backslash. */
export interface StringSpan {
  readonly start: number;
  readonly end: number;
  readonly escaped: boolean;
}

/** A `### Role:` header inside a string: offset of its first `#` and of the first byte after its line. */
export interface Heading {
  readonly start: number;
  readonly contentStart: number;
  readonly role: 'system' | 'user' | 'assistant';
}

const HEADINGS = (['System', 'User', 'Assistant'] as const).map((name) => ({
  bytes: Buffer.from(`### ${name}:\\n`),
  role: name.toLowerCase() as Heading['role'],
}));

export class StringCursor {
  readonly bytes: Buffer;
  pos: number;
  readonly #limits: ReadingLimits;
  #items = 0;
  #steps = 0;

  constructor(bytes: Buffer, pos = 0, limits = UNLIMITED) {
    this.bytes = bytes;
    this.pos = pos;
    this.#limits = limits;
  }

  /** Something that is kept of the text. @throws GivenUp when there is too much of it */
  countItems(count = 1): void {
    this.#items += count;
    if (this.#items > this.#limits.items) throw new GivenUp('too_many_turns');
  }

  /** One value, name or escape. @throws GivenUp when it is late; the clock is looked at now and then */
  protected step(): void {
    if ((++this.#steps & STEPS_MASK) === 0 && this.#limits.isLate()) throw new GivenUp('too_slow');
  }

  fail(): never {
    throw new MalformedJson(this.pos);
  }

  /** Skips white space and returns the byte there, or -1 at the end. */
  peek(): number {
    const { bytes } = this;
    let p = this.pos;
    let byte = bytes[p];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++p];
    this.pos = p;
    return byte ?? -1;
  }

  /** Steps over one expected byte, after white space. */
  expect(byte: number): void {
    if (this.peek() !== byte) this.fail();
    this.pos++;
  }

  /** Steps over a string that will be read as text: every byte is checked. The cursor stands on its quote. */
  wholeString(): StringSpan {
    return this.string(Number.POSITIVE_INFINITY);
  }

  /** Steps over a string; the cursor stands on its opening quote. Behind `longFrom` bytes contents go unchecked. */
  string(longFrom = LONG_STRING): StringSpan {
    if (this.bytes[this.pos] !== QUOTE) this.fail();
    const start = ++this.pos;
    let escaped = false;
    let native = start + longFrom;
    for (;;) {
      const stop = this.#plain(native);
      if (stop === 1) break;
      if (stop === 2) {
        escaped = true;
        this.#escape();
      } else if (this.#jump(start)) {
        escaped = true; // unknown, so it is decoded the careful way
        break;
      } else {
        native = this.pos + LONG_STRING;
      }
    }
    return { start, end: this.pos++, escaped };
  }

  /**
   * Steps over a string and collects the `### System:` / `### User:` / `### Assistant:` headings in it that open the
   * string or follow an empty line. Every byte is read. `resume` continues at an earlier heading of the same string.
   */
  headedString(headings: Heading[], resume?: { start: number; at: number }): StringSpan {
    if (!resume && this.bytes[this.pos] !== QUOTE) this.fail();
    const start = resume ? resume.start : this.pos + 1;
    this.pos = resume ? resume.at : start;
    let escaped = resume !== undefined;
    /** Where the last two `\n` escapes in a row ended; a heading may stand exactly there. */
    let opening = this.pos;
    let newlineEnd = -1;
    for (;;) {
      if (this.pos === opening && this.bytes[this.pos] === HASH) {
        const heading = headingAt(this.bytes, this.pos);
        if (heading) {
          headings.push(heading);
          this.countItems();
          escaped = true;
          this.pos = heading.contentStart;
          newlineEnd = -1;
        }
      }
      const stop = this.#plain(Number.POSITIVE_INFINITY);
      if (stop === 1) break;
      escaped = true;
      const at = this.pos;
      const isNewline = this.bytes[at + 1] === SMALL_N;
      this.#escape();
      if (isNewline && newlineEnd === at) opening = this.pos;
      newlineEnd = isNewline ? this.pos : -1;
    }
    return { start, end: this.pos++, escaped };
  }

  /** Moves over plain bytes. 1: on the closing quote; 2: on a backslash; 0: reached `limit`. */
  #plain(limit: number): 0 | 1 | 2 {
    const { bytes } = this;
    const end = Math.min(bytes.length, limit);
    let p = this.pos;
    while (p < end) {
      const kind = STRING_CLASS[bytes[p] as number];
      if (kind !== 0) {
        this.pos = p;
        if (kind === 3) this.fail();
        return kind as 1 | 2;
      }
      p++;
    }
    this.pos = p;
    if (p >= bytes.length) this.fail();
    return 0;
  }

  /** Steps over one escape; the cursor stands on its backslash. */
  #escape(): void {
    this.step();
    const { bytes, pos } = this;
    const length = ESCAPE_LENGTH[bytes[pos + 1] ?? 0] as number;
    if (length === 0) this.fail();
    for (let p = pos + 2; p <= pos + length; p++) if (IS_HEX[bytes[p] ?? 0] === 0) this.fail();
    this.pos = pos + 1 + length;
  }

  /** Searches the closing quote natively. True when the cursor stands on it; false after text was met instead. */
  #jump(start: number): boolean {
    for (;;) {
      const quote = this.bytes.indexOf(QUOTE, this.pos);
      if (quote < 0) this.fail();
      let slashes = 0;
      while (quote - slashes > start && this.bytes[quote - slashes - 1] === BACKSLASH) slashes++;
      if (slashes % 2 === 0) {
        this.pos = quote;
        return true;
      }
      const near = quote - this.pos < NEAR_QUOTE;
      this.pos = quote + 1;
      if (near) return false;
    }
  }

  /** The text a string span stands for. Throws SyntaxError where JSON.parse would. */
  text(span: StringSpan): string {
    return decodeString(this.bytes, span);
  }
}

/** The text between a string's quotes, as JSON.parse would give it. Throws SyntaxError on a broken escape. */
export function decodeString(bytes: Buffer, { start, end, escaped }: StringSpan): string {
  const raw = bytes.toString('utf8', start, end);
  return escaped ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function headingAt(bytes: Buffer, at: number): Heading | null {
  for (const { bytes: heading, role } of HEADINGS) {
    const end = at + heading.length;
    if (end <= bytes.length && bytes.compare(heading, 0, heading.length, at, end) === 0) {
      return { start: at, contentStart: end, role };
    }
  }
  return null;
}
