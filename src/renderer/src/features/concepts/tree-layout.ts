// Positions of a neighbourhood: a tidy tree, ancestors above, the focus at 0/0, and long runs of leaves packed into
// columns that hang from a stem, so that 300 children stay a shape one can read. Pure and deterministic.
import { type HierarchyPointNode, hierarchy, tree } from 'd3-hierarchy';

export interface LayoutInput {
  readonly token: string;
  readonly parent: string | null;
}

/** Centre and size in canvas pixels. */
export interface Box {
  readonly token: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A line that belongs to no fact: from a parent to the foot of a column of packed leaves. */
export interface Stem {
  readonly parent: string;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Layout {
  readonly boxes: readonly Box[];
  readonly stems: readonly Stem[];
  /** The stem's x for each packed leaf; others hang from their parent directly. */
  readonly hangs: ReadonlyMap<string, number>;
}

export const BOX_HEIGHT = 28;
const LEVEL = 104;
const CHARACTER = 7.25;
const PADDING = 22;
const GAP = 22;
const PACK_FROM = 7;
const PACK_ROW = 36;
const STEM_GAP = 16;
/** Columns are chosen so that a packed run is about this much wider than high. */
const PACK_ASPECT = 1.9;
const LONGEST = 28;

/** What a box says: the token, cut in the middle when it is very long. */
export const boxLabel = (token: string): string =>
  token.length <= LONGEST ? token : `${token.slice(0, 15)}…${token.slice(-(LONGEST - 16))}`;

const boxWidth = (token: string): number => Math.round(boxLabel(token).length * CHARACTER + PADDING);

interface Item {
  readonly token: string | null;
  readonly width: number;
  /** The leaves of a packed run, in order. */
  readonly leaves: readonly string[];
  readonly columns: number;
  readonly children: Item[];
}

function packed(leaves: readonly string[]): Item {
  const column = Math.max(...leaves.map(boxWidth)) + STEM_GAP + GAP;
  const columns = Math.max(1, Math.round(Math.sqrt((leaves.length * PACK_ROW * PACK_ASPECT) / column)));
  const rows = Math.ceil(leaves.length / columns);
  const width = columns * column;
  // Fillers of the same width keep other subtrees from growing into the run's lower rows.
  let filler: Item[] = [];
  for (let level = Math.ceil((rows * PACK_ROW) / LEVEL) - 1; level > 0; level -= 1) {
    filler = [{ token: null, width, leaves: [], columns: 0, children: filler }];
  }
  return { token: null, width, leaves, columns, children: filler };
}

function build(token: string, childrenOf: ReadonlyMap<string, readonly string[]>): Item {
  const children = childrenOf.get(token) ?? [];
  const leaves = children.filter((child) => (childrenOf.get(child) ?? []).length === 0);
  const packs = leaves.length >= PACK_FROM;
  const single = packs ? children.filter((child) => !leaves.includes(child)) : children;
  const items = single.map((child) => build(child, childrenOf));
  return {
    token,
    width: boxWidth(token),
    leaves: [],
    columns: 0,
    children: packs ? [...items, packed(leaves)] : items,
  };
}

function unpack(
  run: HierarchyPointNode<Item>,
  y: number,
  parent: string,
  out: { boxes: Box[]; stems: Stem[]; hangs: Map<string, number> },
) {
  const { leaves, columns, width } = run.data;
  const column = width / columns;
  const rows = Math.ceil(leaves.length / columns);
  for (let c = 0; c < columns; c += 1) {
    const stemX = run.x - width / 2 + c * column + GAP / 2;
    const here = leaves.slice(c * rows, (c + 1) * rows);
    here.forEach((token, row) => {
      const w = boxWidth(token);
      out.boxes.push({ token, x: stemX + STEM_GAP + w / 2, y: y + row * PACK_ROW, width: w });
      out.hangs.set(token, stemX);
    });
    if (here.length > 0)
      out.stems.push({ parent, x: stemX, top: y - BOX_HEIGHT, bottom: y + (here.length - 1) * PACK_ROW });
  }
}

/**
 * Lays a neighbourhood out.
 * @param nodes each with its parent in the dimension shown; parents outside the list count as none
 * @param focus the token that comes to 0/0
 */
export function layoutTree(nodes: readonly LayoutInput[], focus: string): Layout {
  const known = new Set(nodes.map((n) => n.token));
  const childrenOf = new Map<string, string[]>();
  let root = focus;
  for (const { token, parent } of nodes) {
    if (parent === null || !known.has(parent) || parent === token) continue;
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), token]);
  }
  const parentOf = new Map(nodes.map((n) => [n.token, n.parent]));
  for (const seen = new Set([root]); ; ) {
    const up = parentOf.get(root);
    if (up === null || up === undefined || !known.has(up) || seen.has(up)) break;
    root = up;
    seen.add(up);
  }
  const placed = tree<Item>()
    .nodeSize([1, LEVEL])
    .separation((a, b) => (a.data.width + b.data.width) / 2 + GAP)(
    hierarchy(build(root, childrenOf), (item) => item.children),
  );
  const out = { boxes: [] as Box[], stems: [] as Stem[], hangs: new Map<string, number>() };
  placed.each((node) => {
    if (node.data.token !== null)
      out.boxes.push({ token: node.data.token, x: node.x, y: node.y, width: node.data.width });
    else if (node.data.leaves.length > 0) unpack(node, node.y, node.parent?.data.token ?? root, out);
  });
  const centre = out.boxes.find((box) => box.token === focus) ?? { x: 0, y: 0 };
  const shift = <T extends { x: number }>(at: T): T => ({ ...at, x: at.x - centre.x });
  return {
    boxes: out.boxes.map((box) => ({ ...shift(box), y: box.y - centre.y })),
    stems: out.stems.map((stem) => ({
      ...shift(stem),
      top: stem.top - centre.y,
      bottom: stem.bottom - centre.y,
    })),
    hangs: new Map([...out.hangs].map(([token, x]) => [token, x - centre.x])),
  };
}
