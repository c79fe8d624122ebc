// What looks over very many rows of the graph in slices, giving way to others: a whole dimension, a way between two concepts. Holds the
// rows of one generation; who waits checks that it is still the same. Source: console, Concepts.
import { type FactFilter, isOpen } from '../../../shared/model/memory/fact-filter.ts';
import type { GraphRows } from '../columns/graph-rows.ts';
import { factsOf } from '../columns/row-pages.ts';
import type { EdgeRow } from '../types.ts';
import { DimensionView } from './dimension-view.ts';
import { passes } from './fact-test.ts';
import { type Pause, ROWS_A_LOOK } from './pause.ts';
import { shortestWay } from './shortest-way.ts';

export class Viewing {
  readonly #rows: GraphRows;
  readonly #project: string;
  readonly #pause: Pause;

  constructor(rows: GraphRows, project: string, pause: Pause) {
    this.#rows = rows;
    this.#project = project;
    this.#pause = pause;
  }

  /** 0 for a concept that is not there. */
  rowOf(id: number): number {
    return this.#rows.rowOrNone(id);
  }

  idOf(row: number): number {
    return this.#rows.concepts.ids[row] as number;
  }

  readonly compareNames = (a: number, b: number): number => this.#rows.concepts.compareTokens(a, b);

  /** A view of a dimension with nothing in it yet: for what the tables say of another time. */
  empty(dim: number): DimensionView {
    return new DimensionView(this.rowOf(dim), this.#rows.concepts.size);
  }

  /** A dimension as it is now. */
  async dimension(dim: number, filter: FactFilter | undefined): Promise<DimensionView> {
    const { edges } = this.#rows;
    const view = this.empty(dim);
    const project = this.#rows.projectNumber(this.#project);
    const test = isOpen(filter) ? null : (filter ?? null);
    for (let row = 1; row <= edges.lastRow; row++) {
      if (row % ROWS_A_LOOK === 0) await this.#pause();
      if (edges.dims[row] !== view.dim || !this.#rows.isFactOf(row, project) || !edges.isInUse(row)) continue;
      const [concept, parent] = [edges.concepts[row] as number, edges.parents[row] as number];
      view.put(concept, parent, test === null || this.#passes(test, row));
    }
    await view.close(this.#pause);
    return view;
  }

  /** The shortest way from one concept to another over facts of all dimensions; see `shortestWay`. */
  way(from: number, to: number, most: number): Promise<{ facts: EdgeRow[] | null; isWhole: boolean }> {
    const ends = { from: this.rowOf(from), to: this.rowOf(to) };
    return shortestWay(this.#rows, this.#rows.projectNumber(this.#project), ends, most, this.#pause);
  }

  #passes(filter: FactFilter, row: number): boolean {
    const { flags, concept, dim, confidence, lastConfirmed } = this.#rows.edges.at(row);
    const { isIsa, source } = factsOf(flags);
    const contested = () => this.#rows.pending.count(this.#project, this.idOf(concept), this.idOf(dim)) > 0;
    return passes(filter, { isIsa, source, confidence, lastConfirmed, contested });
  }
}
