// The concept graph in memory: vocabulary, facts and pending conflicts of every project, for reads that never wait.
// It mirrors the tables (ids are the database's) and must never decide what may be written; collision.ts asks it, memory/
// fills it, proxy/ reads it. Roots are stored but never reported as facts. Source: memory, Nouns, D1, D7, D15.
import { AppError } from '../../../shared/model/envelope.ts';
import type { ConceptPage, ConceptRow, EdgePage, EdgeRow } from '../types.ts';
import { ConceptColumns, type EncounterDelta } from './concept-columns.ts';
import { DimensionCounts } from './dimension-counts.ts';
import { type EdgeCells, EdgeColumns } from './edge-columns.ts';
import {
  climb,
  countBelow,
  countChildrenByDim,
  type EdgeScope,
  firstChildren,
  mayHaveChildren,
} from './edge-walks.ts';
import { NameIndex } from './name-index.ts';
import { PendingMarks } from './pending-marks.ts';
import { EdgeSweep, edgeOfPage } from './row-pages.ts';

/** A concept with more edges than this has children, for whoever only asks whether to look further. */
const CHILDREN_LOOKED_AT = 64;
/** More changes than a graph sees while its successor is filled; millions of successors fit into a safe integer. */
const VERSIONS_APART = 2 ** 32;

/**
 * One per process. Project names are interned on first use; a project nobody wrote to reads as empty.
 * Every method that takes an id of a concept to write to throws AppError INTERNAL when the concept was never put;
 * reads answer an unknown id with nothing.
 */
export class ConceptGraph {
  #concepts = new ConceptColumns();
  #edges = new EdgeColumns();
  #pending = new PendingMarks();
  #projects = new Map<string, number>();
  #projectNames: string[] = [''];
  #dimensions = new DimensionCounts();
  #names = new NameIndex(this.#concepts);
  #version = 0;
  #generation = 0;

  /** Changes on every change of a fact, a pending marker or "do not use"; never goes back, not even by clear(). */
  get version(): number {
    return this.#version;
  }

  /** Changes when all of it was replaced: ids may mean other concepts since. */
  get generation(): number {
    return this.#generation;
  }

  get conceptCount(): number {
    return this.#concepts.size;
  }

  /** Names of what is in a fact or a conflict of any project; `lookup.ts` reads them. */
  get names(): NameIndex {
    return this.#names;
  }

  /** Facts of all projects; roots do not count. */
  get edgeCount(): number {
    return this.#edges.size - this.#dimensions.roots;
  }

  /** Conflicts waiting, over all projects and places. */
  get pendingCount(): number {
    return this.#pending.total;
  }

  /** Makes room for so many concepts and edges in all, and for some growth, so that filling need not stop to grow. */
  reserve(concepts: number, edges: number): void {
    this.#concepts.reserve(concepts - this.#concepts.size);
    this.#edges.reserve(edges - this.#edges.size);
  }

  // --- vocabulary

  /** Inserts a concept or overwrites its counters. @throws AppError INTERNAL when id and token disagree with memory. */
  putConcept(concept: ConceptRow): void {
    this.#concepts.put(concept);
  }

  /** Adds the concepts of a page that are not there yet; those that are keep their counts and take its novelty. */
  putConceptPage(page: ConceptPage): void {
    this.#concepts.putPage(page);
  }

  conceptId(token: string): number | undefined {
    const row = this.#concepts.rowOfToken(token);
    return row === 0 ? undefined : this.#concepts.ids[row];
  }

