// Promise: what was put elsewhere stands there with all that is below it, hangs from its parent, and leaves no line behind that leads nowhere.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../../../shared/testing/campaign.ts';
import { type LayoutInput, layoutTree } from './tree-layout.ts';

const name = (i: number) => `n${String(i)}`;
/** Any tree of up to 40, and any of its boxes but the root put anywhere. */
const arranged = fc
  .array(fc.nat(), { minLength: 1, maxLength: 40 })
  .map((parents): LayoutInput[] => [
    { token: name(0), parent: null },
    ...parents.map((p, i) => ({ token: name(i + 1), parent: name(p % (i + 1)) })),
  ])
  .chain((nodes) =>
    fc.record({
      nodes: fc.constant(nodes),
      shifts: fc
        .array(fc.tuple(fc.integer({ min: 1, max: nodes.length - 1 }), fc.integer(), fc.integer()), {
          maxLength: 8,
        })
        .map((list) => new Map(list.map(([i, x, y]) => [name(i), { x: x % 1000, y: y % 1000 }] as const))),
    }),
  );

describe('a tree with boxes put elsewhere', () => {
  it('shifts each box by what it and those above it were put, and nothing else', () => {
    fc.assert(
      fc.property(arranged, ({ nodes, shifts }) => {
        const tidy = new Map(layoutTree(nodes, name(0)).boxes.map((box) => [box.token, box]));
        const layout = layoutTree(nodes, name(0), shifts);
        for (const { token, x, y } of layout.boxes) {
          const by = { x: 0, y: 0 };
          for (let at: string | undefined = token; at !== undefined; at = layout.parents.get(at)) {
            by.x += shifts.get(at)?.x ?? 0;
            by.y += shifts.get(at)?.y ?? 0;
          }
          expect(x - (tidy.get(token)?.x ?? Number.NaN), token).toBeCloseTo(by.x, 6);
          expect(y - (tidy.get(token)?.y ?? Number.NaN), token).toBeCloseTo(by.y, 6);
        }
      }),
    );
  });

  it('has them hang from their parents, and every end of a line meets something', () => {
    fc.assert(
      fc.property(arranged, ({ nodes, shifts }) => {
        const { boxes, lines, entries } = layoutTree(nodes, name(0), shifts);
        for (const token of shifts.keys()) expect(entries.has(token), token).toBe(false);
        const meets = (x: number, y: number, own: string) =>
          boxes.some((box) => box.x === x && Math.abs(Math.abs(box.y - y) - 14) < 1e-6) ||
          [...entries.values()].some((at) => Math.hypot(at.x - x, at.y - y) < 1e-6) ||
          lines.some(
            ({ id, from, to }) =>
              id !== own &&
              Math.min(from.x, to.x) - 1e-6 <= x &&
              x <= Math.max(from.x, to.x) + 1e-6 &&
              Math.min(from.y, to.y) - 1e-6 <= y &&
              y <= Math.max(from.y, to.y) + 1e-6,
          );
        for (const { id, from, to } of lines) {
          expect(meets(from.x, from.y, id), `${id} begins nowhere`).toBe(true);
          expect(meets(to.x, to.y, id), `${id} ends nowhere`).toBe(true);
        }
      }),
    );
  });
});
