// Promise: a neighbourhood of any shape is drawn without overlaps, parents above children, the focus in the middle.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
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

  it('packs a long run of leaves into columns instead of one endless row', () => {
    const leaves = Array.from({ length: 300 }, (_, i) => ({ token: `lab-${String(i)}`, parent: 'campus' }));
    const { boxes, stems, hangs } = layoutTree([{ token: 'campus', parent: null }, ...leaves], 'campus');
    const xs = boxes.map((b) => b.x);
    const ys = boxes.map((b) => b.y);
    expect(hangs.size).toBe(300);
    expect(stems.length).toBeGreaterThan(3);
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(3 * (Math.max(...ys) - Math.min(...ys)));
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
