import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import type { Component, Scope } from '../formats/records.ts';
import type { Inventory } from './inputs.ts';
import { Insides, pathsTo, Reaches } from './paths.ts';

const component = (n: number, scope: Scope): Component => ({
  ...{
    ref: String(n),
    name: `c${n}`,
    version: '1',
    purl: null,
    cpe: null,
    kind: 'library',
    scope,
    digests: [],
  },
});
type Listed = Pick<Inventory, 'parts' | 'needs'>;

/** @param needs `parent>child`, with `!` behind it where it is for the build */
function listOf(size: number, needs: readonly string[], build: readonly number[] = []): Listed {
  return {
    parts: Array.from({ length: size }, (_, i) => ({
      ...{ n: i + 1, purl: null, component: component(i + 1, build.includes(i + 1) ? 'build' : 'runtime') },
    })),
    needs: needs.map((text) => {
      const [parent, child] = text.replace('!', '').split('>').map(Number);
      return {
        parent: parent ?? 0,
        child: child ?? 0,
        scope: text.endsWith('!') ? ('build' as const) : ('runtime' as const),
      };
    }),
  };
}
const name = (n: number) => `c${n}`;

it('finds the shortest way through what runs, before a shorter one through what only builds', () => {
  const list = listOf(4, ['0>1', '1>2', '2>3', '0>4', '4>3'], [4]);
  expect(new Reaches(list).to(3)).toEqual({ depth: 3, scope: 'runtime', path: [1, 2, 3] });
  expect(pathsTo(list, 3, name).paths).toEqual([
    [1, 2, 3],
    [4, 3],
  ]);
});

it('calls a component of the build what nothing that runs leads to', () => {
  const list = listOf(3, ['0>1!', '1>2', '0>3'], []);
  const reaches = new Reaches(list);
  expect([1, 2, 3].map((n) => reaches.to(n)?.scope)).toEqual(['build', 'build', 'runtime']);
});

it('takes what nothing needs as needed directly, also where a list does not say what needs what', () => {
  expect(new Reaches(listOf(2, [])).to(2)).toEqual({ depth: 1, scope: 'runtime', path: [2] });
  const list = listOf(3, ['0>1', '2>3']);
  expect(new Reaches(list).to(3)).toEqual({ depth: 2, scope: 'runtime', path: [2, 3] });
});

it('comes to an end where components need each other', () => {
  const list = listOf(4, ['0>1', '1>2', '2>1', '3>4', '4>3']);
  expect(new Reaches(list).to(2)?.path).toEqual([1, 2]);
  expect(new Reaches(list).to(4)?.path).toEqual([3, 4]);
  expect(pathsTo(list, 2, name).paths).toEqual([[1, 2]]);
});

it('counts ways of equal coordinates once, keeps so many, and says how many there are', () => {
  // A ladder of 12 rungs: 2^12 ways.
  const needs = ['0>1', '0>2'];
  for (let n = 1; n < 25; n += 2)
    needs.push(`${n}>${n + 2}`, `${n}>${n + 3}`, `${n + 1}>${n + 2}`, `${n + 1}>${n + 3}`);
  const list = listOf(26, needs);
  const { paths, clamped } = pathsTo(list, 25, name);
  expect([paths.length, clamped]).toEqual([200, { kept: 200, total: 4096, more: false }]);
  expect(pathsTo(list, 25, (n) => `c${Math.ceil(n / 2)}`).clamped).toEqual({
    kept: 1,
    total: 1,
    more: false,
  });
});

it('does a bounded amount of work on a list made to have more ways than there is time', () => {
  const size = 200;
  const needs = Array.from({ length: size }, (_, a) => `0>${a + 1}`);
  for (let a = 1; a <= size; a++) for (let b = 1; b <= size; b += 3) if (a !== b) needs.push(`${a}>${b}`);
  const begun = process.cpuUsage().user;
  const { clamped } = pathsTo(listOf(size, needs), 1, name);
  expect(clamped.more).toBe(true);
  expect((process.cpuUsage().user - begun) / 1000).toBeLessThan(3000);
});

