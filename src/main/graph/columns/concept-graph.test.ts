import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import type { ConceptRow, EdgeRow } from '../types.ts';
import { ConceptGraph } from './concept-graph.ts';

const concept = (id: number, token: string, more: Partial<ConceptRow> = {}): ConceptRow => ({
  id,
  token,
  encounterCount: 0,
  lastSeen: 0,
  novelty: 0,
  common: false,
  ...more,
});

const edge = (
  edgeId: number,
  [c, parent, dim]: [number, number, number],
  more: Partial<EdgeRow> = {},
): EdgeRow => ({
  edgeId,
  project: 'default',
  concept: c,
  parent,
  dim,
  isIsa: true,
  confidence: 0.8,
  lastConfirmed: 1,
  source: 'gutask',
  doNotUse: false,
  ...more,
});

function graphOf(tokens: string[]): ConceptGraph {
  const graph = new ConceptGraph();
  for (const [i, token] of tokens.entries()) graph.putConcept(concept(i + 1, token));
  return graph;
}

describe('vocabulary', () => {
  it('finds a concept by token and by id, also when ids are sparse and beyond 32 bits', () => {
    const graph = new ConceptGraph();
    for (const id of [3, 70_000, 2 ** 40 + 5]) graph.putConcept(concept(id, `token-${id}`));
    expect([3, 70_000, 2 ** 40 + 5].map((id) => graph.conceptId(graph.tokenOf(id)))).toEqual([
      3,
      70_000,
      2 ** 40 + 5,
    ]);
    expect(graph.concept(4)).toBeUndefined();
    expect(graph.conceptId('token-4')).toBeUndefined();
  });

  it('overwrites counters, but refuses a token under another id and an id under another token', () => {
    const graph = graphOf(['repo', 'service']);
    graph.putConcept(concept(1, 'repo', { encounterCount: 7, novelty: 1, common: true, lastSeen: 9 }));
    expect(graph.concept(1)).toEqual(
      concept(1, 'repo', { encounterCount: 7, novelty: 1, common: true, lastSeen: 9 }),
    );
    expect(() => graph.putConcept(concept(9, 'repo'))).toThrow(AppError);
    expect(() => graph.putConcept(concept(1, 'reopened'))).toThrow(AppError);
    expect(() => graph.putConcept(concept(2, 'repo'))).toThrow(AppError);
    expect(graph.conceptCount).toBe(2);
  });

  it('counts encounters at once and hands each of them out exactly once for the batched write', () => {
    const graph = graphOf(['repo', 'service']);
    graph.encounter(1, 2, 50);
    graph.encounter(1, 1, 40);
    expect(graph.concept(1)).toMatchObject({ encounterCount: 3, lastSeen: 50 });
    expect(graph.takeEncounterDeltas()).toEqual([{ id: 1, times: 3, lastSeen: 50 }]);
    expect(graph.takeEncounterDeltas()).toEqual([]);
    graph.encounter(2, 5, 60);
    expect(graph.takeEncounterDeltas()).toEqual([{ id: 2, times: 5, lastSeen: 60 }]);
  });

  it('searches by prefix first, then inside, named things before dictionary words', () => {
    const graph = graphOf(['glitch_university', 'university', 'glitch.university', 'unix', 'gnommoweb']);
    graph.putConcept(concept(2, 'university', { common: true, encounterCount: 100 }));
    graph.putConcept(concept(4, 'unix', { encounterCount: 3 }));
    const tokens = (part: string, limit = 10) => graph.searchTokens(part, limit).rows.map((row) => row.token);
    expect(tokens('uni')).toEqual(['unix', 'university', 'glitch.university', 'glitch_university']);
    expect(tokens('UNIVERSITY', 1)).toEqual(['university']);
    expect(tokens('web')).toEqual(['gnommoweb']);
    expect(tokens('')).toEqual([]);
    expect(graph.searchTokens('uni', 1)).toMatchObject({ total: 4 });
  });

  it('finds nothing for half a surrogate pair, and goes on', () => {
    const graph = new ConceptGraph();
    graph.putConcept(concept(1, 'university'));
    expect(graph.searchTokens('un\ud800', 10)).toEqual({ rows: [], total: 0 });
  });

  it('finds every token it should by any part of it, whatever the script', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-cé漢😀_]{1,6}$/u), { minLength: 1, maxLength: 30 }),
        fc.stringMatching(/^[a-cé漢_]{1,3}$/u),
        (tokens, part) => {
          const found = graphOf(tokens).searchTokens(part, 100);
          const expected = tokens.filter((token) => token.includes(part));
          expect(found.rows.map((row) => row.token).sort()).toEqual(expected.sort());
          expect(found.total).toBe(expected.length);
        },
      ),
    );
  });
});

