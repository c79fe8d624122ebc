// The graph's concepts and edges as rows of columns, projects as numbers: how they come, change and go, each counted, named and
// stamped on the way. Reads that speak of ids and names are concept-graph.ts, which alone calls this; what a place holds is decided
// elsewhere (collision.ts). Source: memory, Nouns, D1, D7.
import { AppError } from '../../../shared/model/envelope.ts';
import type { EdgePage, EdgeRow } from '../types.ts';
import { ConceptColumns } from './concept-columns.ts';
import { DimensionCounts } from './dimension-counts.ts';
import { type EdgeCells, EdgeColumns } from './edge-columns.ts';
import type { EdgeScope } from './edge-walks.ts';
import { NameIndex } from './name-index.ts';
import { PendingMarks } from './pending-marks.ts';
import { type EdgeSweep, factsOf, flagsOf } from './row-pages.ts';

export class GraphRows {
  readonly concepts = new ConceptColumns();
  readonly edges = new EdgeColumns();
  readonly pending = new PendingMarks();
  readonly dimensions = new DimensionCounts();
  readonly names = new NameIndex(this.concepts);
  /** Concepts that at least one fact is about. */
  described = 0;
  readonly #projects = new Map<string, number>();
  readonly #projectNames: string[] = [''];
  version: number;

  constructor(version: number) {
    this.version = version;
  }

