// Reads `SUBJECT (-isa | -ispart) PARENT [in context of DIMENSION]`, the sentence of `gutask iknowthat`, and says with a
// column what is wrong with it. Pure; called by POST /iknowthat, the command line and the console. It never guesses:
// what is not clearly a name must be quoted. Source: memory, Writing.
import type { Fact } from '../../../shared/model/graph.ts';
import { redact } from '../../../shared/redact.ts';
import { classAt, UPPER } from './characters.ts';
import { canonicalToken, MAX_TOKEN_CHARS, startsWord, wordEnd } from './words.ts';

/** Longest fact taken, in UTF-16 units. */
export const MAX_FACT_CHARS = 4096;

/** More words than this in a row are a heading, not a name (as in the tokeniser), unless quoted. */
const MAX_NAME_WORDS = 6;

export const FACT_GRAMMAR = [
  'SUBJECT (-isa | -ispart) PARENT [in context of DIMENSION]',
  'a name is one word (gnommoweb, glitch.university, runs-on), a run of up to six capitalised words (Glitch University)',
  'or a quoted string ("agent pool"); the dimension is `type` for -isa and `membership` for -ispart when none is named',
].join('\n');

export type ParsedFact =
  | { readonly ok: true; readonly fact: Fact }
  /** `column` counts characters from 1. */
  | {
      readonly ok: false;
      readonly column: number;
      readonly message: string;
      /** A name in it is, or holds, a key or a password; the message does not repeat it. */
      readonly isSecret?: true;
    };

/** Thrown inside this file only; `at` is an offset in UTF-16 units. */
class Fault {
  readonly at: number;
  readonly message: string;

  constructor(at: number, message: string) {
    this.at = at;
    this.message = message;
  }
}

/**
 * Parses one fact. Confidence is 1.0: who tells a fact is sure of it.
 * @example parseFact('gnommoweb -isa repo in context of Glitch University')
 *   // {ok: true, fact: {concept: 'gnommoweb', parent: 'repo', dimension: 'glitch_university', isIsa: true, confidence: 1}}
 */
export function parseFact(text: string): ParsedFact {
  const secret = secretColumn(text);
  if (secret !== null) return { ok: false, column: secret, message: SECRET_MESSAGE, isSecret: true };
  try {
    return { ok: true, fact: new FactReader(text).fact() };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { ok: false, column: [...text.slice(0, fault.at)].length + 1, message: fault.message };
  }
}

const SECRET_MESSAGE =
  'what stands here looks like a key, a token or a password, and what is told here reaches every agent; nothing of it was kept';

/** Where the first secret stands, counted in characters from 1; null when there is none. */
function secretColumn(text: string): number | null {
  if (text.length > MAX_FACT_CHARS) return null;
  const open = redact(text);
  if (open === text) return null;
  let at = 0;
  while (at < text.length && text[at] === open[at]) at++;
  return [...text.slice(0, at)].length + 1;
}

const OPERATOR = /-is(a|part)(?!\S)/iy;
const CONTEXT = /in\s+context\s+of(?!\S)/iy;
const SPACE = /\s*/y;
const BARE = /\S+/y;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

