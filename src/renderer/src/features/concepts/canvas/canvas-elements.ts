// Turns a neighbourhood and its layout into what the canvas draws: boxes, their edges, the lines that belong to no fact, and
// "+387 more" where children are left out. Every element has an id that it keeps for as long as it is there. Pure.
import type { ElementDefinition } from 'cytoscape';
import { confidenceStep } from '../../../ui/confidence.ts';
import { type Change, SIGN } from '../compare/compare-store.ts';
import type { Neighbourhood, TreeNode } from '../concepts-store.ts';
import type { Line, Point } from '../layout/layout.ts';
import { NONE, type Shifts } from '../layout/shifted.ts';
import { boxLabel, type LayoutInput, layoutTree } from '../layout/tree-layout.ts';
import { overElements } from '../overlay/over-elements.ts';

const WIDTH_BY_STEP = { 1: 1, 2: 2, 3: 3.2 } as const;
export const MORE = 'more:';
/** A concept that stood below another once, where what is shown is compared with what was. */
export const GONE = 'gone:';

/** What stands on the canvas: what is said now, or then, or would be said; what differs is marked, what is gone a ghost at its old place. */
export interface Drawn {
  readonly nodes: TreeNode[];
  /** By concept; the label says it in words, never the colour alone. */
  readonly marks: ReadonlyMap<string, { readonly kind: MarkKind; readonly label: string }>;
  readonly ghosts: readonly { readonly token: string; readonly parent: string; readonly label: string }[];
}
export type MarkKind = Change['kind'] | 'renamed';

/** As it was compared with what was. */
export function drawnCompared(nodes: TreeNode[], changes: readonly Change[] = []): Drawn {
  const shown = new Set(nodes.map(({ concept }) => concept.token));
  return {
    nodes,
    marks: new Map(
      changes.map(({ concept, kind }) => [concept, { kind, label: `${SIGN[kind]} ${concept}` }]),
    ),
    ghosts: changes.flatMap(({ kind, concept, before }) =>
      kind === 'gone' && before !== null && shown.has(before) && !shown.has(concept)
        ? [{ token: concept, parent: before, label: `${SIGN.gone} ${concept}` }]
        : [],
    ),
  };
}

/** What the layout is made of, with a box of its own for children that are left out. */
export function layoutInput(
  { nodes, marks, ghosts }: Drawn,
  moreLabel: (count: number) => string,
): LayoutInput[] {
  const own = nodes.map(({ concept: { token }, parent }) => {
    const label = marks.get(token)?.label;
    return { token, parent, ...(label === undefined ? {} : { label }) };
  });
  const gone = ghosts.map(({ token, parent, label }) => ({ token: `${GONE}${token}`, parent, label }));
  const more = nodes
    .filter((node) => node.depth >= 0 && node.childrenTotal > node.childrenShown)
    .map((node) => ({
      token: `${MORE}${node.concept.token}`,
      parent: node.concept.token,
      label: moreLabel(node.childrenTotal - node.childrenShown),
    }));
  return [...own, ...gone, ...more];
}

const place = (node: TreeNode): string => (node.depth < 0 ? 'above' : node.depth === 0 ? 'focus' : 'below');

function edgeData(edge: TreeNode['edge']) {
  return {
    kind: edge === null ? 'stem' : edge.isIsa ? 'isa' : 'ispart',
    contested: edge?.contested ?? false,
    ...(edge === null ? {} : { edgeId: edge.edgeId }),
    width: edge === null ? 1 : WIDTH_BY_STEP[confidenceStep(edge.confidence)],
  };
}

/** Draws straight lines between points by way of invisible joints. */
class Pen {
  readonly elements: ElementDefinition[] = [];

  /** @param owner the concept that it goes along with when that is put elsewhere */
  joint(id: string, at: Point, owner: string | undefined): string {
    this.elements.push({
      data: { id: `joint:${id}`, place: 'joint', label: '', width: 1, owner: owner ?? null },
      position: { ...at },
    });
    return `joint:${id}`;
  }

  fact(id: string, source: string, target: string, edge: TreeNode['edge']): void {
    this.elements.push({ data: { id: `fact:${id}`, source, target, ...edgeData(edge) } });
  }

  neutral({ id, owner, from, to }: Line): void {
    const [source, target] = [this.joint(`${id}:a`, from, owner), this.joint(`${id}:b`, to, owner)];
    this.elements.push({ data: { id: `line:${id}`, source, target, ...edgeData(null) } });
  }
}

/** Everything the canvas shows of a neighbourhood, lines after boxes. @param shifts boxes that were put elsewhere */
export function canvasElements(
  neighbourhood: Neighbourhood,
  moreLabel: (count: number) => string,
  drawn: Drawn = drawnCompared(neighbourhood.nodes),
  shifts: Shifts = NONE,
): ElementDefinition[] {
  const { focus } = neighbourhood;
  const { nodes, marks } = drawn;
  const input = layoutInput(drawn, moreLabel);
  const layout = layoutTree(input, focus, shifts);
  const byToken = new Map(nodes.map((node) => [node.concept.token, node]));
  const labels = new Map(input.map((i) => [i.token, boxLabel(i.label ?? i.token)]));
  const boxes = layout.boxes.map((box): ElementDefinition => {
    const node = byToken.get(box.token);
    const data = {
      ...{ id: box.token, label: labels.get(box.token) ?? box.token, width: box.width },
      ...{
        place: node ? place(node) : box.token.startsWith(GONE) ? 'gone' : 'more',
        change: marks.get(box.token)?.kind ?? null,
      },
      ...{ depth: node?.depth ?? null, below: node?.childrenTotal ?? 0 },
      contested: node?.edge?.contested ?? false,
      way: node?.isWay ?? false,
      parentToken: layout.parents.get(box.token) ?? null,
    };
    return { data, position: { x: box.x, y: box.y } };
  });
  const pen = new Pen();
  for (const line of layout.lines) pen.neutral(line);
  for (const { token } of layout.boxes) {
    const parent = layout.parents.get(token);
    if (parent === undefined) continue;
    const entry = layout.entries.get(token);
    const edge = byToken.get(token)?.edge ?? null;
    pen.fact(token, entry ? pen.joint(token, entry, parent) : parent, token, edge);
  }
  return [...boxes, ...pen.elements, ...overElements(neighbourhood)];
}
