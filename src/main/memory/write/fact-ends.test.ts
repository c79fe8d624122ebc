// Promises: a fact with an end is recalled until then and no longer, ends into the history by itself as one action, also after a
// restart and beside another process; who may say so changes its end; claims against it take its place; nothing of it is lost on the way.
import { describe, expect, it } from 'vitest';
import type { Fact, Provenance } from '../../../shared/model/graph.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { recollectionOf } from '../../graph/recollect/recollection-line.ts';
import { placesAt } from '../../store/past/edges-at.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { exported, imported } from '../../transfer/testing/files.ts';
import { openConflicts } from '../testing/conflict-cases.ts';
import { sharedMemory } from '../testing/shared-memory.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from '../testing/temp-memory.ts';

const BY = { actor: 'ada', reason: '' };
const HOUR = 3_600_000;

describe.each(TEST_DIALECTS)('facts that end, on %s', (dialect) => {
  let t: TempMemory;
  let project: string;
  sharedMemory(dialect, (memory, name) => {
    t = memory;
    project = name;
  });

  const now = () => t.temp.clock.now();
  const ending = (text: string, hours: number | null): Fact => ({
    ...fact(text, 'runs-on'),
    ...(hours === null ? {} : { until: now() + hours * HOUR }),
  });
  const tell = (text: string, hours: number | null, change: Partial<Provenance> = {}) =>
    t.memory.tell(project, [ending(text, hours)], told({ at: now(), ...change }));
  const recalled = (token: string) => recollectionOf(t.graph, token, DEFAULT_SETTINGS, now(), project);
  const endOf = (concept: string) =>
    t.graph.edgesOf(project, t.graph.conceptId(concept) ?? 0)[0]?.until ?? null;
  async function pass(hours: number): Promise<void> {
    t.temp.clock.advance(hours * HOUR);
    await t.memory.idle();
  }
  const newest = async () => (await t.memory.history.actions({ project, limit: 1 }))[0];

  it('is recalled with its end until then, and ends into the history as an action', async () => {
    const [outcome] = await tell('web ispart pve1', 2);
    const until = now() + 2 * HOUR;
    expect(outcome).toMatchObject({ status: 'inserted', until });
    expect(recalled('web')).toBe(`web: [runs-on] pve1 until ${new Date(until).toISOString().slice(0, 16)}Z`);
    await pass(1);
    expect(recalled('web')).toContain('pve1');
    t.temp.clock.advance(HOUR);
    // Nobody has seen to it yet.
    expect(recalled('web')).toBeNull();
    await t.memory.idle();
    expect(await tableFacts(t.store, project)).toEqual([]);
    const action = await newest();
    expect(action).toMatchObject({
      ...{ kind: 'expired', actor: 'festinger', state: 'final' },
      summary: 'web: [runs-on] pve1 ended, as told',
    });
    const [period] = await t.memory.history.periods(project, 'web');
    expect(period).toMatchObject({ parent: 'pve1', validTo: until });
    await expect(t.memory.history.undo(action?.id ?? 0, BY)).rejects.toThrow(/Tell them again/);
    expect(await tell('web ispart pve2', null)).toMatchObject([{ status: 'inserted' }]);
  });

  it('ends what came due while nothing ran, once, with two processes', async () => {
    await tell('web ispart pve1', 1);
    const until = now() + HOUR;
    const other = await t.another();
    t.temp.clock.advance(50 * HOUR);
    await Promise.all([t.memory.idle(), other.memory.idle()]);
    const third = await t.another();
    await third.memory.idle();
    await other.memory.catchUp();
    expect(other.graph.endedEdges(now())).toEqual([]);
    const actions = await t.memory.history.actions({ project, limit: 10 });
    expect(actions.map(({ kind }) => kind)).toEqual(['expired']);
    // It did not hold while nobody looked.
    const [period] = await t.memory.history.periods(project, 'web');
    expect(period?.validTo).toBe(until);
    await third.memory.close();
    await other.memory.close();
  });

  it('lasts when it is told again without an end, and ends later or earlier when told so', async () => {
    await tell('web ispart pve1', 2);
    await tell('web ispart pve1', 9);
    expect(endOf('web')).toBe(now() + 9 * HOUR);
    await tell('web ispart pve1', 3);
    expect(endOf('web')).toBe(now() + 3 * HOUR);
    await tell('web ispart pve1', null);
    expect(endOf('web')).toBeNull();
    await pass(10);
    expect(recalled('web')).toBe('web: [runs-on] pve1');
  });

  it('is no longer by what somebody less trusted repeats', async () => {
    await tell('web ispart pve1', 2);
    const until = now() + 2 * HOUR;
    await tell('web ispart pve1', null, { source: 'inferred', role: 'user' });
    await tell('web ispart pve1', 90, { source: 'inferred', role: 'assistant' });
    expect(endOf('web')).toBe(until);
    await tell('db ispart pve1', 2, { source: 'inferred', role: 'user' });
    await tell('db ispart pve1', null, { source: 'inferred', role: 'assistant' });
    expect(endOf('db')).toBe(until);
  });

  it('gives its place to the claim that waited against it, with that claim’s own end', async () => {
    await tell('web ispart pve1', 2);
    expect(await tell('web ispart pve2', 5)).toMatchObject([{ status: 'conflict' }]);
    const until = now() + 5 * HOUR;
    expect(recalled('web')).toContain('[runs-on?] pve1');
    await pass(2);
    expect(await tableFacts(t.store, project)).toEqual(['web ispart pve2 @runs-on']);
    expect(endOf('web')).toBe(until);
    expect(await openConflicts(t, project)).toEqual([]);
  });

  it('withdraws a claim whose own end has passed', async () => {
    await tell('web ispart pve1', null);
    await tell('web ispart pve2', 1);
    expect(await openConflicts(t, project)).toHaveLength(1);
    await pass(2);
    expect(await openConflicts(t, project)).toEqual([]);
    expect(recalled('web')).toBe('web: [runs-on] pve1');
  });

  it('keeps its end when it is moved, retired and put back, and through a decision', async () => {
    const [{ edgeId = 0 } = {}] = await tell('web ispart pve1', 6);
    const until = now() + 6 * HOUR;
    const was = { parent: 'pve1', dimension: 'runs-on', isIsa: false };
    await t.memory.edits.change(edgeId, { kind: 'move', dimension: 'membership' }, was, BY);
    expect(endOf('web')).toBe(until);
    await t.memory.edits.change(edgeId, { kind: 'retire' }, { ...was, dimension: 'membership' }, BY);
    await t.memory.history.undo((await newest())?.id ?? 0, BY);
    expect(endOf('web')).toBe(until);
    await tell('db ispart pve1', null);
    await tell('db ispart pve2', 4);
    const [conflict] = await openConflicts(t, project);
    await t.memory.decisions.decide(
      conflict?.id ?? 0,
      { decision: 'replace' },
      { ...BY, expectedVersion: null },
    );
    expect(endOf('db')).toBe(now() + 4 * HOUR);
  });

  it('is what it was after a confirmation that changed its end is out of force', async () => {
    await tell('web ispart pve1', 6, { source: 'inferred', role: 'user' });
    const until = now() + 6 * HOUR;
    const operators = told({ source: 'operator', client: 'ada', at: now() });
    await t.memory.edits.tell(project, ending('web ispart pve1', null), operators, BY);
    expect(endOf('web')).toBeNull();
    await t.memory.history.undo((await newest())?.id ?? 0, BY);
    expect(endOf('web')).toBe(until);
  });

  it('is what it was through a file: ends, guesses, past periods and claims', async () => {
    await tell('web ispart pve1', 1);
    await pass(2);
    await tell('web ispart pve2', 5);
    await tell('web ispart pve3', 7);
    await tell('db ispart pve1', null, { source: 'inferred', role: 'assistant' });
    const file = await exported(t, project);
    expect(file).toContain('"is_guess":true');
    await using copy = await tempMemory(dialect);
    copy.temp.clock.advance(t.temp.clock.now() - copy.temp.clock.now());
    await imported(copy.memory, file);
    expect(await exported(copy, project)).toBe(file);
    expect(await copy.memory.verify()).toMatchObject({ ok: true });
    expect(copy.graph.firstEnd).toBe(now() + 5 * HOUR);
  });

  it('is not there when somebody looks back at a moment after its end', async () => {
    await tell('web ispart pve1', 1);
    const start = now();
    await pass(3);
    const dim = t.graph.conceptId('runs-on') ?? 0;
    const concept = t.graph.conceptId('web') ?? 0;
    const held = async (at: number) => (await placesAt(t.store.reader, { project, dim, at }, [concept])).size;
    expect([await held(start), await held(start + HOUR - 1), await held(start + HOUR)]).toEqual([1, 1, 0]);
  });
});
