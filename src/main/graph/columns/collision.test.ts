import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { checkFact } from './collision.ts';
import { ConceptGraph } from './concept-graph.ts';

const [TYPE, PART, A, B, C] = [1, 2, 3, 4, 5];

function graphWith(edges: [concept: number, parent: number, dim: number, isIsa: boolean][]): ConceptGraph {
  const graph = new ConceptGraph();
  for (const [i, token] of ['type', 'membership', 'a', 'b', 'c'].entries()) {
    graph.putConcept({ id: i + 1, token, encounterCount: 0, lastSeen: 0, novelty: 0, common: false });
  }
  for (const [i, [concept, parent, dim, isIsa]] of edges.entries())
    put(graph, i + 1, [concept, parent, dim], isIsa);
  return graph;
}

function put(
  graph: ConceptGraph,
  edgeId: number,
  [concept, parent, dim]: [number, number, number],
  isIsa: boolean,
): void {
  const rest = { confidence: 1, lastConfirmed: 1, source: 'gutask', doNotUse: false } as const;
  graph.putEdge({ edgeId, project: 'default', concept, parent, dim, isIsa, ...rest });
}

const check = (graph: ConceptGraph, [concept, parent, dim]: [number, number, number], isIsa = true) =>
  checkFact(graph, 'default', { concept, parent, dim, isIsa });

describe('checkFact', () => {
  it('an empty place is free, the same fact again is a confirmation', () => {
    const graph = graphWith([[A, B, TYPE, true]]);
    expect(check(graph, [A, B, PART])).toEqual({ kind: 'free' });
    expect(check(graph, [A, B, TYPE])).toMatchObject({ kind: 'confirmed', edge: { edgeId: 1 } });
    expect(checkFact(graph, 'lab', { concept: A, parent: C, dim: TYPE, isIsa: true })).toEqual({
      kind: 'free',
    });
  });

  it.each([
    [true, true, 'isa_isa'],
    [false, false, 'ispart_ispart'],
    [true, false, 'misclassification'],
    [false, true, 'misclassification'],
  ])('existing isa=%s, incoming isa=%s: %s', (existing, incoming, type) => {
    const graph = graphWith([[A, B, TYPE, existing]]);
    expect(check(graph, [A, C, TYPE], incoming)).toMatchObject({
      kind: 'collision',
      type,
      existing: { parent: B },
    });
  });

  it('the same parent with the other flavour is a misclassification', () => {
    const graph = graphWith([[A, B, TYPE, true]]);
    expect(check(graph, [A, B, TYPE], false)).toMatchObject({ kind: 'collision', type: 'misclassification' });
  });

  it('a cycle may be of any length, but only within one dimension', () => {
    const graph = graphWith([
      [A, B, TYPE, true],
      [B, C, TYPE, true],
    ]);
    expect(check(graph, [C, A, TYPE])).toEqual({ kind: 'collision', type: 'cycle', existing: undefined });
    expect(check(graph, [C, A, PART])).toEqual({ kind: 'free' });
  });

  it('a thing is not itself, and a dimension has no place in itself but its root', () => {
    const graph = graphWith([[TYPE, TYPE, TYPE, true]]);
    expect(check(graph, [A, A, TYPE])).toEqual({ kind: 'refused', code: 'SELF_FACT' });
    expect(check(graph, [TYPE, A, TYPE])).toEqual({ kind: 'refused', code: 'ROOT_FACT' });
    expect(check(graph, [PART, A, PART])).toEqual({ kind: 'refused', code: 'ROOT_FACT' });
    expect(check(graph, [TYPE, TYPE, TYPE])).toEqual({ kind: 'refused', code: 'SELF_FACT' });
    expect(check(graph, [A, TYPE, TYPE])).toEqual({ kind: 'free' });
  });

  it('whoever writes only what is free never makes a cycle or a second parent', () => {
    const anyId = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(anyId, anyId, fc.integer({ min: 1, max: 2 }), fc.boolean())), (facts) => {
        const graph = graphWith([]);
        let edgeId = 0;
        for (const [concept, parent, dim, isIsa] of facts) {
          if (check(graph, [concept, parent, dim], isIsa).kind === 'free')
            put(graph, ++edgeId, [concept, parent, dim], isIsa);
        }
        expect(graph.edgeCount).toBe(edgeId);
        for (let dim = 1; dim <= 2; dim++) {
          for (let id = 1; id <= 5; id++) {
            const top = graph.ancestors('default', id, dim).at(-1) ?? id;
            expect(graph.edgeAt('default', top, dim)).toBeUndefined();
          }
        }
      }),
    );
  });
});
