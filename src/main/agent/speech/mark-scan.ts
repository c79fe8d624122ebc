// Knows a mark of the table from its first characters on, in whichever bars it is written. Never looks further than one tag; each character takes
// constant time. Used by speech-reader.ts.
import type { Reading } from './held-scans.ts';
import { BRACKETS, isSpace, type Mark, TAGS, TOKENS } from './notations.ts';

const prefixesOf = (names: Iterable<string>): ReadonlySet<string> =>
  new Set([...names].flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))));
const TAG_PREFIXES = prefixesOf(TAGS.keys());
const TOKEN_PREFIXES = prefixesOf(TOKENS.keys());
const BRACKET_PREFIXES = prefixesOf(BRACKETS.keys());
const DSML_PREFIXES = prefixesOf(['dsml', '/dsml']);
const BAR = /[|\uff5c\u2016\u2502\u00a6]/;
const IDENTIFIER = /[A-Za-z0-9_]/;
const NAME_CHARACTER = /[A-Za-z0-9_/:=.-]/;
const MAX_NAME = 48;
const MAX_TAG = 160;

/** `tag` is one that any XML has: it may also be named in a sentence. */
export interface Scanned {
  readonly held: string;
  readonly mark: Mark | null;
  readonly isTag: boolean;
  /** The answer ends within what can only have become a mark. */
  readonly isCutOff: boolean;
}

/**
 * Follows one possible mark from its `<` or `[` on.
 * @param tools names that are tags of their own, as Cline has them
 * @param prefixes the beginnings of those names
 */
export function* scanMark(
  first: string,
  tools: ReadonlySet<string>,
  prefixes: ReadonlySet<string>,
): Reading<Scanned> {
  const scan = new MarkScan(first, tools, prefixes);
  for (;;) {
    const char: string = yield;
    const found = char === '' ? 'no' : scan.take(char);
    if (found === 'more') continue;
    const isCutOff = char === '' && scan.isSurelyMark;
    return { held: scan.held, mark: found === 'no' ? null : found, isTag: scan.isTag, isCutOff };
  }
}

type Found = Mark | 'no' | 'more';

class MarkScan {
  held: string;
  readonly #tools: ReadonlySet<string>;
  readonly #prefixes: ReadonlySet<string>;
  #name = '';
  #hasBar = false;
  /** Behind a tag's name, before its `>`. */
  #attributes: string | null = null;

  constructor(first: string, tools: ReadonlySet<string>, prefixes: ReadonlySet<string>) {
    this.held = first;
    this.#tools = tools;
    this.#prefixes = prefixes;
  }

  /** Neither a token nor in square brackets. */
  get isTag(): boolean {
    return !this.#hasBar && !this.#isDsml && this.held.startsWith('<');
  }

  get isSurelyMark(): boolean {
    return this.held.startsWith('<\uff5c') || this.#isDsml || this.held.length > 12;
  }

  take(char: string): Found {
    this.held += char;
    if (this.held.length > MAX_TAG) return 'no';
    if (this.held.startsWith('[')) return BRACKETS.get(this.held) ?? more(BRACKET_PREFIXES.has(this.held));
    if (char === '<') return 'no';
    if (this.#attributes !== null) return this.#attribute(char);
    if (BAR.test(char)) return this.#bar();
    if (isSpace(char)) return this.#space(char);
    if (char === '>') return this.#lookUp();
    return this.#letter(char === '\u2581' ? '_' : char);
  }

  get #isDsml(): boolean {
    return /^\/?dsml/.test(this.#name) && (this.#hasBar || this.held.includes('DSML'));
  }

  /** Gemma's tokens have one bar: `<|tool_call>` and `<tool_call|>`. */
  #bar(): Found {
    if (!this.#hasBar && this.#name.length > 1 && !this.#isDsml) {
      this.#name += '|';
      return more(TAGS.has(this.#name));
    }
    this.#hasBar = true;
    return more(this.held.length <= MAX_NAME);
  }

  #space(char: string): Found {
    if (this.#isDsml && this.#name.length > '/dsml'.length) return this.#lookUp();
    if (this.#hasBar) return more(this.held.length <= MAX_NAME);
    if (!TAGS.has(this.#name) || char === '\n') return 'no';
    this.#attributes = '';
    return 'more';
  }

  #letter(char: string): Found {
    const isDsml = this.#isDsml;
    if (isDsml && !IDENTIFIER.test(char)) return this.#lookUp();
    if (!NAME_CHARACTER.test(char)) return 'no';
    this.#name += char.toLowerCase();
    const name = this.#name;
    if (isDsml) return name.length > MAX_NAME ? this.#lookUp() : 'more';
    if (this.#hasBar)
      return more(TOKEN_PREFIXES.has(name) || TAG_PREFIXES.has(`|${name}`) || DSML_PREFIXES.has(name));
    if (name === 'function=') this.#attributes = '';
    return more(TAG_PREFIXES.has(name) || DSML_PREFIXES.has(name) || this.#prefixes.has(name));
  }

  #attribute(char: string): Found {
    if (char === '\n') return 'no';
    // `<functioncall {"name": …}>` holds the call itself.
    if (char === '>' || (this.#name === 'functioncall' && char === '{')) return this.#lookUp();
    this.#attributes += char;
    return 'more';
  }

  #lookUp(): Found {
    const name = this.#name;
    if (this.#isDsml) return dsml(name);
    if (this.#hasBar) {
      const leads = BAR.test(this.held.at(-2) ?? '') ? undefined : TAGS.get(`|${name}`);
      return leads ?? TOKENS.get(name) ?? 'no';
    }
    if (/^(?:antml:)?invoke$/.test(name) && !this.#attributes?.includes('name=')) return 'no';
    if (name === 'function=' && this.#attributes === '') return 'no';
    return (
      TAGS.get(name) ?? (this.#tools.has(name) && this.#attributes === null ? { kind: 'tool', name } : 'no')
    );
  }
}

const more = (isPossible: boolean): Found => (isPossible ? 'more' : 'no');

function dsml(name: string): Mark {
  if (name.startsWith('/')) return { kind: 'rest' };
  const inner = name.slice('dsml'.length);
  return { kind: 'block', ends: new Set([`/dsml${inner}`, `/${inner}`]), hasCalls: true };
}
