// Promise: a file of a view says what the view shows, whatever names are in it: a spreadsheet runs no cell of it, XML stays XML, what only a
// draft says is nobody's word, and a name cannot lead out of a folder.
import { describe, expect, it } from 'vitest';
import type { Edge } from '../../../../../shared/model/graph.ts';
import { drawnCompared } from '../canvas/canvas-elements.ts';
import type { Around, Neighbourhood, TreeNode } from '../concepts-store.ts';
import { drawnDraft } from '../draft/drawn-draft.ts';
import { looksOf } from '../filter/looks.ts';
import { fileName } from './file-name.ts';
import { graphMl, jsonOfView } from './graph-files.ts';
import { csvOfBetween, csvOfChanges, csvOfView } from './tables.ts';
import { viewedAround, viewedTree } from './viewed.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const about = (query: Record<string, string> = {}) => ({
  project: 'default',
  looks: looksOf(query),
  now: NOW,
});

const edge = (concept: string, parent: string, part: Partial<Edge> = {}) => ({
  ...{ edgeId: 7, project: 'default', concept, parent, dimension: 'membership', isIsa: false },
  ...{ confidence: 0.85, source: 'gutask' as const, lastConfirmed: NOW, doNotUse: false, contested: false },
  ...part,
});

const node = (token: string, depth: number, fact: TreeNode['edge'], childrenTotal = 0): TreeNode => ({
  concept: {
    ...{ id: 1, token, encounterCount: 3, saliency: 0, novelty: 0, common: false, lastSeen: null },
    ...{ edges: 0, children: 0, conflicts: 0, recalled: 0 },
  },
  ...{ parent: fact?.parent ?? null, depth, edge: fact, isWay: false, childrenTotal, childrenShown: 1 },
});

const EVIL = ['=cmd|"calc"!A1', '@sum', '-1+2', 'a,b "c"', '<b>&amp;</b>\u0001', 'ünï-名'];

const neighbourhood: Neighbourhood = {
  ...{ focus: 'yard', dimension: 'membership', isDimension: false, dimensions: [] },
  nodes: [
    node('yard', 0, null, 412),
    ...EVIL.map((token, n) => node(token, 1, edge(token, 'yard', { edgeId: n + 1, contested: n === 1 }))),
  ],
  ...{ shown: 7, total: 412, hidden: 3 },
  over: { dimension: 'crew', edges: [edge('@sum', '-1+2', { edgeId: 99, dimension: 'crew' })], elsewhere: 2 },
};
const viewed = viewedTree(neighbourhood, drawnCompared(neighbourhood.nodes), about({ src: 'gutask' }));

/** Reads CSV by RFC 4180, strictly. */
function parsed(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < csv.length) {
    const found = cell.exec(csv);
    if (!found) throw new Error(`no cell: ${csv.slice(0, 80)}`);
    row.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'));
    if (found[3] === '\r\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

/** A spreadsheet shows text after an apostrophe as it is. */
const shown = (cell: string): string => cell.replace(/^'/, '');

describe('the table', () => {
  it('has each concept once with the fact that places it, and no cell that is run', () => {
    const [head = [], ...rows] = parsed(csvOfView(viewed));
    expect(head.slice(0, 4)).toEqual(['concept', 'relation', 'parent', 'dimension']);
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => head.length));
    expect(rows.map(([concept = '']) => shown(concept))).toEqual(['yard', ...EVIL]);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@]/);
    expect(rows[2]).toEqual(
      ...[
        [
          ...["'@sum", 'ispart', 'yard', 'membership', 'gutask', '0.85', '2026-11-21T12:00:00.000Z', 'true'],
          ...['below', '1', '3', '0', '1', ''],
        ],
      ],
    );
  });

  it('lists the facts around a concept, of one dimension alone where one looks at it alone', () => {
    const around: Around = {
      focus: 'yard',
      nodes: [
        { token: 'yard', hops: 0, facts: 2, contested: false },
        { token: 'ship', hops: 1, facts: 9, contested: true },
      ],
      edges: [edge('ship', 'yard'), edge('ship', 'yard', { edgeId: 8, dimension: 'berth', isIsa: true })],
      ...{ shown: 2, total: null, hidden: 0 },
    };
    expect(parsed(csvOfView(viewedAround(around, 2, null, about()))).slice(1)).toHaveLength(2);
    const alone = viewedAround(around, 2, 'berth', about());
    expect(parsed(csvOfView(alone))[1]?.slice(0, 4)).toEqual(['ship', 'isa', 'yard', 'berth']);
    expect(JSON.parse(jsonOfView(alone))).toMatchObject({
      ...{ view: 'around', hops: 2, dimension: 'berth', counts: { shown: 2, total: null, hidden: 0 } },
      edges: [{ edge: 8, relation: 'isa' }],
    });
  });

  it('says what changed, and what two dimensions say', () => {
    const change = { concept: 'ship', before: 'yard', after: '=dock', isFlavour: false };
    const difference = {
      ...{ dimension: 'berth', from: NOW, to: NOW, counts: { added: 0, moved: 1, gone: 0 } },
      changes: [{ ...change, kind: 'moved' as const }],
    };
    expect(parsed(csvOfChanges(difference as never))[1]).toEqual(
      ...[['ship', 'berth', 'moved', 'yard', "'=dock", '2026-11-21T12:00:00.000Z']],
    );
    const rows = [{ concept: 'ship', said: 'only_one' as const, one: 'yard', other: null }];
    expect(parsed(csvOfBetween({ one: 'berth', other: 'crew', rows } as never))).toEqual([
      ['concept', 'said', 'in berth', 'in crew'],
      ['ship', 'only_one', 'yard', ''],
    ]);
  });
});

