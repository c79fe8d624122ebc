// Reads the values in which models write calls: JSON with the faults models make, Python literals and function calls, Gemma's `call:name{…}`. Bounded
// in depth before anything recurses, one pass. Used by spoken-calls.ts.

/** Longest call that is held back or read, in characters. */
export const MAX_CALL = 262_144;
/** Deepest nesting of a call's arguments. */
export const MAX_DEPTH = 64;

/** Thrown for a text that is no value; one for all, since a stack for each would take its time. */
const NO_VALUE = new Error('not a value');

const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  Object.entries({ true: true, True: true, false: false, False: false, null: null, None: null }),
);
/** Longest first. A string between Gemma's own quotes has no escapes. */
const QUOTES = ['"""', "'''", '"', "'", '<escape>', '<|"|>'] as const;
const ESCAPES: ReadonlyMap<string, string> = new Map(
  Array.from('ntrbf"\'\\/\n', (char, at) => [char, '\n\t\r\b\f"\'\\/'.charAt(at)]),
);
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /[A-Za-z_][\w.-]*/y;
const SPACE = /\s*/y;
const BETWEEN_ITEMS = /[\s,;[\]]*/y;
const UNICODE = /[0-9a-fA-F]{4}/y;

/**
 * Every object and function call of a text that consists of nothing else; brackets of a list around them say nothing.
 * @returns null for any other text
 * @example readItems('[query(action="list")]') // [{ name: 'query', arguments: { action: 'list' } }]
 */
export function readItems(text: string): unknown[] | null {
  return attempt(() => new ValueReader(text).items());
}

/** The object that begins at a place, and where it ends. @returns null when there is none */
export function readObject(
  text: string,
  at: number,
): { readonly value: unknown; readonly end: number } | null {
  const reader = new ValueReader(text, at);
  return attempt(() => ({ value: reader.value(), end: reader.at }));
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error === NO_VALUE) return null;
    throw error;
  }
}

class ValueReader {
  readonly #text: string;
  #depth = 0;
  /** Texts may lack their quotes. */
  #isGemma = false;
  at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.at = at;
  }

  items(): unknown[] {
    const items: unknown[] = [];
    for (this.#match(BETWEEN_ITEMS); this.at < this.#text.length; this.#match(BETWEEN_ITEMS))
      items.push(this.#text.charAt(this.at) === '{' ? this.value() : this.#call());
    return items.filter((item) => item !== null);
  }

  value(): unknown {
    if (++this.#depth > MAX_DEPTH) throw NO_VALUE;
    const value = this.#plainValue();
    this.#depth--;
    return value;
  }

  #plainValue(): unknown {
    if (this.#skips('{')) return this.#members('}');
    if (this.#skips('[')) return this.#upTo(']', () => this.value());
    if (this.#skips('(')) return this.#upTo(')', () => this.value());
    const quoted = this.#quoted();
    if (quoted !== null) return quoted;
    const number = this.#match(NUMBER);
    if (number !== '') return Number(number);
    const word = this.#match(WORD);
    if (CONSTANTS.has(word)) return CONSTANTS.get(word);
    if (!this.#isGemma || word === '') throw NO_VALUE;
    return word;
  }

  /** `name(key=value)`, also assigned or printed, as Gemma does, or `call:name{key:value}`. @returns null for a variable that is printed */
  #call(): object | null {
    const isPrinted = this.#skips('print(');
    let name = this.#word();
    if (this.#skips('=')) name = this.#word();
    if (isPrinted && this.#skips(')')) return null;
    this.#isGemma = name === 'call' && this.#skips(':');
    if (this.#isGemma) name = this.#word();
    const end = this.#isGemma && this.#skips('{') ? '}' : ')';
    if (end === ')') this.#expect('(');
    const call = { name, arguments: this.#members(end) };
    if (isPrinted) this.#expect(')');
    return call;
  }

  #members(end: string): Record<string, unknown> {
    const members = this.#upTo(end, (): [string, unknown] => {
      const key = this.#quoted() ?? this.#word();
      if (!this.#skips(':')) this.#expect('=');
      return [key, this.value()];
    });
    return Object.fromEntries(members);
  }

  #upTo<T>(end: string, read: () => T): T[] {
    const all: T[] = [];
    for (let isNext = true; !this.#skips(end); isNext = this.#skips(',')) {
      if (!isNext) throw NO_VALUE;
      all.push(read());
    }
    return all;
  }

  #quoted(): string | null {
    const quote = QUOTES.find((mark) => this.#skips(mark));
    if (quote === undefined) return null;
    const hasEscapes = !quote.startsWith('<');
    let value = '';
    while (!this.#text.startsWith(quote, this.at)) {
      const char = this.#text.charAt(this.at);
      if (char === '') throw NO_VALUE;
      if (hasEscapes && char === '\\') value += this.#escaped();
      else {
        value += char;
        this.at++;
      }
    }
    this.at += quote.length;
    return value;
  }

  /** An escape that nobody knows stands for itself: models write `\d` in patterns. */
  #escaped(): string {
    const char = this.#text.charAt(this.at + 1);
    this.at += 2;
    const code = char === 'u' ? this.#match(UNICODE) : '';
    return code === '' ? (ESCAPES.get(char) ?? `\\${char}`) : String.fromCharCode(Number.parseInt(code, 16));
  }

  #word(): string {
    this.#match(SPACE);
    const word = this.#match(WORD);
    if (word === '') throw NO_VALUE;
    return word;
  }

  #expect(mark: string): void {
    if (!this.#skips(mark)) throw NO_VALUE;
  }

  #skips(mark: string): boolean {
    this.#match(SPACE);
    if (!this.#text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}
