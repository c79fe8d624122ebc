// Promises of what lists add to a pack: the newest observations and the shortest ways that run are kept, with how many there were; equal ways count once.
import { describe, expect, it } from 'vitest';
import { dependentsOf, MOST_OBSERVATIONS, MOST_PATHS, sbomOf } from './pack-sbom.ts';
import { listOf } from './testing/pack-parts.ts';

const sbom = (...given: Parameters<typeof sbomOf>) => {
  const made = sbomOf(...given);
  if (made === 'absent') throw new Error('there is a list');
  return made;
};

const observed = (n: number) => ({
  ...{
    product: 'p',
    package_key: 'k',
    vulnerability: 'v',
    version: String(n),
    status: 'affected',
    fix: null,
  },
  ...{ first_seen: 0, last_seen: n },
});

describe('lists of a pack', () => {
  it('keep 500 observations, the newest, and say how many there were', () => {
    const observations = Array.from({ length: MOST_OBSERVATIONS + 7 }, (_, n) => observed(n));
    const { timeline } = sbom([listOf(['a'], [], [1])], observations);
    expect(timeline.clamped).toEqual({ kept: 500, total: 507 });
    expect([timeline.items[0]?.last_seen, timeline.items.at(-1)?.last_seen]).toEqual([506, 7]);
  });

  it('keep 200 ways, those that run and are short before others, and say how many there were', () => {
    // 300 ways in by one step between; the first ten are for building alone.
    const names = ['target', ...Array.from({ length: 300 }, (_, n) => `m${n}`)];
    const needs = Array.from({ length: 300 }, (_, n) => [
      `${n < 10 ? '~' : ''}0>${n + 2}`,
      `${n + 2}>1`,
    ]).flat();
    const { paths } = sbom([listOf(names, [...needs, '~0>1'], [1])], []);
    expect(paths.clamped).toEqual({ kept: MOST_PATHS, total: 301 });
    expect(new Set(paths.items.map(({ scope }) => scope))).toEqual(new Set(['runtime']));
    expect(paths.items.every(({ path }) => path.length === 3 && path[0] === 'web@1')).toBe(true);
    const few = sbom([listOf(['target', 'm'], ['0>2', '2>1', '~0>1'], [1])], []);
    expect(few.paths.items.map(({ scope, path }) => [scope, path.join(' ')])).toEqual([
      ['runtime', 'web@1 m@1.0 target@1.0'],
      ['build', 'web@1 target@1.0'],
    ]);
  });

  it('count ways once that are equal in what they lead through', () => {
    const { paths } = sbom([listOf(['target', 'm', 'm'], ['0>2', '0>3', '2>1', '3>1'], [1, 1])], []);
    expect(paths.clamped).toEqual({ kept: 1, total: 1 });
  });

  it('name who needs a component, through others too, once, in lists that lead back to themselves', () => {
    const list = listOf(['target', 'a', 'b', 'c'], ['0>2', '2>3', '3>1', '1>3', '0>4'], [1]);
    expect(dependentsOf([list]).sort()).toEqual(['a@1.0', 'b@1.0']);
  });
});
