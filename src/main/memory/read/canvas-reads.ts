// What the canvas of Concepts asks: one dimension's tree around a concept, filtered, of another moment, with a second dimension over it;
// two dimensions side by side; the way between two concepts; when a dimension changed. Small trees of now come from the graph at once,
// everything else in slices (views.ts). Reached as `memory.canvas`. Source: console, Concepts.
import type { EdgeMark } from '../../../shared/model/graph.ts';
import { type FactFilter, isOpen } from '../../../shared/model/memory/fact-filter.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { dimensionsOf, neighbourhood } from '../../graph/columns/neighbourhood.ts';
import { contestedAt, dimensionsAt, type EdgeAt, placesAt } from '../../store/past/edges-at.ts';
import type { Store } from '../../store/store.ts';
import { type Recalls, requireConcept } from './concept-reads.ts';
import type { MemoryReads } from './memory-reads.ts';
import type { TreePlace, Views } from './views.ts';

const BETWEEN_SHOWN = 2000;
/** Children that are looked at in slices: some milliseconds' worth. */
const HUB = 20_000;

export interface CanvasParts {
  readonly store: Store;
  readonly graph: ConceptGraph;
  readonly reads: MemoryReads;
  readonly views: Views;
}

export interface AskedNeighbourhood {
  readonly project: string;
  readonly token: string;
  readonly dimension?: string | undefined;
  readonly depth: number;
  readonly limit: number;
  readonly filter?: FactFilter | undefined;
  /** Epoch milliseconds. */
  readonly at?: number | undefined;
  /** A second dimension whose facts lie over the first one's tree. */
  readonly over?: string | undefined;
}

/** What two dimensions say of one concept: the same, something else, or one of them nothing. */
export type Said = 'otherwise' | 'same' | 'only_one' | 'only_other';
const ORDER: readonly Said[] = ['otherwise', 'same', 'only_one', 'only_other'];

export class CanvasReads {
  readonly #parts: CanvasParts;

  constructor(parts: CanvasParts) {
    this.#parts = parts;
  }

  /** @throws AppError NOT_FOUND */
  async neighbourhood(asked: AskedNeighbourhood, recalls: Recalls) {
    const { graph, reads } = this.#parts;
    const { project, depth, limit, filter, at } = asked;
    const focus = requireConcept(graph, project, asked.token);
    const places = await this.#dimensions(project, focus, at);
    const first = asked.dimension === undefined ? places[0]?.dim : undefined;
    const dim = first ?? requireConcept(graph, project, asked.dimension ?? 'type');
    const isDimension = dim === focus && graph.edgeAt(project, dim, dim) !== undefined;
    const tree =
      isDimension || at !== undefined || !isOpen(filter) || this.#isHub(project, focus)
        ? await this.#parts.views.tree({ project, focus, dim, depth, limit, filter, at })
        : this.#small(focus, { project, dim, depth, limit });
    const then = at === undefined ? null : await this.#then({ project, dim, at }, tree.nodes);
    return {
      isDimension,
      focus: graph.tokenOf(focus),
      dimension: graph.tokenOf(dim),
      dimensions: places.map(({ dim: id, edges, contested }) => ({
        ...{ token: graph.tokenOf(id), id, edges, contested },
      })),
      nodes: tree.nodes.map((node) => {
        const parent = node.parent === null ? null : graph.tokenOf(node.parent);
        return {
          concept: reads.known(project, node.concept, recalls.count(node.concept)),
          // What stands at the top of a dimension has no parent there; it hangs from the dimension itself.
          parent: parent ?? (isDimension && node.depth === 1 ? graph.tokenOf(dim) : null),
          depth: node.depth,
          edge: then ? (then.get(node.concept) ?? null) : this.#edge(project, dim, node),
          ...{ isWay: node.isWay, childrenTotal: node.childrenTotal, childrenShown: node.childrenShown },
        };
      }),
      ...{ shown: tree.nodes.length, total: tree.total, hidden: tree.hidden },
      over: asked.over === undefined ? null : this.#over(project, asked.over, tree.nodes),
    };
  }

  /** What two dimensions say of the same concepts; those of which they say something else first. @throws AppError NOT_FOUND */
  async between(project: string, one: string, other: string) {
    const { graph, views } = this.#parts;
    const [a, b] = [requireConcept(graph, project, one), requireConcept(graph, project, other)];
    const counts = { otherwise: 0, same: 0, only_one: 0, only_other: 0 };
    const groups: Record<Said, { concept: number; one: number | null; other: number | null }[]> = {
      ...{ otherwise: [], same: [], only_one: [], only_other: [] },
    };
    for (const row of await views.between(project, a, b)) {
      const said = saidOf(row);
      counts[said]++;
      if (groups[said].length < BETWEEN_SHOWN) groups[said].push(row);
    }
    const nameOf = (id: number | null) => (id === null ? null : graph.tokenOf(id));
    const rows = ORDER.flatMap((said) => groups[said].map((row) => ({ said, ...row })))
      .slice(0, BETWEEN_SHOWN)
      .map(({ said, ...row }) => ({
        ...{ said, concept: graph.tokenOf(row.concept), one: nameOf(row.one), other: nameOf(row.other) },
      }));
    return { one: graph.tokenOf(a), other: graph.tokenOf(b), counts, rows };
  }

