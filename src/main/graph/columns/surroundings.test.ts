// What is around a concept, against a plain search by breadth over all facts.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { ConceptGraph } from './concept-graph.ts';
import { surroundings } from './surroundings.ts';

const P = 'default';
type Fact = readonly [concept: number, parent: number, dim: number];

function graphOf(count: number, facts: readonly Fact[]): ConceptGraph {
  const graph = new ConceptGraph();
  for (let id = 1; id <= count; id++)
    graph.putConcept({
      id,
      token: `c${String(id)}`,
      encounterCount: 0,
      lastSeen: 0,
      novelty: 0,
      common: false,
    });
  for (const [i, [concept, parent, dim]] of facts.entries())
    graph.putEdge({
      ...{ edgeId: i + 1, project: P, concept, parent, dim, isIsa: true, confidence: 1 },
      ...{ lastConfirmed: i, source: 'gutask', doNotUse: false },
    });
  return graph;
}

/** How far everything is from a concept, by looking at every fact again and again. */
function distances(facts: readonly Fact[], focus: number, hops: number): Map<number, number> {
  const away = new Map([[focus, 0]]);
  for (let hop = 1; hop <= hops; hop++) {
    const reached = new Set(away.keys());
    for (const [concept, parent] of facts) {
      if (reached.has(concept) && !away.has(parent)) away.set(parent, hop);
      if (reached.has(parent) && !away.has(concept)) away.set(concept, hop);
    }
  }
  return away;
}

describe('what is around a concept', () => {
  it('is what so many facts lead to, in all dimensions, counted as a whole; and every fact between what is shown', () => {
    const facts = fc.array(fc.tuple(fc.nat(29), fc.nat(29), fc.nat(3)), { maxLength: 60 }).map((all) => {
      const places = new Map<string, Fact>();
      // Concepts come after their parents, so there is no cycle; 1 to 4 are the dimensions.
      for (const [a, b, dim] of all)
        if (a !== b)
          places.set(`${Math.max(a, b)}/${dim}`, [Math.max(a, b) + 5, Math.min(a, b) + 5, dim + 1]);
      return [...places.values()];
    });
    fc.assert(
      fc.property(
        facts,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 40 }),
        (all, hops, limit) => {
          const found = surroundings(graphOf(40, all), 5, { project: P, hops, limit });
          const away = distances(all, 5, hops);
          expect(found.total).toBe(away.size);
          expect(found.concepts).toHaveLength(Math.min(limit, found.concepts.length));
          if (away.size <= limit) expect(found.concepts).toHaveLength(away.size);
          for (const { concept, hops: told } of found.concepts) expect(told).toBe(away.get(concept));
          const shown = new Set(found.concepts.map(({ concept }) => concept));
          const between = all.filter(([concept, parent]) => shown.has(concept) && shown.has(parent));
          expect(found.edges).toHaveLength(between.length);
          // Nothing stands alone.
          for (const { concept } of found.concepts)
            if (concept !== 5)
              expect(found.edges.some((edge) => edge.concept === concept || edge.parent === concept)).toBe(
                true,
              );
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('lets a hub not take all the room from what stands beside it', () => {
    const many: Fact[] = Array.from({ length: 300 }, (_, n) => [10 + n, 5, 1]);
    const few: Fact[] = [
      [5, 6, 2],
      [7, 6, 2],
      [8, 7, 3],
    ];
    const found = surroundings(graphOf(320, [...many, ...few]), 5, { project: P, hops: 3, limit: 60 });
    const shown = found.concepts.map(({ concept }) => concept);
    expect(shown).toContain(6);
    expect(shown).toHaveLength(60);
    expect(found.total).toBe(304);
  });

  it('says that it did not count when there is more than anybody waits for', () => {
    const facts: Fact[] = Array.from({ length: 25_000 }, (_, n) => [10 + n, 5, 1]);
    const found = surroundings(graphOf(25_010, facts), 5, { project: P, hops: 2, limit: 150 });
    expect(found.total).toBeNull();
    expect(found.concepts).toHaveLength(150);
  });
});
