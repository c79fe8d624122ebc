// Promises: what a person says plainly takes the place of what only an assistant said, as one action that can be taken back; the
// other way round it is a conflict; a fact that a person said too is a person's; what a model was asked stands as any other fact.
import { describe, expect, it } from 'vitest';
import type { Provenance } from '../../../shared/model/graph.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { recollectionOf } from '../../graph/recollect/recollection-line.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { openConflicts } from '../testing/conflict-cases.ts';
import { hear, sharedMemory } from '../testing/shared-memory.ts';
import { fact, type TempMemory, tableFacts, told, triple } from '../testing/temp-memory.ts';

const BY = { actor: 'ada', reason: '' };

describe.each(TEST_DIALECTS)('belief on %s', (dialect) => {
  let t: TempMemory;
  let project: string;
  sharedMemory(dialect, (memory, name) => {
    t = memory;
    project = name;
  });

  const said = async (text: string, role: 'user' | 'assistant', dim = 'runs-on') =>
    (await hear(t, project, [triple(text, { dim })], role)).map(({ outcome }) => outcome.status);
  const tell = (text: string, change: Partial<Provenance> = {}, dimension = 'runs-on') =>
    t.memory.tell(project, [fact(text, dimension)], told(change));
  const facts = () => tableFacts(t.store, project);
  const recalled = (token: string, shown = true) => {
    const settings = { ...DEFAULT_SETTINGS, recollection_assistant_facts: shown };
    return recollectionOf(t.graph, token, settings, t.temp.clock.now(), project);
  };

  it('puts a person’s statement in the place of an assistant’s guess, undoes it and does it again', async () => {
    expect(await said('web ispart pve1', 'assistant')).toEqual(['inserted']);
    expect(recalled('web')).toBe('web: [runs-on~] pve1');
    expect(await said('web ispart pve2', 'user')).toEqual(['corrected']);
    expect(await facts()).toEqual(['web ispart pve2 @runs-on']);
    expect(recalled('web')).toBe('web: [runs-on] pve2');
    expect(await openConflicts(t, project)).toEqual([]);
    const [action] = await t.memory.history.actions({ project, limit: 1 });
    expect(action).toMatchObject({
      ...{ kind: 'correction', state: 'done' },
      summary: 'web: [runs-on] pve1 (a guess) corrected to pve2',
    });
    const [, before] = await t.memory.history.periods(project, 'web');
    expect(before).toMatchObject({ parent: 'pve1', endedBy: expect.any(Number) });
    await t.memory.history.undo(action?.id ?? 0, BY);
    expect(recalled('web')).toBe('web: [runs-on~] pve1');
    await t.memory.history.redo(action?.id ?? 0, BY);
    expect(recalled('web')).toBe('web: [runs-on] pve2');
  });

  it.each(['gutask', 'operator'] as const)('and so does what is told by %s', async (source) => {
    await said('web ispart pve1', 'assistant');
    if (source === 'gutask') {
      expect(await tell('web ispart pve2')).toMatchObject([{ status: 'corrected' }]);
    } else {
      const operators = told({ source, client: 'ada' });
      const { outcome } = await t.memory.edits.tell(
        project,
        fact('web ispart pve2', 'runs-on'),
        operators,
        BY,
      );
      expect(outcome).toMatchObject({ status: 'inserted', parent: 'pve2' });
    }
    expect(await facts()).toEqual(['web ispart pve2 @runs-on']);
    const [action] = await t.memory.history.actions({ project, limit: 1 });
    expect(action?.summary).toBe('web: [runs-on] pve1 (a guess) corrected to pve2');
  });

  it('makes an assistant’s contradiction of a person a conflict of low priority', async () => {
    await said('web ispart pve1', 'user');
    expect(await said('web ispart pve2', 'assistant')).toEqual(['conflict']);
    expect(await facts()).toEqual(['web ispart pve1 @runs-on']);
    expect(await openConflicts(t, project)).toMatchObject([{ priority: 0 }]);
    expect(recalled('web')).toBe('web: [runs-on?] pve1');
  });

  it('keeps two assistants apart, and what a model was asked, as any other facts', async () => {
    await said('web ispart pve1', 'assistant');
    expect(await said('web ispart pve2', 'assistant')).toEqual(['conflict']);
    expect(recalled('web')).toBe('web: [runs-on~?] pve1');
    await tell('db isa store', { source: 'cloud_llm' }, 'type');
    expect(recalled('db')).toBe('db: [type] store');
    expect(await said('db isa container', 'user', 'type')).toEqual(['conflict']);
  });

  it('counts a fact as a person’s once a person said it too, in either order', async () => {
    await said('web ispart pve1', 'assistant');
    expect(await said('web ispart pve1', 'user')).toEqual(['confirmed']);
    await said('db ispart pve1', 'user');
    expect(await said('db ispart pve1', 'assistant')).toEqual(['confirmed']);
    for (const name of ['web', 'db']) {
      expect(recalled(name)).toBe(`${name}: [runs-on] pve1`);
      expect(await said(`${name} ispart pve2`, 'user')).toEqual(['conflict']);
    }
  });

  it('leaves assistants’ facts out of recollections where the setting says so', async () => {
    await said('web ispart pve1', 'assistant');
    expect(recalled('web', false)).toBeNull();
    await said('web ispart pve1', 'user');
    expect(recalled('web', false)).toBe('web: [runs-on] pve1');
  });

  it('asks a person where their statement would close a cycle', async () => {
    await said('a ispart b', 'assistant');
    await said('c ispart a', 'user');
    expect(await said('a ispart c', 'user')).toEqual(['conflict']);
    expect((await facts()).sort()).toEqual(['a ispart b @runs-on', 'c ispart a @runs-on']);
  });

  it('does not repeat what somebody decided against', async () => {
    await said('web ispart pve1', 'user');
    await said('web ispart pve2', 'assistant');
    const [conflict] = await openConflicts(t, project);
    await t.memory.decisions.decide(
      conflict?.id ?? 0,
      { decision: 'replace' },
      { ...BY, expectedVersion: null },
    );
    // Whoever decided for it stands behind it.
    expect(recalled('web')).toBe('web: [runs-on] pve2');
    expect(await said('web ispart pve3', 'user')).toEqual(['conflict']);
  });
});