  putEdge(edge: EdgeRow): void {
    this.#put({
      edgeId: edge.edgeId,
      project: this.#internProject(edge.project),
      concept: this.row(edge.concept),
      parent: this.row(edge.parent),
      dim: this.row(edge.dim),
      flags: flagsOf(edge),
      confidence: edge.confidence,
      lastConfirmed: edge.lastConfirmed,
      until: edge.until ?? 0,
    });
  }

  #put(cells: EdgeCells): void {
    const held = this.edges.rowOfId.get(cells.edgeId);
    const change = this.edges.compare(held, cells);
    if (change === 'same') return;
    if (change === 'same_place') {
      this.edges.setFacts(held, cells);
      this.#touch(cells.concept);
      return;
    }
    if (held !== 0) this.#remove(held);
    const taken = this.rowAt(cells.project, cells.concept, cells.dim);
    if (taken !== 0) this.#remove(taken);
    this.#add(cells);
    this.#touch(cells.concept);
  }

  fillEdges(page: EdgePage): number {
    this.edges.reserve(page.rowCount);
    this.version++;
    return this.#eachOf(page, (cells) => {
      this.#add(cells);
      this.concepts.stamps[cells.concept] = this.version;
    });
  }

  refreshEdges(page: EdgePage, sweep: EdgeSweep): number {
    return this.#eachOf(page, (cells) => {
      this.#put(cells);
      sweep.see(this.edges.rowOfId.get(cells.edgeId));
    });
  }

  /** Visits the edges of a page whose concepts are all there. @returns how many were left out */
  #eachOf(page: EdgePage, visit: (cells: EdgeCells) => void): number {
    const projects = page.projects.words.map((project) => this.#internProject(project));
    // One for all: nobody keeps it.
    const cells = {
      edgeId: 0,
      project: 0,
      concept: 0,
      parent: 0,
      dim: 0,
      flags: 0,
      confidence: 0.5,
      lastConfirmed: 0.5,
      until: 0.5,
    };
    let leftOut = 0;
    for (let i = 0; i < page.rowCount; i++) {
      const concept = this.rowOrNone(page.concepts[i] as number);
      const parent = this.rowOrNone(page.parents[i] as number);
      const dim = this.rowOrNone(page.dims[i] as number);
      if (concept === 0 || parent === 0 || dim === 0) {
        leftOut++;
        continue;
      }
      cells.edgeId = page.edgeIds[i] as number;
      cells.project = projects[page.projects.codes[i] as number] as number;
      cells.concept = concept;
      cells.parent = parent;
      cells.dim = dim;
      cells.flags = page.flags[i] as number;
      cells.confidence = page.confidence[i] as number;
      cells.lastConfirmed = page.lastConfirmed[i] as number;
      cells.until = page.until[i] as number;
      visit(cells);
    }
    return leftOut;
  }

  #add(cells: EdgeCells): void {
    const isFirst = !this.#isDescribed(cells.concept);
    const row = this.edges.add(cells);
    if (isFirst && !this.edges.isRoot(row)) this.described++;
    this.dimensions.count(cells.project, cells.dim, 1, this.edges.isRoot(row));
    this.names.add(cells.concept);
    this.names.add(cells.parent);
    this.names.add(cells.dim);
  }

  /** An edge a reload did not meet, if there is one in the row. */
  removeUnseen(row: number): void {
    if (this.edges.isInUse(row)) this.#remove(row);
  }

  removeEdge(edgeId: number): void {
    const row = this.edges.rowOfId.get(edgeId);
    if (row !== 0) this.#remove(row);
  }

  setPending(project: string, concept: number, dim: number, count: number): void {
    const row = this.row(concept);
    this.names.add(row);
    if (this.pending.set(project, concept, dim, count)) this.#touch(row);
  }

  rowOrNone(id: number): number {
    return this.concepts.rowOfId.get(id);
  }

  row(id: number): number {
    const row = this.concepts.rowOfId.get(id);
    if (row === 0) throw new AppError('INTERNAL', `concept ${id} is not in memory`);
    return row;
  }

  /** The number of a project that was written to; 0, which no edge has, for another. */
  projectNumber(project: string): number {
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

  edge(row: number): EdgeRow {
    const cells = this.edges.at(row);
    const { isIsa, doNotUse, source, isGuess } = factsOf(cells.flags);
    const ids = this.concepts.ids;
    // Field by field: rows are made by the hundred thousand, and spreading takes several times as long.
    return {
      edgeId: cells.edgeId,
      project: this.#projectNames[cells.project] as string,
      concept: ids[cells.concept] as number,
      parent: ids[cells.parent] as number,
      dim: ids[cells.dim] as number,
      isIsa,
      confidence: cells.confidence,
      lastConfirmed: cells.lastConfirmed,
      source,
      doNotUse,
      isGuess,
      until: cells.until || undefined,
    };
  }

  firstOut(concept: number): number {
    return this.edges.firstOut(this.rowOrNone(concept));
  }

  isFactOf(row: number, project: number): boolean {
    return this.edges.projects[row] === project && !this.edges.isRoot(row);
  }

  scope(project: string, dim: number | undefined): EdgeScope {
    return {
      project: this.projectNumber(project),
      dim: dim === undefined ? undefined : this.rowOrNone(dim),
    };
  }

  rowAt(project: number, concept: number, dim: number): number {
    const edges = this.edges;
    for (let row = edges.firstOut(concept); row !== 0; row = edges.nextOut[row] as number) {
      if (edges.dims[row] === dim && edges.projects[row] === project) return row;
    }
    return 0;
  }

  *childRows(project: string, parent: number, dim: number | undefined, looks: number): Iterable<number> {
    let left = looks;
    const number = this.projectNumber(project);
    const dimRow = dim === undefined ? undefined : this.rowOrNone(dim);
    const first = this.edges.firstIn(this.rowOrNone(parent));
    for (let row = first; row !== 0 && left-- > 0; row = this.edges.nextIn[row] as number) {
      if (!this.isFactOf(row, number)) continue;
      if (dimRow === undefined || this.edges.dims[row] === dimRow) yield row;
    }
  }

  /**
   * Ids of the edges that name a concept in any of their three places, a root included, each once.
   * @param looksAtAll whether it may be a dimension: then every row is looked at, which for a million takes some milliseconds
   */
  edgeIdsNaming(project: string, id: number, looksAtAll: boolean): number[] {
    const number = this.projectNumber(project);
    const concept = this.rowOrNone(id);
    if (number === 0 || concept === 0) return [];
    const { projects, concepts, parents, dims, ids, nextOut, nextIn } = this.edges;
    const found: number[] = [];
    const add = (row: number) => {
      if (projects[row] === number) found.push(ids[row] as number);
    };
    for (let row = this.edges.firstOut(concept); row !== 0; row = nextOut[row] as number) add(row);
    for (let row = this.edges.firstIn(concept); row !== 0; row = nextIn[row] as number)
      if (concepts[row] !== concept) add(row);
    for (let row = 1; looksAtAll && row <= this.edges.lastRow; row++) {
      const isOther = concepts[row] !== concept && parents[row] !== concept;
      if (isOther && dims[row] === concept && this.edges.isInUse(row)) add(row);
    }
    return found;
  }

  /** Ids of the facts of one dimension; every row is looked at, which for a million takes some milliseconds. */
  edgeIdsIn(project: string, dim: number): number[] {
    const number = this.projectNumber(project);
    const dimRow = this.rowOrNone(dim);
    const found: number[] = [];
    if (number === 0 || dimRow === 0) return found;
    const { dims, ids } = this.edges;
    for (let row = 1; row <= this.edges.lastRow; row++) {
      if (dims[row] === dimRow && this.isFactOf(row, number) && this.edges.isInUse(row))
        found.push(ids[row] as number);
    }
    return found;
  }

  #remove(row: number): void {
    const { projects, dims, concepts } = this.edges;
    this.dimensions.count(projects[row] as number, dims[row] as number, -1, this.edges.isRoot(row));
    const concept = concepts[row] as number;
    this.#touch(concept);
    const wasFact = !this.edges.isRoot(row);
    this.edges.remove(row);
    if (wasFact && !this.#isDescribed(concept)) this.described--;
  }

  /** Whether a fact is about the concept. Its first edge says so, unless that is a root. */
  #isDescribed(concept: number): boolean {
    for (let row = this.edges.firstOut(concept); row !== 0; row = this.edges.nextOut[row] as number)
      if (!this.edges.isRoot(row)) return true;
    return false;
  }

  #touch(concept: number): void {
    this.concepts.stamps[concept] = ++this.version;
  }
}
