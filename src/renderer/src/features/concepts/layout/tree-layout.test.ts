// Promise: a neighbourhood of any shape is drawn without overlaps, parents above children, the focus in the middle.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../../../shared/testing/campaign.ts';
import { BOX_HEIGHT, boxLabel, type LayoutInput, layoutTree } from './tree-layout.ts';

/** A random tree: node i hangs from an earlier node, so there is one root and no cycle. */
const randomTree = fc
  .array(fc.record({ name: fc.stringMatching(/^[a-z]{1,40}$/), up: fc.nat() }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((items) =>
    items.map<LayoutInput>(({ name, up }, i) => ({
      token: `${name}${String(i)}`,
      parent: i === 0 ? null : `${items[up % i]?.name ?? ''}${String(up % i)}`,
    })),
  );

/** So many concepts, each with up to so many children, level by level. */
const treeOf = (count: number, per: number): LayoutInput[] =>
  Array.from({ length: count }, (_, i) => ({
    token: `n${String(i)}`,
    parent: i === 0 ? null : `n${String(Math.floor((i - 1) / per))}`,
  }));

describe('layoutTree', () => {
  it('overlaps no two boxes, and keeps every concept exactly once', () => {
    fc.assert(
      fc.property(randomTree, fc.nat(), (nodes, pick) => {
        const focus = nodes[pick % nodes.length]?.token ?? '';
        const { boxes } = layoutTree(nodes, focus);
        expect(boxes.map((b) => b.token).sort()).toEqual(nodes.map((n) => n.token).sort());
        for (const [i, a] of boxes.entries()) {
          for (const b of boxes.slice(i + 1)) {
            const apart = Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= BOX_HEIGHT;
            expect(apart, `${a.token} and ${b.token}`).toBe(true);
          }
        }
      }),
    );
  });

  it('puts every parent above its children and the focus at 0/0', () => {
    fc.assert(
      fc.property(randomTree, fc.nat(), (nodes, pick) => {
        const focus = nodes[pick % nodes.length]?.token ?? '';
        const at = new Map(layoutTree(nodes, focus).boxes.map((b) => [b.token, b]));
        expect(at.get(focus)).toMatchObject({ x: 0, y: 0 });
        for (const { token, parent } of nodes) {
          if (parent !== null) expect(at.get(parent)?.y ?? 0).toBeLessThan(at.get(token)?.y ?? 0);
        }
      }),
    );
  });

  it.each([30, 150, 300, 1500])(
    'makes of %i concepts a picture about as wide as high, however they branch',
    (count) => {
      for (const per of [5, 12, 38, count]) {
        const { boxes } = layoutTree(treeOf(count, per), 'n0');
        const xs = boxes.map((b) => b.x);
        const ys = boxes.map((b) => b.y);
        const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
        expect(width / height, `${String(per)} children each`).toBeLessThan(3.2);
        expect(width / height, `${String(per)} children each`).toBeGreaterThan(0.6);
      }
    },
  );

  it('draws no line through a box but the one it leads to', () => {
    fc.assert(
      fc.property(randomTree, fc.nat(), (nodes, pick) => {
        const focus = nodes[pick % nodes.length]?.token ?? '';
        const { boxes, lines } = layoutTree(nodes, focus);
        for (const { id, from, to } of lines) {
          for (const { token, x, y, width } of boxes) {
            const isApart =
              Math.max(from.x, to.x) <= x - width / 2 ||
              Math.min(from.x, to.x) >= x + width / 2 ||
              Math.max(from.y, to.y) <= y - BOX_HEIGHT / 2 ||
              Math.min(from.y, to.y) >= y + BOX_HEIGHT / 2;
            expect(isApart, `${id} and ${token}`).toBe(true);
          }
        }
      }),
    );
  });

  it('does not hang on a cycle it was handed', () => {
    const cycle = [
      { token: 'a', parent: 'b' },
      { token: 'b', parent: 'a' },
    ];
    expect(
      layoutTree(cycle, 'a')
        .boxes.map((b) => b.token)
        .sort(),
    ).toEqual(['a', 'b']);
  });
});

it('cuts very long tokens in the middle and leaves others whole', () => {
  expect(boxLabel('gnommoweb')).toBe('gnommoweb');
  const long = boxLabel('a-very-long-service-name-that-nobody-should-use-v2');
  expect(long.length).toBe(28);
  expect(long.endsWith('use-v2')).toBe(true);
});
