// Turns a neighbourhood and its layout into what the canvas draws: boxes, their edges, the stems of packed leaves, and
// "+387 more" where children are left out. Pure.
import type { ElementDefinition } from 'cytoscape';
import { confidenceStep } from '../../ui/confidence.ts';
import type { Neighbourhood, TreeNode } from './concepts-store.ts';
import { BOX_HEIGHT, type Box, boxLabel, type Layout, type LayoutInput, layoutTree } from './tree-layout.ts';

const WIDTH_BY_STEP = { 1: 1, 2: 2, 3: 3.2 } as const;
export const MORE = 'more:';

/** What the layout is made of, with a box of its own for children that are left out. */
export function layoutInput(nodes: readonly TreeNode[], moreLabel: (count: number) => string): LayoutInput[] {
  const own = nodes.map((node) => ({ token: node.concept.token, parent: node.parent }));
  const more = nodes
    .filter((node) => node.depth >= 0 && node.childrenTotal > node.childrenShown)
    .map((node) => ({
      token: `${MORE}${node.concept.token}`,
      parent: node.concept.token,
      label: moreLabel(node.childrenTotal - node.childrenShown),
    }));
  return [...own, ...more];
}

const place = (node: TreeNode): string => (node.depth < 0 ? 'above' : node.depth === 0 ? 'focus' : 'below');

function edgeData(edge: TreeNode['edge']) {
  return {
    kind: edge === null ? 'stem' : edge.isIsa ? 'isa' : 'ispart',
    contested: edge?.contested ?? false,
    width: edge === null ? 1 : WIDTH_BY_STEP[confidenceStep(edge.confidence)],
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws straight lines between points by way of invisible joints. */
class Pen {
  readonly elements: ElementDefinition[] = [];
  #joints = 0;

  joint(at: Point): string {
    this.#joints += 1;
    const id = `joint:${String(this.#joints)}`;
    this.elements.push({ data: { id, place: 'joint', label: '', width: 1 }, position: { ...at } });
    return id;
  }

  line(source: string, target: string, fact: TreeNode['edge']): void {
    this.elements.push({ data: { source, target, ...edgeData(fact) } });
  }

  neutral(from: Point, to: Point): void {
    this.line(this.joint(from), this.joint(to), null);
  }
}

/** The ring of dimensions stands around the focus, so its bus runs lower than others. */
const busOf = (parent: Box, focus: string): number =>
  parent.y + BOX_HEIGHT / 2 + (parent.token === focus ? 58 : 34);

/**
 * Everything below one parent: a trunk and a bus that belong to no fact, and from the bus to each child a stretch that is
 * drawn as its fact. A child alone gets the whole line.
 */
function drawBelow(
  pen: Pen,
  parent: Box,
  layout: Layout,
  focus: string,
  factOf: (token: string) => TreeNode['edge'],
): void {
  const row = layout.boxes.filter((box) => layout.parents.get(box.token) === parent.token);
  const inRow = row.filter((box) => !layout.hangs.has(box.token));
  const stems = layout.stems.filter((stem) => stem.parent === parent.token);
  const [only] = inRow;
  if (only && inRow.length === 1 && stems.length === 0) {
    pen.line(parent.token, only.token, factOf(only.token));
    return;
  }
  if (inRow.length + stems.length === 0) return;
  const bus = busOf(parent, focus);
  const xs = [parent.x, ...inRow.map((box) => box.x), ...stems.map((stem) => stem.x)];
  pen.neutral({ x: parent.x, y: parent.y + BOX_HEIGHT / 2 }, { x: parent.x, y: bus });
  pen.neutral({ x: Math.min(...xs), y: bus }, { x: Math.max(...xs), y: bus });
  for (const box of inRow) pen.line(pen.joint({ x: box.x, y: bus }), box.token, factOf(box.token));
  for (const stem of stems) pen.neutral({ x: stem.x, y: bus }, { x: stem.x, y: stem.bottom });
  for (const box of row) {
    const x = layout.hangs.get(box.token);
    if (x !== undefined) pen.line(pen.joint({ x, y: box.y }), box.token, factOf(box.token));
  }
}

/** Everything the canvas shows of a neighbourhood, lines after boxes. */
export function canvasElements(
  neighbourhood: Neighbourhood,
  moreLabel: (count: number) => string,
): ElementDefinition[] {
  const { nodes, focus } = neighbourhood;
  const input = layoutInput(nodes, moreLabel);
  const layout = layoutTree(input, focus);
  const byToken = new Map(nodes.map((node) => [node.concept.token, node]));
  const labels = new Map(input.map((i) => [i.token, boxLabel(i.label ?? i.token)]));
  const boxes = layout.boxes.map((box): ElementDefinition => {
    const node = byToken.get(box.token);
    const data = { id: box.token, label: labels.get(box.token) ?? box.token, width: box.width };
    return { data: { ...data, place: node ? place(node) : 'more' }, position: { x: box.x, y: box.y } };
  });
  const pen = new Pen();
  for (const box of layout.boxes)
    drawBelow(pen, box, layout, focus, (token) => byToken.get(token)?.edge ?? null);
  return [...boxes, ...pen.elements];
}
