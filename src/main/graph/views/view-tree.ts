// The tree around a concept in a view of a dimension, or the dimension as a whole, cut to what a canvas can show, with counts of all
// that there is. Gives way to others while it looks. Source: console, Concepts.
import { FirstRows, SAMPLED } from '../columns/edge-walks.ts';
import type { DimensionView } from './dimension-view.ts';
import { type Pause, ROWS_A_LOOK } from './pause.ts';

export interface ViewNode {
  /** Rows of the graph; `parent` 0 at the top. */
  readonly row: number;
  readonly parent: number;
  readonly depth: number;
  /** Stands here because something below it passes, not by a fact of its own that does. */
  readonly isWay: boolean;
  readonly childrenTotal: number;
  childrenShown: number;
}

export interface ViewTree {
  readonly nodes: ViewNode[];
  /** Of the view, as deep as it was asked for; and what the filter keeps out of it. */
  readonly total: number;
  readonly hidden: number;
}

export interface AskedTree {
  readonly depth: number;
  readonly limit: number;
  /** Below 0 when the name of row `a` comes before that of `b`. */
  readonly compareNames: (a: number, b: number) => number;
  readonly pause: Pause;
}

/** The tree around a concept: what is above it and the concept itself always stay. */
export async function treeAround(view: DimensionView, focus: number, asked: AskedTree): Promise<ViewTree> {
  const line = [focus, ...view.above(focus)];
  const nodes = line.map((row, i) => nodeOf(view, row, i === 0 ? 0 : -i));
  for (const node of nodes.slice(1)) node.childrenShown = Math.min(1, node.childrenTotal);
  await grow(view, asked, nodes, nodes.slice(0, 1), 1);
  const { kept, all } = await view.count([focus], asked.depth, asked.pause);
  // The concept itself is shown whether it passes or not.
  const own = view.isKept(focus) ? 0 : 1;
  return { nodes, total: kept + own + line.length - 1, hidden: all - kept - own };
}

/** The dimension as a whole: itself, the concepts at its top, those with most children first, and what is below them. */
export async function wholeTree(view: DimensionView, asked: AskedTree): Promise<ViewTree> {
  const { limit, pause, compareNames } = asked;
  const tops: number[] = [];
  for (let row = 1; row <= view.size; row++) {
    if (row % ROWS_A_LOOK === 0) await pause();
    if (view.isTop(row)) tops.push(row);
  }
  const kept = tops.filter((row) => view.isKept(row));
  const byChildren = (a: number, b: number) => view.children(b) - view.children(a) || compareNames(a, b);
  const shown = await firstOf(kept, limit - 1, byChildren, pause);
  const root: ViewNode = {
    ...{ row: view.dim, parent: 0, depth: 0, isWay: false },
    ...{ childrenTotal: kept.length, childrenShown: shown.length },
  };
  const nodes = [root, ...shown.map((row) => nodeOf(view, row, 1))];
  // Each of them shows some of what is below it before one of them shows all.
  const share = fairShare(
    shown.map((row) => view.children(row)),
    limit - nodes.length,
  );
  await grow(view, asked, nodes, nodes.slice(1), 2, share);
  const counted = await view.count(tops, asked.depth - 1, pause);
  return { nodes, total: 1 + counted.kept, hidden: counted.all - counted.kept };
}

/** The most that each of several may take, so that whoever wants less leaves it to the others, and all of the room is used. */
function fairShare(wanted: readonly number[], room: number): number {
  let left = room;
  const ascending = wanted.toSorted((a, b) => a - b);
  for (const [i, want] of ascending.entries()) {
    const share = left / (ascending.length - i);
    if (want > share) return Math.max(1, Math.ceil(share));
    left -= want;
  }
  return room;
}

/** Names between two looks at the clock: where each comes before those so far, they are sorted again and again. */
const NAMES_A_LOOK = 256;

/** The first of some rows in an order. Names that were counted up may come from the last to the first: a sample goes ahead. */
async function firstOf(
  rows: readonly number[],
  limit: number,
  compare: (a: number, b: number) => number,
  pause: Pause,
): Promise<number[]> {
  if (limit <= 0) return [];
  const first = new FirstRows(limit, compare);
  for (let i = 0; i < rows.length; i += SAMPLED) {
    if ((i / SAMPLED) % NAMES_A_LOOK === 0) await pause();
    first.offer(rows[i] as number);
  }
  for (let i = 0; i < rows.length; i++) {
    if (i % NAMES_A_LOOK === 0) await pause();
    if (i % SAMPLED !== 0) first.offer(rows[i] as number);
  }
  return first.rows();
}

function nodeOf(view: DimensionView, row: number, depth: number): ViewNode {
  const parent = view.parentOf(row);
  return {
    ...{ row, parent, depth, isWay: depth !== 0 && parent !== 0 && !view.doesPass(row) },
    ...{ childrenTotal: view.children(row), childrenShown: 0 },
  };
}

/** Adds what is below a level, level by level, while there is room, and no more than `share` to one. */
async function grow(
  view: DimensionView,
  { depth, limit, compareNames, pause }: AskedTree,
  nodes: ViewNode[],
  from: readonly ViewNode[],
  firstDepth: number,
  share = Number.POSITIVE_INFINITY,
): Promise<void> {
  const there = new Set(nodes.map(({ row }) => row));
  let [level, looks] = [from, 0];
  for (let below = firstDepth; below <= depth && nodes.length < limit; below++) {
    const next: ViewNode[] = [];
    for (const parent of level) {
      const room = Math.min(share, limit - nodes.length);
      if (room <= 0) continue;
      const children: number[] = [];
      for (const child of view.below(parent.row)) {
        if (++looks % ROWS_A_LOOK === 0) await pause();
        if (!there.has(child)) children.push(child);
      }
      for (const child of await firstOf(children, room, compareNames, pause)) {
        const node = nodeOf(view, child, below);
        there.add(child);
        next.push(node);
        nodes.push(node);
        parent.childrenShown++;
      }
    }
    level = next;
  }
}
