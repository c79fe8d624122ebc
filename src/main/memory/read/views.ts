// What looks over a whole dimension or a whole memory for the console: trees that are filtered or of another moment, what two dimensions
// say of the same concepts, a way between two concepts, when a dimension changed. In slices that hold the thread some milliseconds; what
// was replaced meanwhile is looked at again. Asked by canvas-reads.ts. Source: console, Concepts.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { type FactFilter, isOpen } from '../../../shared/model/memory/fact-filter.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { DimensionView } from '../../graph/views/dimension-view.ts';
import { passes } from '../../graph/views/fact-test.ts';
import type { Pause } from '../../graph/views/pause.ts';
import { treeAround, type ViewNode, wholeTree } from '../../graph/views/view-tree.ts';
import { Viewing } from '../../graph/views/viewing.ts';
import { contestedAt, edgesAt, readTimeline } from '../../store/past/edges-at.ts';
import type { Store } from '../../store/store.ts';

/** As long as one slice may take: a third of what anybody may hold the thread. */
const SLICE_MS = 8;
const PAGE = 2000;
/** How often what was replaced meanwhile is looked at again. */
const TRIES = 3;
const BINS = 120;

export interface ViewParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly clock: Clock;
}

export interface AskedView {
  readonly project: string;
  readonly focus: number;
  readonly dim: number;
  readonly depth: number;
  readonly limit: number;
  readonly filter?: FactFilter | undefined;
  /** Epoch milliseconds; now where it is left out. */
  readonly at?: number | undefined;
}

/** A node by ids; `parent` null at the top. */
export interface TreePlace extends Omit<ViewNode, 'row' | 'parent'> {
  readonly concept: number;
  readonly parent: number | null;
}

export class Views {
  readonly #parts: ViewParts;
  /** The last one that was read from the tables: whoever looks at a moment looks at it more than once. */
  #past: { readonly key: string; readonly view: DimensionView } | null = null;

  constructor(parts: ViewParts) {
    this.#parts = parts;
  }

  /** One dimension's tree around a concept, or all of it where the concept is the dimension. */
  tree(asked: AskedView): Promise<{ nodes: TreePlace[]; total: number; hidden: number }> {
    const { graph } = this.#parts;
    const { project, focus, dim, depth, limit } = asked;
    return this.#steadily(project, async (viewing, pause) => {
      const view =
        asked.at === undefined
          ? await viewing.dimension(dim, asked.filter)
          : await this.#dimensionAt(viewing, pause, { ...asked, at: asked.at });
      const within = { depth, limit, compareNames: viewing.compareNames, pause };
      const isWhole = dim === focus && graph.edgeAt(project, dim, dim) !== undefined;
      const { nodes, ...counts } = isWhole
        ? await wholeTree(view, within)
        : await treeAround(view, viewing.rowOf(focus), within);
      const places = nodes.map(({ row, parent, ...node }) => ({
        ...{ concept: viewing.idOf(row), parent: parent === 0 ? null : viewing.idOf(parent) },
        ...node,
      }));
      return { nodes: places, ...counts };
    });
  }

  /** What two dimensions say of the concepts that stand in one of them, by id: the parent in each, null where it has none. */
  between(
    project: string,
    one: number,
    other: number,
  ): Promise<{ concept: number; one: number | null; other: number | null }[]> {
    return this.#steadily(project, async (viewing, pause) => {
      const [a, b] = [await viewing.dimension(one, undefined), await viewing.dimension(other, undefined)];
      const idOf = (row: number) => (row === 0 ? null : viewing.idOf(row));
      const found = [];
      for (let row = 1; row <= Math.min(a.size, b.size); row++) {
        if (row % 1024 === 0) await pause();
        const [x, y] = [a.parentOf(row), b.parentOf(row)];
        if (x !== 0 || y !== 0) found.push({ concept: viewing.idOf(row), one: idOf(x), other: idOf(y) });
      }
      return found;
    });
  }

  /** The shortest way from one concept to another over facts of all dimensions, of at most so many. */
  way(
    project: string,
    { from, to }: { readonly from: number; readonly to: number },
    most: number,
  ): Promise<{ facts: EdgeRow[] | null; isWhole: boolean }> {
    return this.#steadily(project, async (viewing) => {
      const way = await viewing.way(from, to, most);
      return way.facts === null || arrives(way.facts, from, to) ? way : null;
    });
  }

  /** When a dimension changed, in stretches of the same length from its first fact to now. */
  async timeline(project: string, dim: number) {
    const now = this.#parts.clock.now();
    return { to: now, ...(await readTimeline(this.#parts.store.reader, { project, dim, now }, BINS)) };
  }

  async #dimensionAt(
    viewing: Viewing,
    pause: Pause,
    { project, dim, at, filter }: AskedView & { readonly at: number },
  ): Promise<DimensionView> {
    const { store, graph } = this.#parts;
    const key = JSON.stringify([graph.generation, project, dim, at, filter ?? {}]);
    if (this.#past?.key === key) return this.#past.view;
    const { reader } = store;
    const contested =
      filter?.contested === undefined ? null : await contestedAt(reader, { project, dim, at });
    const view = viewing.empty(dim);
    for await (const page of edgesAt(reader, { project, dim, at }, PAGE)) {
      await pause();
      for (const edge of page) {
        const doesPass =
          isOpen(filter) ||
          passes(filter ?? {}, { ...edge, contested: () => contested?.has(edge.concept) ?? false });
        view.put(viewing.rowOf(edge.concept), viewing.rowOf(edge.parent), doesPass);
      }
    }
    await view.close(pause);
    // Of now there is no past yet: what is told in this very millisecond would be missed.
    if (at < this.#parts.clock.now()) this.#past = { key, view };
    return view;
  }

  /** Does work over rows of the graph, again where it was replaced meanwhile or the work itself says (null) that it met a change. */
  async #steadily<T>(
    project: string,
    work: (viewing: Viewing, pause: Pause) => Promise<T | null>,
  ): Promise<T> {
    const { graph } = this.#parts;
    for (let i = 0; i < TRIES; i++) {
      const { generation } = graph;
      const pause = this.#slices();
      const done = await work(new Viewing(graph.held, project, pause), pause);
      if (done !== null && graph.generation === generation) return done;
    }
    throw new AppError(
      'UNAVAILABLE',
      'The memory keeps changing while it is looked over. Ask again.',
      {},
      true,
    );
  }

  #slices(): Pause {
    const { clock } = this.#parts;
    let began = clock.monotonic();
    const rest = async () => {
      await yieldLoop();
      began = clock.monotonic();
    };
    return () => (clock.monotonic() - began < SLICE_MS ? undefined : rest());
  }
}

/** Whether facts lead from one to the other, each from where the one before ended. */
function arrives(facts: readonly EdgeRow[], from: number, to: number): boolean {
  let at = from;
  for (const { concept, parent } of facts) {
    if (concept !== at && parent !== at) return false;
    at = concept === at ? parent : concept;
  }
  return at === to;
}
