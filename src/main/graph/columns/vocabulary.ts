// The words of the graph: concepts by id and token, how often they were met, how new they are. The database decides which there are.
// Source: memory, Nouns, D2, D6. Part of ConceptGraph, whose facts are about them.
import type { ConceptPage, ConceptRow } from '../types.ts';
import type { EncounterDelta } from './concept-columns.ts';
import { GraphRows } from './graph-rows.ts';
import type { NameIndex } from './name-index.ts';

export class Vocabulary {
  protected rows = new GraphRows(0);

  get conceptCount(): number {
    return this.rows.concepts.size;
  }

  /** Names of what is in a fact or a conflict of any project; `lookup.ts` reads them. */
  get names(): NameIndex {
    return this.rows.names;
  }

  /** Inserts a concept or overwrites its counters. @throws AppError INTERNAL when id and token disagree with memory. */
  putConcept(concept: ConceptRow): void {
    this.rows.concepts.put(concept);
  }

  /** Adds the concepts of a page that are not there yet; those that are keep their counts and take its novelty. */
  putConceptPage(page: ConceptPage): void {
    this.rows.concepts.putPage(page);
  }

  conceptId(token: string): number | undefined {
    const row = this.rows.concepts.rowOfToken(token);
    return row === 0 ? undefined : this.rows.concepts.ids[row];
  }

  /**
   * The id of a plain word of a text (ASCII letters and digits, any case), or 0: ids count from 1.
   * @param state its running fold, see name-index.ts
   */
  wordId(state: number, text: string, start: number, end: number): number {
    const row = this.rows.concepts.rowOfWord(state, text, start, end);
    return row === 0 ? 0 : (this.rows.concepts.ids[row] as number);
  }

  concept(id: number): ConceptRow | undefined {
    const row = this.rows.concepts.rowOfId.get(id);
    return row === 0 ? undefined : this.rows.concepts.at(row);
  }

  knows(id: number): boolean {
    return this.rows.rowOrNone(id) !== 0;
  }

  /** How often it was met; 0 for an unknown id. */
  encounters(id: number): number {
    return this.rows.concepts.counts[this.rows.rowOrNone(id)] ?? 0;
  }

  /** @throws AppError INTERNAL for an id that was never put. */
  tokenOf(id: number): string {
    return this.rows.concepts.token(this.rows.row(id));
  }

  /** Whether it is a dictionary word; undefined for an unknown id. */
  isCommon(id: number): boolean | undefined {
    const row = this.rows.rowOrNone(id);
    return row === 0 ? undefined : this.rows.concepts.common[row] === 1;
  }

  noveltyOf(id: number): number {
    return this.rows.concepts.novelty[this.rows.rowOrNone(id)] as number;
  }

  *concepts(): Iterable<ConceptRow> {
    for (let row = 1; row <= this.rows.concepts.size; row++) yield this.rows.concepts.at(row);
  }

  /** Counts `times` more encounters at `at` (epoch ms). */
  encounter(id: number, times: number, at: number): void {
    this.rows.concepts.encounter(this.rows.row(id), times, at);
  }

  /** Counts one encounter of a concept a text named: an id nobody knows any more is left alone, and so is a word that is noise. */
  meet(id: number, at: number): void {
    const row = this.rows.rowOrNone(id);
    if (row !== 0 && !this.rows.concepts.isNoise(row)) this.rows.concepts.encounter(row, 1, at);
  }

  /** Counts what other processes encountered; not among the deltas of this one. */
  adoptEncounters(id: number, times: number, at: number): void {
    this.rows.concepts.adopt(this.rows.row(id), times, at);
  }

  /** What was encountered since the last call, for one batched write; the caller owns it from then on. */
  takeEncounterDeltas(): EncounterDelta[] {
    return this.rows.concepts.takeDeltas();
  }

  setNovelty(id: number, novelty: number): void {
    this.rows.concepts.novelty[this.rows.row(id)] = novelty;
  }

  /**
   * Concepts whose token starts with the text, then those that contain it; within each, named things before dictionary
   * words, then the most encountered. `total` is how many match, counted up to a few thousand.
   */
  searchTokens(prefixOrPart: string, limit: number): { rows: ConceptRow[]; total: number } {
    const part = prefixOrPart.toLowerCase();
    if (part === '' || part.includes('\n')) return { rows: [], total: 0 };
    return this.rows.concepts.search(part, limit);
  }
}
