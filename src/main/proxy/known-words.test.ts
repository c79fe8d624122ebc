// Promise: the cache never says anything of a word but what the graph says now.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConceptGraph } from '../graph/concept-graph.ts';
import { ASLEEP, KnownWords, UNKNOWN } from './known-words.ts';
import { fact } from './testing/rig.ts';

const PROJECTS = ['default', 'other'];
const word = fc.integer({ min: 1, max: 12 });

/** Steps on a graph of twelve words, half of them of the dictionary. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), word }),
  fc.record({ kind: fc.constant('fact' as const), word, project: fc.constantFrom(...PROJECTS) }),
  fc.record({ kind: fc.constant('forget' as const), word }),
  fc.record({
    kind: fc.constant('pending' as const),
    word,
    count: fc.nat(1),
    project: fc.constantFrom(...PROJECTS),
  }),
  fc.record({ kind: fc.constant('find' as const), word, project: fc.constantFrom(...PROJECTS) }),
);

const tokenOf = (n: number): string => (n % 3 === 0 ? `a-rather-long-word-${n}` : `w${n}`);

function expected(graph: ConceptGraph, project: string, token: string): number {
  const id = graph.conceptId(token);
  const concept = id === undefined ? undefined : graph.concept(id);
  if (id === undefined || !concept) return UNKNOWN;
  const isKnown = graph.hasFacts(project, id) || graph.pendingDims(project, id).length > 0;
  return !concept.common || isKnown ? id : ASLEEP;
}

describe('KnownWords', () => {
  it('says what the graph says, whatever changed in between', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const graph = new ConceptGraph();
        const words = new KnownWords(graph);
        const put = (n: number) =>
          graph.putConcept({
            id: n,
            token: tokenOf(n),
            encounterCount: 0,
            lastSeen: 0,
            novelty: 0,
            common: n % 2 === 0,
          });
        put(100);
        for (const action of steps) {
          if (action.kind !== 'find' && graph.concept(action.word) === undefined) put(action.word);
          if (action.kind === 'fact')
            graph.putEdge({ ...fact(action.word, action.word, 100, 100), project: action.project });
          if (action.kind === 'forget') graph.removeEdge(action.word);
          if (action.kind === 'pending') graph.setPending(action.project, action.word, 100, action.count);
          if (action.kind !== 'find') continue;
          const token = tokenOf(action.word);
          expect(words.find(action.project, token)).toBe(expected(graph, action.project, token));
          expect(words.find(action.project, token)).toBe(expected(graph, action.project, token));
        }
      }),
    );
  });
});
