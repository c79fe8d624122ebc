// The concept graph in memory: vocabulary, facts and pending conflicts of every project, for reads that never wait.
// It mirrors the tables (ids are the database's) and must never decide what may be written; collision.ts asks it, memory/
// fills it, proxy/ reads it. Roots are stored but never reported as facts. Source: memory, Nouns, D1, D7, D15.
import { seedQuestion } from '../../../shared/model/graph.ts';
import type { EdgePage, EdgeRow } from '../types.ts';
import { DimensionQuestions } from './dimension-questions.ts';
import {
  ancestors,
  climb,
  countBelow,
  countChildrenByDim,
  firstChildren,
  mayHaveChildren,
} from './edge-walks.ts';
import { GraphRows } from './graph-rows.ts';
import { EdgeSweep } from './row-pages.ts';
import { Vocabulary } from './vocabulary.ts';

/** A concept with more edges than this has children, for whoever only asks whether to look further. */
const CHILDREN_LOOKED_AT = 64;
/** More changes than a graph sees while its successor is filled; millions of successors fit into a safe integer. */
const VERSIONS_APART = 2 ** 32;

/**
 * One per process. Project names are interned on first use; a project nobody wrote to reads as empty.
 * Every method that takes an id of a concept to write to throws AppError INTERNAL when the concept was never put;
 * reads answer an unknown id with nothing.
 */
export class ConceptGraph extends Vocabulary {
  /** What dimensions ask, where an operator said so; `questionOf` knows the seeds' too. */
  readonly questions = new DimensionQuestions();
  #generation = 0;

  /** Changes on every change of a fact, a pending marker or "do not use"; never goes back. */
  get version(): number {
    return this.rows.version;
  }

  /** Changes when all of it was replaced: ids may mean other concepts since. */
  get generation(): number {
    return this.#generation;
  }

  /** Facts of all projects; roots do not count. */
  get edgeCount(): number {
    return this.rows.edges.size - this.rows.dimensions.roots;
  }

  /** Concepts of all projects that at least one fact is about; words that are only counted are none. */
  get describedCount(): number {
    return this.rows.described;
  }

  /** Conflicts waiting, over all projects and places. */
  get pendingCount(): number {
    return this.rows.pending.total;
  }

  /** Makes room for so many concepts and edges in all, and for some growth, so that filling need not stop to grow. */
  reserve(concepts: number, edges: number): void {
    this.rows.concepts.reserve(concepts - this.rows.concepts.size);
    this.rows.edges.reserve(edges - this.rows.edges.size);
  }

  /**
   * Whether the concept cannot surface anywhere now: a dictionary word that is in no fact and no conflict, and not novel.
   * False may mean that it can't in the project at hand. Three looks into memory.
   */
  isAsleep(id: number): boolean {
    const row = this.rows.rowOrNone(id);
    return (
      this.rows.concepts.common[row] === 1 &&
      this.rows.concepts.novelty[row] === 0 &&
      this.rows.edges.firstOut(row) === 0 &&
      (this.rows.pending.total === 0 || !this.rows.pending.has(id))
    );
  }

  // --- facts

  /**
   * Inserts an edge or replaces the one with its edgeId. A place (project, concept, dimension) holds one edge: whatever
   * stood there under another edgeId makes way, because the database has decided so. An identical edge changes nothing,
   * so a reload is: put every row of the table, then remove the edges that were not in it.
   * @throws AppError INTERNAL when one of the three concepts was never put.
   */
  putEdge(edge: EdgeRow): void {
    this.rows.putEdge(edge);
  }

  /**
   * Adds edges to a graph that is being filled: no edge of the page is there yet, and each has its place for itself, as
   * the database saw to. An edge with a concept that was never put is left out.
   * @returns how many were left out
   */
  fillEdges(page: EdgePage): number {
    return this.rows.fillEdges(page);
  }

  /** Starts a reload: pages refreshed with the sweep are kept, and `continueSweep` removes the edges that were in none. */
  startSweep(): EdgeSweep {
    return new EdgeSweep(this.rows.edges.lastRow);
  }

  /**
   * Puts the edges of a page as `putEdge` does, and notes that they are in the table. An edge with a concept that was
   * never put is left out.
   * @returns how many were left out
   */
  refreshEdges(page: EdgePage, sweep: EdgeSweep): number {
    return this.rows.refreshEdges(page, sweep);
  }

  /**
   * Removes edges no page of the sweep had, some thousands at a time.
   * @returns whether there may be more
   */
  continueSweep(sweep: EdgeSweep): boolean {
    return sweep.unseen((row) => this.rows.removeUnseen(row));
  }

  /** Removes an edge; an unknown id is left alone (the change feed may repeat itself). */
  removeEdge(edgeId: number): void {
    this.rows.removeEdge(edgeId);
  }

