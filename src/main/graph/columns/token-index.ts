// Token -> row, by open addressing over typed arrays: a million entries cost 16 MB, and a look is one or two steps into
// memory. Tokens themselves lie in TokenText. Nothing is ever removed. Written by ConceptColumns alone.
import { hashOf, mixedHash } from '../text/fold.ts';
import type { TokenText } from './token-text.ts';

/** Slots in use at most, of all: beyond, runs of taken slots grow long. */
const MAX_LOAD = 0.6;

export class TokenIndex {
  readonly #text: TokenText;
  /** Two cells a slot: the hash of a token, and its row; row 0 is an empty slot. */
  #slots = new Int32Array(2 * 2048);
  #mask = 2047;
  #used = 0;

  constructor(text: TokenText) {
    this.#text = text;
  }

  /** The row of a token, or 0. */
  get(token: string): number {
    const slots = this.#slots;
    const hash = hashOf(token);
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const row = slots[2 * slot + 1] as number;
      if (row === 0) return 0;
      if (slots[2 * slot] === hash && this.#text.equals(row, token)) return row;
    }
  }

  /**
   * The row of a plain word of a text, or 0: nothing is cut out of the text, and a word nobody knows costs a look or two.
   * @param state what `foldUnit` makes of the word in lower case
   */
  find(state: number, text: string, start: number, end: number): number {
    const slots = this.#slots;
    const hash = mixedHash(state);
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const row = slots[2 * slot + 1] as number;
      if (row === 0) return 0;
      if (slots[2 * slot] === hash && this.#text.equalsWord(row, text, start, end)) return row;
    }
  }

  /** Makes room for so many more tokens. */
  reserve(rows: number): void {
    let slots = this.#mask + 1;
    while (this.#used + rows > slots * MAX_LOAD) slots *= 2;
    if (slots > this.#mask + 1) this.#resize(slots);
  }

  /** Enters a row whose token is in the text and not here yet. */
  add(row: number): void {
    this.reserve(1);
    this.#enter(this.#text.hashAt(row), row);
    this.#used++;
  }

  #enter(hash: number, row: number): void {
    const slots = this.#slots;
    let slot = hash & this.#mask;
    while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & this.#mask;
    slots[2 * slot] = hash;
    slots[2 * slot + 1] = row;
  }

  #resize(size: number): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * size);
    this.#mask = size - 1;
    for (let at = 0; at < before.length; at += 2) {
      const row = before[at + 1] as number;
      if (row !== 0) this.#enter(before[at] as number, row);
    }
  }
}