describe('facts', () => {
  it('never reports a root as a fact, but keeps its place taken', () => {
    const graph = graphOf(['type', 'gnommoweb', 'repo']);
    graph.putEdge(edge(1, [1, 1, 1]));
    expect(graph.edgeCount).toBe(0);
    expect(graph.hasFacts('default', 1)).toBe(false);
    expect(graph.edgesOf('default', 1)).toEqual([]);
    expect(graph.childrenOf('default', 1)).toEqual([]);
    expect(graph.edgeAt('default', 1, 1)).toMatchObject({ edgeId: 1 });
    expect(graph.dimensionIds('default')).toEqual([1]);
    expect(graph.dimensionSize('default', 1)).toBe(0);
    graph.putEdge(edge(2, [2, 3, 1]));
    expect(graph.dimensionSize('default', 1)).toBe(1);
    expect([...graph.edges()].map((row) => row.edgeId).sort()).toEqual([1, 2]);
  });

  it('refuses an edge whose concept was never put, and changes nothing by it', () => {
    const graph = graphOf(['type', 'gnommoweb']);
    expect(() => graph.putEdge(edge(1, [2, 99, 1]))).toThrow(AppError);
    expect([...graph.edges()]).toEqual([]);
  });

  it('does not move version or stamp when a reload puts the same row again', () => {
    const graph = graphOf(['type', 'gnommoweb', 'repo']);
    graph.putEdge(edge(2, [2, 3, 1]));
    const { version } = graph;
    const stamp = graph.stamp('default', 2);
    graph.putEdge(edge(2, [2, 3, 1]));
    expect(graph.version).toBe(version);
    graph.putEdge(edge(2, [2, 3, 1], { doNotUse: true }));
    expect(graph.version).toBeGreaterThan(version);
    expect(graph.stamp('default', 2)).not.toBe(stamp);
  });

  it('forgets everything for its successor, and no stamp from before comes back', () => {
    const graph = graphOf(['type', 'gnommoweb', 'repo']);
    graph.putEdge(edge(2, [2, 3, 1]));
    graph.setPending('default', 2, 1, 1);
    const stamp = graph.stamp('default', 2);
    graph.become(graph.successor());
    expect([graph.conceptCount, graph.edgeCount, graph.pendingCount]).toEqual([0, 0, 0]);
    for (const [i, token] of ['type', 'gnommoweb', 'repo'].entries()) graph.putConcept(concept(i + 1, token));
    graph.putEdge(edge(2, [2, 3, 1]));
    expect(graph.stamp('default', 2)).toBeGreaterThan(stamp);
  });

  it('walks a chain of 50,000 ancestors and survives a cycle that the database would have refused', () => {
    const graph = new ConceptGraph();
    const last = 50_001;
    graph.putConcept(concept(1, 'membership'));
    for (let id = 2; id <= last; id++) graph.putConcept(concept(id, `part-${id}`));
    for (let id = 2; id < last; id++) graph.putEdge(edge(id, [id, id + 1, 1]));
    expect(graph.ancestors('default', 2, 1)).toHaveLength(last - 2);
    expect(graph.wouldCycle('default', last, 2, 1)).toBe(true);
    graph.putEdge(edge(last, [last, 2, 1]));
    expect(graph.ancestors('default', 2, 1)).toHaveLength(last - 2);
    expect(graph.climb('default', 2, 1).steps).toBeLessThanOrEqual(last);
  });

  it('climbs a long way in stretches whose ends are the same from wherever one comes', () => {
    const graph = new ConceptGraph();
    const last = 5000;
    graph.putConcept(concept(1, 'membership'));
    for (let id = 2; id <= last; id++) graph.putConcept(concept(id, `part-${id}`));
    for (let id = 2; id < last; id++) graph.putEdge(edge(id, [id, id + 1, 1]));
    const ends = (from: number) => {
      const passed: number[] = [];
      let walked = 0;
      for (let at = from, steps = -1; steps !== 0; walked += Math.max(steps, 0)) {
        passed.push(at);
        ({ at, steps } = graph.climb('default', at, 1));
      }
      return { passed: passed.slice(1), walked };
    };
    expect(ends(2).walked).toBe(last - 2);
    expect(ends(2).passed.length).toBeGreaterThan(10);
    expect(ends(2).passed.at(-1)).toBe(last);
    expect(ends(3).passed).toEqual(ends(2).passed);
    expect(ends(last)).toEqual({ passed: [], walked: 0 });
  });
});

