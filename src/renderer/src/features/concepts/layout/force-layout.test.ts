// Promise: what is around a concept is drawn the same every time, the focus in the middle, and no box over another.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../../../shared/testing/campaign.ts';
import { BOX, type ForceInput, layoutForces } from './force-layout.ts';

/** A made-up neighbourhood: each hangs from one before it, some from two. */
const pictureOf = (count: number, dice: (n: number) => number): ForceInput => ({
  nodes: Array.from({ length: count }, (_, i) => ({
    token: `c${String(i)}`,
    width: 50 + (dice(i) % 180),
    hops: i === 0 ? 0 : 1 + (i % 3),
  })),
  links: Array.from({ length: count - 1 }, (_, i): [string, string] => [
    `c${String(i + 1)}`,
    `c${String(dice(i + 7) % (i + 1))}`,
  ]),
});

function overlapsOf({ nodes }: ForceInput, points: ReturnType<typeof layoutForces>): string[] {
  return points.flatMap((a, i) =>
    points.slice(i + 1).flatMap((b, k) => {
      const [wide, other] = [nodes[i]?.width ?? 0, nodes[i + 1 + k]?.width ?? 0];
      return Math.abs(a.x - b.x) < (wide + other) / 2 && Math.abs(a.y - b.y) < BOX
        ? [`${a.token}/${b.token}`]
        : [];
    }),
  );
}

describe('layoutForces', () => {
  it.each([10, 30, 150, 300, 600])(
    'draws %i concepts without one box over another, the same twice',
    (count) => {
      const input = pictureOf(count, (n) => (n * 7919) % 1009);
      const points = layoutForces(input);
      expect(points).toHaveLength(count);
      expect(points[0]).toEqual({ token: 'c0', x: 0, y: 0 });
      expect(overlapsOf(input, points)).toEqual([]);
      expect(layoutForces(input)).toEqual(points);
    },
  );

  it('keeps boxes apart in any picture, stars, chains and crowds alike', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.nat(999), { minLength: 50, maxLength: 50 }),
        (count, dice) => {
          const input = pictureOf(count, (n) => dice[n % 50] ?? 0);
          expect(overlapsOf(input, layoutForces(input))).toEqual([]);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  it('puts what is linked nearer than what is not', () => {
    const input = pictureOf(60, (n) => (n * 31) % 17);
    const points = new Map(layoutForces(input).map((point) => [point.token, point]));
    const away = (a: string, b: string) => {
      const [p, q] = [points.get(a), points.get(b)];
      return Math.hypot((p?.x ?? 0) - (q?.x ?? 0), (p?.y ?? 0) - (q?.y ?? 0));
    };
    const mean = (all: number[]) => all.reduce((sum, x) => sum + x, 0) / all.length;
    const linked = mean(input.links.map(([a, b]) => away(a, b)));
    const all = mean(
      input.nodes.flatMap((a) => input.nodes.filter((b) => a !== b).map((b) => away(a.token, b.token))),
    );
    expect(linked).toBeLessThan(all * 0.7);
  });
});
