// The vocabulary as columns: one row per concept, tokens interned once. Written by ConceptGraph alone.
// It knows nothing of edges; it must never be handed out, since its arrays move when they grow.
import { AppError } from '../../../shared/model/envelope.ts';
import { isNoiseToken } from '../text/words.ts';
import type { ConceptPage, ConceptRow } from '../types.ts';
import { grown, IdIndex, nextCapacity } from './columns.ts';
import { conceptOfPage } from './row-pages.ts';
import { TokenIndex } from './token-index.ts';
import { TokenText } from './token-text.ts';

/** Encounters of one concept since they were last taken; `lastSeen` in epoch milliseconds. */
export interface EncounterDelta {
  readonly id: number;
  readonly times: number;
  readonly lastSeen: number;
}

/** How many candidates a search ranks before it cuts to the caller's limit. */
const SEARCH_CANDIDATES = 2000;

export class ConceptColumns {
  readonly rowOfId = new IdIndex();
  readonly #text = new TokenText();
  readonly #byToken = new TokenIndex(this.#text);
  ids = new Float64Array(1024);
  counts = new Float64Array(1024);
  lastSeen = new Float64Array(1024);
  novelty = new Float64Array(1024);
  /** Changes with every fact or pending marker of the concept; see ConceptGraph.stamp. */
  stamps = new Float64Array(1024);
  common = new Uint8Array(1024);
  /** What `isNoiseToken` said of each token: 1 yes, 2 no, 0 nobody asked yet. */
  #noise = new Uint8Array(1024);
  #deltas = new Float64Array(1024);
  #touched: number[] = [];
  /** So many concepts came by whole pages of one table, in which no token is twice. */
  #fromPages = 0;

  /** How many concepts there are; rows run from 1 to this number. */
  get size(): number {
    return this.#text.rows;
  }

  /** The row of a token, or 0. */
  rowOfToken(token: string): number {
    return this.#byToken.get(token);
  }

  /** The row of a plain word of a text, or 0; see `TokenIndex.find`. */
  rowOfWord(state: number, text: string, start: number, end: number): number {
    return this.#byToken.find(state, text, start, end);
  }

  token(row: number): string {
    return this.#text.at(row);
  }

  /** Below 0 when the token of row `a` comes before that of row `b`, as strings compare. */
  compareTokens(a: number, b: number): number {
    return this.#text.compare(a, b);
  }

  /** Makes room for so many more concepts. */
  reserve(rows: number): void {
    this.#text.reserve(rows);
    this.#byToken.reserve(rows);
    this.rowOfId.reserve(this.size + rows);
    if (this.size + rows >= this.ids.length) this.#grow(nextCapacity(this.size + rows));
  }

  /** @throws AppError INTERNAL when the id is known under another token, or the token under another id. */
  put(concept: ConceptRow): void {
    let row = this.rowOfId.get(concept.id);
    const byToken = this.rowOfToken(concept.token);
    if (row !== byToken) {
      const known = row === 0 ? `the id ${this.ids[byToken]}` : `the token "${this.token(row)}"`;
      throw new AppError('INTERNAL', `concept ${concept.id} "${concept.token}" is in memory with ${known}`);
    }
    if (row === 0) row = this.#add(concept.id, concept.token);
    this.counts[row] = concept.encounterCount;
    this.lastSeen[row] = concept.lastSeen;
    this.novelty[row] = concept.novelty;
    this.common[row] = concept.common ? 1 : 0;
  }

  /**
   * Adds the concepts of a page that are not there yet; those that are keep their counts and take the table's
   * novelty. A page without any known concept, as at start, goes in as it is.
   */
  putPage(page: ConceptPage): void {
    const { ids } = page;
    let known = 0;
    for (let i = 0; i < page.rowCount; i++) {
      const row = this.rowOfId.get(ids[i] as number);
      if (row === 0) continue;
      known++;
      this.novelty[row] = page.novelty[i] as number;
    }
    if (known === page.rowCount) return;
    if (known === 0 && this.size === this.#fromPages) this.#addPage(page);
    else this.#addUnknown(page);
  }

  #addPage(page: ConceptPage): void {
    const first = this.size + 1;
    this.reserve(page.rowCount);
    this.#text.appendAll(page.tokens);
    this.ids.set(page.ids, first);
    this.counts.set(page.encounterCounts, first);
    this.lastSeen.set(page.lastSeen, first);
    this.novelty.set(page.novelty, first);
    this.common.set(page.common, first);
    for (let i = 0; i < page.rowCount; i++) {
      this.rowOfId.set(page.ids[i] as number, first + i);
      this.#byToken.add(first + i);
    }
    this.#fromPages = this.size;
  }

