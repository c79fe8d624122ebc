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

/** An operator, the context, or a word; white space in front of it. */
const PIECE = /(\s*)(?:(-isa|-ispart|in\s+context\s+of)(?!\S)|(\S+))/iy;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

/** What comes next: nothing of both at the end. */
interface Piece {
  readonly at: number;
  readonly end: number;
  readonly sign: string;
  readonly word: string;
}

class FactReader {
  /** Without white space and one full stop at its end. */
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    if (text.length > MAX_FACT_CHARS) {
      const message = `a fact has at most ${MAX_FACT_CHARS} characters, this one has ${text.length}`;
      throw new Fault(MAX_FACT_CHARS, message);
    }
    refuseControlCharacters(text);
    const fact = text.trimEnd();
    this.#text = fact.endsWith('.') ? fact.slice(0, -1).trimEnd() : fact;
  }

  fact(): Fact {
    const concept = this.#name('a subject');
    const operator = this.#next();
    if (!operator.sign.startsWith('-'))
      throw new Fault(operator.at, `expected -isa or -ispart, found ${shown(operator)}`);
    this.#at = operator.end;
    const isIsa = operator.sign === '-isa';
    const parent = this.#name('a parent');
    const context = this.#next();
    const isNamed = context.sign.startsWith('in');
    if (isNamed) this.#at = context.end;
    const dimension = isNamed ? this.#name('a dimension') : isIsa ? 'type' : 'membership';
    const rest = this.#next();
    if (rest.end > rest.at)
      throw new Fault(rest.at, `the fact should end here, but goes on with ${shown(rest)}`);
    return { concept, parent, dimension, isIsa, confidence: 1 };
  }

  #next(): Piece {
    PIECE.lastIndex = this.#at;
    const [whole = '', space = '', sign = '', word = ''] = PIECE.exec(this.#text) ?? [];
    if (whole === '') return { at: this.#text.length, end: this.#text.length, sign, word };
    const at = this.#at + space.length;
    return {
      at,
      end: this.#at + whole.length,
      sign: sign.toLowerCase(),
      word: sign.split(/\s/, 1)[0] || word,
    };
  }

  #name(what: string): string {
    const first = this.#next();
    if (first.word === '' || first.sign.startsWith('-'))
      throw new Fault(first.at, `expected ${what}, found ${shown(first)}`);
    const closing = QUOTES[first.word.charAt(0)];
    const token = closing === undefined ? this.#bareName() : this.#quotedName(first.at, closing);
    if (token.length > MAX_TOKEN_CHARS) {
      const message = `a name has at most ${MAX_TOKEN_CHARS} characters, this one has ${token.length}`;
      throw new Fault(first.at, message);
    }
    return token;
  }

  #quotedName(start: number, closing: string): string {
    const end = this.#text.indexOf(closing, start + 1);
    if (end < 0) throw new Fault(start, `the quote that opens here is not closed; expected ${closing}`);
    const token = canonicalToken(this.#text.slice(start + 1, end));
    if (token === '') throw new Fault(start, 'there is no word between these quotes');
    this.#at = end + 1;
    const behind = this.#next();
    if (behind.at === this.#at && behind.end > behind.at)
      throw new Fault(behind.at, `expected white space after the quoted name, found ${shown(behind)}`);
    return token;
  }

  /** One word, or a run of capitalised words up to the operator, the context or the end. */
  #bareName(): string {
    const start = this.#next().at;
    const tokens: string[] = [];
    for (let one = this.#next(); ; one = this.#next()) {
      const isCapitalised = classAt(this.#text, one.at) === UPPER;
      const token = this.#token(one);
      if (tokens.length > 0 && !isCapitalised)
        throw new Fault(one.at, `"${token}" is not capitalised; quote a name of several words`);
      tokens.push(token);
      const { sign, word } = this.#next();
      if (!isCapitalised || sign !== '' || word === '' || word.charAt(0) in QUOTES) break;
    }
    if (tokens.length > MAX_NAME_WORDS)
      throw new Fault(start, `a name of more than ${MAX_NAME_WORDS} words must be quoted`);
    return tokens.join('_');
  }

  #token({ at, word }: Piece): string {
    const text = this.#text;
    this.#at = at + word.length;
    const end = startsWord(text, at) ? wordEnd(text, at, this.#at) : at;
    const character = (from: number) => JSON.stringify(String.fromCodePoint(text.codePointAt(from) ?? 0x20));
    if (end < this.#at)
      throw new Fault(end, `${character(end)} cannot stand in a name; quote the name to leave it out`);
    const token = canonicalToken(word);
    if (token === '') throw new Fault(at, `${character(at)} is not a name`);
    return token;
  }
}

/** What comes next, for a message. */
const shown = ({ word }: Piece): string =>
  word === '' ? 'the end' : JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}...` : word);

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point.
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/;

/** White space of any kind separates names; other control characters have no place in a fact. */
function refuseControlCharacters(text: string): void {
  const at = text.search(CONTROL);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).padStart(4, '0').toUpperCase();
  throw new Fault(at, `the control character U+${code} has no place in a fact`);
}
