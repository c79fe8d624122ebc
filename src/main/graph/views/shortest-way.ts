// The shortest way between two concepts over facts, whichever way they point and whatever their dimension: a search by breadth from both
// ends, always on from the smaller front. Gives way to others while it looks, and up after very many looks. Source: console, Concepts.
import type { GraphRows } from '../columns/graph-rows.ts';
import type { EdgeRow } from '../types.ts';
import { type Pause, ROWS_A_LOOK } from './pause.ts';

/** Facts looked at before it gives up: all of a graph of two million. */
const LOOKS = 4_000_000;

export interface Way {
  /** In order, from the one end to the other; null where there is none. Empty between a concept and itself. */
  readonly facts: EdgeRow[] | null;
  /** False where it gave up: there may be one all the same. */
  readonly isWhole: boolean;
}

/** One of the two searches. */
interface Side {
  /** By concept row: the edge row that reached it; -1 where the search began. */
  readonly via: Int32Array;
  front: number[];
}

/** @param most facts that the way may have */
export async function shortestWay(
  rows: GraphRows,
  project: number,
  { from, to }: { readonly from: number; readonly to: number },
  most: number,
  pause: Pause,
): Promise<Way> {
  if (from === to) return { facts: [], isWhole: true };
  const { edges } = rows;
  const size = rows.concepts.size;
  const side = (row: number): Side => {
    const via = new Int32Array(size + 1);
    via[row] = -1;
    return { via, front: [row] };
  };
  const [ahead, behind] = [side(from), side(to)];
  let looks = 0;
  for (let steps = 0; steps < most; steps++) {
    const isAhead = ahead.front.length <= behind.front.length;
    const [own, other] = isAhead ? [ahead, behind] : [behind, ahead];
    const next: number[] = [];
    for (const concept of own.front) {
      for (const [first, following, ends] of [
        [edges.firstOut(concept), 'nextOut', 'parents'],
        [edges.firstIn(concept), 'nextIn', 'concepts'],
      ] as const) {
        for (let row = first; row !== 0; row = edges[following][row] as number) {
          if (++looks % ROWS_A_LOOK === 0) {
            await pause();
            // Whoever wrote meanwhile may have taken this very edge out of the list it stood in.
            if (!edges.isInUse(row)) break;
          }
          if (looks > LOOKS) return { facts: null, isWhole: false };
          if (!rows.isFactOf(row, project)) continue;
          const end = edges[ends][row] as number;
          if (end > size || own.via[end] !== 0) continue;
          own.via[end] = row;
          if (other.via[end] !== 0) return { facts: told(rows, ahead, behind, end), isWhole: true };
          next.push(end);
        }
      }
    }
    if (next.length === 0) break;
    own.front = next;
  }
  return { facts: null, isWhole: true };
}

function told(rows: GraphRows, ahead: Side, behind: Side, meeting: number): EdgeRow[] {
  const way = (side: Side): EdgeRow[] => {
    const facts: EdgeRow[] = [];
    for (let at = meeting; side.via[at] !== -1; ) {
      const row = side.via[at] as number;
      const [concept, parent] = [rows.edges.concepts[row] as number, rows.edges.parents[row] as number];
      // An edge that was moved meanwhile leads elsewhere: the way ends there, and whoever asked sees that it does not arrive.
      if (concept !== at && parent !== at) break;
      facts.push(rows.edge(row));
      at = concept === at ? parent : concept;
      if (facts.length > rows.edges.size) break;
    }
    return facts;
  };
  return [...way(ahead).toReversed(), ...way(behind)];
}
