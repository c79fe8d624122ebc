// Promise: a view shows what passes a filter and what that hangs from, with counts of the whole, and holds the thread only for moments.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FactFilter } from '../../../shared/model/memory/fact-filter.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { ConceptGraph } from '../columns/concept-graph.ts';
import { neighbourhood } from '../columns/neighbourhood.ts';
import { NO_PAUSE, type Pause } from './pause.ts';
import { treeAround, type ViewTree, wholeTree } from './view-tree.ts';
import { Viewing } from './viewing.ts';

const P = 'default';
const TYPE = 1;

function graphOf(tokens: readonly string[]): ConceptGraph {
  const graph = new ConceptGraph();
  for (const [i, token] of ['type', 'tech', ...tokens].entries())
    graph.putConcept({ id: i + 1, token, encounterCount: 0, lastSeen: 0, novelty: 0, common: false });
  place(graph, TYPE, TYPE);
  return graph;
}

function place(graph: ConceptGraph, concept: number, parent: number, dim = TYPE, confidence = 1): void {
  graph.putEdge({
    ...{ edgeId: dim * 10_000_000 + concept, project: P, concept, parent, dim, isIsa: true, confidence },
    ...{ lastConfirmed: 1, source: 'gutask', doNotUse: false },
  });
}

async function look(
  graph: ConceptGraph,
  focus: number,
  asked: { readonly depth: number; readonly limit: number; readonly filter?: FactFilter },
  pause: Pause = NO_PAUSE,
): Promise<ViewTree & { readonly viewing: Viewing }> {
  const viewing = new Viewing(graph.held, P, pause);
  const view = await viewing.dimension(TYPE, asked.filter);
  const within = { ...asked, compareNames: viewing.compareNames, pause };
  const tree =
    focus === TYPE ? await wholeTree(view, within) : await treeAround(view, viewing.rowOf(focus), within);
  return { ...tree, viewing };
}

describe('a tree around a concept', () => {
  it('is, without a filter, what the graph itself shows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 30 }),
        async (dice, depth, limit) => {
          const graph = graphOf(dice.map((n, i) => `n${String(n % 7)}-${String(i)}`));
          for (const [i, n] of dice.entries()) if (n % (i + 1) > 0) place(graph, i + 3, (n % (i + 1)) + 2);
          for (const focus of [3, 20]) {
            const plain = neighbourhood(graph, focus, { project: P, dim: TYPE, depth, limit });
            const { nodes, total, hidden, viewing } = await look(graph, focus, { depth, limit });
            expect(
              nodes.map((node) => [
                viewing.idOf(node.row),
                node.depth,
                node.childrenTotal,
                node.childrenShown,
              ]),
            ).toEqual(
              plain.nodes.map((node) => [node.concept, node.depth, node.childrenTotal, node.childrenShown]),
            );
            expect([total, hidden]).toEqual([plain.total, 0]);
          }
        },
      ),
      { numRuns: runs(150) },
    );
  });

  it('keeps what passes and what it hangs from, marks the latter, and counts what it hides', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 30, maxLength: 30 }),
        async (dice) => {
          const graph = graphOf(dice.map((_, i) => `n${String(i).padStart(2, '0')}`));
          const parents = new Map<number, number>();
          const passing = new Set<number>();
          for (const [i, [n, isSure]] of dice.entries()) {
            if (i === 0) continue;
            parents.set(i + 3, (n % i) + 3);
            place(graph, i + 3, (n % i) + 3, TYPE, isSure ? 0.9 : 0.3);
            if (isSure) passing.add(i + 3);
          }
          const kept = new Set([3]);
          for (const one of passing) for (let at = one; at !== 3; at = parents.get(at) ?? 3) kept.add(at);
          const found = await look(graph, 3, { depth: 40, limit: 100, filter: { sureFrom: 0.5 } });
          const ids = found.nodes.map(({ row }) => found.viewing.idOf(row));
          expect(ids.toSorted((a, b) => a - b)).toEqual([...kept].toSorted((a, b) => a - b));
          expect([found.total, found.hidden]).toEqual([kept.size, 30 - kept.size]);
          for (const { row, isWay } of found.nodes.slice(1))
            expect(isWay).toBe(!passing.has(found.viewing.idOf(row)));
        },
      ),
      { numRuns: runs(150) },
    );
  });
});

describe('a dimension as a whole', () => {
  const asked = { depth: 2, limit: 300 };
  const tokensOf = (graph: ConceptGraph, { nodes, viewing }: Awaited<ReturnType<typeof look>>) =>
    nodes.map(({ row, depth }) => `${String(depth)} ${graph.tokenOf(viewing.idOf(row))}`);

  it('shows what has children there and no parent, most children first, and counts all that stands in it', async () => {
    // 3 few, 4 many, 5 to 8 below many, 9 below few, 10 below 5, 11 alone, 12 below the dimension itself
    const graph = graphOf(['few', 'many', 'd', 'c', 'b', 'a', 'e', 'deep', 'alone', 'own']);
    for (const child of [5, 6, 7, 8]) place(graph, child, 4);
    place(graph, 9, 3);
    place(graph, 10, 5);
    place(graph, 12, TYPE);
    place(graph, 11, 4, 2);
    const found = await look(graph, TYPE, asked);
    expect(tokensOf(graph, found)).toEqual([
      ...['0 type', '1 many', '1 few', '1 own'],
      ...['2 a', '2 b', '2 c', '2 d', '2 e'],
    ]);
    expect(found.total).toBe(9);
    expect(found.nodes[0]).toMatchObject({ childrenTotal: 3, childrenShown: 3 });
    expect((await look(graph, TYPE, { ...asked, depth: 3 })).total).toBe(10);
  });

  it('lets no one of its tops take all the room, and counts the whole when it is cut', async () => {
    const graph = graphOf(['hub', 'other', ...Array.from({ length: 90 }, (_, n) => `n${String(n)}`)]);
    for (let n = 0; n < 90; n++) place(graph, 5 + n, n < 80 ? 3 : 4);
    const found = await look(graph, TYPE, { ...asked, limit: 43 });
    const below = (parent: number) =>
      found.nodes.filter((node) => node.depth === 2 && found.viewing.idOf(node.parent) === parent).length;
    expect([below(3), below(4)]).toEqual([30, 10]);
    expect(found.total).toBe(93);
  });

  it('of very many facts, filtered, is looked over in slices that hold the thread for moments', async () => {
    const graph = new ConceptGraph();
    const count = 300_000;
    graph.reserve(count, count);
    for (let id = 1; id <= count; id++)
      graph.putConcept({
        ...{ id, token: `c${String(id)}`, encounterCount: 0, lastSeen: 0, novelty: 0, common: false },
      });
    place(graph, TYPE, TYPE);
    for (let id = 1001; id <= count; id++) place(graph, id, 2 + (id % 999), TYPE, (id % 10) / 10);
    // Of the thread's own work: what else the machine does is not its fault.
    const worked = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    for (const filter of [{}, { sureFrom: 0.5 }]) {
      let [began, longest] = [worked(), 0];
      const pause: Pause = async () => {
        const held = worked() - began;
        if (held < 8) return;
        longest = Math.max(longest, held);
        await yieldLoop();
        began = worked();
      };
      const found = await look(graph, TYPE, { ...asked, filter }, pause);
      expect(found.total + found.hidden).toBe(count);
      // 30 ms is what one turn may take; a slow machine has twice that.
      expect(Math.max(longest, worked() - began)).toBeLessThan(60);
    }
  });
});
