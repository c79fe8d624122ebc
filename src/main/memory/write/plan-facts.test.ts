// What becomes of facts before anything is written: by the book whatever is above them, and never at others' expense.

import { describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../../shared/seeded-random.ts';
import { fc } from '../../../shared/testing/campaign.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { fact, told } from '../testing/temp-memory.ts';
import { Overlay } from './overlay.ts';
import { type PlacedClaim, planFacts } from './plan-facts.ts';

const P = 'default';
const TYPE = 1;

/** `parents` by concept; ids count up from 1, which is the dimension. */
function graphOf(concepts: number, parents: ReadonlyMap<number, number>): ConceptGraph {
  const graph = new ConceptGraph();
  for (let id = 1; id <= concepts; id++) {
    graph.putConcept({ id, token: `n${id}`, encounterCount: 0, lastSeen: 0, novelty: 0, common: false });
  }
  for (const [concept, parent] of [[TYPE, TYPE] as const, ...parents]) {
    graph.putEdge({
      ...{ edgeId: concept, project: P, concept, parent, dim: TYPE, isIsa: true, confidence: 1 },
      ...{ lastConfirmed: 1, source: 'gutask', doNotUse: false },
    });
  }
  return graph;
}

const claim = (concept: number, parent: number): PlacedClaim => ({
  ...{ project: P, concept, parent, dim: TYPE, provenance: told() },
  fact: fact(`n${concept} isa n${parent}`),
});

/** What becomes of claims when every way up is walked one by one. */
function naive(parents: ReadonlyMap<number, number>, claims: readonly PlacedClaim[]): string[] {
  const held = new Map(parents);
  return claims.map(({ concept, parent }) => {
    if (concept === parent) return 'refused';
    const there = held.get(concept);
    if (there !== undefined) return there === parent ? 'confirmed' : 'conflict';
    for (let at: number | undefined = parent; at !== undefined; at = held.get(at)) {
      if (at === concept) return 'conflict';
    }
    held.set(concept, parent);
    return 'inserted';
  });
}

describe('planning facts', () => {
  it('finds every cycle, through what is known and what was just planned, however long the way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.double({ min: 0.5, max: 1, noNaN: true }), async (seed, share) => {
        // Trees of long and short branches over rows of which many are remembered, then claims that join them.
        const random = seededRandom(seed);
        const pick = (below: number) => 2 + Math.floor(random() * (below - 2));
        const concepts = 1500;
        const parents = new Map<number, number>();
        for (let id = 4; id <= concepts; id++) {
          if (random() < share) parents.set(id, random() < 0.9 ? id - 1 : pick(id));
        }
        const claims = Array.from({ length: 600 }, () => claim(pick(concepts), pick(concepts)));
        const { verdicts } = await planFacts(new Overlay(graphOf(concepts, parents)), claims);
        expect(verdicts.map(({ status }) => status)).toEqual(naive(parents, claims));
      }),
      { numRuns: 40 },
    );
  });

  const LONG = 20_000;
  /** Each concept below the next, up to LONG. */
  const chain = new Map(Array.from({ length: LONG - 2 }, (_, i) => [i + 2, i + 3]));

  it('walks the way up from where facts go once, not once for each of them', async () => {
    const count = 2000;
    const graph = graphOf(LONG + 2 * count, chain);
    const climbs = vi.spyOn(graph, 'climb');
    // Facts with something below them, all along the lower half of the chain.
    const claims = Array.from({ length: count }, (_, i) => [
      claim(LONG + 2 * i + 2, LONG + 2 * i + 1),
      claim(LONG + 2 * i + 1, 2 + ((i * 7) % (LONG / 2))),
    ]).flat();
    const { inserted } = await planFacts(new Overlay(graph), claims);
    expect(inserted).toHaveLength(2 * count);
    const steps = climbs.mock.results.reduce((sum, { value }) => sum + (value as { steps: number }).steps, 0);
    expect(steps, 'the chain was walked').toBeGreaterThan(LONG / 2);
    // Walking each would take more than 20 million.
    expect(steps).toBeLessThan(count * 300 + LONG);
  });

  it('lets others have their turn after long ways, however few facts there are', async () => {
    const count = 20;
    const concepts = 80_000;
    // A chain of concepts of which none is remembered on the way.
    const line = Array.from({ length: concepts / 2 }, (_, i) => i + 2).filter((id) => id % 256 !== 0);
    const parents = new Map(line.slice(1).map((id, i) => [line[i] as number, id]));
    const graph = graphOf(concepts, parents);
    const free = concepts / 2 + 10;
    const claims = Array.from({ length: count }, (_, i) => [
      claim(free + 2 * i + 1, free + 2 * i),
      claim(free + 2 * i, line[i] as number),
    ]).flat();
    let turns = 0;
    let isOver = false;
    const tick = () => {
      turns++;
      if (!isOver) setImmediate(tick);
    };
    setImmediate(tick);
    const { inserted } = await planFacts(new Overlay(graph), claims);
    isOver = true;
    expect(inserted).toHaveLength(2 * count);
    expect(turns).toBeGreaterThanOrEqual(count - 1);
  });
});