  /** @throws AppError NOT_FOUND */
  async way(project: string, token: string, to: string, most: number) {
    const { graph, reads, views } = this.#parts;
    const ends = { from: requireConcept(graph, project, token), to: requireConcept(graph, project, to) };
    const { facts, isWhole } = await views.way(project, ends, most);
    return {
      ...{ from: graph.tokenOf(ends.from), to: graph.tokenOf(ends.to), most, isWhole },
      facts: facts?.map((edge) => reads.mark(edge)) ?? null,
    };
  }

  /** @throws AppError NOT_FOUND */
  timeline(project: string, dimension: string) {
    const { graph, views } = this.#parts;
    return views.timeline(project, requireConcept(graph, project, dimension));
  }

  async #dimensions(project: string, concept: number, at: number | undefined) {
    const { store, graph } = this.#parts;
    if (at === undefined) return dimensionsOf(graph, project, concept);
    const then = await dimensionsAt(store.reader, { project, concept, at });
    return then
      .filter(({ dim }) => graph.concept(dim) !== undefined)
      .map((place) => ({ ...place, contested: false }));
  }

  /** Whether so much hangs from a concept that looking at all of it at once would hold the thread. */
  #isHub(project: string, concept: number): boolean {
    let left = HUB;
    for (const _ of this.#parts.graph.held.childRows(project, concept, undefined, HUB)) left--;
    return left === 0;
  }

  #small(
    focus: number,
    asked: {
      readonly project: string;
      readonly dim: number;
      readonly depth: number;
      readonly limit: number;
    },
  ): { readonly nodes: TreePlace[]; readonly total: number; readonly hidden: number } {
    const { nodes, total } = neighbourhood(this.#parts.graph, focus, asked);
    const places = nodes.map(({ edge, ...node }) => ({
      ...node,
      parent: edge?.parent ?? null,
      isWay: false,
    }));
    return { nodes: places, total, hidden: 0 };
  }

  /** The fact that places it now; null where it was moved while the tree was looked over. */
  #edge(project: string, dim: number, { concept, parent }: TreePlace): EdgeMark | null {
    const { graph, reads } = this.#parts;
    const edge = parent === null ? undefined : graph.edgeAt(project, concept, dim);
    return edge && edge.parent === parent ? reads.mark(edge) : null;
  }

  /** The facts of a moment by concept. */
  async #then(
    moment: { readonly project: string; readonly dim: number; readonly at: number },
    nodes: readonly TreePlace[],
  ): Promise<ReadonlyMap<number, EdgeMark>> {
    const { store, graph } = this.#parts;
    const { project, dim } = moment;
    const placed = nodes.flatMap(({ concept, parent }) => (parent === null ? [] : [concept]));
    const edges = await placesAt(store.reader, moment, placed);
    const contested = await contestedAt(store.reader, moment);
    const marked = ({ concept, parent, ...edge }: EdgeAt): EdgeMark => ({
      ...{ ...edge, project, concept: graph.tokenOf(concept), parent: graph.tokenOf(parent) },
      ...{ dimension: graph.tokenOf(dim), doNotUse: false, contested: contested.has(concept) },
    });
    return new Map([...edges].map(([concept, edge]) => [concept, marked(edge)]));
  }

  /** The facts of a second dimension between what is shown, and how many lead elsewhere. */
  #over(project: string, dimension: string, nodes: readonly TreePlace[]) {
    const { graph, reads } = this.#parts;
    const dim = requireConcept(graph, project, dimension);
    const shown = new Set(nodes.map(({ concept }) => concept));
    const facts = nodes.flatMap(({ concept }) => graph.edgeAt(project, concept, dim) ?? []);
    const placed = facts.filter(({ concept, parent }) => concept !== parent);
    const edges = placed.filter(({ parent }) => shown.has(parent)).map((edge) => reads.mark(edge));
    return { dimension: graph.tokenOf(dim), edges, elsewhere: placed.length - edges.length };
  }
}

function saidOf({ one, other }: { readonly one: number | null; readonly other: number | null }): Said {
  if (other === null) return 'only_one';
  if (one === null) return 'only_other';
  return one === other ? 'same' : 'otherwise';
}
