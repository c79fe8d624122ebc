// Names of concepts under the fold: case, blanks, `-` and `_` alike, accents kept, so that `Home Assistant`, `home-assistant`
// and `homeassistant` are one; between two digits there stays a joint, since `web-1-11` is not `web-11-1`. Holds what stands in a fact, as its subject, parent or dimension; nothing is ever removed, so whoever
// asks checks that the concept still is known where they ask. A text is matched by a running hash, letter by letter.
// Written by ConceptGraph alone; read by lookup.ts. Source: memory D17.

import { foldJoint, foldOf, foldToken, foldUnit, HASH_START, isJoint, mixedHash } from '../text/fold.ts';
import { grown } from './columns.ts';
import type { ConceptColumns } from './concept-columns.ts';

/** Slots in use at most, of all. */
const MAX_LOAD = 0.5;
/** Bits of the filter for each slot: most words of a prompt are in no name, and are told so by one byte that stays in the cache. */
const FILTER_BITS = 4;
/** Characters of a part by which a name may be called, at least: shorter ones are abbreviations. */
const LEAST_PART = 5;
/** Names of one fold that are kept apart: `a-b`, `a_b` and `ab` are three, and whoever makes up more finds the first ones. */
const MOST_ALIKE = 8;
/** Several names begin with these words, or have this part. */
const SEVERAL = -(2 ** 31);

export class NameIndex {
  readonly #concepts: ConceptColumns;
  /** Rows that are in. */
  #isIn = new Uint8Array(1024);
  /** Two cells a slot: a hash, and what has it: the row of a name, less than 0 the row of one that begins so; 0 is empty. */
  #slots = new Int32Array(2 * 1024);
  #filter = new Uint8Array((1024 * FILTER_BITS) / 8);
  #mask = 1023;
  #used = 0;

  constructor(concepts: ConceptColumns) {
    this.#concepts = concepts;
  }

  /** Enters a concept's name; again is nothing. @param row of the concept */
  add(row: number): void {
    if (row >= this.#isIn.length) this.#isIn = grown(this.#isIn, Math.max(row + 1, 2 * this.#isIn.length));
    if (this.#isIn[row] === 1) return;
    this.#isIn[row] = 1;
    const token = this.#concepts.token(row);
    let state = HASH_START;
    let from = 0;
    const endPart = (end: number) => {
      if (from > 0 && end - from >= LEAST_PART)
        this.#enterBeginning(mixedHash(foldToken(HASH_START, token.slice(from, end))), row);
      from = end + 1;
    };
    for (let i = 0; i < token.length; i++) {
      const unit = token.charCodeAt(i);
      if (isJoint(unit)) {
        this.#enterBeginning(mixedHash(state), row);
        state = foldJoint(state, token.charCodeAt(i - 1), token.charCodeAt(i + 1));
        endPart(i);
      } else state = foldUnit(state, unit);
    }
    endPart(token.length);
    this.#enterName(mixedHash(state), row);
  }

  /** False when nothing has a name that is, or begins with, what was folded; true mostly means that something has. */
  mayHold(state: number): boolean {
    return this.#isMarked(mixedHash(state));
  }

  /** Ids of the concepts whose name it may be; the caller compares them with `foldOf`. */
  named(state: number): number[] {
    return this.#rowsOf(mixedHash(state)).map((row) => this.#concepts.ids[row] as number);
  }

  /** Whether it is a name, in whatever spelling. */
  holds(token: string): boolean {
    const state = foldToken(HASH_START, token);
    if (!this.mayHold(state)) return false;
    const folded = foldOf(token);
    return this.#rowsOf(mixedHash(state)).some((row) => foldOf(this.#concepts.token(row)) === folded);
  }

  /** Whether names begin with it and have words behind it, or have it as a part. @returns the id of the only one, null for several, undefined for none */
  beginning(state: number): number | null | undefined {
    let found: number | null | undefined;
    this.#each(mixedHash(state), (value) => {
      if (value < 0) found = value === SEVERAL ? null : (this.#concepts.ids[-value] as number);
    });
    return found;
  }

  #isMarked(hash: number): boolean {
    const bit = (hash >>> 7) & (this.#filter.length * 8 - 1);
    return ((this.#filter[bit >>> 3] as number) & (1 << (bit & 7))) !== 0;
  }

  #mark(hash: number): void {
    const bit = (hash >>> 7) & (this.#filter.length * 8 - 1);
    this.#filter[bit >>> 3] = (this.#filter[bit >>> 3] as number) | (1 << (bit & 7));
  }

  #each(hash: number, visit: (value: number) => void): void {
    if (!this.#isMarked(hash)) return;
    const slots = this.#slots;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const value = slots[2 * slot + 1] as number;
      if (value === 0) return;
      if (slots[2 * slot] === hash) visit(value);
    }
  }

  #rowsOf(hash: number): number[] {
    const rows: number[] = [];
    this.#each(hash, (value) => {
      if (value > 0) rows.push(value);
    });
    return rows;
  }

  #enterName(hash: number, row: number): void {
    if (this.#rowsOf(hash).length < MOST_ALIKE) this.#enter(hash, row);
  }

  #enterBeginning(hash: number, row: number): void {
    const slots = this.#slots;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const value = slots[2 * slot + 1] as number;
      if (value === 0) break;
      if (slots[2 * slot] !== hash || value > 0) continue;
      if (value !== -row) slots[2 * slot + 1] = SEVERAL;
      return;
    }
    this.#enter(hash, -row);
  }

  #enter(hash: number, value: number): void {
    if (this.#used + 1 > (this.#mask + 1) * MAX_LOAD) this.#resize(2 * (this.#mask + 1));
    this.#place(hash, value);
    this.#used++;
  }

  #place(hash: number, value: number): void {
    const slots = this.#slots;
    let slot = hash & this.#mask;
    while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & this.#mask;
    slots[2 * slot] = hash;
    slots[2 * slot + 1] = value;
    this.#mark(hash);
  }

  #resize(size: number): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * size);
    this.#filter = new Uint8Array((size * FILTER_BITS) / 8);
    this.#mask = size - 1;
    for (let at = 0; at < before.length; at += 2) {
      if (before[at + 1] !== 0) this.#place(before[at] as number, before[at + 1] as number);
    }
  }
}
