// Calls written like functions, as Llama 4 and some small models do: `query(action="list")`, `[a(x=1), b(y="z")]`. A scan that follows one character by
// character, and the reading of the whole. Arguments have names; anything else is no call. Used by call-scan.ts and markup-calls.ts.
// Source: agent, Markup.
import { isSpace } from './marks.ts';
import type { SpokenCall } from './speech-event.ts';

const MAX_DEPTH = 32;
const IDENTIFIER = /[A-Za-z0-9_]/;
const NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?$/;
const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
]);

/** Follows one list or row of calls from its first character on. */
export class NamedScan {
  #text = '';
  #depth = 0;
  #quote = '';
  #isEscaped = false;
  /** Since the last opening bracket of a call, until its first argument is seen to have a name. */
  #opening: string | null = null;
  #isOver = false;

  /** @returns false when it can be no call. */
  take(char: string): boolean {
    this.#text += char;
    if (this.#quote !== '') return this.#inside(char);
    if (this.#opening !== null && !this.#opens(char)) return false;
    if (char === '"' || char === "'") this.#quote = char;
    else if ('([{'.includes(char)) return this.#open(char);
    else if (')]}'.includes(char)) return this.#close();
    else if (this.#isOver) return isSpace(char);
    return this.#depth > 0 || IDENTIFIER.test(char) || char === '.';
  }

  get isComplete(): boolean {
    return this.#isOver;
  }

  calls(tools: ReadonlySet<string>): SpokenCall[] | null {
    return namedCalls(this.#text, tools);
  }

  #open(char: string): boolean {
    if (this.#isOver) return false;
    if (char === '(') this.#opening = '';
    return ++this.#depth <= MAX_DEPTH;
  }

  #close(): boolean {
    this.#opening = null;
    this.#depth--;
    this.#isOver = this.#depth === 0;
    return this.#depth >= 0;
  }

  /** `(` is followed by a name and `=`; by nothing else. */
  #opens(char: string): boolean {
    if (isSpace(char)) return true;
    if (char === '=' && this.#opening !== '') {
      this.#opening = null;
      return true;
    }
    this.#opening += char;
    return IDENTIFIER.test(char);
  }

  #inside(char: string): boolean {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === this.#quote) this.#quote = '';
    return char !== '\n';
  }
}

/** The calls that a text consists of; null when it is anything else, or when a tool is unknown. */
export function namedCalls(text: string, tools: ReadonlySet<string>): SpokenCall[] | null {
  const reader = new Reader(text);
  try {
    const calls = reader.calls();
    return calls.length > 0 && calls.every(({ name }) => tools.has(name)) ? calls : null;
  } catch (error) {
    if (error === NO_CALL) return null;
    throw error;
  }
}

/** Thrown within this file alone; one for all, since a stack for each would take its time. */
const NO_CALL = new Error('no call');

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  calls(): SpokenCall[] {
    const isList = this.#skips('[');
    const calls = [this.#call()];
    while (isList && this.#skips(',')) calls.push(this.#call());
    if (isList) this.#expect(']');
    this.#space();
    if (this.#at < this.#text.length) throw NO_CALL;
    return calls;
  }

  #call(): SpokenCall {
    const written = this.#identifier();
    // Llama's built-in tools are written `name.call(…)`.
    const name = written.replace(/^functions?\./, '').replace(/\.call$/, '');
    this.#expect('(');
    const args: [string, unknown][] = [];
    if (!this.#skips(')')) {
      do {
        const key = this.#identifier();
        this.#expect('=');
        args.push([key, this.#value()]);
      } while (this.#skips(','));
      this.#expect(')');
    }
    return { name, arguments: JSON.stringify(Object.fromEntries(args)) };
  }

  #value(): unknown {
    if (++this.#depth > MAX_DEPTH) throw NO_CALL;
    this.#space();
    const char = this.#text.charAt(this.#at);
    const value = char === '"' || char === "'" ? this.#string(char) : this.#unquoted();
    this.#depth--;
    return value;
  }

  #unquoted(): unknown {
    if (this.#skips('[')) return this.#list(']', () => this.#value());
    if (this.#skips('{')) {
      const member = (): [string, unknown] => {
        const key = this.#value();
        if (typeof key !== 'string') throw NO_CALL;
        this.#expect(':');
        return [key, this.#value()];
      };
      return Object.fromEntries(this.#list('}', member));
    }
    const from = this.#at;
    while (/[\w.+-]/.test(this.#text.charAt(this.#at))) this.#at++;
    const word = this.#text.slice(from, this.#at);
    if (CONSTANTS.has(word)) return CONSTANTS.get(word);
    if (!NUMBER.test(word)) throw NO_CALL;
    return Number(word);
  }

  #list<T>(end: string, item: () => T): T[] {
    const items: T[] = [];
    if (this.#skips(end)) return items;
    do items.push(item());
    while (this.#skips(','));
    this.#expect(end);
    return items;
  }

  #string(quote: string): string {
    let value = '';
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const char = this.#text.charAt(this.#at);
      if (char === quote) {
        this.#at++;
        return value;
      }
      value += char === '\\' ? this.#escaped() : char;
    }
    throw NO_CALL;
  }

  #escaped(): string {
    const char = this.#text.charAt(++this.#at);
    if (char === 'n') return '\n';
    return char === 't' ? '\t' : char;
  }

  #identifier(): string {
    this.#space();
    const from = this.#at;
    while (/[\w.]/.test(this.#text.charAt(this.#at))) this.#at++;
    if (from === this.#at) throw NO_CALL;
    return this.#text.slice(from, this.#at);
  }

  #expect(char: string): void {
    if (!this.#skips(char)) throw NO_CALL;
  }

  #skips(char: string): boolean {
    this.#space();
    if (this.#text.charAt(this.#at) !== char) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    while (isSpace(this.#text.charAt(this.#at))) this.#at++;
  }
}
