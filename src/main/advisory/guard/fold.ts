// A text as it is read, whatever it is written with: compatibility forms, marks and what has no width taken away, entities and
// escapes decoded, emphasis within words dropped; each sign with its place in the original. Folds, and judges nothing; the
// original is never changed. Linear in the text. Used by redact-typed.ts (`visible`) and words.ts (`folded`).
// Source: advisory, Guardrails.

export interface Folded {
  readonly text: string;
  /** Where in the original each UTF-16 unit of `text` begins, and where it ends. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Signs that spell ASCII without being seen. */
const TAGS = { first: 0xe0020, last: 0xe007e, shift: 0xe0000 };
/** Letters written as flags. */
const FLAGS = { first: 0x1f1e6, last: 0x1f1ff };

/** What has no width, turns the direction of writing or controls: nobody reads it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken away.
const UNSEEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\p{Default_Ignorable_Code_Point}]/u;
/** Something of it, or a form that only looks like ASCII. */
const NEEDS_LOOK = new RegExp(`${UNSEEN.source}|[\\uff01-\\uff5e\\u{1d400}-\\u{1d7ff}]`, 'u');

class Folding {
  readonly parts: string[] = [];
  readonly from: number[] = [];
  readonly to: number[] = [];

  add(folded: string, from: number, to: number): void {
    if (folded === '') return;
    this.parts.push(folded);
    for (let i = 0; i < folded.length; i++) {
      this.from.push(from);
      this.to.push(to);
    }
  }

  done(): Folded {
    return { text: this.parts.join(''), from: this.from, to: this.to };
  }
}

/**
 * The text as it is seen: without what has no width, full-width and mathematical letters as plain ones, all else as it is.
 * @returns null where that is the text itself
 */
export function visible(text: string): Folded | null {
  if (!NEEDS_LOOK.test(text)) return null;
  const folding = new Folding();
  let at = 0;
  for (const sign of text) {
    const end = at + sign.length;
    if (!UNSEEN.test(sign)) {
      const plain = NEEDS_LOOK.test(sign) ? sign.normalize('NFKC') : sign;
      folding.add(plain, at, end);
    }
    at = end;
  }
  return folding.done();
}

/** Escapes that are read at one place: entities, percent signs, JSON. Every repetition is bounded. */
const ESCAPE =
  /&#(?<dec>\d{1,7});?|&#x(?<hex>[0-9a-f]{1,6});?|&(?<name>[a-z]{2,6});|%(?<pct>[0-9a-f]{2})|\\u(?<json>[0-9a-f]{4})|\\x(?<byte>[0-9a-f]{2})|\\(?<blank>[nrt])/iy;
const ENTITIES: Readonly<Record<string, string>> = {
  ...{
    nbsp: ' ',
    ensp: ' ',
    emsp: ' ',
    lt: '<',
    gt: '>',
    amp: '&',
    quot: '"',
    apos: "'",
    shy: '',
    zwnj: '',
    zwj: '',
  },
  ...{ lsquo: "'", rsquo: "'", ldquo: '"', rdquo: '"', ndash: '-', mdash: '-', hellip: '.' },
};
/** A tag of HTML, or its comment. */
const TAG = /<(?:\/?[a-z][^<>]{0,120}|!--[^<>]{0,200}--)>/iy;
/** Signs of emphasis, and what stands for them in entities. */
const EMPHASIS = /[*~`]{1,8}/y;
const LETTER = /[\p{L}\p{N}]/u;

const isLetter = (text: string, at: number): boolean => LETTER.test(text.charAt(at));

/**
 * The text as its words are told: lower case, plain letters, no marks, no escapes, no emphasis within words.
 * @param markup `keep`: tags, comments and emphasis stay as they are
 */
export function folded(text: string, markup: 'drop' | 'keep' = 'drop'): Folded {
  const folding = new Folding();
  for (let at = 0; at < text.length; ) {
    const end = escapeAt(text, at, folding) || (markup === 'drop' ? markupAt(text, at, folding) : 0);
    if (end > at) {
      at = end;
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    const next = at + (code > 0xffff ? 2 : 1);
    folding.add(plainSign(code), at, next);
    at = next;
  }
  return folding.done();
}

/** @returns where an escape ends, 0 where none begins */
function escapeAt(text: string, at: number, folding: Folding): number {
  const first = text.charCodeAt(at);
  if (first !== 0x26 && first !== 0x25 && first !== 0x5c) return 0;
  ESCAPE.lastIndex = at;
  const match = ESCAPE.exec(text);
  if (match === null) return 0;
  const end = at + match[0].length;
  const { dec, hex, name, pct, json, byte, blank } = match.groups ?? {};
  if (blank !== undefined) folding.add('\n', at, end);
  else if (name !== undefined) {
    const known = ENTITIES[name.toLowerCase()];
    if (known === undefined) return 0;
    folding.add(known, at, end);
  } else {
    const code = dec === undefined ? Number.parseInt(hex ?? pct ?? json ?? byte ?? '', 16) : Number(dec);
    if (code > 0x10ffff) return 0;
    folding.add(plainSign(code), at, end);
  }
  return end;
}

/** Drops markup that stands within a word, and makes a blank of what stands between words. */
function markupAt(text: string, at: number, folding: Folding): number {
  const first = text.charCodeAt(at);
  const isTag = first === 0x3c;
  if (!isTag && first !== 0x2a && first !== 0x7e && first !== 0x60 && first !== 0x27 && first !== 0x2019)
    return 0;
  // An apostrophe between letters belongs to its word.
  if (first === 0x27 || first === 0x2019)
    return isLetter(text, at - 1) && isLetter(text, at + 1) ? at + 1 : 0;
  const pattern = isTag ? TAG : EMPHASIS;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return 0;
  const end = at + match[0].length;
  if (!isLetter(text, at - 1) || !isLetter(text, end)) folding.add(' ', at, end);
  return end;
}

/** A sign that stands for more letters than this is no trick, but a whole phrase. */
const MOST_LETTERS = 6;

/** One sign in lower case without its marks; empty where nobody sees it. */
function plainSign(code: number): string {
  if (code < 0x80)
    return code < 0x20 && code !== 9 && code !== 10 && code !== 13
      ? ''
      : String.fromCharCode(code).toLowerCase();
  if (code >= TAGS.first && code <= TAGS.last) return String.fromCharCode(code - TAGS.shift).toLowerCase();
  if (code >= FLAGS.first && code <= FLAGS.last) return String.fromCharCode(0x61 + code - FLAGS.first);
  const sign = String.fromCodePoint(code);
  if (UNSEEN.test(sign)) return '';
  const plain = sign.normalize('NFKD');
  return (plain.length > MOST_LETTERS ? sign : plain).replace(/\p{M}/gu, '').toLowerCase();
}

/** What is not letters, kept from `folded` and told here so that tables are folded alike. */
export const foldedWord = (word: string): string => folded(word).text;