// --- a model of the graph that is as plain as can be

const CONCEPTS = 7;
const PROJECTS = ['default', 'lab'];

interface Model {
  edges: Map<number, EdgeRow>;
  pending: Map<string, number>;
}

const place = (project: string, c: number, dim: number) => `${project}/${c}/${dim}`;
const isRoot = (e: EdgeRow) => e.concept === e.parent && e.concept === e.dim;

function modelPut(model: Model, row: EdgeRow): void {
  for (const [id, held] of model.edges) {
    if (place(held.project, held.concept, held.dim) === place(row.project, row.concept, row.dim)) {
      model.edges.delete(id);
    }
  }
  model.edges.set(row.edgeId, row);
}

function modelAncestors(model: Model, project: string, start: number, dim: number): number[] {
  const chain: number[] = [];
  for (let at = start; ; ) {
    const next = [...model.edges.values()].find(
      (e) => e.project === project && e.concept === at && e.dim === dim,
    )?.parent;
    if (next === undefined || next === start || chain.includes(next)) return chain;
    chain.push(next);
    at = next;
  }
}

const byId = (rows: Iterable<EdgeRow>) => [...rows].sort((a, b) => a.edgeId - b.edgeId);

function expectSame(graph: ConceptGraph, model: Model): void {
  const all = [...model.edges.values()];
  const facts = all.filter((e) => !isRoot(e));
  expect(byId(graph.edges())).toEqual(byId(all));
  expect(graph.edgeCount).toBe(facts.length);
  expect(graph.pendingCount).toBe([...model.pending.values()].reduce((sum, n) => sum + n, 0));
  for (const project of PROJECTS) {
    const mine = facts.filter((e) => e.project === project);
    const dims = new Set(all.filter((e) => e.project === project).map((e) => e.dim));
    expect(graph.dimensionIds(project)).toEqual([...dims].sort((a, b) => a - b));
    for (let c = 1; c <= CONCEPTS; c++) {
      expect(byId(graph.edgesOf(project, c))).toEqual(byId(mine.filter((e) => e.concept === c)));
      expect(graph.hasFacts(project, c)).toBe(mine.some((e) => e.concept === c));
      expect(byId(graph.childrenOf(project, c))).toEqual(byId(mine.filter((e) => e.parent === c)));
      expect(graph.dimensionSize(project, c)).toBe(mine.filter((e) => e.dim === c).length);
      for (let dim = 1; dim <= CONCEPTS; dim++) expectSamePlace(graph, model, [project, c, dim], mine);
    }
  }
}

