// Promise: names on the canvas never lie over each other, at 30, 150, 300 and 1,500 concepts and at any zoom; the focus is always named.
import { describe, expect, it } from 'vitest';
import { BOX_HEIGHT, boxLabel, layoutTree } from '../layout/tree-layout.ts';
import { type Mark, placeLabels } from './labels.ts';
import { overlap, READABLE, zoomFor } from './viewport.ts';

const STEMS = [
  'alder',
  'birch-of-the-north',
  'cedar',
  'dogwood',
  'elm',
  'a-very-long-service-name-that-nobody-uses',
];

/** A tree of so many concepts as the canvas marks it: the focus first, then by level. */
function marksOf(count: number, per: number): { marks: Mark[]; fits: number } {
  const token = (i: number) => `${STEMS[i % STEMS.length] ?? ''}-${String(i)}`;
  const nodes = Array.from({ length: count }, (_, i) => ({
    token: token(i),
    parent: i === 0 ? null : token(Math.floor((i - 1) / per)),
  }));
  const { boxes } = layoutTree(nodes, token(0));
  const depth = new Map<string, number>();
  for (const { token: own, parent } of nodes)
    depth.set(own, parent === null ? 0 : (depth.get(parent) ?? 0) + 1);
  const parentOf = new Map(nodes.map(({ token: own, parent }) => [own, parent]));
  const withChildren = new Set(nodes.map(({ parent }) => parent));
  const marks = boxes.map(({ token: id, x, y, width }) => {
    const level = depth.get(id) ?? 0;
    const rank = level === 0 ? -1 : 4 * level;
    const isLeaf = !withChildren.has(id);
    const group = parentOf.get(id) ?? '';
    return { id, label: boxLabel(id), x, y, width, height: BOX_HEIGHT, isLeaf, group, rank };
  });
  const box = {
    x1: Math.min(...boxes.map((b) => b.x - b.width / 2)),
    x2: Math.max(...boxes.map((b) => b.x + b.width / 2)),
    y1: Math.min(...boxes.map((b) => b.y)),
    y2: Math.max(...boxes.map((b) => b.y)),
  };
  return { marks, fits: zoomFor(box, { width: 824, height: 676 }) };
}

describe.each([30, 150, 300, 1500])('of %i concepts', (count) => {
  it.each([5, 17, 38])('with %i children each, no two names overlap, and the focus has its own', (per) => {
    const { marks, fits } = marksOf(count, per);
    for (let zoom = Math.min(fits, READABLE); zoom <= READABLE; zoom += 0.05) {
      const placed = placeLabels(marks, zoom);
      expect(placed[0]?.id).toBe(marks[0]?.id);
      const over = placed.flatMap((a, i) =>
        placed.slice(i + 1).flatMap((b) => (overlap(a, b) ? [`${a.id} and ${b.id}`] : [])),
      );
      expect(over).toEqual([]);
    }
  });

  it('names what has children when everything is in sight', () => {
    const { marks, fits } = marksOf(count, Math.ceil(Math.sqrt(count)));
    if (fits >= READABLE) return;
    const placed = new Set(placeLabels(marks, fits).map(({ id }) => id));
    const parents = marks.filter(({ rank }) => rank === 4).filter(({ id }) => placed.has(id));
    expect(parents.length / marks.filter(({ rank }) => rank === 4).length).toBeGreaterThan(0.6);
  });
});

it('shows what is pointed at over everything else', () => {
  const { marks } = marksOf(300, 300);
  const pointed = marks.map((mark, i) => (i === 200 ? { ...mark, rank: -2 } : mark));
  expect(placeLabels(pointed, 0.3)[0]?.id).toBe(marks[200]?.id);
});
