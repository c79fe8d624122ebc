// Positions of a neighbourhood: a tidy tree, ancestors above, the focus at 0/0. What lies below a concept stands on shelves,
// one under the other, and long runs of leaves in columns that hang from a stem, so that the whole is about half again as wide
// as high, whether it holds ten concepts or fifteen hundred. Pure and deterministic; lines that belong to no fact are part of it.
import { showHidden } from '../../../../../shared/hidden-characters.ts';
import type { Box, Layout, Line, Point } from './layout.ts';
import { leafRun, type Run } from './leaf-run.ts';
import { shelved } from './shelves.ts';
import { NONE, type Shifts, shifted } from './shifted.ts';

export interface LayoutInput {
  readonly token: string;
  readonly parent: string | null;
  /** What the box says when it is not the token. */
  readonly label?: string;
}

export const BOX_HEIGHT = 28;
const CHARACTER = 7.25;
const PADDING = 22;
/** From the middle of a box to the middles of the first shelf; the ring of dimensions stands around the focus. */
const LEVEL = 74;
const LEVEL_OF_FOCUS = 128;
/** A bus runs so far above the boxes of its shelf. */
const BUS = 32;
const SHELF_GAP = 46;
/** Where later shelves hang from, at the left of them. */
const GUTTER = 18;
/** The focus keeps up to so many leaves in a row; other parents hang two or more in a column. */
const ROW_OF_FOCUS = 6;
const HANG_FROM = 2;
const LONGEST = 28;

/** What a box says: the token with its hidden characters as codes, cut in the middle when it is very long. */
export function boxLabel(token: string): string {
  const shown = showHidden(token);
  return shown.length <= LONGEST ? shown : `${shown.slice(0, 15)}…${shown.slice(-(LONGEST - 16))}`;
}

/** How wide a box is for what it says. */
export const boxWidth = (token: string): number => Math.round(boxLabel(token).length * CHARACTER + PADDING);

/** What stands on a shelf: a child with all that is below it, or a run of leaves. */
type Item = Block | Run;

interface Placed {
  readonly item: Item;
  readonly x: number;
}

/** A concept and all that is below it, as a rectangle; places within it are measured from its upper left corner. */
interface Block {
  readonly kind: 'block';
  readonly token: string;
  readonly boxWidth: number;
  /** The middle of its own box. */
  readonly anchor: number;
  readonly width: number;
  readonly height: number;
  readonly shelves: readonly { readonly top: number; readonly items: readonly Placed[] }[];
}

type WidthOf = (token: string) => number;

const anchorOf = (item: Item): number => (item.kind === 'block' ? item.anchor : (item.columns[0]?.stem ?? 0));
const lastAnchorOf = (item: Item): number =>
  item.kind === 'block' ? item.anchor : (item.columns.at(-1)?.stem ?? 0);

function leafBlock(token: string, boxWidth: number): Block {
  return {
    kind: 'block',
    token,
    boxWidth,
    anchor: boxWidth / 2,
    width: boxWidth,
    height: BOX_HEIGHT,
    shelves: [],
  };
}

/** @param level from the middle of its box to those of its first shelf */
function blockOf(token: string, boxWidth: number, items: readonly Item[], level: number): Block {
  const rows = shelved(items, SHELF_GAP);
  const gutter = rows.length > 1 ? GUTTER : 0;
  let top = level;
  const shelves = rows.map((row) => {
    const shelf = { top, items: row.items.map(({ item, x }) => ({ item, x: x + gutter })) };
    top += row.height + SHELF_GAP;
    return shelf;
  });
  const [first] = shelves;
  const from = first?.items[0];
  const to = first?.items.at(-1);
  const middle = from && to ? (from.x + anchorOf(from.item) + to.x + lastAnchorOf(to.item)) / 2 : 0;
  const inner = gutter + Math.max(...rows.map(({ width }) => width));
  // Its own box may be wider than all that is below it.
  const overhang = Math.max(0, boxWidth / 2 - middle);
  const moved = shelves.map((shelf) => ({
    ...shelf,
    items: shelf.items.map(({ item, x }) => ({ item, x: x + overhang })),
  }));
  const anchor = middle + overhang;
  return {
    ...{ kind: 'block', token, boxWidth, anchor, shelves: moved },
    width: Math.max(inner + overhang, anchor + boxWidth / 2),
    height: top - SHELF_GAP,
  };
}

interface Drawing {
  readonly boxes: Box[];
  readonly lines: Line[];
  readonly entries: Map<string, Point>;
  readonly shifts: Shifts;
}

/** The run's stems and leaves; nothing leads to a leaf that was put elsewhere. @returns the places where the bus meets its stems */
function drawRun(run: Run, at: Point, bus: number, of: Pick<Line, 'id' | 'owner'>, out: Drawing): number[] {
  return run.columns.flatMap(({ stem, leaves }, n) => {
    const x = at.x + stem;
    let end: number | null = null;
    for (const leaf of leaves) {
      const y = at.y + leaf.y + BOX_HEIGHT / 2;
      out.boxes.push({ token: leaf.token, x: at.x + leaf.x, y, width: leaf.width });
      if (out.shifts.has(leaf.token)) continue;
      out.entries.set(leaf.token, { x, y });
      end = y;
    }
    if (end === null) return [];
    out.lines.push({ ...of, id: `${of.id}:stem${String(n)}`, from: { x, y: bus }, to: { x, y: end } });
    return [x];
  });
}