describe('the graph', () => {
  it('is GraphML with every fact between nodes that are there, and escapes what would be markup', () => {
    const xml = graphMl(viewed);
    const ids = new Set([...xml.matchAll(/<node id="(n\d+)">/g)].map(([, id]) => id));
    const ends = [...xml.matchAll(/<edge id="e\d+" source="(n\d+)" target="(n\d+)">/g)];
    expect([ids.size, ends.length]).toEqual([7, 7]);
    for (const [, source, target] of ends) expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
    expect(xml).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;\ufffd');
    expect(xml).toContain('<data key="graph_total">412</data>');
    expect(xml).toContain('<data key="graph_filters">src=gutask</data>');
    expect(xml).not.toContain('null');
  });

  it('is JSON with project, focus, dimension, moment, filters and true counts', () => {
    const past = viewedTree(neighbourhood, drawnCompared(neighbourhood.nodes), about({ at: String(NOW) }));
    expect(JSON.parse(jsonOfView(past))).toMatchObject({
      ...{ kind: 'festinger-view', version: 1, project: 'default', focus: 'yard', dimension: 'membership' },
      ...{ over: 'crew', moment: '2026-11-21T12:00:00.000Z', filters: {} },
      counts: { shown: 7, total: 412, hidden: 3 },
    });
    expect(JSON.parse(jsonOfView(viewed))).toMatchObject({ moment: null, filters: { src: 'gutask' } });
  });

  it('marks what only a draft says, which nobody has said yet', () => {
    const said = { concept: 'new-ship', parent: 'yard', dimension: 'membership', isIsa: true };
    const drawn = drawnDraft(neighbourhood, [{ edgeId: null, before: null, after: said }]);
    const { nodes, edges, draft } = viewedTree(neighbourhood, drawn, { ...about(), isDraft: true });
    expect(draft).toBe(true);
    expect(nodes.find(({ concept }) => concept === 'new-ship')).toMatchObject({ change: 'added' });
    expect(edges.find(({ concept }) => concept === 'new-ship')).toMatchObject({
      ...{ edge: null, relation: 'isa', change: 'added', source: null, confidence: null },
      last_confirmed: null,
    });
  });
});

describe('the name of a file', () => {
  const named = (concept: string, at: number | null = null) =>
    fileName({ dimension: 'membership', concept, at, now: NOW }, 'svg');
  it('says dimension, concept and day, of the past which day is looked at', () => {
    expect(named('gnommoweb')).toBe('membership_gnommoweb_2026-11-21.svg');
    expect(named('gnommoweb', Date.UTC(2026, 9, 1, 12))).toBe('membership_gnommoweb_as-of-2026-10-01.svg');
  });
  it('is a plain name whatever the concept is called', () => {
    expect(named('../../etc/passwd')).toBe('membership__.-..-etc-passwd_2026-11-21.svg');
    expect(named('a:b\\c\u0000名')).toBe('membership_a-b-c-名_2026-11-21.svg');
    expect(named('x'.repeat(500)).length).toBeLessThan(100);
  });
});
