// What is around a concept as the canvas draws it: a box a concept, a line with an arrow a fact, its dimension's hue. Pure.
import type { ElementDefinition } from 'cytoscape';
import { showHidden } from '../../../../../shared/hidden-characters.ts';
import { confidenceStep } from '../../../ui/confidence.ts';
import { dimensionHue } from '../../../ui/hue.ts';
import type { Around } from '../concepts-store.ts';
import type { ForceInput, ForcePoint } from '../layout/force-layout.ts';
import { boxLabel, boxWidth } from '../layout/tree-layout.ts';

const WIDTH_BY_STEP = { 1: 1, 2: 2, 3: 3.2 } as const;

export function forceInput({ nodes, edges }: Around): ForceInput {
  return {
    nodes: nodes.map(({ token, hops }) => ({ token, hops, width: boxWidth(token) })),
    links: edges.map(({ concept, parent }) => [concept, parent]),
  };
}

/** @param only a dimension that is looked at alone; the lines of others step back */
export function aroundElements(
  around: Around,
  points: readonly ForcePoint[],
  only: string | null,
): ElementDefinition[] {
  const at = new Map(points.map((point) => [point.token, point]));
  const boxes = around.nodes.flatMap((node): ElementDefinition[] => {
    const point = at.get(node.token);
    if (!point) return [];
    const data = {
      ...{ id: node.token, label: boxLabel(node.token), width: boxWidth(node.token), depth: node.hops },
      ...{
        place: node.hops === 0 ? 'focus' : 'below',
        below: node.facts - 1,
        contested: node.contested,
        parentToken: null,
      },
    };
    return [{ data, position: { x: point.x, y: point.y } }];
  });
  const lines = around.edges.flatMap((edge): ElementDefinition[] => {
    if (!at.has(edge.concept) || !at.has(edge.parent) || edge.concept === edge.parent) return [];
    const data = {
      ...{ id: `edge:${String(edge.edgeId)}`, source: edge.concept, target: edge.parent },
      ...{
        kind: edge.isIsa ? 'isa' : 'ispart',
        contested: edge.contested,
        width: WIDTH_BY_STEP[confidenceStep(edge.confidence)],
      },
      ...{
        hue: dimensionHue(edge.dimension),
        dimension: `[${showHidden(edge.dimension)}]`,
        edgeId: edge.edgeId,
        aside: only !== null && only !== edge.dimension,
      },
    };
    return [{ data }];
  });
  return [...boxes, ...lines];
}

/** The dimensions of the lines that are shown, most first. */
export function dimensionsAround({ edges }: Around): { readonly token: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { dimension } of edges) counts.set(dimension, (counts.get(dimension) ?? 0) + 1);
  return [...counts]
    .map(([token, count]) => ({ token, count }))
    .toSorted((a, b) => b.count - a.count || (a.token < b.token ? -1 : 1));
}

type Point = Pick<ForcePoint, 'x' | 'y'>;
const WAYS: Readonly<Record<string, (from: Point, to: Point) => [along: number, aside: number]>> = {
  ArrowUp: (from, to) => [from.y - to.y, to.x - from.x],
  ArrowDown: (from, to) => [to.y - from.y, to.x - from.x],
  ArrowLeft: (from, to) => [from.x - to.x, to.y - from.y],
  ArrowRight: (from, to) => [to.x - from.x, to.y - from.y],
};

/** The nearest concept in the direction of an arrow key; `from` when there is none that way, null for other keys. */
export function nearestThatWay(points: readonly ForcePoint[], from: string, key: string): string | null {
  const way = WAYS[key];
  const here = points.find(({ token }) => token === from);
  if (!way) return null;
  if (!here) return from;
  let best: { readonly token: string; readonly far: number } | null = null;
  for (const point of points) {
    const [along, aside] = way(here, point);
    if (along <= 0 || Math.abs(aside) > 2 * along) continue;
    const far = along + 2 * Math.abs(aside);
    if (best === null || far < best.far) best = { token: point.token, far };
  }
  return best?.token ?? from;
}
