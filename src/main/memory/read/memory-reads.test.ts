import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConceptSummary, Conflict, Dimension, Edge } from '../../../shared/model/graph.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { fact, type TempMemory, tempMemory, told } from '../testing/temp-memory.ts';

describe.each(TEST_DIALECTS)('what is asked, on %s', (dialect) => {
  let t: TempMemory;
  beforeAll(async () => {
    t = await tempMemory(dialect);
    const inferred = told({
      source: 'inferred',
      conversation: 'c1',
      role: 'user',
      segment: 's1',
      at: START + 5,
    });
    await t.memory.tell(
      'default',
      [fact('gnommoweb isa repo'), fact('gnommoweb ispart glitch_university', 'membership')],
      told(),
    );
    await t.memory.tell('default', [fact('gnommoweb isa container', 'type', 0.8)], {
      ...inferred,
      sentence: 'gnommoweb is a container; the password is hunter2',
    });
    await t.memory.tell('default', [fact('up isa down'), fact('down isa up', 'type', 0.7)], {
      ...inferred,
      at: START + 6,
    });
    await t.memory.tell(
      'default',
      [fact('gnommoweb isa website')],
      told({ source: 'operator', at: START + 7 }),
    );
    await t.memory.tell(
      'other',
      [fact('gnommoweb isa goat'), fact('gnommoweb isa sheep')],
      told({ at: START + 8 }),
    );
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const id = (token: string) => t.graph.conceptId(token) ?? 0;
  const open = { view: 'open', limit: 100, offset: 0 } as const;

  describe('conflicts', () => {
    it('come with both claims, who said them, and the line agents see under each', async () => {
      const { conflicts, total } = await t.memory.read.conflicts({ ...open, project: 'default' });
      expect(total).toBe(3);
      for (const conflict of conflicts) expect(Conflict.parse(conflict)).toEqual(conflict);
      const container = conflicts.find((conflict) => conflict.incoming.parent === 'container');
      expect(container).toMatchObject({
        concept: 'gnommoweb',
        dimension: 'type',
        collisionType: 'isa_isa',
        priority: 0,
      });
      expect(container?.existing).toMatchObject({
        parent: 'repo',
        source: 'gutask',
        provenance: { source: 'gutask' },
      });
      expect(container?.existing.line).toBe('gnommoweb: [membership] glitch_university [type?] repo');
      expect(container?.incoming).toMatchObject({ confidence: 0.8, source: 'inferred' });
      expect(container?.incoming.line).toBe('gnommoweb: [membership] glitch_university [type] container');
      expect(container?.incoming.provenance).toMatchObject({
        conversation: 'c1',
        segment: 's1',
        at: START + 5,
      });
    });

    it('never store a secret that stood in the sentence', async () => {
      const { conflicts } = await t.memory.read.conflicts({ ...open, search: 'container' });
      expect(conflicts[0]?.incoming.provenance?.sentence).toBe(
        'gnommoweb is a container; the password is [redacted]',
      );
    });

    it('show a cycle against an empty place, and mark the place (memory D7)', async () => {
      const { conflicts } = await t.memory.read.conflicts({ ...open, type: 'cycle' });
      expect(conflicts).toHaveLength(1);
      expect(conflicts[0]?.existing).toEqual({
        ...{ parent: null, isIsa: null, confidence: null, source: null },
        provenance: null,
        line: 'down: [type?]',
      });
      expect(conflicts[0]?.incoming.line).toBe('down: [type] up');
      expect(t.graph.isPending('default', id('down'), id('type'))).toBe(true);
      expect(t.graph.isPending('default', id('up'), id('type'))).toBe(false);
    });

    it('are ordered by who said it, then by age; pages and filters count the whole', async () => {
      const { conflicts } = await t.memory.read.conflicts({ ...open, project: 'default' });
      expect(conflicts.map((conflict) => conflict.incoming.parent)).toEqual(['website', 'container', 'up']);
      const page = await t.memory.read.conflicts({ ...open, limit: 1, offset: 1 });
      expect(page).toMatchObject({ total: 4, open: 4 });
      expect(page.conflicts).toHaveLength(1);
      const found = async (search: string) => (await t.memory.read.conflicts({ ...open, search })).total;
      expect([await found('GNOMMO'), await found('web'), await found('100%'), await found('_eb')]).toEqual([
        3, 3, 0, 0,
      ]);
      expect(await t.memory.read.conflicts({ ...open, view: 'decided' })).toMatchObject({
        conflicts: [],
        total: 0,
        open: 4,
      });
    });

    it('queue the same claim once, however often and by whomever it is repeated', async () => {
      const repeat = (source: 'inferred' | 'gutask') =>
        t.memory.tell(
          'dup',
          [fact('twice isa second', 'type', source === 'gutask' ? 1 : 0.5)],
          told({ source, client: source }),
        );
      await t.memory.tell('dup', [fact('twice isa first')], told());
      const ids = new Set<number | undefined>();
      for (const source of ['inferred', 'inferred', 'gutask', 'inferred'] as const)
        ids.add((await repeat(source))[0]?.conflictId);
      expect(ids.size).toBe(1);
      const { conflicts } = await t.memory.read.conflicts({ ...open, project: 'dup' });
      expect(conflicts).toHaveLength(1);
      expect(conflicts[0]).toMatchObject({
        priority: 1,
        incoming: { confidence: 1, source: 'gutask', provenance: { client: 'gutask' } },
      });
      const row = await t.store.reader
        .selectFrom('resolution_queue')
        .select('seen_count')
        .where('project', '=', 'dup')
        .executeTakeFirst();
      expect(row?.seen_count).toBe(4);
      const opened = await t.store.reader
        .selectFrom('graph_event')
        .select('id')
        .where('project', '=', 'dup')
        .where('kind', '=', 'conflict.opened')
        .execute();
      expect(opened).toHaveLength(1);
    });

    it('are found by id, by concept, and not at all when there is none', async () => {
      const ids = await t.memory.read.conflictIdsOf('default', id('gnommoweb'));
      expect(ids).toHaveLength(2);
      expect(await t.memory.read.conflict(ids[0] ?? 0)).toMatchObject({ id: ids[0], concept: 'gnommoweb' });
      await expect(t.memory.read.conflict(99_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  describe('concepts and edges', () => {
    it('come whole: provenance, since when, contested', async () => {
      const edges = await t.memory.read.edges(t.graph.edgesOf('default', id('gnommoweb')));
      for (const edge of edges) expect(Edge.parse(edge)).toEqual(edge);
      const type = edges.find((edge) => edge.dimension === 'type');
      expect(type).toMatchObject({
        parent: 'repo',
        contested: true,
        validFrom: START,
        source: 'gutask',
        doNotUse: false,
      });
      expect(edges.find((edge) => edge.dimension === 'membership')?.contested).toBe(false);
    });

    it('are summed up per project', () => {
      const row = t.graph.concept(id('gnommoweb'));
      const summary = row && t.memory.read.summary('default', row, 3);
      expect(ConceptSummary.parse(summary)).toMatchObject({
        token: 'gnommoweb',
        edges: 2,
        children: 0,
        conflicts: 2,
        recalled: 3,
      });
      const repo = t.graph.concept(id('repo'));
      expect(repo && t.memory.read.summary('default', repo, 0)).toMatchObject({
        edges: 0,
        children: 1,
        conflicts: 0,
      });
      expect(repo && t.memory.read.summary('other', repo, 0)).toMatchObject({ children: 0 });
    });

    it('list dimensions with their facts and open conflicts', () => {
      const dimensions = t.memory.read.dimensions('default');
      for (const dimension of dimensions) expect(Dimension.parse(dimension)).toEqual(dimension);
      expect(dimensions.find((dimension) => dimension.token === 'type')).toMatchObject({
        edges: 2,
        conflicts: 3,
        question: 'What kind of thing is this?',
      });
      expect(dimensions.find((dimension) => dimension.token === 'tech')).toMatchObject({
        edges: 0,
        conflicts: 0,
      });
    });

    it('are offered with the one that was named last first, whatever was recalled beside it', async () => {
      const { memory } = t;
      for (const [token, at] of [
        ['glitch_university', 9],
        ['gnommoweb', 10],
        ['up', 8],
      ] as const) {
        memory.encounter(new Map([[token, 1]]), START + at);
        await memory.flush();
      }
      const recalled = ['up', 'glitch_university', 'gnommoweb'].map(id);
      const found = await memory.concepts.search(
        { project: 'default', query: '', limit: 10 },
        { count: () => 0, mostRecent: () => recalled, mostRecalled: () => [] },
      );
      expect(found.recent.map(({ token }) => token)).toEqual(['gnommoweb', 'glitch_university', 'up']);
    });

    it('that something is known of are found alone, never a word that was merely met', async () => {
      const { memory } = t;
      memory.encounter(new Map([['gnommoweather', 40]]), START);
      await memory.flush();
      const none = { count: () => 0, mostRecent: () => [], mostRecalled: () => [] };
      const search = async (known: boolean) => {
        const asked = { project: 'default', query: 'gnommow', limit: 10, known };
        const { matches, total } = await memory.concepts.search(asked, none);
        return [matches.map(({ token }) => token).sort(), total];
      };
      expect(await search(false)).toEqual([['gnommoweather', 'gnommoweb'], 2]);
      expect(await search(true)).toEqual([['gnommoweb'], 1]);
    });

    it('name the concepts that changed last', async () => {
      const recent = await t.memory.read.recentConcepts('default', 10);
      expect(recent.map((concept) => concept.token)).toEqual(['up', 'gnommoweb']);
      expect(await t.memory.read.recentConcepts('nowhere', 10)).toEqual([]);
    });
  });

  describe('setDoNotUse', () => {
    const by = (reason: string) => ({ actor: 'operator', reason });

    it('keeps an edge out of recollections and lets it back in, an action for each change and none for no change', async () => {
      const edgeId = t.graph.edgesOf('other', id('gnommoweb'))[0]?.edgeId ?? 0;
      const stamp = t.graph.stamp('other', id('gnommoweb'));
      const kept = await t.memory.edits.setDoNotUse(edgeId, true, by('wrong animal'));
      expect(kept).toMatchObject({ kind: 'do_not_use', reason: 'wrong animal', state: 'done' });
      expect(await t.memory.read.edge(edgeId)).toMatchObject({ doNotUse: true, edgeId });
      expect(await t.memory.edits.setDoNotUse(edgeId, true, by('again'))).toBeNull();
      expect(t.graph.edgeById(edgeId)?.doNotUse).toBe(true);
      expect(t.graph.stamp('other', id('gnommoweb'))).not.toBe(stamp);
      await t.memory.edits.setDoNotUse(edgeId, false, by(''));
      expect(await t.memory.read.edge(edgeId)).toMatchObject({ doNotUse: false });
      expect(await t.memory.verify()).toMatchObject({ ok: true });
    });

    it('knows neither roots nor edges that are not there', async () => {
      const root = t.graph.edgeAt('default', id('type'), id('type'))?.edgeId ?? 0;
      for (const edgeId of [root, 987_654]) {
        await expect(t.memory.edits.setDoNotUse(edgeId, true, by(''))).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
      }
    });
  });

  describe('reload', () => {
    it('follows what a hand changed in the tables, without ever showing an emptier graph', async () => {
      await t.memory.tell('hand', [fact('h1 isa h2'), fact('h3 isa h4'), fact('h3 isa h5')], told());
      const [first] = t.graph.edgesOf('hand', id('h1'));
      await t.store.write(async ({ db }) => {
        await db
          .updateTable('urd')
          .set({ parent_id: id('h4') })
          .where('edge_id', '=', first?.edgeId ?? 0)
          .execute();
        await db.deleteFrom('urd').where('project', '=', 'hand').where('id', '=', id('h3')).execute();
        await db
          .updateTable('resolution_queue')
          .set({ status: 'dismissed' })
          .where('project', '=', 'hand')
          .execute();
      });
      expect(await t.memory.verify()).toMatchObject({ ok: false });
      const counts: number[] = [];
      const reloading = t.memory.reload();
      const watch = () => {
        counts.push(t.graph.edgesOf('default', id('gnommoweb')).length);
        if (counts.length < 200) setImmediate(watch);
      };
      watch();
      await reloading;
      expect(new Set(counts)).toEqual(new Set([2]));
      expect(t.graph.edgesOf('hand', id('h1'))[0]).toMatchObject({ parent: id('h4') });
      expect(t.graph.hasFacts('hand', id('h3'))).toBe(false);
      expect(t.graph.isPending('hand', id('h3'), id('type'))).toBe(false);
      expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    });
  });

  // Last: it changes what the others look at.
  describe('decided conflicts', () => {
    it('say what was claimed, not what is known beside it today', async () => {
      const [one] = (await t.memory.read.conflicts({ ...open, search: 'container' })).conflicts;
      const split = {
        decision: 'split',
        existingDimension: 'artifact',
        newDimension: 'deployment',
      } as const;
      const by = { actor: 'operator', reason: 'two questions', expectedVersion: one?.version ?? 0 };
      await t.memory.decisions.decide(one?.id ?? 0, split, by);
      const { conflicts } = await t.memory.read.conflicts({ ...open, view: 'decided' });
      const decided = conflicts.find(({ id }) => id === one?.id);
      expect(decided?.existing.line).toBe('gnommoweb: [type] repo');
      expect(decided?.incoming.line).toBe('gnommoweb: [type] container');
      const all = await t.memory.read.conflicts({ ...open, view: 'all' });
      expect(all.conflicts.map(({ id, status }) => [id, status])).toContainEqual([one?.id, 'resolved']);
      expect(all.total).toBeGreaterThan(1);
    });
  });
});
