// What a told fact means for conflicts: repeated after it was decided against, and filling a place where some wait (memory D7).
import { describe, expect, it } from 'vitest';
import type { Source } from '../../../shared/model/graph.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { line, makeConflict, openConflicts } from '../testing/conflict-cases.ts';
import { sharedMemory } from '../testing/shared-memory.ts';
import { fact, type TempMemory, told } from '../testing/temp-memory.ts';

const by = { actor: 'ada', reason: '', expectedVersion: null };

describe.each(TEST_DIALECTS)('contested places on %s', (dialect) => {
  let t: TempMemory;
  let project: string;
  sharedMemory(dialect, (memory, name) => {
    t = memory;
    project = name;
  });

  const say = async (text: string, source: Source) => {
    const [outcome] = await t.memory.tell(project, [fact(text)], told({ source }));
    return outcome;
  };
  const edge = (concept: string) => {
    const id = (token: string) => t.graph.conceptId(token) ?? 0;
    return t.graph.edgeAt(project, id(concept), id('type'))?.edgeId ?? 0;
  };

  describe('a claim that was decided against', () => {
    it.each(['keep', 'dismiss'] as const)(
      'by %s is counted when prose says it again, and asked no more',
      async (decision) => {
        const conflict = await makeConflict(t, project, 'isa_isa');
        await t.memory.decisions.decide(conflict.id, { decision }, by);
        for (const source of ['inferred', 'cloud_llm'] as const) {
          expect(await say('c1 isa new', source)).toMatchObject({
            ...{ status: 'refused', reason: 'DISMISSED', conflictId: conflict.id },
          });
        }
        expect(await t.memory.read.conflict(conflict.id)).toMatchObject({
          seenCount: 3,
          status: 'dismissed',
        });
        expect(await openConflicts(t, project)).toEqual([]);
      },
    );

    it('is counted as a cycle too, where nothing stands', async () => {
      const conflict = await makeConflict(t, project, 'cycle');
      await t.memory.decisions.decide(conflict.id, { decision: 'dismiss' }, by);
      expect(await say('c1 isa new', 'inferred')).toMatchObject({ reason: 'DISMISSED' });
    });

    it.each(['gutask', 'operator'] as const)(
      'is a new conflict when said on purpose (%s), with the earlier one beside it',
      async (source) => {
        const conflict = await makeConflict(t, project, 'isa_isa');
        await t.memory.decisions.decide(conflict.id, { decision: 'dismiss' }, by);
        const again = await say('c1 isa new', source);
        expect(again).toMatchObject({ status: 'conflict' });
        expect(await openConflicts(t, project)).toMatchObject([
          { id: again?.conflictId, earlier: [conflict.id] },
        ]);
        expect(await say('c1 isa new', 'inferred')).toMatchObject({
          status: 'conflict',
          conflictId: again?.conflictId,
        });
      },
    );

    it('is asked again once the place has changed, even if the same fact came back to it', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      await t.memory.decisions.decide(conflict.id, { decision: 'dismiss' }, by);
      const expected = { parent: 'old', dimension: 'type', isIsa: true };
      const retired = await t.memory.edits.change(edge('c1'), { kind: 'retire' }, expected, by);
      await t.memory.history.undo(retired.id, by);
      expect(await say('c1 isa new', 'inferred')).toMatchObject({ status: 'conflict' });
    });

    it('is asked again after the decision was taken back, and another claim always', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      const action = await t.memory.decisions.decide(conflict.id, { decision: 'dismiss' }, by);
      expect(await say('c1 isa newer', 'inferred')).toMatchObject({ status: 'conflict' });
      await t.memory.history.undo(action.id, by);
      expect(await say('c1 isa new', 'inferred')).toMatchObject({
        status: 'conflict',
        conflictId: conflict.id,
      });
    });
  });

  describe('a place where conflicts wait', () => {
    it('is filled by another fact: they wait against it, under a new version (memory D7)', async () => {
      const conflict = await makeConflict(t, project, 'cycle');
      expect(line(t, project, 'c1')).toBe('c1: [type?]');
      await say('c1 isa other', 'gutask');
      expect(line(t, project, 'c1')).toBe('c1: [type?] other');
      expect(await t.memory.read.conflict(conflict.id)).toMatchObject({
        ...{ collisionType: 'cycle', version: conflict.version + 1, existing: { parent: 'other' } },
      });
      await expect(
        t.memory.decisions.decide(
          conflict.id,
          { decision: 'replace' },
          { ...by, expectedVersion: conflict.version },
        ),
      ).rejects.toMatchObject({ code: 'STALE_VERSION' });
    });

    it('is filled by what one of them claims: it came true, and the mark goes', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      await say('c1 ispart new', 'inferred');
      const expected = { parent: 'old', dimension: 'type', isIsa: true };
      await t.memory.edits.change(edge('c1'), { kind: 'retire' }, expected, by);
      expect(line(t, project, 'c1')).toBe('c1: [type?]');
      expect(await say('c1 isa new', 'gutask')).toMatchObject({ status: 'inserted' });
      expect(await t.memory.read.conflict(conflict.id)).toMatchObject({
        ...{ status: 'resolved', resolution: { decision: 'came_true', undoable: false } },
      });
      expect(await openConflicts(t, project)).toMatchObject([
        { collisionType: 'misclassification', existing: { parent: 'new', isIsa: true } },
      ]);
    });

    it('that emptied still takes its claim in, splits nothing and keeps nothing', async () => {
      const conflict = await makeConflict(t, project, 'isa_isa');
      const expected = { parent: 'old', dimension: 'type', isIsa: true };
      await t.memory.edits.change(edge('c1'), { kind: 'retire' }, expected, by);
      const split = { decision: 'split', existingDimension: 'one', newDimension: 'two' } as const;
      for (const decision of [split, { decision: 'keep' } as const]) {
        expect(await t.memory.decisions.preview(conflict.id, decision)).toMatchObject({
          ...{ allowed: false, problem: expect.stringMatching(/Nothing stands at c1: \[type\] any more/) },
        });
      }
      await t.memory.decisions.decide(conflict.id, { decision: 'replace' }, by);
      expect(line(t, project, 'c1')).toBe('c1: [type] new');
    });
  });
});