/** One concept's box, and the lines from it to its children. @returns its children, where they stand */
function drawBlock(block: Block, at: Point, out: Drawing): { block: Block; at: Point }[] {
  const { token, shelves } = block;
  const x = at.x + block.anchor;
  out.boxes.push({ token, x, y: at.y + BOX_HEIGHT / 2, width: block.boxWidth });
  const below = shelves.flatMap(({ top, items }) =>
    items.flatMap(({ item, x: dx }) =>
      item.kind === 'block' ? [{ block: item, at: { x: at.x + dx, y: at.y + top } }] : [],
    ),
  );
  const isOnly = below.length === 1 && shelves.flatMap(({ items }) => items).length === 1;
  if (isOnly || shelves.length === 0) return below;
  const gutter = at.x + GUTTER / 3;
  const rows = shelves.map(({ top, items }, n) => {
    const bus = at.y + top + BOX_HEIGHT / 2 - BUS;
    const drops = items.flatMap(({ item, x: dx }, i) => {
      const place = { x: at.x + dx, y: at.y + top };
      const id = `${token}:${String(n)}.${String(i)}`;
      if (item.kind === 'run') return drawRun(item, place, bus, { id, owner: token }, out);
      if (out.shifts.has(item.token)) return [];
      out.entries.set(item.token, { x: place.x + item.anchor, y: bus });
      return [place.x + item.anchor];
    });
    return { n, bus, drops };
  });
  const line = (id: string, from: Point, to: Point) =>
    out.lines.push({ id: `${token}:${id}`, owner: token, from, to });
  // What was all put elsewhere needs no bus, and none is led to it.
  const [first, last] = [rows[0], rows.findLast(({ drops }) => drops.length > 0)];
  if (!first || !last) return below;
  line('trunk', { x, y: at.y + BOX_HEIGHT }, { x, y: first.bus });
  for (const { n, bus, drops } of rows.slice(0, last.n + 1)) {
    const ends = [
      ...drops,
      ...(n === 0 ? [x] : []),
      ...(last.n > 0 && (n === 0 || drops.length > 0) ? [gutter] : []),
    ];
    if (ends.length === 0) continue;
    line(`bus${String(n)}`, { x: Math.min(...ends), y: bus }, { x: Math.max(...ends), y: bus });
  }
  if (last.n > 0) line('gutter', { x: gutter, y: first.bus }, { x: gutter, y: last.bus });
  return below;
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

/** Each concept from the root downwards, a parent before its children; a cycle is left where it comes back. */
function downwards(root: string, childrenOf: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const children = new Map<string, string[]>();
  const seen = new Set([root]);
  const waiting = [root];
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
    const own = (childrenOf.get(token) ?? []).filter((child) => !seen.has(child));
    for (const child of own) seen.add(child);
    children.set(token, own);
    waiting.push(...own);
  }
  return children;
}

/** The blocks, from the leaves upwards: however deep it goes, nothing calls itself. */
function blocksOf(
  root: string,
  children: ReadonlyMap<string, string[]>,
  focus: string,
  widthOf: WidthOf,
): Block {
  const blocks = new Map<string, Block>();
  const hasChildren = (token: string) => (children.get(token)?.length ?? 0) > 0;
  for (const [token, own] of [...children].reverse()) {
    if (own.length === 0) {
      blocks.set(token, leafBlock(token, widthOf(token)));
      continue;
    }
    const leaves = own.filter((child) => !hasChildren(child) && child !== focus);
    const packs = leaves.length >= (token === focus ? ROW_OF_FOCUS + 1 : HANG_FROM);
    const single = own.filter((child) => !packs || hasChildren(child) || child === focus);
    const items: Item[] = single.flatMap((child) => blocks.get(child) ?? []);
    if (packs) items.push(leafRun(leaves, widthOf));
    const level = token === focus || own.includes(focus) ? LEVEL_OF_FOCUS : LEVEL;
    blocks.set(token, blockOf(token, widthOf(token), items, level));
  }
  return blocks.get(root) ?? leafBlock(root, widthOf(root));
}

/**
 * Lays a neighbourhood out.
 * @param nodes each with its parent in the dimension shown; parents outside the list count as none
 * @param focus the token that comes to 0/0
 * @param shifts boxes that were put elsewhere; they hang from their parent's box itself
 */
export function layoutTree(nodes: readonly LayoutInput[], focus: string, shifts: Shifts = NONE): Layout {
  const known = new Map(nodes.map((n) => [n.token, boxLabel(n.label ?? n.token)]));
  const widthOf: WidthOf = (token) => Math.round((known.get(token) ?? token).length * CHARACTER + PADDING);
  const childrenOf = new Map<string, string[]>();
  for (const { token, parent } of nodes) {
    if (parent === null || !known.has(parent) || parent === token) continue;
    const siblings = childrenOf.get(parent);
    if (siblings) siblings.push(token);
    else childrenOf.set(parent, [token]);
  }
  const root = rootOf(focus, nodes);
  const children = downwards(root, childrenOf);
  const out: Drawing = { boxes: [], lines: [], entries: new Map(), shifts };
  const waiting = [{ block: blocksOf(root, children, focus, widthOf), at: { x: 0, y: 0 } }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    waiting.push(...drawBlock(next.block, next.at, out));
  const parents = new Map(
    [...children].flatMap(([parent, own]) => own.map((token) => [token, parent] as const)),
  );
  return shifted({ ...centred(out, focus), parents }, shifts);
}

/** Moves everything so that the focus stands at 0/0. */
function centred({ boxes, lines, entries }: Drawing, focus: string): Omit<Layout, 'parents'> {
  const { x, y } = boxes.find((box) => box.token === focus) ?? { x: 0, y: 0 };
  const moved = (point: Point): Point => ({ x: point.x - x, y: point.y - y });
  return {
    boxes: boxes.map((box) => ({ ...box, ...moved(box) })),
    lines: lines.map((line) => ({ ...line, from: moved(line.from), to: moved(line.to) })),
    entries: new Map([...entries].map(([token, point]) => [token, moved(point)])),
  };
}
