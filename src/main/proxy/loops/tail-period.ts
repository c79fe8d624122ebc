// Finds out, character by character, whether a text has begun to say the same again and again: its tail is four or more
// copies of a stretch of 16 to 1,024 characters, 200 characters in all. Exact. Memory is bounded; time is constant per
// character: a rolling hash tells whether the last characters were said just before, and only while they are is the tail
// measured, ever more seldom. Source: proxy.md Loop detection 6. Used by chant-text.ts.

const MIN_PERIOD = 16;
const MAX_PERIOD = 1024;
const COPIES = 4;
const MIN_LENGTH = 200;
/** What has to be looked back on: four copies of the longest period. */
const WINDOW = COPIES * MAX_PERIOD;
const RING = 8192;

/** Characters of the rolling hash, and its table of where each was last met. */
const GRAM = 16;
const TABLE_BITS = 13;
const BASE = 0x01000193;
const OLDEST = Array.from({ length: GRAM }).reduce<number>((power) => Math.imul(power, BASE), 1);
/** Characters that were said just before: the shortest loop has as many behind its first copy. */
const SAID_BEFORE = 110;
/** What one takes back that was not, or whose place in the table another took. */
const NEW_COSTS = 4;
const FIRST_WAIT = 16;
const LONGEST_WAIT = 512;

export interface Repetition {
  /** One copy, as it ends the text. */
  readonly block: string;
  readonly copies: number;
}

/** Only used within one call. */
const borders = new Int16Array(WINDOW + 1);

/** What one text is watched with: 80 KB, so it is lent and given back, not made for every answer. */
interface Tables {
  readonly ring: Uint16Array;
  readonly metAt: Int32Array;
  readonly met: Int32Array;
  /** Where the next text begins: so far behind the last that nothing of that one is taken for said before. */
  next: number;
}

/** Places are counted on from text to text; from here on anew. */
const LAST_PLACE = 2 ** 30;

const MAX_SPARE = 64;
const spare: Tables[] = [];

function lend(): Tables {
  return (
    spare.pop() ?? {
      ring: new Uint16Array(RING),
      metAt: new Int32Array(1 << TABLE_BITS),
      met: new Int32Array(1 << TABLE_BITS),
      next: MAX_PERIOD + 1,
    }
  );
}

/** Ends the text that was at `at`. */
function leave(tables: Tables, at: number): void {
  tables.next = at + MAX_PERIOD + 1;
  if (tables.next < LAST_PLACE) return;
  tables.metAt.fill(0);
  tables.next = MAX_PERIOD + 1;
}

export class TailPeriod {
  #tables: Tables | null = null;
  /** Where in the tables the text begins. */
  #start = 0;
  #length = 0;
  #hash = 0;
  #saidBefore = 0;
  #wait = FIRST_WAIT;
  #measureAt = 0;

  /** Begins anew. */
  reset(): void {
    if (this.#tables) {
      leave(this.#tables, this.#start + this.#length);
      this.#start = this.#tables.next;
    }
    this.#length = 0;
    this.#hash = 0;
    this.#saidBefore = 0;
  }

  /** Nothing is added any more. */
  release(): void {
    const tables = this.#tables;
    this.reset();
    this.#tables = null;
    if (tables && spare.length < MAX_SPARE) spare.push(tables);
  }

  /** Takes the next UTF-16 unit. */
  add(unit: number): Repetition | null {
    this.#tables ??= this.#begin();
    const { ring, met, metAt } = this.#tables;
    const read = this.#length++;
    const at = this.#start + read;
    ring[at & (RING - 1)] = unit;
    const oldest = read >= GRAM ? (ring[(at - GRAM) & (RING - 1)] as number) : 0;
    this.#hash = (Math.imul(this.#hash, BASE) + unit - Math.imul(oldest, OLDEST)) | 0;
    if (read < GRAM) return null;
    const slot = Math.imul(this.#hash, 0x9e3779b1) >>> (32 - TABLE_BITS);
    const known = met[slot] === this.#hash && at - (metAt[slot] as number) <= MAX_PERIOD;
    met[slot] = this.#hash;
    metAt[slot] = at;
    if (!known) {
      this.#saidBefore = Math.max(0, this.#saidBefore - NEW_COSTS);
      if (this.#saidBefore === 0) {
        this.#wait = FIRST_WAIT;
        this.#measureAt = 0;
      }
      return null;
    }
    this.#saidBefore++;
    if (this.#saidBefore < SAID_BEFORE || this.#length < MIN_LENGTH || read < this.#measureAt) return null;
    this.#measureAt = read + this.#wait;
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    return this.#measure(ring);
  }

  #begin(): Tables {
    const tables = lend();
    this.#start = tables.next;
    return tables;
  }

  /**
   * The tail read backwards has a period as long as it is a stretch that matches itself shifted (Knuth, Morris, Pratt):
   * of each of its beginnings the shortest period is its length less its longest border.
   */
  #measure(ring: Uint16Array): Repetition | null {
    const length = Math.min(this.#length, WINDOW);
    const end = this.#start + this.#length - 1;
    const back = (n: number) => ring[(end - n) & (RING - 1)] as number;
    let border = 0;
    let found: { period: number; length: number } | null = null;
    borders[1] = 0;
    for (let read = 2; read <= length; read++) {
      const unit = back(read - 1);
      while (border > 0 && back(border) !== unit) border = borders[border] as number;
      if (back(border) === unit) border++;
      borders[read] = border;
      const shortest = read - border;
      if (shortest > MAX_PERIOD) break;
      const period = shortest >= MIN_PERIOD ? shortest : Math.ceil(MIN_PERIOD / shortest) * shortest;
      if (read >= MIN_LENGTH && read >= COPIES * period) {
        if (found && found.period !== period) break;
        found = { period, length: read };
      }
    }
    if (!found) return null;
    const units = Array.from({ length: found.period }, (_, n) => back((found?.period ?? 0) - 1 - n));
    return { block: String.fromCharCode(...units), copies: Math.floor(found.length / found.period) };
  }
}
