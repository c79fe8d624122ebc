// All tokens of the vocabulary as one run of bytes, so that a million of them cost what their letters cost and a search
// is one memory scan. Append-only; rows count from 1. Used by ConceptColumns and TokenIndex.

import { HASH_FACTOR, HASH_START, hashOf, mixedHash } from '../text/fold.ts';
import type { TextColumn } from '../types.ts';
import { grown } from './columns.ts';

const NEWLINE = 0x0a;
/** Tokens kept as strings once asked for: what prompts are about is asked for again and again. A power of two. */
const RECENT = 4096;

/** Rows whose token starts with the text, rows whose token contains it elsewhere, and how many there are of both. */
export interface TokenMatches {
  readonly prefix: number[];
  readonly inside: number[];
  /** Counted up to the limit given. */
  readonly total: number;
}

export class TokenText {
  /** `\n` token `\n` token ... `\n`, UTF-8: a leading newline in the needle makes a prefix search. */
  #bytes = Buffer.alloc(16_384, NEWLINE, 'latin1');
  #used = 1;
  /** Where each row's token starts; it ends before the newline in front of the next. Row 0 is unused. */
  #starts = new Uint32Array(1024);
  #rows = 0;
  readonly #recentRows = new Int32Array(RECENT);
  readonly #recentTokens: string[] = [];

  /** How many tokens there are; rows run from 1 to this number. */
  get rows(): number {
    return this.#rows;
  }

  /** Makes room for so many more tokens. */
  reserve(rows: number): void {
    if (this.#rows + rows + 2 > this.#starts.length) this.#growStarts(this.#rows + rows + 2);
  }

  /** Adds the next row's token. */
  append(token: string): void {
    const room = token.length * 3 + 1;
    if (this.#used + room > this.#bytes.length) this.#growBytes(room);
    const end = this.#used + this.#bytes.write(token, this.#used, 'utf8');
    this.#bytes[end] = NEWLINE;
    this.#begin(this.#used, end + 1);
  }

  /** Adds tokens as they come from a database, each the next row's. */
  appendAll(tokens: TextColumn): void {
    const { bytes, ends } = tokens;
    const room = bytes.length + ends.length;
    if (this.#used + room > this.#bytes.length) this.#growBytes(room);
    this.reserve(ends.length);
    const target = this.#bytes;
    let to = this.#used;
    let from = 0;
    for (let i = 0; i < ends.length; i++) {
      const start = to;
      const end = ends[i] as number;
      while (from < end) target[to++] = bytes[from++] as number;
      target[to++] = NEWLINE;
      this.#begin(start, to);
    }
  }

  #begin(start: number, next: number): void {
    if (++this.#rows + 1 >= this.#starts.length) this.#growStarts(this.#rows + 2);
    this.#starts[this.#rows] = start;
    this.#starts[this.#rows + 1] = next;
    this.#used = next;
  }

  /** The row's token. */
  at(row: number): string {
    const slot = row & (RECENT - 1);
    if (this.#recentRows[slot] !== row) {
      this.#recentTokens[slot] = this.#bytes.toString('utf8', this.#starts[row], this.#end(row));
      this.#recentRows[slot] = row;
    }
    return this.#recentTokens[slot] as string;
  }

  /** Whether the row's token is this one. */
  equals(row: number, token: string): boolean {
    const bytes = this.#bytes;
    const end = this.#end(row);
    let at = this.#starts[row] as number;
    let i = 0;
    for (; i < token.length && at < end; i++, at++) {
      const byte = bytes[at] as number;
      if (byte !== token.charCodeAt(i)) return byte > 0x7f && this.at(row) === token;
      if (byte > 0x7f) return this.at(row) === token;
    }
    return i === token.length && at === end;
  }

  /** Whether the row's token is this stretch of a text, of ASCII letters and digits in any case. */
  equalsWord(row: number, text: string, start: number, end: number): boolean {
    const bytes = this.#bytes;
    const first = this.#starts[row] as number;
    if (this.#end(row) - first !== end - start) return false;
    for (let i = start, at = first; i < end; i++, at++) {
      const unit = text.charCodeAt(i);
      // Letters alone: a digit has the bit of lower case already.
      if ((unit | 0x20) !== bytes[at]) return false;
    }
    return true;
  }

  /**
   * Below 0 when the token of row `a` comes before that of row `b`, above 0 after, as `<` says of the strings: by UTF-16,
   * whose order is that of UTF-8 but for characters beyond 0xFFFF, which come before U+E000.
   */
  compare(a: number, b: number): number {
    const bytes = this.#bytes;
    const [endA, endB] = [this.#end(a), this.#end(b)];
    let i = this.#starts[a] as number;
    let j = this.#starts[b] as number;
    for (; i < endA && j < endB; i++, j++) {
      const one = bytes[i] as number;
      const other = bytes[j] as number;
      if (one !== other) return utf16Rank(one) - utf16Rank(other);
    }
    return endA - i - (endB - j);
  }

  /** A hash of the row's token, the same as `hashOf` gives for its string. */
  hashAt(row: number): number {
    const bytes = this.#bytes;
    const end = this.#end(row);
    let hash = HASH_START;
    for (let at = this.#starts[row] as number; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte > 0x7f) return hashOf(bytes.toString('utf8', this.#starts[row], end));
      hash = Math.imul(hash ^ byte, HASH_FACTOR);
    }
    return mixedHash(hash);
  }

  #end(row: number): number {
    return (this.#starts[row + 1] as number) - 1;
  }

  #growBytes(room: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#used + room));
    this.#bytes.copy(bytes, 0, 0, this.#used);
    this.#bytes = bytes;
  }

  #growStarts(needed: number): void {
    this.#starts = grown(this.#starts, Math.max(this.#starts.length * 2, needed));
  }

  /**
   * Rows matching `part` (not empty, without a newline), in row order, at most `limit` of each kind.
   * The scan ends once `limit` of each kind are found, so a short query costs no more than a rare one.
   */
  find(part: string, limit: number): TokenMatches {
    const prefix = this.#scan(`\n${part}`, limit, 1);
    const anywhere = this.#scan(part, 2 * limit, 0);
    const starting = new Set(prefix);
    const inside = anywhere.filter((row) => !starting.has(row)).slice(0, limit);
    return { prefix, inside, total: prefix.length + inside.length };
  }

  #scan(needle: string, limit: number, skip: number): number[] {
    const bytes = this.#bytes.subarray(0, this.#used);
    // As bytes: Node ends the process over a string with half a surrogate pair (an assertion in its own indexOf).
    const sought = Buffer.from(needle);
    const rows: number[] = [];
    let from = 0;
    while (rows.length < limit) {
      const at = bytes.indexOf(sought, from);
      if (at < 0) break;
      const row = this.#rowAt(at + skip);
      rows.push(row);
      // On to the newline before the next token: one hit per token.
      from = this.#end(row);
    }
    return rows;
  }

  /** The row whose token covers the byte. */
  #rowAt(byte: number): number {
    let low = 1;
    let high = this.#rows;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= byte) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** First bytes of UTF-8 in the order of UTF-16: U+E000 to U+FFFF (0xEE, 0xEF) last. */
function utf16Rank(byte: number): number {
  return byte === 0xee || byte === 0xef ? byte + 0x10 : byte;
}
