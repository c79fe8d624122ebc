// Promise: the canvas shows every fact of the answer once, ISA solid and ISPART dashed, contested marked, and says how
// many children it leaves out.
import { describe, expect, it } from 'vitest';
import type { Edge } from '../../../../../shared/model/graph.ts';
import type { Neighbourhood, TreeNode } from '../concepts-store.ts';
import { canvasElements, drawnCompared } from './canvas-elements.ts';

const edge = (concept: string, parent: string, part: Partial<Edge> = {}): Edge => ({
  edgeId: 1,
  project: 'default',
  concept,
  parent,
  dimension: 'membership',
  isIsa: false,
  confidence: 0.8,
  source: 'gutask',
  lastConfirmed: 0,
  validFrom: 0,
  doNotUse: false,
  isGuess: false,
  until: null,
  contested: false,
  provenance: [],
  ...part,
});

const node = (
  token: string,
  depth: number,
  fact: Edge | null,
  childrenTotal = 0,
  childrenShown = 0,
): TreeNode => ({
  concept: {
    id: 1,
    token,
    encounterCount: 1,
    saliency: 0,
    novelty: 0,
    common: false,
    lastSeen: null,
    edges: 0,
    children: 0,
    conflicts: 0,
    recalled: 0,
  },
  parent: fact?.parent ?? null,
  depth,
  edge: fact,
  isWay: false,
  childrenTotal,
  childrenShown,
});

const neighbourhood = (nodes: TreeNode[]): Neighbourhood => ({
  focus: 'gnommoweb',
  dimension: 'membership',
  isDimension: false,
  dimensions: [],
  nodes,
  shown: nodes.length,
  total: nodes.length,
  hidden: 0,
  over: null,
});

const facts = (elements: ReturnType<typeof canvasElements>) =>
  elements.filter((e) => e.data.source !== undefined && e.data.kind !== 'stem');

describe('canvasElements', () => {
  it('draws flavour, confidence and contest of each fact', () => {
    const elements = canvasElements(
      neighbourhood([
        node('university', -1, null, 1, 1),
        node('gnommoweb', 0, edge('gnommoweb', 'university', { isIsa: true, confidence: 1 }), 1, 1),
        node('api', 1, edge('api', 'gnommoweb', { confidence: 0.6, contested: true })),
      ]),
      String,
    );
    expect(facts(elements).map((e) => [e.data.target, e.data.kind, e.data.width, e.data.contested])).toEqual([
      ['gnommoweb', 'isa', 3.2, false],
      ['api', 'ispart', 1, true],
    ]);
  });

  it('keeps one drawn fact per child when leaves are packed', () => {
    const children = Array.from({ length: 40 }, (_, i) =>
      node(`n${String(i)}`, 1, edge(`n${String(i)}`, 'gnommoweb')),
    );
    const elements = canvasElements(neighbourhood([node('gnommoweb', 0, null, 40, 40), ...children]), String);
    expect(new Set(facts(elements).map((e) => e.data.target)).size).toBe(40);
    expect(facts(elements)).toHaveLength(40);
  });

  it('gives every element an id that it keeps when another fact comes', () => {
    const of = (count: number) => {
      const children = Array.from({ length: count }, (_, i) =>
        node(`n${String(i)}`, 1, edge(`n${String(i)}`, 'gnommoweb')),
      );
      return canvasElements(neighbourhood([node('gnommoweb', 0, null, count, count), ...children]), String);
    };
    const [before, after] = [of(12), of(13)].map((elements) => elements.map((e) => String(e.data.id)));
    expect(new Set(after).size).toBe(after?.length);
    expect(before?.filter((id) => !after?.includes(id))).toEqual([]);
  });

  it('marks what is added and moved by a sign, and shows what is gone where it stood', () => {
    const change = { isFlavour: false } as const;
    const shown = neighbourhood([
      node('gnommoweb', 0, null, 2, 2),
      node('api', 1, edge('api', 'gnommoweb')),
      node('auth', 1, edge('auth', 'gnommoweb')),
    ]);
    const elements = canvasElements(
      shown,
      String,
      drawnCompared(shown.nodes, [
        { ...change, kind: 'added', concept: 'api', before: null, after: 'gnommoweb' },
        { ...change, kind: 'moved', concept: 'auth', before: 'other', after: 'gnommoweb' },
        { ...change, kind: 'gone', concept: 'old', before: 'gnommoweb', after: null },
        { ...change, kind: 'gone', concept: 'elsewhere', before: 'not-shown', after: null },
      ]),
    );
    const labels = elements.filter((e) => e.position && e.data.place !== 'joint').map((e) => e.data.label);
    expect(labels.sort()).toEqual(['+ api', 'gnommoweb', '→ auth', '− old']);
  });

  it('says how many children are left out, not for ancestors', () => {
    const elements = canvasElements(
      neighbourhood([
        node('university', -1, null, 90, 1),
        node('gnommoweb', 0, edge('gnommoweb', 'university'), 412, 1),
        node('api', 1, edge('api', 'gnommoweb')),
      ]),
      (count) => `+${String(count)}`,
    );
    expect(elements.filter((e) => e.data.place === 'more').map((e) => e.data.label)).toEqual(['+411']);
  });
});