class FactReader {
  readonly #text: string;
  /** Where the fact ends, without white space and one full stop. */
  readonly #end: number;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.length > MAX_FACT_CHARS) {
      throw new Fault(
        MAX_FACT_CHARS,
        `a fact has at most ${MAX_FACT_CHARS} characters, this one has ${text.length}`,
      );
    }
    refuseControlCharacters(text);
    const end = text.trimEnd().length;
    this.#end = text[end - 1] === '.' ? text.slice(0, end - 1).trimEnd().length : end;
  }

  fact(): Fact {
    const concept = this.#name('a subject');
    const isIsa = this.#operator();
    const parent = this.#name('a parent');
    const dimension = this.#context() ? this.#name('a dimension') : isIsa ? 'type' : 'membership';
    if (!this.#atEnd())
      throw new Fault(this.#at, `the fact should end here, but goes on with ${this.#next()}`);
    return { concept, parent, dimension, isIsa, confidence: 1 };
  }

  #atEnd(): boolean {
    SPACE.lastIndex = this.#at;
    SPACE.test(this.#text);
    this.#at = Math.min(SPACE.lastIndex, this.#end);
    return this.#at >= this.#end;
  }

  #operator(): boolean {
    if (!this.#atEnd()) {
      const match = this.#match(OPERATOR);
      if (match !== null) return match[1]?.toLowerCase() === 'a';
    }
    throw new Fault(this.#at, `expected -isa or -ispart, found ${this.#next()}`);
  }

  #context(): boolean {
    return !this.#atEnd() && this.#match(CONTEXT) !== null;
  }

  /** Consumes the pattern at the current place, within the fact's end. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text.slice(0, this.#end));
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #lookingAt(pattern: RegExp): boolean {
    const at = this.#at;
    const found = this.#match(pattern) !== null;
    this.#at = at;
    return found;
  }

  #name(what: string): string {
    if (this.#atEnd()) throw new Fault(this.#at, `expected ${what}, found the end`);
    const start = this.#at;
    const quote = QUOTES[this.#text.charAt(start)];
    const token = quote === undefined ? this.#bareName(what) : this.#quotedName(quote);
    if (token.length > MAX_TOKEN_CHARS) {
      throw new Fault(
        start,
        `a name has at most ${MAX_TOKEN_CHARS} characters, this one has ${token.length}`,
      );
    }
    return token;
  }

  #quotedName(closing: string): string {
    const start = this.#at;
    const end = this.#text.slice(0, this.#end).indexOf(closing, start + 1);
    if (end < 0) throw new Fault(start, `the quote that opens here is not closed; expected ${closing}`);
    const token = canonicalToken(this.#text.slice(start + 1, end));
    if (token === '') throw new Fault(start, 'there is no word between these quotes');
    this.#at = end + 1;
    if (this.#at < this.#end && !/\s/.test(this.#text.charAt(this.#at))) {
      throw new Fault(this.#at, `expected white space after the quoted name, found ${this.#next()}`);
    }
    return token;
  }

  /** One word, or a run of capitalised words up to the operator, the context or the end. */
  #bareName(what: string): string {
    if (this.#lookingAt(OPERATOR)) throw new Fault(this.#at, `expected ${what}, found ${this.#next()}`);
    const start = this.#at;
    const words = [this.#word()];
    while (
      words[0]?.capitalised &&
      !this.#atEnd() &&
      !this.#lookingAt(OPERATOR) &&
      !this.#lookingAt(CONTEXT)
    ) {
      const at = this.#at;
      if (QUOTES[this.#text.charAt(at)] !== undefined) break;
      const word = this.#word();
      if (!word.capitalised) {
        throw new Fault(at, `"${word.token}" is not capitalised; quote a name of several words`);
      }
      words.push(word);
    }
    if (words.length > MAX_NAME_WORDS) {
      throw new Fault(start, `a name of more than ${MAX_NAME_WORDS} words must be quoted`);
    }
    return words.map((word) => word.token).join('_');
  }

  #word(): { token: string; capitalised: boolean } {
    const start = this.#at;
    const raw = this.#match(BARE)?.[0] ?? '';
    const end = start + raw.length;
    const stop = startsWord(this.#text, start) ? wordEnd(this.#text, start, end) : start;
    if (stop < end) {
      throw new Fault(stop, `${this.#quoted(stop)} cannot stand in a name; quote the name to leave it out`);
    }
    const token = canonicalToken(raw);
    if (token === '') throw new Fault(start, `${this.#quoted(start)} is not a name`);
    return { token, capitalised: classAt(this.#text, start) === UPPER };
  }

  #quoted(at: number): string {
    return JSON.stringify(String.fromCodePoint(this.#text.codePointAt(at) ?? 0x20));
  }

  /** What comes next, for a message. */
  #next(): string {
    if (this.#at >= this.#end) return 'the end';
    BARE.lastIndex = this.#at;
    const word = BARE.exec(this.#text)?.[0] ?? '';
    return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}...` : word);
  }
}

/** White space of any kind separates names; other control characters have no place in a fact. */
function refuseControlCharacters(text: string): void {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const control = (unit < 0x20 && !(unit >= 0x09 && unit <= 0x0d)) || (unit >= 0x7f && unit <= 0x9f);
    if (control) {
      const code = unit.toString(16).padStart(4, '0').toUpperCase();
      throw new Fault(at, `the control character U+${code} has no place in a fact`);
    }
  }
}
