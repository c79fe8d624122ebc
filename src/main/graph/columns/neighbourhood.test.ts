// What a canvas is shown, against an answer that builds and sorts everything; and that a hub costs much less than that.

import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { ConceptGraph } from './concept-graph.ts';
import { dimensionsOf, type Neighbourhood, type NeighbourhoodNode, neighbourhood } from './neighbourhood.ts';

const P = 'default';
const TYPE = 1;
const ROUNDS = 8;

function graphOf(tokens: readonly string[]): ConceptGraph {
  const graph = new ConceptGraph();
  for (const [i, token] of ['type', 'tech', ...tokens].entries()) {
    graph.putConcept({ id: i + 1, token, encounterCount: 0, lastSeen: 0, novelty: 0, common: false });
  }
  place(graph, TYPE, TYPE);
  return graph;
}

function place(graph: ConceptGraph, concept: number, parent: number, dim = TYPE): void {
  graph.putEdge({
    ...{ edgeId: dim * 10_000_000 + concept, project: P, concept, parent, dim, isIsa: true, confidence: 1 },
    ...{ lastConfirmed: 1, source: 'gutask', doNotUse: false },
  });
}

const childrenByToken = (graph: ConceptGraph, parent: number) =>
  graph
    .childrenOf(P, parent, TYPE)
    .map((edge) => edge.concept)
    .sort((a, b) => (graph.tokenOf(a) < graph.tokenOf(b) ? -1 : 1));

/** The same by building all of it, level by level. */
function naive(graph: ConceptGraph, focus: number, depth: number, limit: number): Neighbourhood {
  const node = (concept: number, level: number): NeighbourhoodNode => {
    const edge = graph.edgeAt(P, concept, TYPE);
    const childrenTotal = graph.childrenOf(P, concept, TYPE).length;
    return {
      ...{ concept, depth: level, edge: edge && edge.parent !== concept ? edge : null },
      ...{ childrenTotal, childrenShown: level < 0 ? 1 : 0 },
    };
  };
  const line = [focus, ...graph.ancestors(P, focus, TYPE)];
  const nodes = line.map((concept, i) => node(concept, i === 0 ? 0 : -i));
  const shown = new Map(nodes.slice(0, 1).map((one) => [one.concept, one]));
  let total = nodes.length;
  let level = [focus];
  for (let below = 1; below <= depth; below++) {
    const next: number[] = [];
    // Those that are shown come first in every level, in their order.
    for (const parent of level) {
      for (const child of childrenByToken(graph, parent)) {
        total++;
        next.push(child);
        const above = shown.get(parent);
        if (!above || nodes.length >= limit) continue;
        above.childrenShown++;
        const one = node(child, below);
        shown.set(child, one);
        nodes.push(one);
      }
    }
    level = next;
  }
  return { nodes, total };
}

/** Letters whose order in UTF-8 and in JavaScript's strings differs are among them. */
const letter = fc.constantFrom('a', 'b', 'ba', '-', 'é', '\ud7ff', '\ue000', '\uffee', '😀', '\u{10ffff}');
const tokens = fc.uniqueArray(
  fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join('')),
  { minLength: 1, maxLength: 60 },
);

describe('a neighbourhood', () => {
  it('shows the first by token, level by level, and counts the whole, as building everything would', () => {
    fc.assert(
      fc.property(
        tokens,
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 30 }),
        (names, dice, depth, limit) => {
          const graph = graphOf(names);
          // Each below one before it, or at the top.
          for (let i = 0; i < names.length; i++) {
            const parent = (dice[i] ?? 0) % (i + 1);
            if (parent > 0) place(graph, i + 3, parent + 2);
          }
          for (const focus of [3, 3 + Math.floor(names.length / 2)]) {
            expect(
              neighbourhood(graph, focus, { project: P, dim: TYPE, depth: depth, limit: limit }),
            ).toEqual(naive(graph, focus, depth, limit));
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['counted up', (n: number) => `name-${String(n).padStart(6, '0')}`],
    ['counted down', (n: number) => `name-${String(1_000_000 - n).padStart(6, '0')}`],
    ['in no order', (n: number) => `name-${(n * 7919) % 100_003}`],
  ])('of a hub with 100,000 children %s is the same at a third of the time, at most', (_order, name) => {
    const children = 100_000;
    const graph = graphOf(['hub', ...Array.from({ length: children }, (_, n) => name(n))]);
    for (let n = 0; n < children; n++) place(graph, 4 + n, 3);
    const ofPart = () => neighbourhood(graph, 3, { project: P, dim: TYPE, depth: 2, limit: 300 });
    const ofAll = () => naive(graph, 3, 2, 300);
    const shown = ofPart();
    expect(shown).toEqual(ofAll());
    expect(shown.total).toBe(1 + children);
    const [fast = Number.NaN, slow = Number.NaN] = shortestTimes([ofPart, ofAll]);
    expect(slow / fast).toBeGreaterThan(3);
  });

  it('is offered in every dimension in which the concept stands or others stand below it, most edges first', () => {
    const graph = graphOf(['hub', 'a', 'b', 'c']);
    for (const child of [4, 5]) place(graph, child, 3);
    for (const child of [4, 5, 6]) place(graph, child, 3, 2);
    place(graph, 3, 6);
    graph.setPending(P, 3, 6, 1);
    expect(dimensionsOf(graph, P, 3)).toEqual([
      { dim: 1, edges: 3, contested: false },
      { dim: 2, edges: 3, contested: false },
      { dim: 6, edges: 0, contested: true },
    ]);
  });

  it('is offered first where the concept is a dimension, with all of its facts', () => {
    const graph = graphOf(['hub', 'a', 'b']);
    for (const child of [4, 5]) place(graph, child, 3);
    place(graph, TYPE, 3, 2);
    expect(dimensionsOf(graph, P, TYPE)).toEqual([
      { dim: TYPE, edges: 2, contested: false },
      { dim: 2, edges: 1, contested: false },
    ]);
  });
});

/** The shortest time that each of some functions takes, ms: run in turns, so that what else the machine does slows down all of them. */
function shortestTimes(functions: readonly (() => unknown)[]): number[] {
  const times = functions.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, run] of functions.entries()) {
      const began = performance.now();
      run();
      times[at] = Math.min(times[at] ?? 0, performance.now() - began);
    }
  }
  return times;
}
