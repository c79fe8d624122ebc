// Positions of a neighbourhood: a tidy tree, ancestors above, the focus at 0/0, and long runs of leaves packed into
// columns that hang from a stem, so that 300 children stay a shape one can read. Pure and deterministic.
import { type HierarchyPointNode, hierarchy, tree } from 'd3-hierarchy';

export interface LayoutInput {
  readonly token: string;
  readonly parent: string | null;
  /** What the box says when it is not the token. */
  readonly label?: string;
}

/** Centre and size in canvas pixels. */
export interface Box {
  readonly token: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A line that belongs to no fact: the column that packed leaves hang from, down to its last leaf. */
export interface Stem {
  readonly parent: string;
  readonly x: number;
  readonly bottom: number;
}

export interface Layout {
  readonly boxes: readonly Box[];
  readonly stems: readonly Stem[];
  /** Each box's parent box; the root has none. */
  readonly parents: ReadonlyMap<string, string>;
  /** The stem's x for each packed leaf; others hang from their parent directly. */
  readonly hangs: ReadonlyMap<string, number>;
}

export const BOX_HEIGHT = 28;
const LEVEL = 120;
const CHARACTER = 7.25;
const PADDING = 22;
const GAP = 20;
/** The focus keeps up to so many leaves in a row; other parents hang two or more in a column. */
const ROW_OF_FOCUS = 6;
const HANG_FROM = 2;
const COLUMN_ROWS = 8;
/** Short columns start nearer to their parent than a level; only the ring around the focus needs the room. */
const LIFT = 34;
const PACK_ROW = 36;
const STEM_GAP = 16;
/** Columns are chosen so that a packed run is about this much wider than high. */
const PACK_ASPECT = 1.9;
const LONGEST = 28;

/** What a box says: the token, cut in the middle when it is very long. */
export const boxLabel = (token: string): string =>
  token.length <= LONGEST ? token : `${token.slice(0, 15)}…${token.slice(-(LONGEST - 16))}`;

type WidthOf = (token: string) => number;

interface Item {
  readonly token: string | null;
  readonly width: number;
  /** The leaves of a packed run, in order. */
  readonly leaves: readonly string[];
  readonly columns: number;
  readonly children: Item[];
}

/** A run of leaves under the focus becomes a block about twice as wide as high; elsewhere short columns. */
function columnsFor(count: number, columnWidth: number, underFocus: boolean): number {
  if (!underFocus) return Math.ceil(count / COLUMN_ROWS);
  return Math.max(1, Math.round(Math.sqrt((count * PACK_ROW * PACK_ASPECT) / columnWidth)));
}

function packed(leaves: readonly string[], widthOf: WidthOf, underFocus: boolean): Item {
  const column = Math.max(...leaves.map(widthOf)) + STEM_GAP + GAP;
  const columns = columnsFor(leaves.length, column, underFocus);
  const rows = Math.ceil(leaves.length / columns);
  const width = columns * column;
  // Fillers of the same width keep other subtrees from growing into the run's lower rows.
  let filler: Item[] = [];
  for (let level = Math.ceil((rows * PACK_ROW) / LEVEL) - 1; level > 0; level -= 1) {
    filler = [{ token: null, width, leaves: [], columns: 0, children: filler }];
  }
  return { token: null, width, leaves, columns, children: filler };
}

/** Builds the items of a subtree from the child lists. */
function builder(childrenOf: ReadonlyMap<string, readonly string[]>, widthOf: WidthOf, focus: string) {
  const built = new Set<string>();
  const build = (token: string): Item => {
    built.add(token);
    const children = (childrenOf.get(token) ?? []).filter((child) => !built.has(child));
    const leaves = children.filter((child) => !childrenOf.has(child));
    const packs = leaves.length >= (token === focus ? ROW_OF_FOCUS + 1 : HANG_FROM);
    const items = (packs ? children.filter((child) => childrenOf.has(child)) : children).map(build);
    const run = packs ? [packed(leaves, widthOf, token === focus)] : [];
    return { token, width: widthOf(token), leaves: [], columns: 0, children: [...items, ...run] };
  };
  return build;
}

function unpack(
  run: HierarchyPointNode<Item>,
  parent: string,
  { focus, widthOf }: { focus: string; widthOf: WidthOf },
  out: Placed,
): void {
  const y = run.y - (parent === focus ? 0 : LIFT);
  const { leaves, columns, width } = run.data;
  const column = width / columns;
  const rows = Math.ceil(leaves.length / columns);
  for (let c = 0; c < columns; c += 1) {
    const stemX = run.x - width / 2 + c * column + GAP / 2;
    const here = leaves.slice(c * rows, (c + 1) * rows);
    here.forEach((token, row) => {
      const w = widthOf(token);
      out.boxes.push({ token, x: stemX + STEM_GAP + w / 2, y: y + row * PACK_ROW, width: w });
      out.hangs.set(token, stemX);
    });
    if (here.length > 0) out.stems.push({ parent, x: stemX, bottom: y + (here.length - 1) * PACK_ROW });
  }
}

interface Placed {
  readonly boxes: Box[];
  readonly stems: Stem[];
  readonly hangs: Map<string, number>;
}

/** The topmost ancestor that is in the list. */
function rootOf(focus: string, nodes: readonly LayoutInput[]): string {
  const parentOf = new Map(nodes.map((n) => [n.token, n.parent]));
  const seen = new Set([focus]);
  for (let root = focus; ; ) {
    const up = parentOf.get(root) ?? null;
    if (up === null || !parentOf.has(up) || seen.has(up)) return root;
    root = up;
    seen.add(up);
  }
}

/**
 * Lays a neighbourhood out.
 * @param nodes each with its parent in the dimension shown; parents outside the list count as none
 * @param focus the token that comes to 0/0
 */
export function layoutTree(nodes: readonly LayoutInput[], focus: string): Layout {
  const known = new Map(nodes.map((n) => [n.token, boxLabel(n.label ?? n.token)]));
  const widthOf: WidthOf = (token) => Math.round((known.get(token) ?? token).length * CHARACTER + PADDING);
  const childrenOf = new Map<string, string[]>();
  for (const { token, parent } of nodes) {
    if (parent === null || !known.has(parent) || parent === token) continue;
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), token]);
  }
  const root = rootOf(focus, nodes);
  const placed = tree<Item>()
    .nodeSize([1, LEVEL])
    .separation((a, b) => (a.data.width + b.data.width) / 2 + GAP)(
    hierarchy(builder(childrenOf, widthOf, focus)(root), (item) => item.children),
  );
  const out: Placed = { boxes: [], stems: [], hangs: new Map() };
  placed.each((node) => {
    const { token, width, leaves } = node.data;
    if (token !== null) out.boxes.push({ token, x: node.x, y: node.y, width });
    else if (leaves.length > 0) unpack(node, node.parent?.data.token ?? root, { focus, widthOf }, out);
  });
  const parents = new Map(
    [...childrenOf].flatMap(([parent, tokens]) => tokens.map((token) => [token, parent] as const)),
  );
  parents.delete(root);
  return { ...centred(out, focus), parents };
}

/** Moves everything so that the focus stands at 0/0. */
function centred({ boxes, stems, hangs }: Placed, focus: string): Omit<Layout, 'parents'> {
  const { x, y } = boxes.find((box) => box.token === focus) ?? { x: 0, y: 0 };
  return {
    boxes: boxes.map((box) => ({ ...box, x: box.x - x, y: box.y - y })),
    stems: stems.map((stem) => ({ ...stem, x: stem.x - x, bottom: stem.bottom - y })),
    hangs: new Map([...hangs].map(([token, at]) => [token, at - x])),
  };
}