  edgeById(edgeId: number): EdgeRow | undefined {
    const row = this.rows.edges.rowOfId.get(edgeId);
    return row === 0 ? undefined : this.rows.edge(row);
  }

  /** What stands in a place, a root included. */
  edgeAt(project: string, concept: number, dim: number): EdgeRow | undefined {
    const row = this.#rowAt(project, concept, dim);
    return row === 0 ? undefined : this.rows.edge(row);
  }

  /** Whether an edge stands there, a root included. */
  holds(project: string, concept: number, dim: number): boolean {
    return this.#rowAt(project, concept, dim) !== 0;
  }

  #rowAt(project: string, concept: number, dim: number): number {
    const { rows } = this;
    return rows.rowAt(rows.projectNumber(project), rows.rowOrNone(concept), rows.rowOrNone(dim));
  }

  /** When the first of the facts that have an end ends, epoch milliseconds; infinity where none has one. */
  get firstEnd(): number {
    return this.rows.edges.firstEnd;
  }

  /** Facts whose end has passed and that are still here. @param now epoch milliseconds */
  endedEdges(now: number): EdgeRow[] {
    return Array.from(this.rows.edges.ended(now), (row) => this.rows.edge(row));
  }

  /** Facts about the concept, newest first. */
  edgesOf(project: string, concept: number): EdgeRow[] {
    const number = this.rows.projectNumber(project);
    const found: EdgeRow[] = [];
    for (let row = this.rows.firstOut(concept); row !== 0; row = this.rows.edges.nextOut[row] as number) {
      if (this.rows.isFactOf(row, number)) found.push(this.rows.edge(row));
    }
    return found;
  }

  /** Whether anything is known about the concept, facts marked "do not use" included. */
  hasFacts(project: string, concept: number): boolean {
    const number = this.rows.projectNumber(project);
    for (let row = this.rows.firstOut(concept); row !== 0; row = this.rows.edges.nextOut[row] as number) {
      if (this.rows.isFactOf(row, number)) return true;
    }
    return false;
  }

  /** When a fact about the concept was last confirmed, epoch milliseconds; 0 when nothing is known about it. */
  newestConfirmation(project: string, concept: number): number {
    const number = this.rows.projectNumber(project);
    let newest = 0;
    for (let row = this.rows.firstOut(concept); row !== 0; row = this.rows.edges.nextOut[row] as number) {
      if (this.rows.isFactOf(row, number)) newest = Math.max(newest, this.rows.edges.lastConfirmed(row));
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
    for (const row of this.rows.childRows(project, parent, dim, looks)) {
      if (found.length >= limit) break;
      found.push(this.rows.edge(row));
    }
    return found;
  }

  /** How many facts name the concept as parent; linear in that number. */
  childCount(project: string, parent: number, dim?: number): number {
    return countBelow(this.rows.edges, this.rows.rowOrNone(parent), this.rows.scope(project, dim), 1);
  }

  /** How many concepts lie below one in a dimension, down to `depth` levels; linear in that number. */
  countBelow(project: string, concept: number, dim: number, depth: number): number {
    return countBelow(this.rows.edges, this.rows.rowOrNone(concept), this.rows.scope(project, dim), depth);
  }

  /** How many facts name the concept as parent in each dimension. */
  childDims(project: string, parent: number): Map<number, number> {
    const rows = countChildrenByDim(
      this.rows.edges,
      this.rows.rowOrNone(parent),
      this.rows.projectNumber(project),
    );
    return new Map([...rows].map(([dim, count]) => [this.rows.concepts.ids[dim] as number, count]));
  }

  /** The first concepts by token that have the concept as parent in a dimension. */
  firstChildren(project: string, parent: number, dim: number, limit: number): number[] {
    const row = this.rows.rowOrNone(parent);
    const first = firstChildren(
      this.rows.edges,
      this.rows.concepts,
      row,
      this.rows.scope(project, dim),
      limit,
    );
    return first.map((child) => this.rows.concepts.ids[child] as number);
  }

  /** The rows of this generation, for `graph/views`, which looks over very many of them: never to be written to. */
  get held(): GraphRows {
    return this.rows;
  }

  /** False when nothing names the concept as parent in the dimension, or in any; true also when that would take long to tell. */
  mayHaveChildren(project: string, parent: number, dim?: number): boolean {
    return mayHaveChildren(
      this.rows.edges,
      this.rows.rowOrNone(parent),
      this.rows.scope(project, dim),
      CHILDREN_LOOKED_AT,
    );
  }

  /** Every edge of every project, roots included: for verifying memory against the tables. */
  *edges(): Iterable<EdgeRow> {
    for (let concept = 1; concept <= this.rows.concepts.size; concept++) {
      for (
        let row = this.rows.edges.firstOut(concept);
        row !== 0;
        row = this.rows.edges.nextOut[row] as number
      ) {
        yield this.rows.edge(row);
      }
    }
  }

  /** Dimensions with a root or a fact in the project, oldest concept first. */
  dimensionIds(project: string): number[] {
    const rows = this.rows.dimensions.of(this.rows.projectNumber(project));
    return rows.map((row) => this.rows.concepts.ids[row] as number).sort((a, b) => a - b);
  }

  /** The question a dimension answers: an operator's, else the seed's; null where nobody gave it one. */
  questionOf(project: string, dim: number): string | null {
    const own = this.questions.of(project, dim);
    if (own !== null) return own;
    const row = this.rows.rowOrNone(dim);
    return row === 0 ? null : seedQuestion(this.rows.concepts.token(row));
  }

  /** Facts in one dimension of the project. */
  dimensionSize(project: string, dim: number): number {
    return this.rows.dimensions.facts(this.rows.projectNumber(project), this.rows.rowOrNone(dim));
  }

  /** Ids of the edges in which the concept stands as subject, parent or dimension, its root included; each once. */
  edgeIdsNaming(project: string, concept: number): number[] {
    const isDimension = this.edgeAt(project, concept, concept) !== undefined;
    return this.rows.edgeIdsNaming(project, concept, isDimension || this.dimensionSize(project, concept) > 0);
  }

  /** Ids of the facts of one dimension, in no order that means anything. */
  edgeIdsIn(project: string, dim: number): number[] {
    return this.rows.edgeIdsIn(project, dim);
  }

  /**
   * The chain of parents above a concept in one dimension, nearest first. It ends at a concept without a parent there,
   * at the root, or where it would come back to a concept it passed (which the database's constraints exclude).
   */
  ancestors(project: string, concept: number, dim: number): number[] {
    const rows = this.rows;
    const above = ancestors(
      rows.edges,
      rows.rowOrNone(concept),
      rows.projectNumber(project),
      rows.rowOrNone(dim),
    );
    return above.map((row) => rows.concepts.ids[row] as number);
  }

  /**
   * A stretch of the way up from a concept in one dimension; its end is the top when climbing from there takes no steps.
   * Different ways over the same edges end in the same places, so that what was climbed can be remembered by its ends.
   */
  climb(project: string, concept: number, dim: number): { readonly at: number; readonly steps: number } {
    const row = this.rows.rowOrNone(concept);
    const { at, steps } = climb(
      this.rows.edges,
      row,
      this.rows.projectNumber(project),
      this.rows.rowOrNone(dim),
    );
    return { at: at === row ? concept : (this.rows.concepts.ids[at] as number), steps };
  }

  /** Whether concept IN parent would close a cycle in the dimension (memory D1). */
  wouldCycle(project: string, concept: number, parent: number, dim: number): boolean {
    return concept === parent || this.ancestors(project, parent, dim).includes(concept);
  }

  // --- pending conflicts

  /** Says how many conflicts wait at a place; 0 clears the marker. */
  setPending(project: string, concept: number, dim: number, count: number): void {
    this.rows.setPending(project, concept, dim, count);
  }

  /** How many conflicts wait, of one concept or of one dimension. */
  pendingOf(project: string, of: { readonly concept: number } | { readonly dim: number }): number {
    return 'concept' in of
      ? this.rows.pending.ofConcept(project, of.concept)
      : this.rows.pending.ofDim(project, of.dim);
  }

  isPending(project: string, concept: number, dim: number): boolean {
    return this.rows.pending.count(project, concept, dim) > 0;
  }

  /** How many conflicts wait at a place. */
  pendingAt(project: string, concept: number, dim: number): number {
    return this.rows.pending.count(project, concept, dim);
  }

  pendingDims(project: string, concept: number): number[] {
    return this.rows.pending.dims(project, concept);
  }

  /**
   * Changes whenever a fact, a pending marker or "do not use" of the concept changes; 0 while it never had any.
   * Kept per concept: a change in another project moves it too, which costs a re-rendering and changes no bytes.
   */
  stamp(_project: string, concept: number): number {
    return this.rows.concepts.stamps[this.rows.rowOrNone(concept)] as number;
  }

  /** An empty graph whose versions and stamps are newer than all of this one's, to be filled for `become`. */
  successor(): ConceptGraph {
    const next = new ConceptGraph();
    next.rows = new GraphRows(this.version + VERSIONS_APART);
    return next;
  }

  /**
   * Takes over the content of its successor at once: readers see the old graph until then and the new one from then on.
   * Concept ids may mean other tokens afterwards; untaken encounters are forgotten. The successor must not be used again.
   */
  become(successor: ConceptGraph): void {
    this.questions.become(successor.questions.all());
    const version = Math.max(this.version, successor.version) + 1;
    this.rows = successor.rows;
    this.rows.version = version;
    this.#generation++;
  }
}
