// A block of markup while it comes in: keeps what may hold calls, up to a largest size, and knows its end, also where a string of JSON in it quotes the
// end. Used by speech-reader.ts. Source: agent, Markup.
import { MAX_CALL } from './call-scan.ts';
import { endsTurn, isSpace, type Mark, tagName } from './marks.ts';

const MAX_TAG = 96;

export class Block {
  readonly hasCalls: boolean;
  readonly #ends: ReadonlySet<string>;
  readonly #opening: string;
  #content = '';
  #tag: string | null = null;
  /** Null before the first visible character; whether the content is JSON from then on. */
  #isJson: boolean | null = null;
  #inString = false;
  #isEscaped = false;
  #isTooLong = false;

  /** @param opening the tag that began it */
  constructor(mark: Extract<Mark, { kind: 'block' }>, opening: string) {
    this.hasCalls = mark.hasCalls;
    this.#ends = mark.ends;
    this.#opening = opening;
  }

  /** All of it, with its opening tag; empty when it was more than anybody would call a tool with. */
  get text(): string {
    return this.#isTooLong ? '' : this.#opening + this.#content;
  }

  /** @returns what the character ends: nothing, the block, or the whole turn */
  take(char: string): 'more' | 'end' | 'over' {
    this.#keep(char);
    if (this.#isQuoted(char)) return 'more';
    if (char === '<' || char === '[') this.#tag = char;
    else if (this.#tag !== null) {
      this.#tag = this.#tag.length < MAX_TAG ? this.#tag + char : null;
      if (this.#tag !== null && (char === '>' || char === ']')) return this.#closing();
    }
    return 'more';
  }

  #keep(char: string): void {
    if (!this.hasCalls || this.#isTooLong) return;
    this.#content += char;
    if (this.#content.length > MAX_CALL) {
      this.#isTooLong = true;
      this.#content = '';
    }
  }

  #closing(): 'more' | 'end' | 'over' {
    const name = tagName(this.#tag ?? '');
    this.#tag = null;
    if (endsTurn(name)) return 'over';
    return this.#ends.has(name) ? 'end' : 'more';
  }

  /** Whether it stands in a string of JSON; a line that ends within one was none. */
  #isQuoted(char: string): boolean {
    if (this.#isJson === null && !isSpace(char)) this.#isJson = char === '{' || char === '[';
    if (!this.#isJson) return false;
    if (!this.#inString) {
      this.#inString = char === '"';
      return this.#inString;
    }
    if (char === '\n') this.#isJson = false;
    else if (this.#isEscaped) this.#isEscaped = false;
    else if (char === '\\') this.#isEscaped = true;
    else if (char === '"') this.#inString = false;
    return true;
  }
}