  #addUnknown(page: ConceptPage): void {
    for (let i = 0; i < page.rowCount; i++) {
      if (this.rowOfId.get(page.ids[i] as number) !== 0) continue;
      const concept = conceptOfPage(page, i);
      if (this.rowOfToken(concept.token) === 0) this.put(concept);
    }
  }

  #add(id: number, token: string): number {
    if (!token.isWellFormed()) {
      throw new AppError('INTERNAL', `concept ${id} has a token that is not valid Unicode`);
    }
    this.#text.append(token);
    const row = this.size;
    if (row >= this.ids.length) this.#grow(nextCapacity(row));
    this.ids[row] = id;
    this.rowOfId.set(id, row);
    this.#byToken.add(row);
    return row;
  }

  #grow(capacity: number): void {
    this.ids = grown(this.ids, capacity);
    this.counts = grown(this.counts, capacity);
    this.lastSeen = grown(this.lastSeen, capacity);
    this.novelty = grown(this.novelty, capacity);
    this.stamps = grown(this.stamps, capacity);
    this.common = grown(this.common, capacity);
    this.#noise = grown(this.#noise, capacity);
    this.#deltas = grown(this.#deltas, capacity);
  }

  at(row: number): ConceptRow {
    return {
      id: this.ids[row] as number,
      token: this.token(row),
      encounterCount: this.counts[row] as number,
      lastSeen: this.lastSeen[row] as number,
      novelty: this.novelty[row] as number,
      common: this.common[row] === 1,
    };
  }

  /**
   * Concepts whose token starts with the text, then those that contain it; within each, the token itself, then named
   * things before dictionary words, then the most encountered. `total` is counted up to a few thousand.
   */
  search(part: string, limit: number): { rows: ConceptRow[]; total: number } {
    const found = this.#text.find(part, Math.max(SEARCH_CANDIDATES, limit));
    const ranked = (rows: number[]) =>
      rows
        .map((row) => this.at(row))
        .sort(
          (a, b) =>
            Number(b.token === part) - Number(a.token === part) ||
            Number(a.common) - Number(b.common) ||
            b.encounterCount - a.encounterCount ||
            (a.token < b.token ? -1 : 1),
        );
    const rows = ranked(found.prefix).slice(0, limit);
    if (rows.length < limit) rows.push(...ranked(found.inside).slice(0, limit - rows.length));
    return { rows, total: found.total };
  }

  /** Whether the concept's name is a number, a hash or the like, which is not counted. */
  isNoise(row: number): boolean {
    if (this.#noise[row] === 0) this.#noise[row] = isNoiseToken(this.token(row)) ? 1 : 2;
    return this.#noise[row] === 1;
  }

  encounter(row: number, times: number, at: number): void {
    this.counts[row] = (this.counts[row] as number) + times;
    if (at > (this.lastSeen[row] as number)) this.lastSeen[row] = at;
    if (this.#deltas[row] === 0) this.#touched.push(row);
    this.#deltas[row] = (this.#deltas[row] as number) + times;
  }

  /** Counts what other processes met: no delta of ours. */
  adopt(row: number, times: number, at: number): void {
    this.counts[row] = (this.counts[row] as number) + times;
    if (at > (this.lastSeen[row] as number)) this.lastSeen[row] = at;
  }

  takeDeltas(): EncounterDelta[] {
    const taken = this.#touched.map((row) => ({
      id: this.ids[row] as number,
      times: this.#deltas[row] as number,
      lastSeen: this.lastSeen[row] as number,
    }));
    for (const row of this.#touched) this.#deltas[row] = 0;
    this.#touched = [];
    return taken;
  }
}