it('leads from the product to the component over what the list says, whatever the list, and in whatever order it is', () => {
  const lists = fc.tuple(
    fc.integer({ min: 1, max: 12 }),
    fc.array(fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 12 }), fc.boolean()), { maxLength: 40 }),
    fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
  );
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 12 }), ([size, raw, build], target) => {
      const needs = raw
        .filter(([a, b]) => a <= size && b <= size)
        .map(([a, b, built]) => `${a}>${b}${built ? '!' : ''}`);
      const list = listOf(size, needs, build);
      const reach = new Reaches(list).to(target);
      if (target > size) {
        expect(reach).toBeUndefined();
        return;
      }
      expect(reach?.path.at(-1)).toBe(target);
      expect(reach?.depth).toBe(reach?.path.length);
      const { paths } = pathsTo(list, target, name);
      expect(paths.some((path) => path.length === reach?.depth)).toBe(true);
      for (const path of paths) expect(new Set(path).size).toBe(path.length);
      const turned = { parts: list.parts.toReversed(), needs: list.needs.toReversed() };
      expect(pathsTo(turned, target, name)).toEqual(pathsTo(list, target, name));
      expect(new Reaches(turned).to(target)).toEqual(reach);
    }),
    { numRuns: runs(2000) },
  );
});

describe('a component is within another', () => {
  it('where every way to it leads through that one, and not where one leads around it', () => {
    const insides = new Insides(listOf(5, ['0>1', '1>2', '2>3', '0>4', '4>5', '1>5']));
    const within = (whole: number) => [1, 2, 3, 4, 5].filter((n) => insides.isWithin(n, whole));
    expect([0, 1, 2, 4].map(within)).toEqual([[1, 2, 3, 4, 5], [2, 3], [3], []]);
  });

  it('exactly where it is cut off when that one is taken out', () => {
    const size = 9;
    const edge = fc
      .tuple(fc.nat(size), fc.integer({ min: 1, max: size }))
      .map(([from, to]) => `${from}>${to}`);
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 25 }), (needs) => {
        const list = listOf(size, needs);
        const insides = new Insides(list);
        const numbers = list.parts.map(({ n }) => n);
        for (const whole of numbers) {
          // What only circles lead to hangs below the first of them.
          const roots = numbers.filter((n) => new Reaches(list).to(n)?.depth === 1);
          const left = reached(
            list,
            roots.filter((n) => n !== whole),
            whole,
          );
          const inside = numbers.filter((n) => n !== whole && !left.has(n));
          expect(numbers.filter((n) => insides.isWithin(n, whole))).toEqual(inside);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('in a list of two long strands that are knotted at every step, in time', () => {
    const half = 50_000;
    const needs = Array.from({ length: half - 1 }, (_, i) => [
      { parent: i + 1, child: i + 2, scope: 'runtime' as const },
      { parent: half + i + 1, child: half + i + 2, scope: 'runtime' as const },
      { parent: i + 2, child: half + i + 2, scope: 'runtime' as const },
    ]).flat();
    const list = listOf(2 * half, []);
    const knots = [
      ...needs,
      { parent: 0, child: 1, scope: 'runtime' as const },
      { parent: 1, child: half + 1, scope: 'runtime' as const },
    ];
    const insides = new Insides({ parts: list.parts, needs: knots });
    expect([insides.isWithin(2 * half, 1), insides.isWithin(2 * half, half)]).toEqual([true, false]);
  });
});

function reached({ needs }: Listed, roots: readonly number[], barred: number): ReadonlySet<number> {
  const met = new Set<number>();
  const waiting = [...roots];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === barred || met.has(next)) continue;
    met.add(next);
    for (const { parent, child } of needs) if (parent === next) waiting.push(child);
  }
  return met;
}
