// All tokens of the vocabulary as one run of bytes, so that a search over a million of them is one memory scan.
// Append-only; rows count from 1. Used by ConceptColumns (to keep tokens) and ConceptGraph.searchTokens.

const NEWLINE = 0x0a;

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
  /** Where each row's token starts; row 0 is unused. */
  #starts = new Float64Array(1024);
  #rows = 0;

  /** Adds the next row's token and returns a copy of it that shares no memory with the string given. */
  append(token: string): string {
    const room = token.length * 3 + 1;
    if (this.#used + room > this.#bytes.length) this.#growBytes(room);
    if (++this.#rows === this.#starts.length) this.#growStarts();
    const start = this.#used;
    this.#starts[this.#rows] = start;
    const end = start + this.#bytes.write(token, start, 'utf8');
    this.#bytes[end] = NEWLINE;
    this.#used = end + 1;
    return this.#bytes.toString('utf8', start, end);
  }

  #growBytes(room: number): void {
    const bytes = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#used + room));
    this.#bytes.copy(bytes, 0, 0, this.#used);
    this.#bytes = bytes;
  }

  #growStarts(): void {
    const starts = new Float64Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
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
    const rows: number[] = [];
    let from = 0;
    while (rows.length < limit) {
      const at = bytes.indexOf(needle, from, 'utf8');
      if (at < 0) break;
      const row = this.#rowAt(at + skip);
      rows.push(row);
      // On to the newline before the next token: one hit per token.
      from = row < this.#rows ? (this.#starts[row + 1] as number) - 1 : this.#used;
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