  /**
   * The id of a plain word of a text (ASCII letters and digits, any case), or 0: ids count from 1.
   * @param state its running fold, see name-index.ts
   */
  wordId(state: number, text: string, start: number, end: number): number {
    const row = this.#concepts.rowOfWord(state, text, start, end);
    return row === 0 ? 0 : (this.#concepts.ids[row] as number);
  }

  /**
   * Whether the concept cannot surface anywhere now: a dictionary word that is in no fact and no conflict, and not novel.
   * False may mean that it can't in the project at hand. Three looks into memory.
   */
  isAsleep(id: number): boolean {
    const row = this.#rowOrNone(id);
    return (
      this.#concepts.common[row] === 1 &&
      this.#concepts.novelty[row] === 0 &&
      this.#edges.firstOut(row) === 0 &&
      (this.#pending.total === 0 || !this.#pending.has(id))
    );
  }

  concept(id: number): ConceptRow | undefined {
    const row = this.#concepts.rowOfId.get(id);
    return row === 0 ? undefined : this.#concepts.at(row);
  }

  /** @throws AppError INTERNAL for an id that was never put. */
  tokenOf(id: number): string {
    return this.#concepts.token(this.#row(id));
  }

  /** Whether it is a dictionary word; undefined for an unknown id. */
  isCommon(id: number): boolean | undefined {
    const row = this.#rowOrNone(id);
    return row === 0 ? undefined : this.#concepts.common[row] === 1;
  }

  noveltyOf(id: number): number {
    return this.#concepts.novelty[this.#rowOrNone(id)] as number;
  }

  *concepts(): Iterable<ConceptRow> {
    for (let row = 1; row <= this.#concepts.size; row++) yield this.#concepts.at(row);
  }

  /** Counts `times` more encounters at `at` (epoch ms). */
  encounter(id: number, times: number, at: number): void {
    this.#concepts.encounter(this.#row(id), times, at);
  }

  /** Counts one encounter of a concept a text named: an id nobody knows any more is left alone, and so is a word that is noise. */
  meet(id: number, at: number): void {
    const row = this.#rowOrNone(id);
    if (row !== 0 && !this.#concepts.isNoise(row)) this.#concepts.encounter(row, 1, at);
  }

  /** Counts what other processes encountered; not among the deltas of this one. */
  adoptEncounters(id: number, times: number, at: number): void {
    this.#concepts.adopt(this.#row(id), times, at);
  }

  /** What was encountered since the last call, for one batched write; the caller owns it from then on. */
  takeEncounterDeltas(): EncounterDelta[] {
    return this.#concepts.takeDeltas();
  }

  setNovelty(id: number, novelty: number): void {
    this.#concepts.novelty[this.#row(id)] = novelty;
  }

  /**
   * Concepts whose token starts with the text, then those that contain it; within each, named things before dictionary
   * words, then the most encountered. `total` is how many match, counted up to a few thousand.
   */
  searchTokens(prefixOrPart: string, limit: number): { rows: ConceptRow[]; total: number } {
    const part = prefixOrPart.toLowerCase();
    if (part === '' || part.includes('\n')) return { rows: [], total: 0 };
    return this.#concepts.search(part, limit);
  }

  // --- facts

  /**
   * Inserts an edge or replaces the one with its edgeId. A place (project, concept, dimension) holds one edge: whatever
   * stood there under another edgeId makes way, because the database has decided so. An identical edge changes nothing,
   * so a reload is: put every row of the table, then remove the edges that were not in it.
   * @throws AppError INTERNAL when one of the three concepts was never put.
   */
  putEdge(edge: EdgeRow): void {
    const cells = this.#cells(edge);
    const held = this.#edges.rowOfId.get(edge.edgeId);
    const change = held === 0 ? 'elsewhere' : this.#edges.compare(held, cells);
    if (change === 'same') return;
    if (change === 'same_place') {
      this.#edges.setFacts(held, cells);
      this.#touch(cells.concept);
      return;
    }
    if (held !== 0) this.#remove(held);
    const taken = this.#rowAt(cells.project, cells.concept, cells.dim);
    if (taken !== 0) this.#remove(taken);
    const row = this.#edges.add(cells);
    const isRoot = this.#edges.isRoot(row);
    this.#dimensions.count(cells.project, cells.dim, 1, isRoot);
    this.#name(cells);
    this.#touch(cells.concept);
  }

  /**
   * Adds edges to a graph that is being filled: no edge of the page is there yet, and each has its place for itself, as
   * the database saw to. An edge with a concept that was never put is left out.
   * @returns how many were left out
   */
  fillEdges(page: EdgePage): number {
    const edges = this.#edges;
    const projects = page.projects.words.map((project) => this.#internProject(project));
    const before = edges.size;
    edges.reserve(page.rowCount);
    this.#version++;
    for (let i = 0; i < page.rowCount; i++) {
      const concept = this.#rowOrNone(page.concepts[i] as number);
      const parent = this.#rowOrNone(page.parents[i] as number);
      const dim = this.#rowOrNone(page.dims[i] as number);
      if (concept === 0 || parent === 0 || dim === 0) continue;
      const project = projects[page.projects.codes[i] as number] as number;
      edges.addFrom(page, i, { project, concept, parent, dim });
      const isRoot = concept === dim && parent === dim;
      this.#dimensions.count(project, dim, 1, isRoot);
      this.#name({ concept, parent, dim });
      this.#concepts.stamps[concept] = this.#version;
    }
    return page.rowCount - (edges.size - before);
  }

  /** Starts a reload: pages refreshed with the sweep are kept, and `continueSweep` removes the edges that were in none. */
  startSweep(): EdgeSweep {
    return new EdgeSweep(this.#edges.lastRow);
  }

  /**
   * Puts the edges of a page as `putEdge` does, and notes that they are in the table. An edge with a concept that was
   * never put is left out.
   * @returns how many were left out
   */
  refreshEdges(page: EdgePage, sweep: EdgeSweep): number {
    const projects = page.projects.words.map((project) => this.#internProject(project));
    let leftOut = 0;
    for (let i = 0; i < page.rowCount; i++) {
      const edgeId = page.edgeIds[i] as number;
      const place = {
        project: projects[page.projects.codes[i] as number] as number,
        concept: this.#rowOrNone(page.concepts[i] as number),
        parent: this.#rowOrNone(page.parents[i] as number),
        dim: this.#rowOrNone(page.dims[i] as number),
      };
      if (place.concept === 0 || place.parent === 0 || place.dim === 0) {
        leftOut++;
        continue;
      }
      if (!this.#edges.holds(this.#edges.rowOfId.get(edgeId), page, i, place)) {
        this.putEdge(edgeOfPage(page, i));
      }
      sweep.see(this.#edges.rowOfId.get(edgeId));
    }
    return leftOut;
  }

  /**
   * Removes edges no page of the sweep had, some thousands at a time.
   * @returns whether there may be more
   */
  continueSweep(sweep: EdgeSweep): boolean {
    return sweep.unseen((row) => {
      if (this.#edges.isInUse(row)) this.#remove(row);
    });
  }

  /** Removes an edge; an unknown id is left alone (the change feed may repeat itself). */
  removeEdge(edgeId: number): void {
    const row = this.#edges.rowOfId.get(edgeId);
    if (row !== 0) this.#remove(row);
  }

  edgeById(edgeId: number): EdgeRow | undefined {
    const row = this.#edges.rowOfId.get(edgeId);
    return row === 0 ? undefined : this.#edge(row);
  }

  /** What stands in a place, a root included. */
  edgeAt(project: string, concept: number, dim: number): EdgeRow | undefined {
    const row = this.#rowAt(this.#projectNumber(project), this.#rowOrNone(concept), this.#rowOrNone(dim));
    return row === 0 ? undefined : this.#edge(row);
  }

  /** Facts about the concept, newest first. */
  edgesOf(project: string, concept: number): EdgeRow[] {
    const number = this.#projectNumber(project);
    const found: EdgeRow[] = [];
    for (let row = this.#firstOut(concept); row !== 0; row = this.#edges.nextOut[row] as number) {
      if (this.#isFactOf(row, number)) found.push(this.#edge(row));
    }
    return found;
  }

  /** Whether anything is known about the concept, facts marked "do not use" included. */
  hasFacts(project: string, concept: number): boolean {
    const number = this.#projectNumber(project);
    for (let row = this.#firstOut(concept); row !== 0; row = this.#edges.nextOut[row] as number) {
      if (this.#isFactOf(row, number)) return true;
    }
    return false;
  }

  /** When a fact about the concept was last confirmed, epoch milliseconds; 0 when nothing is known about it. */
  newestConfirmation(project: string, concept: number): number {
    const number = this.#projectNumber(project);
    let newest = 0;
    for (let row = this.#firstOut(concept); row !== 0; row = this.#edges.nextOut[row] as number) {
      if (this.#isFactOf(row, number)) newest = Math.max(newest, this.#edges.lastConfirmed(row));
    }
    return newest;
  }

  /**
   * Facts that name the concept as parent, newest first, in one dimension or all.
   * @param looks facts looked at, of all projects: who waits for the answer cannot wait for a hub of millions
   */
  childrenOf(
    project: string,
    parent: number,
    dim?: number,
    limit = Number.POSITIVE_INFINITY,
    looks = Number.POSITIVE_INFINITY,
  ): EdgeRow[] {
    const found: EdgeRow[] = [];
    for (const row of this.#childRows(project, parent, dim, looks)) {
      if (found.length >= limit) break;
      found.push(this.#edge(row));
    }
    return found;
  }

  /** How many facts name the concept as parent; linear in that number. */
  childCount(project: string, parent: number, dim?: number): number {
    return countBelow(this.#edges, this.#rowOrNone(parent), this.#scope(project, dim), 1);
  }

  /** How many concepts lie below one in a dimension, down to `depth` levels; linear in that number. */
  countBelow(project: string, concept: number, dim: number, depth: number): number {
    return countBelow(this.#edges, this.#rowOrNone(concept), this.#scope(project, dim), depth);
  }

  /** How many facts name the concept as parent in each dimension. */
  childDims(project: string, parent: number): Map<number, number> {
    const rows = countChildrenByDim(this.#edges, this.#rowOrNone(parent), this.#projectNumber(project));
    return new Map([...rows].map(([dim, count]) => [this.#concepts.ids[dim] as number, count]));
  }

  /** The first concepts by token that have the concept as parent in a dimension. */
  firstChildren(project: string, parent: number, dim: number, limit: number): number[] {
    const row = this.#rowOrNone(parent);
    const first = firstChildren(this.#edges, this.#concepts, row, this.#scope(project, dim), limit);
    return first.map((child) => this.#concepts.ids[child] as number);
  }

  /** False when nothing names the concept as parent in the dimension, or in any; true also when that would take long to tell. */
  mayHaveChildren(project: string, parent: number, dim?: number): boolean {
    return mayHaveChildren(
      this.#edges,
      this.#rowOrNone(parent),
      this.#scope(project, dim),
      CHILDREN_LOOKED_AT,
    );
  }

  /** Every edge of every project, roots included: for verifying memory against the tables. */
  *edges(): Iterable<EdgeRow> {
    for (let concept = 1; concept <= this.#concepts.size; concept++) {
      for (let row = this.#edges.firstOut(concept); row !== 0; row = this.#edges.nextOut[row] as number) {
        yield this.#edge(row);
      }
    }
  }

  /** Dimensions with a root or a fact in the project, oldest concept first. */
  dimensionIds(project: string): number[] {
    const rows = this.#dimensions.of(this.#projectNumber(project));
    return rows.map((row) => this.#concepts.ids[row] as number).sort((a, b) => a - b);
  }

  /** Facts in one dimension of the project. */
  dimensionSize(project: string, dim: number): number {
    return this.#dimensions.facts(this.#projectNumber(project), this.#rowOrNone(dim));
  }

  /**
   * The chain of parents above a concept in one dimension, nearest first. It ends at a concept without a parent there,
   * at the root, or where it would come back to a concept it passed (which the database's constraints exclude).
   */
  ancestors(project: string, concept: number, dim: number): number[] {
    const number = this.#projectNumber(project);
    const dimRow = this.#rowOrNone(dim);
    const start = this.#rowOrNone(concept);
    const passed = new Set([start]);
    for (let at = start; ; ) {
      const edge = this.#rowAt(number, at, dimRow);
      if (edge === 0) break;
      at = this.#edges.parents[edge] as number;
      if (passed.has(at)) break;
      passed.add(at);
    }
    passed.delete(start);
    return [...passed].map((row) => this.#concepts.ids[row] as number);
  }

  /**
   * A stretch of the way up from a concept in one dimension; its end is the top when climbing from there takes no steps.
   * Different ways over the same edges end in the same places, so that what was climbed can be remembered by its ends.
   */
  climb(project: string, concept: number, dim: number): { readonly at: number; readonly steps: number } {
    const row = this.#rowOrNone(concept);
    const { at, steps } = climb(this.#edges, row, this.#projectNumber(project), this.#rowOrNone(dim));
    return { at: at === row ? concept : (this.#concepts.ids[at] as number), steps };
  }

  /** Whether concept IN parent would close a cycle in the dimension (memory D1). */
  wouldCycle(project: string, concept: number, parent: number, dim: number): boolean {
    return concept === parent || this.ancestors(project, parent, dim).includes(concept);
  }

  // --- pending conflicts

  /** Says how many conflicts wait at a place; 0 clears the marker. */
  setPending(project: string, concept: number, dim: number, count: number): void {
    const row = this.#row(concept);
    this.#names.add(row);
    if (this.#pending.set(project, concept, dim, count)) this.#touch(row);
  }

  /** How many conflicts wait, of one concept or of one dimension. */
  pendingOf(project: string, of: { readonly concept: number } | { readonly dim: number }): number {
    return 'concept' in of
      ? this.#pending.ofConcept(project, of.concept)
      : this.#pending.ofDim(project, of.dim);
  }

  isPending(project: string, concept: number, dim: number): boolean {
    return this.#pending.count(project, concept, dim) > 0;
  }

  /** How many conflicts wait at a place. */
  pendingAt(project: string, concept: number, dim: number): number {
    return this.#pending.count(project, concept, dim);
  }

  pendingDims(project: string, concept: number): number[] {
    return this.#pending.dims(project, concept);
  }

  /**
   * Changes whenever a fact, a pending marker or "do not use" of the concept changes; 0 while it never had any.
   * Kept per concept: a change in another project moves it too, which costs a re-rendering and changes no bytes.
   */
  stamp(_project: string, concept: number): number {
    return this.#concepts.stamps[this.#rowOrNone(concept)] as number;
  }

  /** An empty graph whose versions and stamps are newer than all of this one's, to be filled for `become`. */
  successor(): ConceptGraph {
    const next = new ConceptGraph();
    next.#version = this.#version + VERSIONS_APART;
    return next;
  }

  /**
   * Takes over the content of its successor at once: readers see the old graph until then and the new one from then on.
   * Concept ids may mean other tokens afterwards; untaken encounters are forgotten. The successor must not be used again.
   */
  become(successor: ConceptGraph): void {
    this.#concepts = successor.#concepts;
    this.#names = successor.#names;
    this.#edges = successor.#edges;
    this.#pending = successor.#pending;
    this.#projects = successor.#projects;
    this.#projectNames = successor.#projectNames;
    this.#dimensions = successor.#dimensions;
    this.#version = Math.max(this.#version, successor.#version) + 1;
    this.#generation++;
  }

  /** Forgets everything, untaken encounters included. */
  clear(): void {
    this.#concepts = new ConceptColumns();
    this.#names = new NameIndex(this.#concepts);
    this.#edges = new EdgeColumns();
    this.#pending = new PendingMarks();
    this.#projects.clear();
    this.#projectNames = [''];
    this.#dimensions = new DimensionCounts();
    this.#version++;
    this.#generation++;
  }

  // --- rows

  #rowOrNone(id: number): number {
    return this.#concepts.rowOfId.get(id);
  }

  #row(id: number): number {
    const row = this.#concepts.rowOfId.get(id);
    if (row === 0) throw new AppError('INTERNAL', `concept ${id} is not in memory`);
    return row;
  }

  /** The number of a project that was written to; 0, which no edge has, for another. */
  #projectNumber(project: string): number {
    return this.#projects.get(project) ?? 0;
  }

  #internProject(project: string): number {
    const known = this.#projects.get(project);
    if (known !== undefined) return known;
    const number = this.#projectNames.length;
    this.#projectNames.push(project);
    this.#projects.set(project, number);
    return number;
  }

  #cells(edge: EdgeRow): EdgeCells {
    return {
      ...edge,
      project: this.#internProject(edge.project),
      concept: this.#row(edge.concept),
      parent: this.#row(edge.parent),
      dim: this.#row(edge.dim),
    };
  }

  #edge(row: number): EdgeRow {
    const cells = this.#edges.at(row);
    const ids = this.#concepts.ids;
    return {
      ...cells,
      project: this.#projectNames[cells.project] as string,
      concept: ids[cells.concept] as number,
      parent: ids[cells.parent] as number,
      dim: ids[cells.dim] as number,
    };
  }

  #firstOut(concept: number): number {
    return this.#edges.firstOut(this.#rowOrNone(concept));
  }

  #isFactOf(row: number, project: number): boolean {
    return this.#edges.projects[row] === project && !this.#edges.isRoot(row);
  }

  #scope(project: string, dim: number | undefined): EdgeScope {
    return {
      project: this.#projectNumber(project),
      dim: dim === undefined ? undefined : this.#rowOrNone(dim),
    };
  }

  #rowAt(project: number, concept: number, dim: number): number {
    const edges = this.#edges;
    for (let row = edges.firstOut(concept); row !== 0; row = edges.nextOut[row] as number) {
      if (edges.dims[row] === dim && edges.projects[row] === project) return row;
    }
    return 0;
  }

  *#childRows(project: string, parent: number, dim: number | undefined, looks: number): Iterable<number> {
    let left = looks;
    const number = this.#projectNumber(project);
    const dimRow = dim === undefined ? undefined : this.#rowOrNone(dim);
    const first = this.#edges.firstIn(this.#rowOrNone(parent));
    for (let row = first; row !== 0 && left-- > 0; row = this.#edges.nextIn[row] as number) {
      if (!this.#isFactOf(row, number)) continue;
      if (dimRow === undefined || this.#edges.dims[row] === dimRow) yield row;
    }
  }

  #name({ concept, parent, dim }: Pick<EdgeCells, 'concept' | 'parent' | 'dim'>): void {
    this.#names.add(concept);
    this.#names.add(parent);
    this.#names.add(dim);
  }

  #remove(row: number): void {
    const { projects, dims, concepts } = this.#edges;
    this.#dimensions.count(projects[row] as number, dims[row] as number, -1, this.#edges.isRoot(row));
    this.#touch(concepts[row] as number);
    this.#edges.remove(row);
  }

  #touch(concept: number): void {
    this.#concepts.stamps[concept] = ++this.#version;
  }
}
