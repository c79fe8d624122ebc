// Turns a neighbourhood and its layout into what the canvas draws: boxes, their edges, the stems of packed leaves, and
// "+387 more" where children are left out. Pure.
import type { ElementDefinition } from 'cytoscape';
import type { Edge } from '../../../../shared/model/graph.ts';
import { confidenceStep } from '../../ui/confidence.ts';
import type { Neighbourhood, TreeNode } from './concepts-store.ts';
import { boxLabel, type Layout, layoutTree } from './tree-layout.ts';

const WIDTH_BY_STEP = { 1: 1, 2: 2, 3: 3.2 } as const;
export const MORE = 'more:';

/** What the layout is made of, with a box of its own for children that are left out. */
export function layoutInput(nodes: readonly TreeNode[], moreLabel: (count: number) => string) {
  return nodes.flatMap((node) => {
    const own = { token: node.concept.token, parent: node.parent };
    const missing = node.depth < 0 ? 0 : node.childrenTotal - node.childrenShown;
    return missing > 0
      ? [
          own,
          { token: `${MORE}${node.concept.token}`, parent: node.concept.token, label: moreLabel(missing) },
        ]
      : [own];
  });
}

const place = (node: TreeNode): string => (node.depth < 0 ? 'above' : node.depth === 0 ? 'focus' : 'below');

function edgeData(edge: Edge | null) {
  return {
    kind: edge === null ? 'stem' : edge.isIsa ? 'isa' : 'ispart',
    contested: edge?.contested ?? false,
    width: edge === null ? 1 : WIDTH_BY_STEP[confidenceStep(edge.confidence)],
  };
}

/** A wire from a parent to a child, or for a packed leaf from its place on the stem. */
function wires(
  node: TreeNode,
  layout: Layout,
  at: ReadonlyMap<string, { x: number; y: number }>,
): ElementDefinition[] {
  const { token } = node.concept;
  const box = at.get(token);
  if (node.parent === null || !box || !at.has(node.parent)) return [];
  const stem = layout.hangs.get(token);
  if (stem === undefined)
    return [{ data: { source: node.parent, target: token, shape: 'taxi', ...edgeData(node.edge) } }];
  const joint = `joint:${token}`;
  return [
    { data: { id: joint, place: 'joint', label: '', width: 1 }, position: { x: stem, y: box.y } },
    { data: { source: joint, target: token, shape: 'straight', ...edgeData(node.edge) } },
  ];
}

function stems(layout: Layout): ElementDefinition[] {
  return layout.stems.flatMap(({ parent, x, top, bottom }, index) => {
    const [head, foot] = [`head:${String(index)}`, `foot:${String(index)}`];
    const joint = (id: string, y: number) => ({
      data: { id, place: 'joint', label: '', width: 1 },
      position: { x, y },
    });
    return [
      joint(head, top),
      joint(foot, bottom),
      { data: { source: parent, target: head, shape: 'taxi', ...edgeData(null) } },
      { data: { source: head, target: foot, shape: 'straight', ...edgeData(null) } },
    ];
  });
}

/** Everything the canvas shows of a neighbourhood, in draw order. */
export function canvasElements(
  neighbourhood: Neighbourhood,
  moreLabel: (count: number) => string,
): ElementDefinition[] {
  const input = layoutInput(neighbourhood.nodes, moreLabel);
  const layout = layoutTree(input, neighbourhood.focus);
  const at = new Map(layout.boxes.map((box) => [box.token, box]));
  const byToken = new Map(neighbourhood.nodes.map((node) => [node.concept.token, node]));
  const labels = new Map(input.map((i) => [i.token, 'label' in i ? i.label : boxLabel(i.token)]));
  const boxes = layout.boxes.map((box): ElementDefinition => {
    const node = byToken.get(box.token);
    return {
      data: {
        id: box.token,
        label: labels.get(box.token) ?? box.token,
        width: box.width,
        place: node ? place(node) : 'more',
      },
      position: { x: box.x, y: box.y },
    };
  });
  const more = input
    .filter((i) => i.token.startsWith(MORE) && i.parent !== null && layout.hangs.get(i.token) === undefined)
    .map(
      (i): ElementDefinition => ({
        data: { source: i.parent ?? '', target: i.token, shape: 'taxi', ...edgeData(null) },
      }),
    );
  return [...boxes, ...stems(layout), ...neighbourhood.nodes.flatMap((n) => wires(n, layout, at)), ...more];
}
