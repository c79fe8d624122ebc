// What another process wrote reaches this one's graph: told by the change feed, over either database.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendEvents } from '../../store/audit/events.ts';
import { START, TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { makeConflict } from '../testing/conflict-cases.ts';
import { fact, type TempMemory, tempMemory, told } from '../testing/temp-memory.ts';

describe.each(TEST_DIALECTS)('following another process on %s', (dialect) => {
  let t: TempMemory;
  let other: Awaited<ReturnType<TempMemory['another']>>;
  const heard: { facts: number; conflicts: number }[] = [];
  beforeEach(async () => {
    t = await tempMemory(dialect);
    other = await t.another();
    heard.length = 0;
    t.memory.on('changed', (change) => heard.push(change));
  });
  afterEach(() => t[Symbol.asyncDispose]());

  const follow = async () => t.memory.follow(await t.store.pulse());
  const id = (token: string) => t.graph.conceptId(token) ?? 0;

  it('brings facts, the words they are made of, and says that something changed', async () => {
    await other.memory.tell(
      'p',
      [fact('zz-newcomer isa thing', 'kin'), fact('second isa thing', 'kin')],
      told(),
    );
    expect(t.graph.conceptId('zz-newcomer')).toBeUndefined();
    await follow();
    expect(t.graph.edgeAt('p', id('zz-newcomer'), id('kin'))).toMatchObject({ parent: id('thing') });
    expect(heard).toEqual([{ facts: 3, conflicts: 0 }]);
    expect(t.memory.position).toBe(other.memory.position);
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('brings markers of conflicts, and counts each that was opened', async () => {
    await other.memory.tell('p', [fact('torn isa this')], told());
    await other.memory.tell('p', [fact('torn isa that'), fact('torn isa more')], told());
    await follow();
    expect(t.graph.isPending('p', id('torn'), id('type'))).toBe(true);
    expect(t.graph.pendingCount).toBe(2);
    expect(heard.at(-1)).toMatchObject({ conflicts: 2 });
  });

  it('says that something changed when a decision moves no edge, and counts a conflict that an action raised', async () => {
    const { id: conflict, version } = await makeConflict(other, 'p', 'isa_isa');
    await follow();
    const ada = { actor: 'ada', reason: '' };
    const by = { ...ada, expectedVersion: null };
    const deeds = [
      () =>
        other.memory.decisions.note(conflict, { note: 'ask bob', expectedVersion: version, actor: 'ada' }),
      () =>
        other.memory.decisions.snooze(conflict, {
          ...{ until: START + 1000, expectedVersion: version + 1, actor: 'ada' },
        }),
      () => other.memory.decisions.decide(conflict, { decision: 'dismiss' }, by),
      () => other.memory.edits.tell('p', fact('c1 isa raised'), told({ source: 'operator' }), ada),
    ];
    const changes: unknown[] = [];
    for (const deed of deeds) {
      heard.length = 0;
      await deed();
      await follow();
      changes.push([...heard]);
    }
    const [nothing, one] = [
      { facts: 0, conflicts: 0 },
      { facts: 0, conflicts: 1 },
    ];
    expect(changes).toEqual([[nothing], [nothing], [nothing], [one]]);
    heard.length = 0;
    await follow();
    expect(heard, 'nothing happened since').toEqual([]);
  });

  it('removes an edge that is gone and takes in one that moved or is not to be used', async () => {
    await other.memory.tell(
      'p',
      [fact('stays isa here'), fact('goes isa away'), fact('moves isa a')],
      told(),
    );
    await follow();
    const edgeId = (token: string) => t.graph.edgeAt('p', id(token), id('type'))?.edgeId ?? 0;
    const [stays, goes, moves] = [edgeId('stays'), edgeId('goes'), edgeId('moves')];
    await other.store.write(async (writer) => {
      await writer.db.updateTable('urd').set({ do_not_use: true }).where('edge_id', '=', stays).execute();
      await writer.db.deleteFrom('urd').where('edge_id', '=', goes).execute();
      await writer.db
        .updateTable('urd')
        .set({ dim_id: id('membership') })
        .where('edge_id', '=', moves)
        .execute();
      await appendEvents(
        writer,
        [stays, goes, moves].map((edge) => ({
          ...{ at: START, project: 'p', kind: 'edge.do_not_use', actor: 'test', edgeId: edge },
          ...{ conflictId: null, payload: {} },
        })),
      );
    });
    await follow();
    expect(t.graph.edgeAt('p', id('stays'), id('type'))?.doNotUse).toBe(true);
    expect(t.graph.edgeById(goes)).toBeUndefined();
    expect(t.graph.edgeAt('p', id('moves'), id('type'))).toBeUndefined();
    expect(t.graph.edgeAt('p', id('moves'), id('membership'))?.edgeId).toBe(moves);
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('brings novelty with the fact that changed it, and words that were only met', async () => {
    await other.memory.tell('p', [fact('novel isa thing')], told());
    await follow();
    await other.store.write(({ db }) =>
      db.updateTable('soas').set({ novelty: 0.75 }).where('token', '=', 'novel').execute(),
    );
    await other.memory.tell('p', [fact('novel ispart place', 'membership')], told());
    other.memory.encounter(new Map([['only-met', 3]]), START);
    await other.memory.idle();
    await follow();
    expect(t.graph.concept(id('novel'))?.novelty).toBe(0.75);
    expect(t.graph.concept(id('only-met'))).toMatchObject({ encounterCount: 3 });
  });

  it('brings confidence that rose without an event, and raises it from there', async () => {
    await other.memory.tell('p', [fact('echo isa sound', 'type', 0.31)], told({ source: 'inferred' }));
    await follow();
    const before = t.memory.position;
    for (let i = 1; i <= 3; i++) {
      await other.memory.tell(
        'p',
        [fact('echo isa sound', 'type', 0.01)],
        told({ source: 'inferred', at: START + i }),
      );
    }
    expect((await t.store.pulse()).head).toBe(before);
    await follow();
    const held = (graph: typeof t.graph) => graph.edgeAt('p', id('echo'), id('type'));
    expect(held(t.graph)).toEqual(held(other.graph));
    // Told to both in turn, without a look in between: neither undoes what the other raised.
    for (let i = 4; i <= 9; i++) {
      const memory = i % 2 ? t.memory : other.memory;
      await memory.tell(
        'p',
        [fact('echo isa sound', 'type', 0.01)],
        told({ source: 'inferred', at: START + i }),
      );
    }
    const confidence = Array.from({ length: 9 }).reduce<number>((c) => c + ((1 - c) * 0.01) / 2, 0.31);
    expect(held(t.graph)?.confidence).toBeCloseTo(confidence, 12);
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    expect(await other.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('reads all edges anew when it is further behind than the list of confirmations goes', async () => {
    await other.memory.tell('p', [fact('echo isa sound', 'type', 0.31)], told({ source: 'inferred' }));
    await follow();
    await other.memory.tell(
      'p',
      [fact('echo isa sound', 'type', 0.01)],
      told({ source: 'inferred', at: START + 1 }),
    );
    await other.memory.tell(
      'p',
      [fact('echo isa sound', 'type', 0.01)],
      told({ source: 'inferred', at: START + 2 }),
    );
    await other.store.write(({ db }) => db.deleteFrom('edge_touch').where('id', '=', 1).execute());
    await follow();
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });

  it('catches up over more events than one look takes, and reads nothing when there is nothing', async () => {
    const facts = Array.from({ length: 6000 }, (_, i) => fact(`many-${i} isa kind-${i % 10}`));
    await other.memory.tell('p', facts, told());
    await follow();
    expect(heard.reduce((sum, { facts: n }) => sum + n, 0)).toBe(6001); // The dimension's root is one of them.
    expect(t.memory.position).toBe(other.memory.position);
    await follow();
    expect(heard).toHaveLength(2);
  });

  it('goes on telling while the other does, and both end with the same graph', async () => {
    const telling = Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? t : other).memory.tell('p', [fact(`x${i % 8} isa y${i % 5}`)], told({ at: START + i })),
      ),
    );
    for (let i = 0; i < 10; i++) {
      await follow();
      await other.memory.follow(await other.store.pulse());
    }
    await telling;
    await follow();
    await other.memory.follow(await other.store.pulse());
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
    expect(await other.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });
});
