// Pages from the tables are the tables: every name, number and flag, in order, on both databases.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '../../../shared/model/graph.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { ConceptRow, EdgeRow } from '../../graph/types.ts';
import type { Store } from '../store.ts';
import { ensureConcepts } from '../tables/concepts.ts';
import { writeConfig } from '../tables/config.ts';
import { START, TEST_DIALECTS, tempStore } from '../testing/temp-store.ts';
import { forEachConcept, forEachEdge, visitTables } from './graph-loader.ts';

const NAMES = ['größe', '東京_駅', '🦊', 'a', 'x'.repeat(120), "o'neill", 'percent%', 'back\\slash'];

/** Concepts beyond one page, and edges with every source and flag in several projects; ids with wide gaps. */
async function fill(store: Store): Promise<EdgeRow[]> {
  return store.write(async (writer) => {
    const tokens = [...NAMES, ...Array.from({ length: 40 }, (_, n) => `thing-${n}`)];
    const concepts = await ensureConcepts(writer, tokens);
    const [dim] = await ensureConcepts(writer, ['colour']);
    const edges = concepts.slice(1).map(
      ({ id }, n): EdgeRow => ({
        edgeId: 1000 + n * 100_003,
        project: ['default', 'büro', 'lab'][n % 3] ?? '',
        ...{ concept: id, parent: concepts[0]?.id ?? 0, dim: dim?.id ?? 0 },
        ...{ isIsa: n % 2 === 0, confidence: n / 100, lastConfirmed: START + n, doNotUse: n % 5 === 0 },
        source: SOURCES[n % SOURCES.length] ?? 'festinger',
      }),
    );
    const rows = edges.map(({ edgeId, project, concept, parent, dim, isIsa, ...rest }) => ({
      ...{ edge_id: edgeId, project, id: concept, parent_id: parent, dim_id: dim, is_isa: isIsa },
      ...{ confidence: rest.confidence, last_confirmed: rest.lastConfirmed, valid_from: START },
      ...{ source: rest.source, do_not_use: rest.doNotUse },
    }));
    await writer.db.insertInto('urd').values(rows).execute();
    return edges;
  });
}

describe.each(TEST_DIALECTS)('the loader on %s', (dialect) => {
  it('brings every row as it is, oldest first', async () => {
    await using t = await tempStore(dialect);
    const edges = await fill(t.store);
    const concepts: ConceptRow[] = [];
    const count = await forEachConcept(t.store, (concept) => concepts.push(concept));
    const rows = await t.store.reader
      .selectFrom('soas')
      .select(['id', 'token', 'common'])
      .orderBy('id')
      .execute();
    expect(concepts.map(({ id, token, common }) => [id, token, common])).toEqual(
      rows.map(({ id, token, common }) => [id, token, Boolean(common)]),
    );
    expect(count).toBe(rows.length);

    const read: EdgeRow[] = [];
    await forEachEdge(t.store, (edge) => read.push(edge));
    expect(read.filter(({ edgeId }) => edgeId >= 1000)).toEqual(edges);
  });

  it('fills a graph that knows every name and fact, and a reload takes in what a hand changed', async () => {
    await using t = await tempStore(dialect);
    const edges = await fill(t.store);
    const graph = new ConceptGraph();
    const load = async () => {
      const sweep = graph.edgeCount > 0 ? graph.startSweep() : undefined;
      await visitTables(t.store, {
        expect: (about) => graph.reserve(about.concepts, about.edges),
        concepts: (page) => graph.putConceptPage(page),
        edges: (page) => void (sweep ? graph.refreshEdges(page, sweep) : graph.fillEdges(page)),
      });
      if (sweep) while (graph.continueSweep(sweep));
    };
    await load();
    const idOf = async (token: string) =>
      (await t.store.reader.selectFrom('soas').select('id').where('token', '=', token).executeTakeFirst())
        ?.id;
    for (const name of NAMES) expect([name, graph.conceptId(name)]).toEqual([name, await idOf(name)]);
    for (const edge of edges) expect(graph.edgeById(edge.edgeId)).toEqual(edge);

    const [gone, moved, doubted, kept] = edges;
    if (!gone || !moved || !doubted || !kept) throw new Error('too few edges');
    await t.store.write(async ({ db }) => {
      await db.deleteFrom('urd').where('edge_id', '=', gone.edgeId).execute();
      await db
        .updateTable('urd')
        .set({ parent_id: kept.concept })
        .where('edge_id', '=', moved.edgeId)
        .execute();
      await db.updateTable('urd').set({ do_not_use: true }).where('edge_id', '=', doubted.edgeId).execute();
    });
    const stamp = graph.stamp('lab', kept.concept);
    await load();
    expect(graph.edgeById(gone.edgeId)).toBeUndefined();
    expect(graph.edgeById(moved.edgeId)).toEqual({ ...moved, parent: kept.concept });
    expect(graph.edgeById(doubted.edgeId)).toEqual({ ...doubted, doNotUse: true });
    expect(graph.stamp('lab', kept.concept), 'what did not change is not rendered anew').toBe(stamp);
    expect([...graph.edges()]).toHaveLength(edges.length - 1 + 6);
  });

  it('says what the database says when a page cannot be read', async () => {
    await using t = await tempStore(dialect);
    const broken = t.store.scan(async ([reader]) => reader?.('select id as c0 from nowhere', ['number']));
    await expect(broken).rejects.toThrow(/nowhere/);
    expect(await forEachEdge(t.store, () => undefined), 'and goes on').toBe(6);
    await expect(
      t.store.scan(async ([reader]) => reader?.('select cast(null as text) as c0', ['text'])),
    ).rejects.toThrow('a row holds null');
    await sql`select 1`.execute(t.store.reader as never);
  });

  it('reads little over a connection that is there, much over two, and the same either way', async () => {
    await using t = await tempStore(dialect);
    const edges = await fill(t.store);
    const connections = () =>
      t.store.scan(async (readers) => {
        for (const reader of readers) await reader('select 1 as c0', ['number']);
        return readers.length;
      });
    const read = async () => {
      const [concepts, facts]: [ConceptRow[], EdgeRow[]] = [[], []];
      await forEachConcept(
        t.store,
        (concept) => void (concept.token.startsWith('pad-') || concepts.push(concept)),
      );
      await forEachEdge(t.store, (edge) => facts.push(edge));
      return { concepts, facts };
    };
    const before = await read();
    expect(before.facts.slice(-edges.length)).toEqual(edges);
    expect(await connections()).toBe(1);
    await t.store.write(async (writer) => {
      if (dialect === 'sqlite') await writeConfig(writer, 'padding', 'x'.repeat(9 * 2 ** 20), START);
      else
        await sql`insert into soas (token) select 'pad-' || n from generate_series(1, 60000) n`.execute(
          writer.db,
        );
    });
    expect(await connections()).toBe(2);
    expect(await read()).toEqual(before);
    const broken = t.store.scan(async ([reader]) => reader?.('select id as c0 from nowhere', ['number']));
    await expect(broken).rejects.toThrow(/nowhere/);
    await expect(
      t.store.scan(async ([reader]) => reader?.('select cast(null as text) as c0', ['text'])),
    ).rejects.toThrow('a row holds null');
  });
});
