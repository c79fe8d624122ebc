// Promise: the way between two concepts is as short as any, leads from the one to the other, and is not longer than asked.
import { expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { ConceptGraph } from '../columns/concept-graph.ts';
import { NO_PAUSE } from './pause.ts';
import { Viewing } from './viewing.ts';

const P = 'default';
const COUNT = 14;
type Fact = readonly [concept: number, parent: number, dim: number];

function graphOf(facts: readonly Fact[]): ConceptGraph {
  const graph = new ConceptGraph();
  for (let id = 1; id <= COUNT; id++)
    graph.putConcept({
      ...{ id, token: `c${String(id)}`, encounterCount: 0, lastSeen: 0, novelty: 0, common: false },
    });
  for (const [i, [concept, parent, dim]] of facts.entries())
    graph.putEdge({
      ...{ edgeId: i + 1, project: P, concept, parent, dim, isIsa: true, confidence: 1 },
      ...{ lastConfirmed: i, source: 'gutask', doNotUse: false },
    });
  return graph;
}

/** By looking at every fact again and again. */
function distance(facts: readonly Fact[], from: number, to: number): number | null {
  let reached = new Set([from]);
  for (let steps = 0; steps <= COUNT; steps++) {
    if (reached.has(to)) return steps;
    const next = new Set(reached);
    for (const [concept, parent] of facts) {
      if (reached.has(concept)) next.add(parent);
      if (reached.has(parent)) next.add(concept);
    }
    reached = next;
  }
  return null;
}

const concept = fc.integer({ min: 1, max: COUNT });
const facts = fc
  .uniqueArray(fc.tuple(concept, concept, fc.constantFrom(1, 2)), {
    maxLength: 16,
    selector: ([one, , dim]) => `${String(one)} ${String(dim)}`,
  })
  .map((all) => all.filter(([one, parent]) => one !== parent));

it('is as short as any way there is, and leads there', async () => {
  await fc.assert(
    fc.asyncProperty(facts, concept, concept, fc.integer({ min: 1, max: 6 }), async (all, from, to, most) => {
      const graph = graphOf(all);
      const way = await new Viewing(graph.held, P, NO_PAUSE).way(from, to, most);
      const steps = distance(all, from, to);
      expect(way.isWhole).toBe(true);
      expect(way.facts?.length ?? null).toBe(steps !== null && steps <= most ? steps : null);
      let at = from;
      for (const fact of way.facts ?? []) {
        expect([fact.concept, fact.parent]).toContain(at);
        at = fact.concept === at ? fact.parent : fact.concept;
      }
      if (way.facts !== null) expect(at).toBe(to);
    }),
    { numRuns: runs(400) },
  );
});