function expectSamePlace(
  graph: ConceptGraph,
  model: Model,
  at: [string, number, number],
  facts: EdgeRow[],
): void {
  const [project, c, dim] = at;
  const held = [...model.edges.values()].find(
    (e) => place(e.project, e.concept, e.dim) === place(project, c, dim),
  );
  expect(graph.edgeAt(project, c, dim)).toEqual(held);
  expect(graph.childCount(project, c, dim)).toBe(facts.filter((e) => e.parent === c && e.dim === dim).length);
  expect(graph.childrenOf(project, c, dim, 1).length).toBe(Math.min(1, graph.childCount(project, c, dim)));
  const children = facts.filter((e) => e.parent === c);
  const inDim = children.filter((e) => e.dim === dim).map((e) => e.concept);
  expect(graph.childDims(project, c).get(dim) ?? 0).toBe(inDim.length);
  expect(graph.mayHaveChildren(project, c, dim)).toBe(inDim.length > 0);
  const byToken = inDim.sort((a, b) => (graph.tokenOf(a) < graph.tokenOf(b) ? -1 : 1));
  expect(graph.firstChildren(project, c, dim, 2)).toEqual(byToken.slice(0, 2));
  const waiting = [...model.pending].map(([at, n]) => [...at.split('/'), n]).filter(([p]) => p === project);
  const sum = (rows: typeof waiting) => rows.reduce((total, row) => total + Number(row.at(-1)), 0);
  expect(graph.pendingOf(project, { concept: c })).toBe(sum(waiting.filter((row) => row[1] === `${c}`)));
  expect(graph.pendingOf(project, { dim })).toBe(sum(waiting.filter((row) => row[2] === `${dim}`)));
  expect(graph.isPending(project, c, dim)).toBe((model.pending.get(place(project, c, dim)) ?? 0) > 0);
  expect(graph.pendingDims(project, c).includes(dim)).toBe(graph.isPending(project, c, dim));
  expect(graph.ancestors(project, c, dim)).toEqual(modelAncestors(model, project, c, dim));
  for (let parent = 1; parent <= CONCEPTS; parent++) {
    const cycle = parent === c || modelAncestors(model, project, parent, dim).includes(c);
    expect(graph.wouldCycle(project, c, parent, dim)).toBe(cycle);
  }
}

const anyConcept = fc.integer({ min: 1, max: CONCEPTS });
const anyProject = fc.constantFrom(...PROJECTS);
const anyEdge = fc
  .record({
    edgeId: fc.integer({ min: 1, max: 12 }).map((n) => n * 977),
    project: anyProject,
    concept: anyConcept,
    parent: anyConcept,
    dim: fc.integer({ min: 1, max: 2 }),
    isIsa: fc.boolean(),
    confidence: fc.constantFrom(0.5, 0.7, 1),
    lastConfirmed: fc.integer({ min: 0, max: 3 }),
    source: fc.constantFrom('operator', 'inferred'),
    doNotUse: fc.boolean(),
  })
  .map((row): EdgeRow => ({ ...row, source: row.source as EdgeRow['source'] }));

const anyStep = fc.oneof(
  { weight: 4, arbitrary: anyEdge.map((row) => ({ kind: 'put' as const, row })) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 12 }).map((n) => ({ kind: 'remove' as const, edgeId: n * 977 })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ project: anyProject, c: anyConcept, dim: anyConcept, count: fc.integer({ min: 0, max: 2 }) })
      .map((at) => ({ kind: 'pending' as const, ...at })),
  },
);

function applyToModel(model: Model, step: typeof anyStep extends fc.Arbitrary<infer S> ? S : never): void {
  if (step.kind === 'put') modelPut(model, step.row);
  else if (step.kind === 'remove') model.edges.delete(step.edgeId);
  else model.pending.set(place(step.project, step.c, step.dim), step.count);
}

function applyToGraph(
  graph: ConceptGraph,
  step: typeof anyStep extends fc.Arbitrary<infer S> ? S : never,
): void {
  if (step.kind === 'put') graph.putEdge(step.row);
  else if (step.kind === 'remove') graph.removeEdge(step.edgeId);
  else graph.setPending(step.project, step.c, step.dim, step.count);
}

/** What the concept's line could be made of; its stamp must move exactly when this does. */
function visible(model: Model, c: number): string {
  const edges = byId([...model.edges.values()].filter((e) => e.concept === c));
  const pending = [...model.pending].filter(([at, n]) => n > 0 && at.split('/')[1] === String(c)).sort();
  return JSON.stringify([edges, pending]);
}

describe('against a naive model', () => {
  it('holds the same facts, places, children, chains and pending conflicts after any sequence of writes', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const graph = graphOf(['type', 'membership', 'a', 'b', 'c', 'd', 'e']);
        const model: Model = { edges: new Map(), pending: new Map() };
        for (const step of steps) {
          const before = Array.from({ length: CONCEPTS }, (_, i) => [
            visible(model, i + 1),
            graph.stamp('default', i + 1),
          ]);
          applyToModel(model, step);
          applyToGraph(graph, step);
          for (const [i, [seen, stamp]] of before.entries()) {
            if (visible(model, i + 1) !== seen) expect(graph.stamp('default', i + 1)).not.toBe(stamp);
          }
        }
        expectSame(graph, model);
      }),
      { numRuns: runs(150) },
    );
  });
});
