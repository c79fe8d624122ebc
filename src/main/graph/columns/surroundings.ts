// What is around a concept in all dimensions: whatever is so many facts away, up or down, cut to what a canvas can show, and the
// facts between what is shown. Pure; called by the explorer's typed calls. Source: console, Concepts.
import type { EdgeRow } from '../types.ts';
import type { ConceptGraph } from './concept-graph.ts';

export interface Surrounding {
  readonly concept: number;
  /** How many facts away it is. */
  readonly hops: number;
  /** Facts it is in, of all dimensions; those beyond the answer too. */
  readonly facts: number;
}

export interface Surroundings {
  /** The focus first, then what is one fact away, and so on. */
  readonly concepts: readonly Surrounding[];
  /** Facts of which both ends are shown. */
  readonly edges: readonly EdgeRow[];
  /** Concepts there are within so many facts; null where there are more than anybody waits to count. */
  readonly total: number | null;
  /** Facts come by that are not kept. */
  readonly hidden: number;
}

export interface AskedAround {
  readonly project: string;
  readonly hops: number;
  readonly limit: number;
  /** Which facts there are, for whoever asks; all of them where it is left out. */
  readonly keeps?: (edge: EdgeRow) => boolean;
}

/** Facts looked at for one answer; a hub of millions has more. */
const LOOKS = 6_000;
/** What one concept may bring in before its siblings had their turn. */
const OF_ONE = 40;

/** What stands next to a concept: what it belongs to first, then what belongs to it, newest first. */
function* beside(
  graph: ConceptGraph,
  project: string,
  concept: number,
  looks: number,
): Iterable<{ readonly other: number; readonly edge: EdgeRow }> {
  for (const edge of graph.edgesOf(project, concept)) yield { other: edge.parent, edge };
  for (const edge of graph.childrenOf(project, concept, undefined, Number.POSITIVE_INFINITY, looks))
    yield { other: edge.concept, edge };
}

export function surroundings(graph: ConceptGraph, focus: number, asked: AskedAround): Surroundings {
  const { project, hops, limit, keeps = () => true } = asked;
  const dropped = new Set<number>();
  const shown = new Map([[focus, 0]]);
  const counted = new Set([focus]);
  let [looks, isWhole] = [0, true];
  let level = [focus];
  for (let hop = 1; hop <= hops; hop++) {
    const next: number[] = [];
    const waiting: number[] = [];
    for (const concept of level) {
      if (!isWhole && !shown.has(concept)) continue;
      let brought = 0;
      // What comes after a hub is looked at all the same, a little.
      const most = Math.max(2 * OF_ONE, LOOKS - looks);
      let here = 0;
      for (const { other, edge } of beside(graph, project, concept, most)) {
        looks++;
        if (++here === most) isWhole = false;
        if (!keeps(edge)) {
          dropped.add(edge.edgeId);
          continue;
        }
        if (counted.has(other)) continue;
        counted.add(other);
        next.push(other);
        // Of what is not shown, nothing further on is shown either: no island.
        if (!shown.has(concept)) continue;
        if (shown.size < limit && brought < OF_ONE) {
          shown.set(other, hop);
          brought++;
        } else waiting.push(other);
      }
    }
    for (const other of waiting) if (shown.size < limit) shown.set(other, hop);
    level = next;
  }
  const edges = [...shown.keys()].flatMap((concept) =>
    graph.edgesOf(project, concept).filter((edge) => shown.has(edge.parent) && keeps(edge)),
  );
  return {
    concepts: [...shown].map(([concept, away]) => ({
      ...{ concept, hops: away },
      facts: graph.edgesOf(project, concept).length + graph.childCount(project, concept),
    })),
    edges,
    total: isWhole ? counted.size : null,
    hidden: dropped.size,
  };
}
