// Promise: the tree holds every box of the canvas once, below the one it hangs from there, and says how many children are left out.
import { expect, it } from 'vitest';
import { canvasElements, drawnCompared } from '../canvas/canvas-elements.ts';
import type { Neighbourhood, TreeNode } from '../concepts-store.ts';
import { openAtFirst, type TreeRow, treeRows } from './tree-rows.ts';

const node = (token: string, parent: string | null, depth: number, total = 0, shown = 0) =>
  ({ concept: { token }, parent, depth, edge: null, childrenTotal: total, childrenShown: shown }) as TreeNode;

const neighbourhood = (nodes: TreeNode[]) =>
  ({
    ...{ nodes, focus: 'web', dimension: 'type', over: null },
    ...{ shown: nodes.length, total: nodes.length },
  }) as unknown as Neighbourhood;

const SMALL = neighbourhood([
  node('software', null, -1, 9, 1),
  node('web', 'software', 0, 412, 2),
  node('shop', 'web', 1, 1, 1),
  node('till', 'shop', 2, 3, 0),
  node('wiki', 'web', 1),
]);

/** `parent > child` of every row, `^` for the top. */
const pairs = (rows: readonly TreeRow[], above = '^'): string[] =>
  rows.flatMap((row) => [`${above} > ${row.id}`, ...pairs(row.below, row.id)]);

it('has the boxes of the canvas, each below the box it hangs from there', () => {
  const boxes = canvasElements(SMALL, String).filter(
    ({ data }) => data.source === undefined && data.place !== 'joint',
  );
  expect(pairs(treeRows(drawnCompared(SMALL.nodes))).sort()).toEqual(
    boxes.map(({ data }) => `${String(data.parentToken ?? '^')} > ${String(data.id)}`).sort(),
  );
});

it('counts what is left out, and never of what is above', () => {
  const rows = treeRows(drawnCompared(SMALL.nodes));
  const find = (id: string, within: readonly TreeRow[]): TreeRow | undefined =>
    within.find((row) => row.id === id) ?? within.map((row) => find(id, row.below)).find(Boolean);
  expect(find('more:web', rows)).toMatchObject({ kind: 'more', token: 'web', leftOut: 410, node: null });
  expect(find('more:till', rows)).toMatchObject({ leftOut: 3 });
  expect(find('more:software', rows)).toBeUndefined();
});

it('marks what changed, and shows what stood there once', () => {
  const rows = treeRows(
    drawnCompared(SMALL.nodes, [
      { kind: 'added', concept: 'shop', before: null, after: 'web', isFlavour: false },
      { kind: 'gone', concept: 'old', before: 'wiki', after: null, isFlavour: false },
    ]),
  );
  const [, shop, wiki] = [rows[0], rows[0]?.below[0]?.below[0], rows[0]?.below[0]?.below[1]];
  expect(shop).toMatchObject({ token: 'shop', sign: '+' });
  expect(wiki?.below).toMatchObject([{ id: 'gone:old', kind: 'gone', token: 'old', sign: '−' }]);
});

it('says what a name becomes', () => {
  const drawn = drawnCompared(SMALL.nodes);
  const marks = new Map([['shop', { kind: 'renamed', label: 'shop → store' } as const]]);
  const [shop, wiki] = treeRows({ ...drawn, marks })[0]?.below[0]?.below ?? [];
  expect(shop).toMatchObject({ token: 'shop', renamed: 'shop → store', sign: null });
  expect(wiki).toMatchObject({ token: 'wiki', renamed: null });
});

it('is open two levels below the concept, and down to it', () => {
  expect([...openAtFirst(SMALL)]).toEqual(['software', 'web', 'shop', 'wiki']);
});
