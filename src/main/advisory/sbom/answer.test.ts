// Promise: of what a service says about an artifact the pack gets the ways and the versions, no way more and none less, the same whatever order they came in; what
// does not fit is refused with its place and none of its content.
import { describe, expect, it } from 'vitest';
import { fc, RUNS, SEED } from '../../../shared/testing/campaign.ts';
import { MOST_OBSERVATIONS, MOST_PATHS, sbomOf } from '../retrieval/pack-sbom.ts';
import type { PackSbom } from '../retrieval/pack-shape.ts';
import { readAnswer } from './answer.ts';
import { SAID } from './testing/scripted-sbom-service.ts';

const ASKED = {
  project: 'default',
  ids: ['CVE-2026-1'],
  packages: ['npm/left-pad'],
  artifact: 'registry.example/web',
};

const read = (value: unknown, asked = ASKED) => readAnswer(JSON.stringify(value), asked);
function packed(value: unknown): PackSbom {
  const { lists, observations } = read(value);
  const pack = sbomOf(lists, observations);
  if (pack === 'absent') throw new Error('there is no list');
  return pack;
}
const why = (value: unknown, asked: typeof ASKED | { artifact: null } = ASKED): string => {
  try {
    read(value, { ...ASKED, ...asked } as typeof ASKED);
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
};

describe('what the service says', () => {
  it('is put into the pack: what the list is of, the ways, the versions', () => {
    const { lists, paths, timeline } = packed(SAID);
    expect(lists).toEqual([
      {
        ...{ source_id: 'sbom-service/name/registry.example/web', product: 'name/registry.example/web' },
        ...{
          name: 'registry.example/web',
          version: null,
          content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    ]);
    expect(paths).toEqual({
      items: [
        {
          ...{ product: 'name/registry.example/web', scope: 'runtime' },
          path: ['registry.example/web', 'pkg:npm/padder@2.0.0', 'pkg:npm/left-pad@1.1.0'],
        },
        {
          ...{ product: 'name/registry.example/web', scope: 'build' },
          path: ['registry.example/web', 'pkg:npm/left-pad@1.1.0'],
        },
      ],
      clamped: { kept: 2, total: 2 },
    });
    const seen = { product: 'name/registry.example/web', package_key: 'npm/left-pad', vulnerability: '' };
    expect(timeline.items).toEqual(
      [
        {
          ...{ ...seen, version: '1.2.0', status: 'fixed', fix: '1.2.0' },
          ...{ first_seen: Date.UTC(2026, 1, 1), last_seen: Date.UTC(2026, 1, 1) },
        },
        {
          ...{ ...seen, version: '1.1.0', status: 'affected', fix: 'available' },
          ...{ first_seen: Date.UTC(2026, 0, 1), last_seen: Date.UTC(2026, 1, 1) + 123 },
        },
      ].sort((a, b) => b.last_seen - a.last_seen),
    );
  });

  it('has ways equal in their coordinates once, and they run when one of them does', () => {
    const way = (isRuntime: boolean, version: string) => ({
      isRuntime,
      nodes: [
        { identifier: 'a', version: '1' },
        { identifier: 'pkg:npm/b', version },
      ],
    });
    const { paths } = packed({
      ...SAID,
      dependencyPaths: [way(false, '1 '), way(true, '1'), way(false, '2')],
    });
    expect(paths.items.map(({ scope, path }) => [scope, path.slice(1)])).toEqual([
      ['runtime', ['a@1', 'pkg:npm/b@1']],
      ['build', ['a@1', 'pkg:npm/b@2']],
    ]);
    expect(paths.clamped).toEqual({ kept: 2, total: 2 });
  });

  it('is clamped in the pack, which says of how many', () => {
    const versions = Array.from({ length: 700 }, (_, n) => ({
      ...{ version: `1.${n}`, status: 'affected', firstObserved: new Date(n * 1000).toISOString() },
    }));
    const dependencyPaths = Array.from({ length: 300 }, (_, n) => ({
      nodes: [{ identifier: `p${n}` }, { identifier: 'pkg:npm/left-pad@1' }],
    }));
    const { paths, timeline } = packed({ ...SAID, versions, dependencyPaths });
    expect([paths.clamped, paths.items.length]).toEqual([{ kept: MOST_PATHS, total: 300 }, MOST_PATHS]);
    expect([timeline.clamped, timeline.items[0]?.version]).toEqual([
      { kept: MOST_OBSERVATIONS, total: 700 },
      '1.699',
    ]);
  });

  it('has versions and no way, or is of several artifacts', () => {
    expect(packed({ ...SAID, dependencyPaths: null }).timeline.items).toHaveLength(2);
    const { lists } = packed([SAID, { ...SAID, artifactId: 'another' }]);
    expect(lists.map(({ name }) => name)).toEqual(['another', 'registry.example/web']);
    expect(read({ artifactId: 'x' })).toEqual({ lists: [], observations: [] });
    expect(read([])).toEqual({ lists: [], observations: [] });
  });

  it('gives the same lists in any order, and exactly the ways it says', () => {
    const node = fc.record({
      identifier: fc.constantFrom('a', 'b', 'pkg:npm/c', 'registry.example/web'),
      version: fc.constantFrom('1', '2', null),
    });
    const path = fc.record({
      isRuntime: fc.boolean(),
      nodes: fc.array(node, { minLength: 1, maxLength: 5 }),
    });
    const version = fc.record({
      ...{ version: fc.constantFrom('1', '2'), status: fc.constantFrom('affected', 'fixed') },
      firstObserved: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00+02:00'),
    });
    const pair = <T>(one: fc.Arbitrary<T>) =>
      fc
        .array(one, { maxLength: 8 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(pair(path), pair(version), ([ways, otherWays], [seen, otherSeen]) => {
        const one = read({ ...SAID, dependencyPaths: ways, versions: seen });
        const other = read({ ...SAID, dependencyPaths: otherWays, versions: otherSeen });
        expect(other).toEqual(one);
        const named = (nodes: (typeof ways)[number]['nodes']) =>
          nodes
            .slice(nodes[0]?.identifier === SAID.artifactId ? 1 : 0)
            .map(({ identifier, version: at }) => (at === null ? identifier : `${identifier}@${at}`));
        const said = new Set(ways.map(({ nodes }) => named(nodes).join(' ')).filter((text) => text !== ''));
        const pack = sbomOf(one.lists, one.observations);
        const had = pack === 'absent' ? [] : pack.paths.items.map(({ path: way }) => way.slice(1).join(' '));
        expect(had.sort()).toEqual([...said].sort());
        for (const item of pack === 'absent' ? [] : pack.paths.items) {
          const runs = ways.some(
            ({ nodes, isRuntime }) => isRuntime && named(nodes).join(' ') === item.path.slice(1).join(' '),
          );
          expect(item.scope).toBe(runs ? 'runtime' : 'build');
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it.each([
    [
      { versions: [{ version: '1', firstObserved: 'hunter2-yesterday', status: 'x' }] },
      /versions\.0\.firstObserved: /,
    ],
    [{ versions: 'hunter2' }, /versions: /],
    [{ dependencyPaths: [{ nodes: [] }] }, /dependencyPaths\.0\.nodes: /],
    [
      { dependencyPaths: [{ nodes: [{ identifier: '  ' }] }] },
      /dependencyPaths\.0\.nodes\.0\.identifier: it is empty/,
    ],
    [
      { dependencyPaths: Array.from({ length: 2001 }, () => ({ nodes: [{ identifier: 'a' }] })) },
      /dependencyPaths: /,
    ],
    [{ artifactId: 7 }, /artifactId: /],
  ])('that does not fit is refused with its place: %#', (part, reason) => {
    const words = why({ ...SAID, ...part });
    expect(words).toMatch(/^The answer of the SBOM service is invalid: /);
    expect(words).toMatch(reason);
    expect(words).not.toContain('hunter2');
  });

  it('that is about nothing is refused', () => {
    expect(why({ ...SAID, artifactId: null }, { artifact: null })).toMatch(/artifactId is missing/);
    expect(why({ ...SAID, purl: 'no purl' })).toMatch(/of no package/);
    for (const odd of ['[[]]', '7', 'null', '"text"', '{'])
      expect(() => readAnswer(odd, ASKED)).toThrow(/is invalid: /);
  });
});
