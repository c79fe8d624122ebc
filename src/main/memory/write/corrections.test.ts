// Promises: what is retracted ends into the history and nothing else; nobody less trusted ends anything; only a person's
// prose corrects; every correction and refinement is one action that can be taken back and done again.
import { describe, expect, it } from 'vitest';
import { conflictKind } from '../../../shared/conflict-kind.ts';
import type { Source } from '../../../shared/model/graph.ts';
import type { CueChange } from '../../graph/types.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { line, openConflicts } from '../testing/conflict-cases.ts';
import { hear, sharedMemory } from '../testing/shared-memory.ts';
import { fact, type TempMemory, tableFacts, told, triple } from '../testing/temp-memory.ts';
import type { LearnedFact } from './learner.ts';

const BY = { actor: 'ada', reason: '' };

describe.each(TEST_DIALECTS)('corrections on %s', (dialect) => {
  let t: TempMemory;
  let project: string;
  sharedMemory(dialect, (memory, name) => {
    t = memory;
    project = name;
  });

  const tell = (text: string, source: Source = 'gutask', dimension = 'runs-on') =>
    t.memory.tell(project, [fact(text, dimension)], told({ source }));
  const retract = (text: string, source: Source = 'gutask', dimension = 'runs-on') =>
    t.memory.retract(project, fact(text, dimension), told({ source, client: 'dobby' }));
  const facts = () => tableFacts(t.store, project);
  const actions = async () => t.memory.history.actions({ project, limit: 50 });
  const tokens = async () =>
    (await t.store.reader.selectFrom('soas').select('token').execute()).map((row) => row.token);

  /** What a segment of somebody's prose said. */
  const said = (
    text: string,
    change?: CueChange,
    { role = 'user', dimension = 'runs-on' }: { role?: string; dimension?: string } = {},
  ) => hear(t, project, [triple(text, { dim: dimension, ...(change ? { change } : {}) })], role);
  const statuses = (learned: readonly LearnedFact[]) => learned.map(({ outcome }) => outcome.status);

  describe('retract', () => {
    it('ends exactly this fact, keeps it in the history, and can be taken back and done again', async () => {
      await tell('web ispart pve1');
      await tell('web isa service', 'gutask', 'type');
      expect(await retract('web ispart pve1')).toMatchObject({ status: 'retracted', concept: 'web' });
      expect(await facts()).toEqual(['web isa service @type']);
      const [period] = (await t.memory.history.periods(project, 'web')).filter(({ validTo }) => validTo);
      expect(period).toMatchObject({ parent: 'pve1', dimension: 'runs-on' });
      const [action] = await actions();
      expect(action).toMatchObject({
        ...{ kind: 'correction', actor: 'dobby', state: 'done', summary: 'web: [runs-on] pve1 ended' },
      });
      await t.memory.history.undo(action?.id ?? 0, BY);
      expect(await facts()).toEqual(['web ispart pve1 @runs-on', 'web isa service @type']);
      await t.memory.history.redo(action?.id ?? 0, BY);
      expect(await facts()).toEqual(['web isa service @type']);
    });

    it.each([
      ['another parent', 'web ispart pve2', 'runs-on'],
      ['another flavour', 'web isa pve1', 'runs-on'],
      ['another dimension', 'web ispart pve1', 'membership'],
      ['a name nobody knows', 'nobody-knows-this ispart pve1', 'runs-on'],
      ['a dimension itself', 'runs-on ispart runs-on', 'runs-on'],
    ])('is absent for %s, changes nothing and makes no word', async (_what, text, dimension) => {
      await tell('web ispart pve1');
      const before = [await tokens(), (await actions()).length];
      expect(await retract(text, 'gutask', dimension)).toMatchObject({ status: 'absent' });
      expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
      expect([await tokens(), (await actions()).length]).toEqual(before);
    });

    it('said twice is absent the second time', async () => {
      await tell('web ispart pve1');
      expect([(await retract('web ispart pve1')).status, (await retract('web ispart pve1')).status]).toEqual([
        ...['retracted', 'absent'],
      ]);
    });

    it('finds the fact in any spelling', async () => {
      await tell('home_assistant ispart uptime-kuma');
      expect(await retract('home-assistant ispart uptime_kuma')).toMatchObject({
        ...{ status: 'retracted', concept: 'home_assistant', parent: 'uptime-kuma' },
      });
    });

    it('against somebody more trusted waits as a correction, first of all, and marks the place', async () => {
      await tell('web ispart pve1', 'operator');
      await tell('other isa a', 'operator', 'type');
      await t.memory.tell(project, [fact('other isa b', 'type')], told({ source: 'inferred' }));
      expect(await retract('web ispart pve1')).toMatchObject({ status: 'conflict', reason: 'correction' });
      expect(await facts()).toContain('web ispart pve1 @runs-on');
      const [conflict] = await openConflicts(t, project);
      expect(conflict).toMatchObject({
        ...{ concept: 'web', correction: 'ends', priority: 1, status: 'pending' },
        existing: { parent: 'pve1', source: 'operator' },
        incoming: { parent: 'pve1', source: 'gutask', line: null },
      });
      expect(conflict && conflictKind(conflict)).toBe('correction');
      expect(line(t, project, 'web')).toBe('web: [runs-on?] pve1');
      // Once more is counted, not queued.
      await retract('web ispart pve1');
      expect(await openConflicts(t, project)).toHaveLength(2);
      const { total } = await t.memory.read.conflicts({
        ...{ project, view: 'open', type: 'correction', limit: 10, offset: 0 },
      });
      expect(total).toBe(1);
    });

    it('withdraws a claim that waits to say it, and leaves one of somebody more trusted', async () => {
      await tell('web ispart pve1', 'operator');
      await tell('web ispart pve2', 'inferred');
      const [claim] = await openConflicts(t, project);
      expect(await retract('web ispart pve2')).toMatchObject({ status: 'retracted', conflictId: claim?.id });
      expect(await openConflicts(t, project)).toEqual([]);
      expect((await t.memory.read.conflict(claim?.id ?? 0)).resolution).toMatchObject({
        ...{ decision: 'withdrawn', undoable: true },
      });
      const [action] = await actions();
      await t.memory.history.undo(action?.id ?? 0, BY);
      expect(await openConflicts(t, project)).toHaveLength(1);
      await t.memory.history.redo(action?.id ?? 0, BY);
      expect(await openConflicts(t, project)).toEqual([]);

      await tell('web ispart pve3', 'operator');
      expect(await retract('web ispart pve3')).toMatchObject({ status: 'absent' });
      expect(await openConflicts(t, project)).toHaveLength(1);
    });

    it('withdraws a claim about a word that only another process has met', async () => {
      await tell('web ispart pve1', 'operator');
      const other = await t.another();
      await tell(`web ispart ${project}-pve`, 'inferred');
      const fallen = fact(`web ispart ${project}-pve`, 'runs-on');
      const outcome = await other.memory.retract(project, fallen, told({ source: 'gutask' }));
      expect(outcome).toMatchObject({ status: 'retracted' });
      await t.memory.catchUp();
      expect(await openConflicts(t, project)).toEqual([]);
    });

    it('waits no more once what it ends has ended, and again when that is taken back', async () => {
      await tell('web ispart pve1', 'operator');
      await retract('web ispart pve1');
      const [conflict] = await openConflicts(t, project);
      const edgeId = t.graph.edgesOf(project, t.graph.conceptId('web') ?? 0)[0]?.edgeId ?? 0;
      const expected = { parent: 'pve1', dimension: 'runs-on', isIsa: false };
      const retired = await t.memory.edits.change(edgeId, { kind: 'retire' }, expected, BY);
      expect((await t.memory.read.conflict(conflict?.id ?? 0)).status).toBe('resolved');
      await t.memory.history.undo(retired.id, BY);
      expect((await openConflicts(t, project)).map(({ id }) => id)).toEqual([conflict?.id]);
      expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    });
  });

  describe('deciding a correction', () => {
    it.each([
      ['keep', ['web ispart pve1 @runs-on'], 'dismissed'],
      ['replace', [], 'resolved'],
      ['dismiss', ['web ispart pve1 @runs-on'], 'dismissed'],
    ] as const)('%s', async (decision, after, status) => {
      await tell('web ispart pve1', 'operator');
      await retract('web ispart pve1');
      const [conflict] = await openConflicts(t, project);
      const id = conflict?.id ?? 0;
      const preview = await t.memory.decisions.preview(id, { decision });
      expect(preview).toMatchObject({ allowed: true });
      expect(preview.after).toBe(decision === 'replace' ? null : 'web: [runs-on] pve1');
      const by = { ...BY, expectedVersion: conflict?.version ?? null };
      const action = await t.memory.decisions.decide(id, { decision }, by);
      expect(await facts()).toEqual(after);
      expect((await t.memory.read.conflict(id)).status).toBe(status);
      await t.memory.history.undo(action.id, BY);
      expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
      expect(await openConflicts(t, project)).toHaveLength(1);
      await t.memory.history.redo(action.id, BY);
      expect(await facts()).toEqual(after);
      expect(await openConflicts(t, project)).toEqual([]);
    });

    it('has nothing to split or to move', async () => {
      await tell('web ispart pve1', 'operator');
      await retract('web ispart pve1');
      const [conflict] = await openConflicts(t, project);
      for (const decision of [
        { decision: 'split', existingDimension: 'a', newDimension: 'b' },
        { decision: 'move', dimension: 'a', which: 'existing' },
      ] as const) {
        expect(await t.memory.decisions.preview(conflict?.id ?? 0, decision)).toMatchObject({
          ...{ allowed: false, problem: expect.stringMatching(/keep it, end it \(replace\)/) },
        });
      }
    });

    it('survives what the same words claim meanwhile: undoing what ended the fact brings both back', async () => {
      await tell('web ispart pve1', 'operator');
      await retract('web ispart pve1');
      const [ends] = await openConflicts(t, project);
      const by = { ...BY, expectedVersion: null };
      const ended = await t.memory.decisions.decide(ends?.id ?? 0, { decision: 'replace' }, by);
      await tell('web ispart pve2', 'operator');
      await tell('web ispart pve1', 'inferred');
      expect((await openConflicts(t, project)).map(({ correction }) => correction)).toEqual([null]);
      await expect(t.memory.history.undo(ended.id, BY)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    });
  });

  describe('what a person’s prose corrects', () => {
    it('ends a fact of the same or lower trust, with the sentence as its reason', async () => {
      await said('web ispart pve1');
      expect(statuses(await said('web ispart pve1', { kind: 'ends' }))).toEqual(['retracted']);
      expect(await facts()).toEqual([]);
      const [action] = await actions();
      expect(action).toMatchObject({ kind: 'correction', reason: 'web ispart pve1.' });
      await t.memory.history.undo(action?.id ?? 0, BY);
      expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
    });

    it('puts what is now in the place of what was', async () => {
      await said('web ispart pve1');
      const learned = await said('web ispart pve2', { kind: 'now', from: 'pve1' });
      expect(learned[0]?.outcome).toMatchObject({ status: 'corrected', parent: 'pve2' });
      expect(await facts()).toEqual(['web ispart pve2 @runs-on']);
      const periods = await t.memory.history.periods(project, 'web');
      expect(periods.map(({ parent, validTo }) => [parent, validTo === null])).toEqual([
        ['pve2', true],
        ['pve1', false],
      ]);
      const [action] = await actions();
      expect(action?.summary).toBe('web: [runs-on] pve1 corrected to pve2');
      await t.memory.history.undo(action?.id ?? 0, BY);
      expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
      await t.memory.history.redo(action?.id ?? 0, BY);
      expect(await facts()).toEqual(['web ispart pve2 @runs-on']);
    });

    it('knows what was by any spelling, and by another name', async () => {
      await said('web ispart old-host');
      await tell('oh ispart old-host', 'gutask', 'alias');
      expect(statuses(await said('web ispart b', { kind: 'now', from: 'Old_Host'.toLowerCase() }))).toEqual([
        'corrected',
      ]);
      await said('db ispart old-host');
      expect(statuses(await said('db ispart b', { kind: 'now', from: 'oh' }))).toEqual(['corrected']);
    });

    it('waits as a correction where something else was known than what is said to have been', async () => {
      await said('web ispart pve1');
      expect(statuses(await said('web ispart pve2', { kind: 'now', from: 'pve9' }))).toEqual(['conflict']);
      expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
      expect(await openConflicts(t, project)).toMatchObject([
        { correction: 'now', priority: 1, existing: { parent: 'pve1' }, incoming: { parent: 'pve2' } },
      ]);
    });

    it.each(['gutask', 'operator'] as const)('waits as a correction against what %s told', async (source) => {
      await tell('web ispart pve1', source);
      expect(statuses(await said('web ispart pve1', { kind: 'ends' }))).toEqual(['conflict']);
      expect(statuses(await said('web ispart pve2', { kind: 'now' }))).toEqual(['conflict']);
      expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
      const open = await openConflicts(t, project);
      expect(open.map(({ correction, priority }) => [correction, priority])).toEqual([
        ['ends', 1],
        ['now', 1],
      ]);
      const [, now] = open;
      const by = { ...BY, expectedVersion: now?.version ?? null };
      await t.memory.decisions.decide(now?.id ?? 0, { decision: 'replace' }, by);
      expect(await facts()).toEqual(['web ispart pve2 @runs-on']);
      // With the fact gone, what wanted it ended has nothing to wait for.
      expect(await openConflicts(t, project)).toEqual([]);
    });

    it('marks a claim that merely contradicted, and unmarks it when the correction is taken back', async () => {
      await tell('web ispart pve1');
      await said('web ispart pve2');
      expect(await openConflicts(t, project)).toMatchObject([{ correction: null, priority: 0 }]);
      await said('web ispart pve2', { kind: 'now' });
      expect(await openConflicts(t, project)).toMatchObject([
        { correction: 'now', priority: 1, seenCount: 2 },
      ]);
      const [action] = await actions();
      await t.memory.history.undo(action?.id ?? 0, BY);
      expect(await openConflicts(t, project)).toMatchObject([
        { correction: null, priority: 0, seenCount: 1 },
      ]);
    });

    it('is a plain fact where nothing stood, and nothing where there is nothing to end', async () => {
      expect(statuses(await said('web ispart pve1', { kind: 'now', from: 'pve0' }))).toEqual(['inserted']);
      expect(statuses(await said('db ispart pve1', { kind: 'ends' }))).toEqual(['absent']);
      expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
      expect(await tokens()).not.toContain('db-never-told');
      expect(statuses(await said('db-never-told ispart pve1', { kind: 'ends' }))).toEqual(['absent']);
      expect(await tokens()).not.toContain('db-never-told');
    });

    it.each(['assistant', 'tool', 'system'])('never by the words of role %s', async (role) => {
      await said('web ispart pve1');
      expect(await said('web ispart pve1', { kind: 'ends' }, { role })).toEqual([]);
      expect(statuses(await said('web ispart pve2', { kind: 'now' }, { role }))).toEqual(['conflict']);
      expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
      expect(await openConflicts(t, project)).toMatchObject([{ correction: null, priority: 0 }]);
    });

    it('is not asked again once somebody decided against it', async () => {
      await tell('web ispart pve1');
      await said('web ispart pve1', { kind: 'ends' });
      const [conflict] = await openConflicts(t, project);
      const by = { ...BY, expectedVersion: null };
      await t.memory.decisions.decide(conflict?.id ?? 0, { decision: 'dismiss' }, by);
      const [again] = await said('web ispart pve1', { kind: 'ends' });
      expect(again?.outcome).toMatchObject({
        status: 'refused',
        reason: 'DISMISSED',
        conflictId: conflict?.id,
      });
      expect(await openConflicts(t, project)).toEqual([]);
      expect((await t.memory.read.conflict(conflict?.id ?? 0)).seenCount).toBe(2);
      // Said on purpose it is a new question, or simply done.
      expect(await retract('web ispart pve1')).toMatchObject({ status: 'retracted' });
    });

    it('keeps the order in which it was heard, and loses nothing around it', async () => {
      const said: [string, CueChange?][] = [
        ['web ispart pve1'],
        ['web ispart pve1', { kind: 'ends' }],
        ['web ispart pve2'],
        ['db ispart pve2'],
        ['web ispart pve3', { kind: 'now', from: 'pve2' }],
        ['mail ispart pve3'],
      ];
      t.memory.learn({
        project,
        triples: said.map(([text, change]) =>
          triple(text, { dim: 'runs-on', ...(change ? { change } : {}) }),
        ),
        provenance: told({ role: 'user', conversation: project, segment: 'one' }),
      });
      await t.memory.idle();
      expect((await facts()).sort()).toEqual([
        ...['db ispart pve2 @runs-on', 'mail ispart pve3 @runs-on', 'web ispart pve3 @runs-on'],
      ]);
      expect((await t.jobs.counts()).learn).toMatchObject({ waiting: 0, dead: 0 });
    });

    it('leads to no cycle', async () => {
      await said('web ispart pve1');
      await said('pve2 ispart web');
      expect(statuses(await said('web ispart pve2', { kind: 'now' }))).toEqual(['conflict']);
      expect((await facts()).sort()).toEqual(['pve2 ispart web @runs-on', 'web ispart pve1 @runs-on']);
    });
  });

  describe('refinement', () => {
    const kind = { dimension: 'type' };

    it('makes a known kind more specific; the same fact, undoable', async () => {
      await said('plex isa server', undefined, kind);
      const before = t.graph.edgesOf(project, t.graph.conceptId('plex') ?? 0)[0];
      expect(statuses(await said('plex isa media_server', undefined, kind))).toEqual(['refined']);
      expect(await facts()).toEqual(['plex isa media_server @type']);
      const edge = t.graph.edgesOf(project, t.graph.conceptId('plex') ?? 0)[0];
      expect(edge?.edgeId).toBe(before?.edgeId);
      const [shown] = await t.memory.read.edges(edge ? [edge] : []);
      expect(shown?.provenance.map(({ sentence }) => sentence)).toEqual([
        ...['plex isa server.', 'plex isa media_server.'],
      ]);
      const [action] = await actions();
      expect(action).toMatchObject({
        ...{ kind: 'refinement', summary: 'plex: [type] server refined to media_server' },
      });
      await t.memory.history.undo(action?.id ?? 0, BY);
      expect(await facts()).toEqual(['plex isa server @type']);
      expect(t.graph.edgesOf(project, t.graph.conceptId('plex') ?? 0)[0]).toEqual(before);
      await t.memory.history.redo(action?.id ?? 0, BY);
      expect(await facts()).toEqual(['plex isa media_server @type']);
    });

    it('takes the less specific kind as one more testimony', async () => {
      await said('plex isa media_server', undefined, kind);
      const [learned] = await said('plex isa server', undefined, kind);
      expect(learned?.outcome.status).toBe('confirmed');
      expect(await facts()).toEqual(['plex isa media_server @type']);
      expect(t.graph.edgesOf(project, t.graph.conceptId('plex') ?? 0)[0]?.confidence).toBeCloseTo(0.88);
      expect(await openConflicts(t, project)).toEqual([]);
    });

    it('does not change what somebody more trusted told, and raises no conflict', async () => {
      await tell('plex isa server', 'gutask', 'type');
      expect(statuses(await said('plex isa media_server', undefined, kind))).toEqual(['confirmed']);
      expect(await facts()).toEqual(['plex isa server @type']);
      expect(await openConflicts(t, project)).toEqual([]);
      // An assistant is less trusted than the person who said it.
      await said('jelly isa server', undefined, kind);
      expect(
        statuses(await said('jelly isa media_server', undefined, { ...kind, role: 'assistant' })),
      ).toEqual(['confirmed']);
      await said('emby isa server', undefined, { ...kind, role: 'assistant' });
      expect(
        statuses(await said('emby isa media_server', undefined, { ...kind, role: 'assistant' })),
      ).toEqual(['refined']);
      expect((await facts()).sort()).toEqual([
        ...['emby isa media_server @type', 'jelly isa server @type', 'plex isa server @type'],
      ]);
    });

    it.each([
      ['places', 'plex ispart box', 'plex ispart big_box'],
      ['another head', 'plex isa server', 'plex isa server_rack'],
      ['what denies it', 'plex isa server', 'plex isa former_server'],
    ])('is none between %s', async (_what, first, second) => {
      await said(first, undefined, kind);
      expect(statuses(await said(second, undefined, kind))).toEqual(['conflict']);
    });

    it('is none of what is said on purpose', async () => {
      await tell('plex isa server', 'gutask', 'type');
      expect(await tell('plex isa media_server', 'gutask', 'type')).toMatchObject([{ status: 'conflict' }]);
    });

    it('settles the claim that waited to say it, and leaves one that was decided against', async () => {
      await said('plex isa server', undefined, kind);
      await tell('plex isa media_server', 'gutask', 'type');
      const [conflict] = await openConflicts(t, project);
      await said('plex isa media_server', undefined, kind);
      expect((await t.memory.read.conflict(conflict?.id ?? 0)).status).toBe('resolved');

      await said('emby isa server', undefined, kind);
      await tell('emby isa media_server', 'gutask', 'type');
      const [second] = await openConflicts(t, project);
      const by = { ...BY, expectedVersion: null };
      await t.memory.decisions.decide(second?.id ?? 0, { decision: 'dismiss' }, by);
      const [again] = await said('emby isa media_server', undefined, kind);
      expect(again?.outcome).toMatchObject({ status: 'refused', reason: 'DISMISSED' });
      expect(await facts()).toContain('emby isa server @type');
    });

    it('leads to no cycle', async () => {
      await said('plex isa server', undefined, kind);
      await said('media_server isa plex', undefined, kind);
      expect(statuses(await said('plex isa media_server', undefined, kind))).toEqual(['conflict']);
      expect(await facts()).toContain('plex isa server @type');
    });
  });
});
