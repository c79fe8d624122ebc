// Finds out, character by character, whether a text has begun to say the same again and again: its tail is four or more
// copies of a stretch of 16 to 1,024 characters, 200 characters in all. Exact. Memory is bounded; time is constant per
// character: a rolling hash tells whether the last characters were said just before, and only while they are is the tail
// measured, ever more seldom. Source: loops, Rule 6. Used by chant-text.ts.

const MIN_PERIOD = 16;
const MAX_PERIOD = 1024;
const COPIES = 4;
const MIN_LENGTH = 200;
/** What has to be looked back on: four copies of the longest period. */
const WINDOW = COPIES * MAX_PERIOD;
const RING = 8192;

/** Characters of the rolling hash; the table of where each was met last. */
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

/** Hashes that are kept: those that lie a period back and less. */
const HASHES = 2048;

/**
 * What one text is watched with: 40 KB, so it is lent and given back, not made for every answer. What an earlier text left in
 * it does no harm: a place counts where the hash there is the same, and where it lies in this text. One table is touched at random, and is
 * small: on a busy machine what a character costs is the memory that is not in the cache.
 */
interface Tables {
  readonly ring: Uint16Array;
  /** The rolling hash at the last places, by place. */
  readonly hashes: Int32Array;
  /** The low bits of where a hash was met last, by hash. */
  readonly places: Uint16Array;
}

const MAX_SPARE = 64;
const spare: Tables[] = [];

const lend = (): Tables =>
  spare.pop() ?? {
    ring: new Uint16Array(RING),
    hashes: new Int32Array(HASHES),
    places: new Uint16Array(1 << TABLE_BITS),
  };

export class TailPeriod {
  #tables: Tables | null = null;
  #length = 0;
  #hash = 0;
  #saidBefore = 0;
  #wait = FIRST_WAIT;
  #measureAt = 0;

  /** Begins anew. */
  reset(): void {
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
    this.#tables ??= lend();
    const { ring, hashes, places } = this.#tables;
    const at = this.#length++;
    ring[at & (RING - 1)] = unit;
    const oldest = at >= GRAM ? (ring[(at - GRAM) & (RING - 1)] as number) : 0;
    const hash = (Math.imul(this.#hash, BASE) + unit - Math.imul(oldest, OLDEST)) | 0;
    this.#hash = hash;
    if (at < GRAM) return null;
    const slot = Math.imul(hash, 0x9e3779b1) >>> (32 - TABLE_BITS);
    const back = (at - (places[slot] as number)) & 0xffff;
    const known =
      back > 0 && back <= MAX_PERIOD && back <= at - GRAM && hashes[(at - back) & (HASHES - 1)] === hash;
    places[slot] = at;
    hashes[at & (HASHES - 1)] = hash;
    if (!known) {
      this.#saidBefore = Math.max(0, this.#saidBefore - NEW_COSTS);
      if (this.#saidBefore === 0) {
        this.#wait = FIRST_WAIT;
        this.#measureAt = 0;
      }
      return null;
    }
    this.#saidBefore++;
    if (this.#saidBefore < SAID_BEFORE || this.#length < MIN_LENGTH || at < this.#measureAt) return null;
    this.#measureAt = at + this.#wait;
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    return this.#measure(ring);
  }

  /**
   * The tail read backwards has a period as long as it is a stretch that matches itself shifted (Knuth, Morris, Pratt):
   * of each of its beginnings the shortest period is its length less its longest border.
   */
  #measure(ring: Uint16Array): Repetition | null {
    const length = Math.min(this.#length, WINDOW);
    const end = this.#length - 1;
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
