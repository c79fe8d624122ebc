// What each character is to the tokeniser. ASCII is a table; the rest is classified by Unicode property when it is
// first met. Used by tokenise.ts and fact-grammar.ts only. Source: memory, Tokeniser.

/** Ordered so that `>= UNDERSCORE` continues a word and `>= LETTER` can start one. */
export const SEPARATOR = 0;
export const SPACE = 1;
export const LINE_END = 2;
/** Ends a sentence when white space follows. */
export const TERMINATOR = 3;
/** Ends a sentence at once (CJK). */
export const FULL_STOP = 4;
export const DOT = 5;
export const DASH = 6;
export const UNDERSCORE = 7;
/** A combining mark: inside a word only. */
export const MARK = 8;
export const LETTER = 9;
export const DIGIT = 10;
export const UPPER = 11;

const WORD = /^[\p{L}\p{N}]$/u;
const UPPER_LETTER = /^[\p{Lu}\p{Lt}]$/u;
const COMBINING = /^\p{M}$/u;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** The hyphens U+2010 and U+2011 are those that models like to write for `-`. */
const GROUPS: readonly (readonly [characters: string, kind: number])[] = [
  [' ', SPACE],
  ['\n\r\v\f\u0085\u2028\u2029', LINE_END],
  ['!?\u2026', TERMINATOR],
  ['\u3002\uff01\uff1f', FULL_STOP],
  ['.', DOT],
  ['-\u2010\u2011', DASH],
  ['_', UNDERSCORE],
];
const FIXED = new Map(GROUPS.flatMap(([all, kind]) => [...all].map((one) => [one, kind] as const)));

function classify(character: string): number {
  const fixed = FIXED.get(character) ?? FIXED.get(character.normalize('NFKC'));
  if (fixed !== undefined) return fixed;
  if (COMBINING.test(character)) return MARK;
  // Some letters are compatibility forms of a lone accent: nothing of a word is left of them.
  if (!WORD.test(character) || !HAS_WORD.test(character.normalize('NFKC'))) return SEPARATOR;
  if (UPPER_LETTER.test(character)) return UPPER;
  return /\p{N}/u.test(character) ? DIGIT : LETTER;
}

/** By ASCII code. */
export const ASCII_CLASS = Uint8Array.from({ length: 128 }, (_, code) => classify(String.fromCharCode(code)));

/** Classes of the characters met so far, in pages of 256; `UNKNOWN` until one is met. */
const pages: (Uint8Array | undefined)[] = [];
const UNKNOWN = 255;

/** Class of a code point, looked up once. */
function classOfCode(code: number): number {
  let page = pages[code >> 8];
  if (page === undefined) {
    page = new Uint8Array(256).fill(UNKNOWN);
    pages[code >> 8] = page;
  }
  const known = page[code & 255] as number;
  if (known !== UNKNOWN) return known;
  const kind = classify(String.fromCodePoint(code));
  page[code & 255] = kind;
  return kind;
}

/**
 * Class of the character that starts at a UTF-16 offset; a surrogate pair counts as one character, half of one is a
 * separator.
 */
export function classAt(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  if (unit < 128) return ASCII_CLASS[unit] as number;
  if (unit < 0xd800 || unit > 0xdfff) return classOfCode(unit);
  const code = text.codePointAt(offset) as number;
  return code > 0xffff ? classOfCode(code) : SEPARATOR;
}

/** UTF-16 units of the character that starts at the offset: 1 or 2. */
export function widthAt(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  return (text.codePointAt(offset) as number) > 0xffff ? 2 : 1;
}
