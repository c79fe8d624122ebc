// Undo, redo, what the graph said before, and the record of it all, on both databases.
import { describe, expect, it } from 'vitest';
import { AuditEvent } from '../../../shared/model/audit.ts';
import type { Decision } from '../../../shared/model/decision.ts';
import { COLLISION_TYPES } from '../../../shared/model/graph.ts';
import { appendEvents } from '../../store/audit/events.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { knownFacts, line, makeConflict, openConflicts } from '../testing/conflict-cases.ts';
import { sharedMemory } from '../testing/shared-memory.ts';
import { fact, type TempMemory, told } from '../testing/temp-memory.ts';

const ada = { actor: 'ada', reason: '' };
const by = { ...ada, expectedVersion: null };
const split: Decision = { decision: 'split', existingDimension: 'one-way', newDimension: 'other-way' };
const DECISIONS: Decision[] = [
  { decision: 'keep' },
  { decision: 'replace' },
  split,
  { decision: 'move', dimension: 'use', which: 'incoming' },
  { decision: 'move', dimension: 'use', which: 'existing' },
  { decision: 'dismiss' },
];

describe.each(TEST_DIALECTS)('history on %s', (dialect) => {
  let t: TempMemory;
  let project: string;
  sharedMemory(dialect, (memory, name) => {
    t = memory;
    project = name;
  });

  const lapse = () => t.temp.clock.advance(1000);
  const now = () => t.temp.clock.now();
  /** Everything that undo promises to bring back. */
  const state = async () => ({
    facts: await knownFacts(t, project),
    line: line(t, project, 'c1'),
    dimensions: t.memory.read.dimensions(project).map(({ token }) => token),
    open: (await openConflicts(t, project)).map(({ version: _, ...conflict }) => conflict),
  });
  const edgeOf = (concept: string, dimension = 'type') => {
    const id = (token: string) => t.graph.conceptId(token) ?? 0;
    return t.graph.edgeAt(project, id(concept), id(dimension))?.edgeId ?? 0;
  };

  describe.each(COLLISION_TYPES)('a decision about %s', (type) => {
    it.each(DECISIONS)(
      '%o is undone, redone and undone again, and each time the graph is as it was',
      async (decision) => {
        const conflict = await makeConflict(t, project, type);
        const before = await state();
        lapse();
        const action = await t.memory.decisions.decide(conflict.id, decision, by);
        const after = await state();
        expect(after).not.toEqual(before);
        for (let round = 0; round < 2; round++) {
          lapse();
          const undone = await t.memory.history.undo(action.id, { actor: 'bob', reason: 'no' });
          expect(undone).toMatchObject({
            kind: 'undo',
            summary: `Undone: ${action.summary}`,
            state: 'final',
          });
          expect(await state()).toEqual(before);
          expect((await t.memory.read.conflict(conflict.id)).resolution).toBeNull();
          lapse();
          expect(await t.memory.history.redo(action.id, ada)).toMatchObject({ kind: 'redo', state: 'final' });
          expect(await state()).toEqual(after);
          expect((await t.memory.read.conflict(conflict.id)).resolution).toMatchObject({
            ...{ actionId: action.id, undoable: true },
          });
        }
      },
    );
  });

  it('says of each action whether it can be undone or redone, newest first', async () => {
    const conflict = await makeConflict(t, project, 'isa_isa');
    const action = await t.memory.decisions.decide(conflict.id, split, by);
    const states = async () =>
      (await t.memory.history.actions({ project, limit: 10 })).map(({ kind, state }) => `${kind} ${state}`);
    expect(await states()).toEqual(['decision done']);
    await t.memory.history.undo(action.id, ada);
    expect(await states()).toEqual(['undo final', 'decision undone']);
    await t.memory.history.redo(action.id, ada);
    expect(await states()).toEqual(['redo final', 'undo final', 'decision done']);
  });

  it('finds who did what when, counted, in any order', async () => {
    const bob = { actor: 'bob', reason: 'b' };
    for (const [concept, who] of [
      ['c1', ada],
      ['c2', bob],
      ['c3', ada],
    ] as const)
      await t.memory.edits.tell(project, fact(`${concept} isa thing`), told(), who);
    const { history } = t.memory;
    const found = async (asked: Omit<Parameters<typeof history.actions>[0], 'limit'>) =>
      (await history.actions({ project, limit: 10, ...asked })).map(
        ({ actor, summary }) => `${actor} ${summary.slice(0, 2)}`,
      );
    expect(await found({})).toEqual(['ada c3', 'bob c2', 'ada c1']);
    expect(await found({ descending: false })).toEqual(['ada c1', 'bob c2', 'ada c3']);
    expect(await found({ sort: 'actor', descending: false })).toEqual(['ada c3', 'ada c1', 'bob c2']);
    expect(await found({ sort: 'actor', descending: true, offset: 1 })).toEqual(['ada c3', 'ada c1']);
    expect(await found({ by: 'ad' })).toEqual([]);
    expect(await found({ by: 'bob' })).toEqual(['bob c2']);
    const at = (await history.actions({ project, limit: 1 }))[0]?.at ?? 0;
    expect(await found({ from: at + 1 })).toEqual([]);
    expect(await history.countActions({ project, actor: 'AD', to: at })).toEqual({ total: 2 });
    expect(await history.actors('actions')).toEqual(expect.arrayContaining(['ada', 'bob']));
    expect(await history.actors('memory')).toEqual(expect.arrayContaining(['ada', 'bob']));
  });

  it('tells what was done about one concept, each action once, and what can be taken back', async () => {
    const conflict = await makeConflict(t, project, 'isa_isa');
    await t.memory.edits.tell(project, fact('c2 isa thing'), told(), ada);
    const action = await t.memory.decisions.decide(conflict.id, split, by);
    const record = (more: object = {}) =>
      t.memory.history.record({ project, token: 'c1', limit: 10, ...more });
    const { entries, next } = await record();
    expect(next).toBeNull();
    expect(entries.map(({ action: of, kind }) => of?.kind ?? kind)).toEqual([
      ...['decision', 'conflict.opened', 'fact.inserted'],
    ]);
    expect(entries[0]).toMatchObject({ action: { id: action.id, state: 'done', reason: action.reason } });
    await t.memory.history.undo(action.id, ada);
    const after = (await record()).entries;
    expect(after.map(({ action: of }) => of && `${of.kind} ${of.state}`)).toEqual([
      ...['undo final', 'decision undone', null, null],
    ]);
    // In pages: nothing twice, nothing left out.
    const paged = [];
    for (let before: number | null | undefined; before !== null; ) {
      const page = await record({ limit: 1, ...(before === undefined ? {} : { before }) });
      paged.push(...page.entries);
      before = page.next;
    }
    expect(paged).toEqual(after);
    await expect(record({ token: 'zz_nobody_ever' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes many back in one call, the newest first, and says which it could not and why', async () => {
    const tell = async (concept: string) => {
      const told_ = await t.memory.edits.tell(project, fact(`${concept} isa thing`), told(), ada);
      return told_.action?.id ?? 0;
    };
    const [first, second, third] = [await tell('c1'), await tell('c2'), await tell('c3')];
    const all = await knownFacts(t, project);
    await t.memory.history.undo(second, ada);
    const undone = await t.memory.history.undoMany([first, second, third, 999_999], ada);
    expect(undone).toMatchObject([
      { id: 999_999, action: null, problem: { code: 'NOT_FOUND' } },
      { id: third, action: { kind: 'undo' }, problem: null },
      { id: second, action: null, problem: { code: 'STALE_VERSION' } },
      { id: first, action: { kind: 'undo' }, problem: null },
    ]);
    expect(await knownFacts(t, project)).toEqual([]);
    const redone = await t.memory.history.redoMany([third, second, first], ada);
    expect(redone.map(({ id, action }) => [id, action?.kind])).toEqual(
      [first, second, third].map((id) => [id, 'redo']),
    );
    expect(await knownFacts(t, project)).toEqual(all);
  });

  describe('an edit', () => {
    it('told by an operator is undone with its words in the history, and redone', async () => {
      const before = await state();
      const { outcome, action } = await t.memory.edits.tell(
        project,
        fact('c1 isa thing', 'look'),
        told(),
        ada,
      );
      expect(outcome).toMatchObject({ status: 'inserted', edgeId: edgeOf('c1', 'look') });
      expect(action).toMatchObject({ kind: 'tell', summary: 'c1: [look] thing told', state: 'done' });
      const after = await state();
      await t.memory.history.undo(action?.id ?? 0, ada);
      expect(await state()).toEqual(before);
      await t.memory.history.redo(action?.id ?? 0, ada);
      expect(await state()).toEqual(after);
    });

    it('told again raises confidence, and undo lowers it again; a conflict is withdrawn', async () => {
      await t.memory.tell(project, [fact('c1 isa thing', 'type', 0.5)], told({ source: 'inferred' }));
      const before = await state();
      const again = await t.memory.edits.tell(
        project,
        fact('c1 isa thing'),
        told({ source: 'operator' }),
        ada,
      );
      expect(await knownFacts(t, project)).toEqual(['c1 isa thing @type 1 operator']);
      const other = await t.memory.edits.tell(
        project,
        fact('c1 isa other'),
        told({ source: 'operator' }),
        ada,
      );
      expect(other).toMatchObject({
        outcome: { status: 'conflict' },
        action: { summary: 'c1: [type] other told, waits in the queue' },
      });
      await t.memory.history.undo(other.action?.id ?? 0, ada);
      await t.memory.history.undo(again.action?.id ?? 0, ada);
      expect(await state()).toEqual(before);
      await t.memory.history.redo(other.action?.id ?? 0, ada);
      expect(await openConflicts(t, project)).toMatchObject([
        { incoming: { parent: 'other' }, status: 'pending' },
      ]);
    });

    it('refused leaves no action and no word', async () => {
      const self = await t.memory.edits.tell(project, fact('zzq1 isa zzq1'), told(), ada);
      expect(self).toMatchObject({ outcome: { status: 'refused', reason: 'SELF_FACT' }, action: null });
      expect(t.graph.conceptId('zzq1')).toBeUndefined();
    });

    it('keeps an edge out of recollections and lets it back in', async () => {
      await t.memory.tell(project, [fact('c1 isa thing')], told());
      const action = await t.memory.edits.setDoNotUse(edgeOf('c1'), true, ada);
      expect(line(t, project, 'c1')).toBeNull();
      await t.memory.history.undo(action?.id ?? 0, ada);
      expect(line(t, project, 'c1')).toBe('c1: [type] thing');
      await t.memory.history.redo(action?.id ?? 0, ada);
      expect(line(t, project, 'c1')).toBeNull();
    });

    it('retires an edge, which comes back under its id', async () => {
      await t.memory.tell(project, [fact('c1 isa thing')], told());
      const edgeId = edgeOf('c1');
      const expected = { parent: 'thing', dimension: 'type', isIsa: true };
      expect(await t.memory.edits.preview(edgeId, { kind: 'retire' })).toMatchObject({
        ...{ allowed: true, before: 'c1: [type] thing', after: null },
        diff: [{ change: 'remove', parent: 'thing' }],
      });
      const action = await t.memory.edits.change(edgeId, { kind: 'retire' }, expected, ada);
      expect(await knownFacts(t, project)).toEqual([]);
      await t.memory.history.undo(action.id, ada);
      expect(edgeOf('c1')).toBe(edgeId);
    });

    it('moves an edge to another dimension and under another parent, and back', async () => {
      await t.memory.tell(project, [fact('c1 isa thing')], told());
      const before = await state();
      const edgeId = edgeOf('c1');
      const expected = { parent: 'thing', dimension: 'type', isIsa: true };
      const edit = { kind: 'move', dimension: 'Build Kind', parent: 'Gadget' } as const;
      const action = await t.memory.edits.change(edgeId, edit, expected, ada);
      expect(action.summary).toBe('c1: [type] thing moved to [build_kind] under gadget');
      expect(await knownFacts(t, project)).toEqual(['c1 isa gadget @build_kind 1 gutask']);
      expect(edgeOf('c1', 'build_kind')).toBe(edgeId);
      await expect(t.memory.edits.change(edgeId, edit, expected, ada)).rejects.toMatchObject({
        code: 'STALE_VERSION',
      });
      await t.memory.history.undo(action.id, ada);
      expect(await state()).toEqual(before);
    });

    it('that would break a rule is refused and says by what', async () => {
      await t.memory.tell(
        project,
        [fact('c1 isa thing'), fact('thing isa stuff'), fact('c1 isa tool', 'use')],
        told(),
      );
      const problem = async (edge: number, edit: Parameters<typeof t.memory.edits.preview>[1]) =>
        (await t.memory.edits.preview(edge, edit)).problem;
      expect(await problem(edgeOf('c1'), { kind: 'move', dimension: 'use' })).toMatch(
        /c1: \[use\] tool stands there/,
      );
      expect(await problem(edgeOf('thing'), { kind: 'move', parent: 'c1' })).toMatch(
        /c1 leads back to thing by c1: \[type\] thing/,
      );
      expect(await problem(edgeOf('c1'), { kind: 'move', parent: 'c1' })).toMatch(/leads back|own parent/);
      expect(await problem(edgeOf('c1'), { kind: 'move', dimension: 'c1' })).toMatch(/that dimension itself/);
      expect(await problem(edgeOf('c1'), { kind: 'move' })).toMatch(/there already/);
      await expect(t.memory.edits.preview(999_999, { kind: 'retire' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });
  });

  describe('undo is refused, names what stands in the way, and writes nothing', () => {
    it('when the place was filled since', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      const action = await t.memory.decisions.decide(conflict.id, split, by);
      await t.memory.tell(project, [fact('c1 isa filler')], told());
      const before = await state();
      await expect(t.memory.history.undo(action.id, ada)).rejects.toThrow(
        /c1: \[type\] filler stands in the way/,
      );
      expect(await state()).toEqual(before);
    });

    it('when an edge was moved since, and by whom', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      const action = await t.memory.decisions.decide(conflict.id, { decision: 'replace' }, by);
      const expected = { parent: 'new', dimension: 'type', isIsa: true };
      const moved = await t.memory.edits.change(edgeOf('c1'), { kind: 'move', dimension: 'use' }, expected, {
        ...{ actor: 'eve', reason: '' },
      });
      await expect(t.memory.history.undo(action.id, ada)).rejects.toThrow(
        new RegExp(`is not what it was left as.*changed since by eve \\(action ${moved.id}`),
      );
      await t.memory.history.undo(moved.id, ada);
      await t.memory.history.undo(action.id, ada);
      expect(await openConflicts(t, project)).toHaveLength(1);
    });

    it('when the claim waits again', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      const action = await t.memory.decisions.decide(conflict.id, { decision: 'dismiss' }, by);
      const [again] = await t.memory.tell(project, [fact('c1 isa new')], told());
      await expect(t.memory.history.undo(action.id, ada)).rejects.toThrow(
        new RegExp(`the same claim waits again as conflict ${again?.conflictId}`),
      );
    });

    it('when a conflict it raised was decided', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      await t.memory.tell(project, [fact('c1 isa x', 'use')], told());
      const move: Decision = { decision: 'move', dimension: 'use', which: 'incoming' };
      const action = await t.memory.decisions.decide(conflict.id, move, by);
      const [raised] = await openConflicts(t, project);
      const later = await t.memory.decisions.decide(
        raised?.id ?? 0,
        { decision: 'dismiss' },
        { ...by, actor: 'eve' },
      );
      await expect(t.memory.history.undo(action.id, ada)).rejects.toThrow(
        new RegExp(`Conflict ${raised?.id} .* decided by eve`),
      );
      await t.memory.history.undo(later.id, ada);
      await t.memory.history.undo(action.id, ada);
      expect(await openConflicts(t, project)).toMatchObject([{ id: conflict.id }]);
    });

    it('when a claim it added a word to was decided', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      const { action } = await t.memory.edits.tell(
        project,
        fact('c1 isa new'),
        told({ source: 'operator' }),
        ada,
      );
      const decided = await t.memory.decisions.decide(conflict.id, { decision: 'dismiss' }, by);
      await expect(t.memory.history.undo(action?.id ?? 0, ada)).rejects.toThrow(
        new RegExp(`Conflict ${conflict.id} .* decided by ada`),
      );
      await t.memory.history.undo(decided.id, ada);
      await t.memory.history.undo(action?.id ?? 0, ada);
      expect(await openConflicts(t, project)).toMatchObject([{ priority: 0, seenCount: 1 }]);
    });

    it('when a cycle would close', async () => {
      await t.memory.tell(project, [fact('c1 isa thing')], told());
      const expected = { parent: 'thing', dimension: 'type', isIsa: true };
      const retired = await t.memory.edits.change(edgeOf('c1'), { kind: 'retire' }, expected, ada);
      await t.memory.tell(project, [fact('thing isa c1')], told());
      await expect(t.memory.history.undo(retired.id, ada)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    });

    it('when it was undone, is an undo, or is nothing', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      const action = await t.memory.decisions.decide(conflict.id, split, by);
      await expect(t.memory.history.redo(action.id, ada)).rejects.toMatchObject({ code: 'STALE_VERSION' });
      const undo = await t.memory.history.undo(action.id, ada);
      await expect(t.memory.history.undo(action.id, ada)).rejects.toMatchObject({ code: 'STALE_VERSION' });
      await expect(t.memory.history.undo(undo.id, ada)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
      await expect(t.memory.history.undo(999_999, ada)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  it('lets later testimonies for the same edge stand', async () => {
    await t.memory.tell(project, [fact('c1 isa old', 'type', 0.5)], told({ source: 'inferred' }));
    await t.memory.tell(project, [fact('c1 isa new', 'type', 0.5)], told({ source: 'inferred' }));
    const [conflict] = await openConflicts(t, project);
    const proposal = { model: 'judge', runId: null, reasoning: '' };
    const action = await t.memory.decisions.decide(conflict?.id ?? 0, split, { ...by, proposal });
    await t.memory.tell(project, [fact('c1 isa old', 'one-way', 1)], told());
    await t.memory.history.undo(action.id, ada);
    expect(await knownFacts(t, project)).toEqual(['c1 isa old @type 1 gutask']);
  });

  describe('what others said since', () => {
    const operator = told({ source: 'operator' });
    const inferred = told({ source: 'inferred' });
    const tell = async (text: string) =>
      (await t.memory.edits.tell(project, fact(text), operator, ada)).action?.id ?? 0;
    const facts = () => knownFacts(t, project);
    /** Undo brings this, redo brings back what was, and so again. */
    const undoneIs = async (action: number, expected: string[]) => {
      const before = await state();
      let undone: Awaited<ReturnType<typeof state>> | undefined;
      for (let round = 0; round < 2; round++) {
        lapse();
        await t.memory.history.undo(action, ada);
        expect(await facts()).toEqual(expected);
        undone ??= await state();
        expect(await state()).toEqual(undone);
        lapse();
        await t.memory.history.redo(action, ada);
        expect(await state()).toEqual(before);
      }
      lapse();
      await t.memory.history.undo(action, ada);
      expect(await state()).toEqual(undone);
    };
    const collide = async () => {
      await t.memory.tell(project, [fact('c1 isa old', 'type', 0.7)], inferred);
      await t.memory.tell(project, [fact('c1 isa new', 'type', 0.8)], inferred);
      return (await openConflicts(t, project))[0]?.id ?? 0;
    };

    it('stays though a decision had made the edge as sure as can be', async () => {
      const action = await t.memory.decisions.decide(await collide(), { decision: 'keep' }, by);
      const [outcome] = await t.memory.tell(project, [fact('c1 isa old')], told());
      expect(outcome).toMatchObject({ status: 'confirmed' });
      await undoneIs(action.id, ['c1 isa old @type 1 gutask']);
    });

    it('counts as surely as it was said', async () => {
      const action = await t.memory.decisions.decide(await collide(), { decision: 'keep' }, by);
      await t.memory.tell(project, [fact('c1 isa old', 'type', 0.5)], inferred);
      await undoneIs(action.id, [`c1 isa old @type ${0.7 + (0.3 * 0.5) / 2} inferred`]);
    });

    it('holds an edge that the action had made, in its place and in one period', async () => {
      const action = await tell('x isa repo');
      const edgeId = edgeOf('x');
      const since = now();
      lapse();
      expect(await t.memory.tell(project, [fact('x isa repo', 'type', 0.9)], told())).toMatchObject([
        { status: 'confirmed', edgeId },
      ]);
      await undoneIs(action, ['x isa repo @type 0.9 gutask']);
      expect(edgeOf('x')).toBe(edgeId);
      expect(t.memory.read.dimensions(project)).toHaveLength(1);
      expect(await t.memory.history.periods(project, 'x')).toMatchObject([
        { edgeId, validFrom: since, validTo: null },
      ]);
    });

    it('ends with the edge when its retirement is done again, as it would have the first time', async () => {
      await t.memory.tell(project, [fact('c1 isa thing')], told());
      const expected = { parent: 'thing', dimension: 'type', isIsa: true };
      const retired = await t.memory.edits.change(edgeOf('c1'), { kind: 'retire' }, expected, ada);
      await t.memory.history.undo(retired.id, ada);
      await t.memory.tell(project, [fact('c1 isa thing', 'type', 0.6)], inferred);
      await t.memory.history.redo(retired.id, ada);
      expect(await facts()).toEqual([]);
      await t.memory.history.undo(retired.id, ada);
      expect(await facts()).toEqual(['c1 isa thing @type 1 gutask']);
    });

    it('is withdrawn with the claim when its retraction is done again, as it would have been the first time', async () => {
      const claim = fact('c1 isa new');
      await t.memory.tell(project, [fact('c1 isa old'), claim], told());
      await t.memory.retract(project, claim, operator);
      const [retraction] = await t.memory.history.actions({ project, limit: 1 });
      const id = retraction?.id ?? 0;
      await t.memory.history.undo(id, ada);
      await t.memory.tell(project, [claim], told());
      await t.memory.history.redo(id, ada);
      expect(await openConflicts(t, project)).toEqual([]);
      await t.memory.history.undo(id, ada);
      expect(await openConflicts(t, project)).toMatchObject([{ incoming: { parent: 'new' }, seenCount: 2 }]);
    });

    it('goes to the claim when the edge has to give way to what stood there before', async () => {
      const action = await t.memory.decisions.decide(await collide(), { decision: 'replace' }, by);
      await t.memory.tell(project, [fact('c1 isa new')], told());
      await undoneIs(action.id, ['c1 isa old @type 0.7 inferred']);
      expect(await openConflicts(t, project)).toMatchObject([
        { priority: 1, seenCount: 2, incoming: { parent: 'new', source: 'gutask', confidence: 1 } },
      ]);
    });

    it('goes to the claim when the edge closes a cycle that is back', async () => {
      const conflict = await makeConflict(t, project, 'cycle');
      const action = await t.memory.decisions.decide(conflict.id, { decision: 'replace' }, by);
      await t.memory.tell(project, [fact('c1 isa new')], told());
      await undoneIs(action.id, ['mid isa c1 @type 0.9 gutask', 'new isa mid @type 0.8 gutask']);
      expect(await openConflicts(t, project)).toMatchObject([
        { collisionType: 'cycle', incoming: { parent: 'new', source: 'gutask', confidence: 1 } },
      ]);
    });

    it('lets a claim come true that was let into an empty place', async () => {
      const conflict = await collide();
      const expected = { parent: 'old', dimension: 'type', isIsa: true };
      await t.memory.edits.change(edgeOf('c1'), { kind: 'retire' }, expected, ada);
      const action = await t.memory.decisions.decide(conflict, { decision: 'replace' }, by);
      await t.memory.tell(project, [fact('c1 isa new', 'type', 0.9)], told());
      await undoneIs(action.id, ['c1 isa new @type 0.9 gutask']);
      expect((await t.memory.read.conflict(conflict)).resolution).toMatchObject({ decision: 'came_true' });
    });

    it('keeps a dimension that the action made', async () => {
      const decision: Decision = { decision: 'move', dimension: 'use', which: 'incoming' };
      const action = await t.memory.decisions.decide(await collide(), decision, by);
      await t.memory.tell(project, [fact('c1 isa new', 'use', 0.9)], told());
      await undoneIs(action.id, ['c1 isa new @use 0.9 gutask', 'c1 isa old @type 0.7 inferred']);
    });

    it('keeps a conflict waiting that the action had raised', async () => {
      await t.memory.tell(project, [fact('c1 isa old')], told());
      const action = await tell('c1 isa new');
      const [outcome] = await t.memory.tell(project, [fact('c1 isa new')], told());
      expect(outcome).toMatchObject({ status: 'conflict' });
      await undoneIs(action, ['c1 isa old @type 1 gutask']);
      expect(await openConflicts(t, project)).toMatchObject([{ id: outcome?.conflictId, seenCount: 2 }]);
    });

    it('keeps a conflict waiting that a redo had raised again', async () => {
      await t.memory.tell(project, [fact('c1 isa old')], told());
      const action = await tell('c1 isa new');
      await t.memory.history.undo(action, ada);
      expect(await openConflicts(t, project)).toEqual([]);
      await t.memory.history.redo(action, ada);
      await t.memory.tell(project, [fact('c1 isa new')], told());
      await t.memory.history.undo(action, ada);
      expect(await openConflicts(t, project)).toMatchObject([{ seenCount: 2 }]);
    });

    it('is taken back by its own undo, in whatever order', async () => {
      await t.memory.tell(project, [fact('c1 isa thing', 'type', 0.5)], inferred);
      const before = await facts();
      const both = async () => [await tell('c1 isa thing'), await tell('c1 isa thing')] as const;
      const [first, second] = await both();
      await t.memory.history.undo(second, ada);
      expect(await facts()).toEqual(['c1 isa thing @type 1 operator']);
      await t.memory.history.undo(first, ada);
      expect(await facts()).toEqual(before);
      const [third, fourth] = await both();
      await t.memory.history.undo(third, ada);
      expect(await facts()).toEqual(['c1 isa thing @type 1 operator']);
      await t.memory.history.undo(fourth, ada);
      expect(await facts()).toEqual(before);
      await t.memory.history.redo(third, ada);
      expect(await facts()).toEqual(['c1 isa thing @type 1 operator']);
      await t.memory.history.undo(third, ada);
      expect(await facts()).toEqual(before);
    });

    it('by another decision counts like any other word', async () => {
      const keep: Decision = { decision: 'keep' };
      const first = await t.memory.decisions.decide(await collide(), keep, by);
      await t.memory.tell(project, [fact('c1 isa third')], inferred);
      const second = await t.memory.decisions.decide((await openConflicts(t, project))[0]?.id ?? 0, keep, by);
      await t.memory.history.undo(first.id, ada);
      expect(await facts()).toEqual(['c1 isa old @type 1 operator']);
      await t.memory.history.undo(second.id, ada);
      expect(await facts()).toEqual(['c1 isa old @type 0.7 inferred']);
    });

    it('holds an edge only as long as somebody stands by it', async () => {
      const [first, second] = [await tell('x isa repo'), await tell('x isa repo')];
      await t.memory.history.undo(first, ada);
      expect(await facts()).toEqual(['x isa repo @type 1 operator']);
      await t.memory.history.undo(second, ada);
      expect(await facts()).toEqual([]);
    });
  });

  describe('a claim that waits', () => {
    const claims = async () =>
      (await openConflicts(t, project)).map(({ incoming: { parent, source, confidence }, ...conflict }) => [
        ...[parent, source, confidence, conflict.priority, conflict.seenCount],
      ]);
    const collide = async () => {
      await t.memory.tell(project, [fact('c1 isa old')], told());
      const prose = told({ source: 'inferred', sentence: 'c1 is new' });
      await t.memory.tell(project, [fact('c1 isa new', 'type', 0.6)], prose);
    };
    const operator = told({ source: 'operator' });

    it('is whose word it was once the word that was added to it is undone', async () => {
      await collide();
      const before = await state();
      const { action } = await t.memory.edits.tell(project, fact('c1 isa new'), operator, ada);
      const after = await state();
      expect(await claims()).toEqual([['new', 'operator', 1, 1, 2]]);
      for (let round = 0; round < 2; round++) {
        await t.memory.history.undo(action?.id ?? 0, ada);
        expect(await state()).toEqual(before);
        expect(await claims()).toEqual([['new', 'inferred', 0.6, 0, 1]]);
        await t.memory.history.redo(action?.id ?? 0, ada);
        expect(await state()).toEqual(after);
      }
      const { events } = await t.memory.history.events({ project, kind: 'conflict.changed', limit: 2 });
      expect(events.map(({ summary }) => summary.replace(/.*c1/, 'c1'))).toEqual([
        'c1: [type] new was claimed once more',
        'c1: [type] new was claimed once less',
      ]);
    });

    it('is whose word it was after a decision sent another fact to it', async () => {
      await t.memory.tell(project, [fact('c1 isa there', 'use')], told());
      await t.memory.tell(project, [fact('c1 isa new', 'use', 0.6)], told({ source: 'inferred' }));
      const waiting = await claims();
      await t.memory.tell(project, [fact('c1 isa old'), fact('c1 isa new')], told());
      const conflict = (await openConflicts(t, project)).find(({ dimension }) => dimension === 'type');
      const before = await state();
      const decision: Decision = { decision: 'split', existingDimension: 'look', newDimension: 'use' };
      const action = await t.memory.decisions.decide(conflict?.id ?? 0, decision, by);
      expect(await claims()).toEqual([['new', 'gutask', 1, 1, 2]]);
      await t.memory.history.undo(action.id, ada);
      expect(await state()).toEqual(before);
      expect(await claims()).toContainEqual(waiting[0]);
    });

    it('stays as it is when it was made again since', async () => {
      await collide();
      const { action } = await t.memory.edits.tell(project, fact('c1 isa new'), operator, ada);
      await t.memory.tell(project, [fact('c1 isa new')], told());
      await t.memory.history.undo(action?.id ?? 0, ada);
      expect(await claims()).toEqual([['new', 'operator', 1, 1, 3]]);
    });

    it('takes the word of a redo beside those that came since the undo', async () => {
      await collide();
      const { action } = await t.memory.edits.tell(project, fact('c1 isa new'), operator, ada);
      await t.memory.history.undo(action?.id ?? 0, ada);
      await t.memory.tell(project, [fact('c1 isa new', 'type', 0.7)], told({ source: 'inferred' }));
      const before = await claims();
      await t.memory.history.redo(action?.id ?? 0, ada);
      expect(await claims()).toEqual([['new', 'operator', 1, 1, 3]]);
      await t.memory.history.undo(action?.id ?? 0, ada);
      expect(await claims()).toEqual(before);
    });

    it('is raised as a cycle again when the cycle and the fact at its place are back', async () => {
      await t.memory.tell(project, [fact('mid isa c1'), fact('new isa mid')], told());
      await t.memory.tell(project, [fact('c1 isa new'), fact('c1 isa mid')], told({ source: 'inferred' }));
      await t.memory.tell(project, [fact('c1 ispart old')], told());
      const before = await state();
      expect(before.open.map(({ collisionType }) => collisionType)).toEqual(['cycle', 'cycle']);
      const replace: Decision = { decision: 'replace', givesWay: edgeOf('mid') };
      const action = await t.memory.decisions.decide(before.open[0]?.id ?? 0, replace, by);
      expect(await openConflicts(t, project)).toMatchObject([{ collisionType: 'isa_isa' }]);
      await t.memory.history.undo(action.id, ada);
      expect(await state()).toEqual(before);
    });
  });

  it('leaves to a person what a model decided and a person took back', async () => {
    const conflict = await makeConflict(t, project, 'isa_isa');
    const proposal = { model: 'judge', runId: 3, reasoning: 'so' };
    const action = await t.memory.decisions.decide(conflict.id, split, { ...by, proposal });
    await t.memory.history.undo(action.id, ada);
    expect(await t.memory.read.conflict(conflict.id)).toMatchObject({
      ...{ status: 'needs_human', lastProblem: 'ada took back what judge decided.' },
    });
  });

  it('takes back what a redo brought about, not only what the action did at first', async () => {
    await t.memory.tell(project, [fact('c1 isa old')], told());
    const expected = { parent: 'old', dimension: 'type', isIsa: true };
    const moved = await t.memory.edits.change(edgeOf('c1'), { kind: 'move', parent: 'mid' }, expected, ada);
    await t.memory.history.undo(moved.id, ada);
    const [claim] = await t.memory.tell(project, [fact('c1 isa mid')], told());
    const before = await state();
    await t.memory.history.redo(moved.id, ada);
    expect(await t.memory.read.conflict(claim?.conflictId ?? 0)).toMatchObject({ status: 'resolved' });
    await t.memory.history.undo(moved.id, ada);
    expect(await state()).toEqual(before);
  });

  it('leaves a dimension that others use by now', async () => {
    const conflict = await makeConflict(t, project, 'isa_isa');
    const action = await t.memory.decisions.decide(conflict.id, split, by);
    await t.memory.tell(project, [fact('c2 isa z', 'one-way')], told());
    await t.memory.history.undo(action.id, ada);
    const dimensions = t.memory.read.dimensions(project).map(({ token }) => token);
    expect(dimensions.toSorted()).toEqual(['one-way', 'type']);
    await t.memory.history.redo(action.id, ada);
    expect(t.memory.read.dimensions(project)).toHaveLength(3);
  });

  it('answers what the graph said at a moment, before and after every change', async () => {
    const moments: { at: number; says: string[] }[] = [];
    const note = async () => {
      const concept = t.graph.conceptId('c1') ?? 0;
      const token = (id: number) => t.graph.tokenOf(id);
      const says = t.graph
        .edgesOf(project, concept)
        .map((edge) => `${token(edge.parent)} @${token(edge.dim)}`);
      moments.push({ at: now(), says: says.toSorted() });
      lapse();
    };
    await note();
    await t.memory.tell(project, [fact('c1 isa old'), fact('c1 isa new')], told());
    await note();
    const [conflict] = await openConflicts(t, project);
    const action = await t.memory.decisions.decide(conflict?.id ?? 0, split, by);
    await note();
    await t.memory.history.undo(action.id, ada);
    await note();
    await t.memory.history.redo(action.id, ada);
    await note();
    const expected = { parent: 'old', dimension: 'one-way', isIsa: true };
    await t.memory.edits.change(edgeOf('c1', 'one-way'), { kind: 'retire' }, expected, ada);
    await note();
    for (const { at, says } of moments) {
      const then = await t.memory.history.asOf(project, 'c1', at);
      expect(then.map(({ parent, dimension }) => `${parent} @${dimension}`).toSorted()).toEqual(says);
    }
    const periods = await t.memory.history.periods(project, 'c1');
    expect(
      periods.map(({ parent, dimension, validTo }) => `${parent} @${dimension} ${validTo === null}`),
    ).toEqual([
      'new @other-way true',
      'old @one-way false',
      'old @type false',
      'old @one-way false',
      'new @other-way false',
      'old @type false',
    ]);
    const { events } = await t.memory.history.events({ project, limit: 100 });
    const ended = events.filter((event) => periods.some(({ endedBy }) => endedBy === event.id));
    expect(ended.map(({ kind }) => kind)).toEqual(Array(5).fill('edge.changed'));
    await expect(t.memory.history.asOf(project, 'nobody-knows', 0)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('writes a line of words for every event, and knows which action each belongs to', async () => {
    const conflict = await makeConflict(t, project, 'isa_isa');
    const action = await t.memory.decisions.decide(conflict.id, split, { ...by, reason: 'both' });
    await t.memory.history.undo(action.id, ada);
    await t.memory.decisions.note(conflict.id, { note: 'ask bob', expectedVersion: 3, actor: 'ada' });
    const { events, total } = await t.memory.history.events({ project, limit: 100 });
    expect(total).toBe(events.length);
    for (const event of events) expect(AuditEvent.parse(event)).toEqual(event);
    const line = (id: number | null) => (id === null ? '' : id === action.id ? 'decision: ' : 'undo: ');
    expect(events.toReversed().map(({ actionId, summary }) => line(actionId) + summary)).toEqual([
      '[type] came into use',
      'learnt c1: [type] old, 0.9 (told through gutask)',
      `conflict ${conflict.id}: c1: [type] new went into the queue: two kinds for one thing`,
      'decision: c1: [type] old split into [one-way] and [other-way] (both)',
      'decision: [one-way] came into use',
      'decision: [other-way] came into use',
      'decision: moved c1: [type] old to [one-way]',
      'decision: added c1: [other-way] new',
      `decision: conflict ${conflict.id}: c1: [type] new was decided: split`,
      'undo: Undone: c1: [type] old split into [one-way] and [other-way]',
      'undo: ended c1: [other-way] new',
      'undo: moved c1: [one-way] old to [type]',
      'undo: ended other-way: [other-way] other-way',
      'undo: ended one-way: [one-way] one-way',
      `undo: conflict ${conflict.id}: c1: [type] new waits again`,
      `note on conflict ${conflict.id}: ask bob`,
    ]);
    const only = async (filter: object) =>
      (await t.memory.history.events({ project, limit: 100, ...filter })).total;
    expect(await only({ search: 'OTHER-WAY' })).toBeGreaterThan(3);
    expect(await only({ conflictId: conflict.id })).toBe(4);
    expect(await only({ kind: 'action.undo', actor: 'AD' })).toBe(1);
    expect(await only({ search: '100%' })).toBe(0);
  });

  it('shows a page whatever its events hold: what cannot be said in words is there by its kind', async () => {
    const part = { claim: { concept: 'c1', parent: 'new', dimension: 'type', isIsa: true }, before: null };
    const record = { status: 'resolved', type: 'isa_isa', existing: null, attempts: 0, lastProblem: null };
    const after = { ...record, resolution: 'no JSON', decidedBy: 'ada', resolvedAt: 1 };
    const unsayable = [
      ['conflict.snoozed', { until: 8_640_000_000_000_001 }],
      ['conflict.changed', { ...part, action: 'decide', after }],
      ['edge.changed', 'of another shape'],
    ] as const;
    const nobody = { at: START, project, actor: 'ada', edgeId: null, conflictId: null };
    await t.store.write((writer) =>
      appendEvents(
        writer,
        unsayable.map(([kind, payload]) => ({ ...nobody, kind, payload })),
      ),
    );
    const { events } = await t.memory.history.events({ project, limit: 100 });
    expect(events.map(({ summary }) => summary).toReversed()).toEqual(unsayable.map(([kind]) => kind));
  });

  it('exports every event once, in order, as JSON Lines', async () => {
    await t.memory.tell(
      project,
      Array.from({ length: 1100 }, (_, i) => fact(`x${i} isa y`)),
      told(),
    );
    let text = '';
    for await (const piece of t.memory.history.exported({ project })) text += piece;
    const ids = text
      .trimEnd()
      .split('\n')
      .map((json) => (JSON.parse(json) as { id: number }).id);
    expect(ids).toHaveLength(1101);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(await t.memory.history.verifyChain('memory')).toMatchObject({ ok: true, brokenAt: null });
    expect(t.memory.history.chain('memory')).toMatchObject({ ok: true });
  });

  it('has a claim wait again whose decision was taken back before the word it came true with', async () => {
    const { memory } = t;
    await memory.tell(project, [fact('c1 isa c2'), fact('c1 isa c3'), fact('c1 isa c4')], told());
    const before = await state();
    const [third, fourth] = await openConflicts(t, project);
    const expected = { parent: 'c2', dimension: 'type', isIsa: true };
    const retired = await memory.edits.change(edgeOf('c1'), { kind: 'retire' }, expected, ada);
    const replaced = await memory.decisions.decide(third?.id ?? 0, { decision: 'replace' }, by);
    // What is kept is said once more by whoever decided: the fact stays by that word.
    const kept = await memory.decisions.decide(fourth?.id ?? 0, { decision: 'keep' }, by);
    await memory.history.undo(replaced.id, ada);
    expect(await knownFacts(t, project)).toEqual([expect.stringContaining('c3')]);
    const undone = await memory.history.undo(kept.id, ada);
    expect((await openConflicts(t, project)).map(({ id }) => id)).toEqual([third?.id, fourth?.id]);
    await memory.history.redo(kept.id, ada);
    expect(await openConflicts(t, project)).toEqual([]);
    await memory.history.undo(kept.id, ada);
    expect(undone.kind).toBe('undo');
    await memory.history.undo(retired.id, ada);
    expect(await state()).toEqual(before);
  });

  it('takes back what was said once more of a fact that went with its decision before', async () => {
    const { memory } = t;
    await memory.tell(project, [fact('c1 isa c2'), fact('c1 isa c3'), fact('c1 isa c4')], told());
    const before = await state();
    const [third, fourth] = await openConflicts(t, project);
    const replaced = await memory.decisions.decide(third?.id ?? 0, { decision: 'replace' }, by);
    const kept = await memory.decisions.decide(fourth?.id ?? 0, { decision: 'keep' }, by);
    await memory.history.undo(replaced.id, ada);
    expect(await knownFacts(t, project)).toEqual(before.facts);
    await memory.history.undo(kept.id, ada);
    expect((await state()).facts).toEqual(before.facts);
    expect((await openConflicts(t, project)).map(({ id }) => id)).toEqual([third?.id, fourth?.id]);
  });

  it('is the same for a process that only watches', async () => {
    const other = await t.another();
    const conflict = await makeConflict(t, project, 'cycle');
    const action = await t.memory.decisions.decide(conflict.id, split, by);
    await other.memory.tell(project, [fact('w1 isa w2')], told());
    expect(await other.memory.verify()).toMatchObject({ ok: true, problems: [] });
    await other.memory.history.undo(action.id, ada);
    await t.memory.tell(project, [fact('w3 isa w4')], told());
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    await t.memory.history.redo(action.id, ada);
    await other.memory.tell(project, [fact('w5 isa w6')], told());
    expect(await other.memory.verify()).toMatchObject({ ok: true, problems: [] });
    await t.memory.tell(project, [fact('w7 isa w8')], told());
  });
});
