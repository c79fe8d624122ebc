// The prose of a text, told from the rest only as far as somebody asks: the hot path asks in order and stops when it gets
// late, so a megabyte of markup costs it no more than the guard allows. Used by mentions.ts.
import { proseOf, proseSlices } from '../../graph/text/prose.ts';

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Texts up to here are done at once. */
const SHORT_CHARS = 4096;

export class ProseSoFar {
  readonly #text: string;
  readonly #isLateNow: () => boolean;
  #slices: Iterator<string, unknown> | null = null;
  readonly #pieces: string[] = [];
  /** Where the piece that was asked about last begins, and which it is. */
  #at = 0;
  #from = 0;
  /** How far it is known. */
  #end = 0;
  #isWhole = false;
  /** It got late before an answer was known: what was answered since means nothing. */
  isLate = false;

  /** @param isLate asked after every slice */
  constructor(text: string, isLate: () => boolean) {
    this.#text = text;
    this.#isLateNow = isLate;
  }

  /** Whether prose stands at the offset. Asked for in order. */
  has(offset: number): boolean {
    while (offset >= this.#end && !this.#isWhole && !this.isLate) this.#read();
    for (let piece = this.#pieces[this.#at]; piece !== undefined; piece = this.#pieces[++this.#at]) {
      if (offset < this.#from + piece.length) return !isBlank(piece.charCodeAt(offset - this.#from));
      if (this.#at + 1 === this.#pieces.length) return false;
      this.#from += piece.length;
    }
    return false;
  }

  /** All of it, where it was read to its end; else null. */
  get whole(): string | null {
    return this.#end === this.#text.length && this.#end > 0 ? this.#pieces.join('') : null;
  }

  #read(): void {
    const text = this.#text;
    this.#slices ??= text.length <= SHORT_CHARS ? [proseOf(text)].values() : proseSlices(text);
    const { done, value } = this.#slices.next();
    if (done) this.#isWhole = true;
    else if (value !== '') {
      this.#pieces.push(value);
      this.#end += value.length;
    }
    if (this.#end < text.length) this.isLate = this.#isLateNow();
  }
}
