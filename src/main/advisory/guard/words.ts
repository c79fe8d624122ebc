// The words of a text as an instruction would be read, each with its place and with what stands before it: letters that look
// alike, digits for letters, letters set apart, words run together and words with letters swapped are read as the word that is
// meant, where a rule knows one. Judges nothing. Linear in the text. Used by injection.ts.
// Source: advisory, Guardrails.
import type { Folded } from './fold.ts';

/** What stands before a word: nothing that matters, a comma or a new line, a colon, the end of a sentence. */
export type Before = 'blank' | 'pause' | 'colon' | 'end';

export interface Word {
  readonly text: string;
  /** In the original, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly before: Before;
}

const WORD = /[\p{L}\p{N}@$]{1,400}/gu;
const ENDS = /[.!?…。！？](?=\s|["'”’»)\]]|$)|[。！？]/;
const IS_ASCII = /^[a-z0-9]*$/;

/** Letters of other scripts that look like Latin ones. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  (
    'аa вb сc ԁd еe ёe ѐe ɡg һh нh іi їi јj кk ӏl мm пn оo рp ԛq гr ѕs тt уy ѵv ԝw хx αa βb ϲc εe ηn ιi κk νv οo ρp σo τt υu χx γy μu ωw ' +
    'ıi ɩi ɑa ʟl ɪi ɢg ɴn ʀr ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ʜh ᴊj ᴋk ᴍm ᴏo ᴘp ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz øo łl đd ħh ŧt ƒf ʋu ɯm ʃs'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const),
);

/** Signs that stand for letters; a one is an i or an l. */
const LEET: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's' },
};
const leet = (word: string, one: string): string =>
  word.replace(/[013456789@$]/g, (sign) => (sign === '1' ? one : (LEET[sign] ?? sign)));

/** Words that rules know, in the ways they may be written. */
export class Vocabulary {
  readonly #words: ReadonlySet<string>;
  /** Words of six and more letters, by first, last and sorted letters between. */
  readonly #mixed = new Map<string, string>();
  readonly #outlines = new Set<string>();
  readonly #longest: number;

  constructor(words: Iterable<string>) {
    this.#words = new Set(words);
    for (const word of this.#words) {
      if (word.length < 6 || !IS_ASCII.test(word)) continue;
      this.#mixed.set(mixedKey(word), word);
      this.#outlines.add(outline(word));
    }
    this.#longest = Math.max(0, ...Array.from(this.#words, (word) => word.length));
  }

  has = (word: string): boolean => this.#words.has(word);

  /** The word that is meant: itself where no rule knows it in any spelling. */
  meant(word: string): string {
    if (this.#words.has(word)) return word;
    const plain = IS_ASCII.test(word) ? word : latin(word);
    if (this.#words.has(plain)) return plain;
    if (/[a-z]/.test(plain) && /[0-9@$]/.test(plain)) {
      for (const one of ['i', 'l']) {
        const read = this.#ofLetters(leet(plain, one));
        if (read !== null) return read;
      }
    }
    return this.#ofLetters(plain) ?? plain;
  }

  #ofLetters(word: string): string | null {
    if (this.#words.has(word)) return word;
    if (word.length < 6 || word.length > this.#longest || !this.#outlines.has(outline(word))) return null;
    return this.#mixed.get(mixedKey(word)) ?? null;
  }

  /** A long word as the words it is run together from, all of them known; null where it is none. */
  parts(word: string): string[] | null {
    if (word.length < 12 || word.length > 120) return null;
    /** Where the word that ends at each place begins; longest first words win. */
    const began = new Map<number, number>([[0, 0]]);
    for (let start = 0; start < word.length; start++) {
      if (!began.has(start)) continue;
      for (let end = Math.min(word.length, start + this.#longest); end > start + 1; end--)
        if (!began.has(end) && this.#words.has(word.slice(start, end))) began.set(end, start);
    }
    if (!began.has(word.length)) return null;
    const parts: string[] = [];
    for (let end = word.length; end > 0; end = began.get(end) ?? 0)
      parts.unshift(word.slice(began.get(end), end));
    return parts.length > 1 ? parts : null;
  }
}

const outline = (word: string): string => `${word.charAt(0)}${word.length}${word.charAt(word.length - 1)}`;
const mixedKey = (word: string): string =>
  word.charAt(0) + [...word.slice(1, -1)].sort().join('') + word.charAt(word.length - 1);

/** A word of several scripts, or of letters that all look like Latin ones, in Latin letters. */
function latin(word: string): string {
  const letters = Array.from(word, (letter) => ALIKE.get(letter) ?? letter);
  return /[a-z]/.test(word) || letters.every((letter) => letter < '\u0080') ? letters.join('') : word;
}

/** The words of a folded text, as they are meant. */
export function wordsOf(read: Folded, vocabulary: Vocabulary): Word[] {
  const words: Word[] = [];
  for (const { word, start, end, before } of joined(read)) {
    const meant = vocabulary.meant(word);
    const parts = vocabulary.has(meant) ? null : vocabulary.parts(meant);
    const place = { start: read.from[start] ?? 0, end: read.to[end - 1] ?? 0 };
    if (parts === null) words.push({ text: meant, ...place, before });
    else
      words.push(...parts.map((text, i): Word => ({ text, ...place, before: i === 0 ? before : 'blank' })));
  }
  return words;
}

interface Piece {
  readonly word: string;
  /** In the folded text. */
  readonly start: number;
  readonly end: number;
  readonly before: Before;
}

/** Single letters in a row, at least so many, are a word. */
const LEAST_LETTERS = 4;

/** The words, letters that are set apart put together: a different gap between two of them parts words. */
function joined({ text }: Folded): Piece[] {
  const pieces: Piece[] = [];
  let letters: { text: string; gap: string; piece: Piece }[] = [];
  const settle = () => {
    const said = letters.length < LEAST_LETTERS ? letters.map(({ piece }) => piece) : spelled(letters);
    for (const piece of said) pieces.push(piece);
    letters = [];
  };
  let done = 0;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const gap = text.slice(Math.max(done, index - 40), index);
    const piece = { word, start: index, end: index + word.length, before: beforeOf(gap, done === 0) };
    if (word.length > 1) {
      settle();
      pieces.push(piece);
    } else {
      if (letters.length > 0 && gap.length > 6) settle();
      letters.push({ text: word, gap, piece });
    }
    done = index + word.length;
  }
  settle();
  return pieces;
}

function spelled(letters: readonly { text: string; gap: string; piece: Piece }[]): Piece[] {
  const usual = letters[1]?.gap;
  const words: { word: string; start: number; end: number; before: Before }[] = [];
  for (const [i, { text, gap, piece }] of letters.entries()) {
    const last = words.at(-1);
    if (i === 0 || gap !== usual || last === undefined) words.push({ ...piece });
    else {
      last.word += text;
      last.end = piece.end;
    }
  }
  return words;
}

function beforeOf(gap: string, isFirst: boolean): Before {
  if (isFirst || ENDS.test(gap)) return 'end';
  if (gap.includes(':')) return 'colon';
  return /[,;\n()"“”„«»'‘’\-–—>|[\]]/.test(gap) ? 'pause' : 'blank';
}
