// A cursor over the raw bytes of a JSON text: it steps over values and says where they lie. It never builds them, never
// recurses, and never reads past the end. Used by the scanners.
import { StringCursor, type StringSpan } from './json-strings.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** As deep as Ollama's own parser goes. */
const MAX_DEPTH = 10_000;

/** The bytes of any value, first to last + 1 (a string's quotes included). `first` is its first byte. */
export interface ValueSpan {
  readonly start: number;
  readonly end: number;
  readonly first: number;
}

export class JsonCursor extends StringCursor {
  #number(): void {
    const { bytes } = this;
    let p = this.pos;
    const digits = () => {
      const from = p;
      while (((bytes[p] as number) ^ 0x30) < 10) p++;
      if (p === from) this.fail();
    };
    if (bytes[p] === 0x2d) p++;
    if (bytes[p] === 0x30) p++;
    else digits();
    if (bytes[p] === 0x2e) {
      p++;
      digits();
    }
    if (bytes[p] === 0x65 || bytes[p] === 0x45) {
      p++;
      if (bytes[p] === 0x2b || bytes[p] === 0x2d) p++;
      digits();
    }
    this.pos = p;
  }

  #literal(text: 'true' | 'false' | 'null'): void {
    for (let i = 0; i < text.length; i++) {
      if (this.bytes[this.pos + i] !== text.charCodeAt(i)) this.fail();
    }
    this.pos += text.length;
  }

  #scalar(byte: number): void {
    this.step();
    if (byte === QUOTE) this.string();
    else if (byte === 0x74) this.#literal('true');
    else if (byte === 0x66) this.#literal('false');
    else if (byte === 0x6e) this.#literal('null');
    else this.#number();
  }

  /** Steps over a member's name and colon; the cursor stands at or before the name. */
  key(): StringSpan {
    this.step();
    if (this.peek() !== QUOTE) this.fail();
    const span = this.string();
    this.expect(COLON);
    return span;
  }

  /** Steps over one value of any kind. */
  value(): ValueSpan {
    const first = this.peek();
    const start = this.pos;
    if (first !== OPEN_BRACE && first !== OPEN_BRACKET) this.#scalar(first);
    else this.#container();
    return { start, end: this.pos, first };
  }

  #container(): void {
    const open: number[] = [];
    for (;;) {
      const byte = this.peek();
      if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (open.length >= MAX_DEPTH) this.fail();
        this.pos++;
        this.step();
        const close = byte + 2;
        if (this.peek() !== close) {
          open.push(close);
          if (close === CLOSE_BRACE) this.key();
          continue;
        }
        this.pos++;
      } else {
        this.#scalar(byte);
      }
      while (open.length > 0) {
        const close = open.at(-1) as number;
        const next = this.peek();
        this.pos++;
        if (next === COMMA) {
          if (close === CLOSE_BRACE) this.key();
          break;
        }
        if (next !== close) {
          this.pos--;
          this.fail();
        }
        open.pop();
      }
      if (open.length === 0) return;
    }
  }

  /**
   * Steps over an object and calls `member` for each name; `member` must step over the value.
   * The cursor stands on the opening brace.
   */
  object(member: (key: StringSpan) => void): void {
    this.pos++;
    if (this.peek() === CLOSE_BRACE) {
      this.pos++;
      return;
    }
    member(this.key());
    this.objectRest(member);
  }

  /** The rest of an object whose cursor stands behind a member. */
  objectRest(member: (key: StringSpan) => void): void {
    while (!this.#separator(CLOSE_BRACE)) member(this.key());
  }

  /**
   * Steps over an array and calls `element` for each value; `element` must step over it.
   * The cursor stands on the opening bracket, or, with `resumed`, behind an element.
   */
  array(element: () => void, resumed = false): void {
    if (!resumed) {
      this.pos++;
      if (this.peek() === CLOSE_BRACKET) {
        this.pos++;
        return;
      }
      element();
    }
    while (!this.#separator(CLOSE_BRACKET)) element();
  }

  /** Steps over a comma or the closing byte; true for the latter. */
  #separator(close: number): boolean {
    const byte = this.peek();
    if (byte !== COMMA && byte !== close) this.fail();
    this.pos++;
    return byte === close;
  }
}
