// Promises: what was approved is done once, by exactly that word, to exactly that resource as it was seen, or not at all; and every step is on record.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../../store/audit/chain.ts';
import { listEvents } from '../../store/audit/event-reads.ts';
import { LEASE_MS } from '../../store/hands/executions.ts';
import { verifyHands } from '../../store/hands/verify-hands.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { RulesAndLocks } from './rules-and-locks.ts';
import { askFor, type Console, consoleOver, World } from './testing/world.ts';

const WEB = 'docker_container:here:web';
const FIVE_MINUTES = 300_000;

describe.each(TEST_DIALECTS)('an approval on %s', (dialect) => {
  let temp: TempStore;
  let world: World;
  let here: Console;
  beforeEach(async () => {
    temp = await tempStore(dialect);
    world = new World();
    here = await consoleOver(temp, world);
  });
  afterEach(async () => {
    world.holding.clear();
    while (world.release());
    await here[Symbol.asyncDispose]();
    await temp[Symbol.asyncDispose]();
  });

  const kinds = async () =>
    (await listEvents(temp.store.reader, { chain: 'agent' }, { limit: 50 }))
      .toReversed()
      .map(({ kind }) => kind);
  const over = (id: string) => here.approvals.outcome(id, 1e9);
  const desk = () =>
    new RulesAndLocks({
      ...{ store: temp.store, clock: temp.clock, ids: () => `rule-${temp.clock.now()}-${Math.random()}` },
      onChange: () => undefined,
    });

  it('is carried out once, proven, and on record step by step', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    expect(world.done).toEqual([]);
    const begun = await here.approvals.approve(id, { by: 'grace', planHash });
    expect(begun).toMatchObject({ status: 'approved', decidedBy: 'grace' });
    expect(await over(id)).toMatchObject({
      execution: { state: 'done', summary: 'restarted', verified: 'yes', evidence: 'version 2' },
    });
    expect(world.done).toHaveLength(1);
    expect(await kinds()).toEqual([
      ...['approval.asked', 'approval.approved', 'execution.started', 'execution.finished'],
    ]);
    expect(await verifyChain(temp.store.reader, 'agent')).toEqual({ ok: true, events: 4 });
  });

  it('that is replayed is refused with the decision there was, and does nothing more', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    await here.approvals.approve(id, { by: 'grace', planHash });
    await over(id);
    await expect(here.approvals.approve(id, { by: 'mallory', planHash })).rejects.toMatchObject({
      code: 'STALE_VERSION',
      details: { status: 'approved', decided_by: 'grace' },
    });
    await expect(here.approvals.deny(id, 'no', 'mallory')).rejects.toMatchObject({ code: 'STALE_VERSION' });
    expect(world.done).toHaveLength(1);
  });

  it('that nobody decided in time is over: no word counts any more', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    temp.clock.advance(FIVE_MINUTES);
    await expect(here.approvals.approve(id, { by: 'grace', planHash })).rejects.toMatchObject({
      ...{ code: 'STALE_VERSION', details: { status: 'expired' } },
    });
    await here.approvals.sweep();
    expect(await here.approvals.get(id)).toMatchObject({ status: 'expired' });
    expect(await kinds()).toEqual(['approval.asked', 'approval.expired']);
    expect(world.done).toEqual([]);
  });

  it('of a resource that is gone ends with that reason, when it is approved or as soon as anybody looks', async () => {
    for (const notice of ['approve', 'sweep'] as const) {
      world.gone.clear();
      const { id, planHash } = await askFor(here, world, WEB);
      await here.approvals.sweep();
      expect(await here.approvals.get(id)).toMatchObject({ status: 'pending' });
      world.gone.add(WEB);
      if (notice === 'sweep') await here.approvals.sweep();
      else
        await expect(here.approvals.approve(id, { by: 'grace', planHash })).rejects.toMatchObject({
          ...{ code: 'STALE_VERSION', message: expect.stringMatching(/^web no longer exists/) },
          details: { status: 'expired', reason: 'web no longer exists' },
        });
      expect(await here.approvals.get(id)).toMatchObject({
        ...{ status: 'expired', reason: 'web no longer exists', decidedBy: 'festinger' },
      });
    }
    expect(world.done).toEqual([]);
    expect(await verifyHands(temp.store.reader)).toEqual([]);
  });

  it('of a file that has changed ends; files that somebody else decided on meanwhile are refused with that decision', async () => {
    world.files.set('/srv/x.sh', 'a'.repeat(64));
    const { id, planHash } = await askFor(here, world, WEB);
    world.holding.add('plan');
    const word = here.approvals.approve(id, { by: 'grace', planHash });
    await world.holds();
    await here.approvals.deny(id, 'not now', 'alan');
    world.files.set('/srv/x.sh', 'b'.repeat(64));
    world.holding.clear();
    world.release();
    await expect(word).rejects.toMatchObject({ details: { status: 'denied', decided_by: 'alan' } });
    const again = await askFor(here, world, WEB);
    world.files.delete('/srv/x.sh');
    await expect(here.approvals.approve(again.id, { by: 'grace', planHash: again.planHash })).rejects.toThrow(
      /^\/srv\/x.sh has changed/,
    );
    expect(await here.approvals.get(again.id)).toMatchObject({ status: 'expired', replacedBy: null });
  });

  it('of a forged number is not there', async () => {
    await expect(
      here.approvals.approve('id-forged', { by: 'mallory', planHash: 'a'.repeat(64) }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('with another hash than the one that was seen is refused', async () => {
    const { id } = await askFor(here, world, WEB);
    await expect(here.approvals.approve(id, { by: 'grace', planHash: 'a'.repeat(64) })).rejects.toMatchObject(
      {
        code: 'STALE_VERSION',
      },
    );
    expect(world.done).toEqual([]);
  });

  it('that was edited has another hash and another number; the word on what was there before counts no more', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    const edited = await here.approvals.edit(id, { resource: WEB, how: 'gently' }, { by: 'grace', planHash });
    expect(edited.planHash).not.toBe(planHash);
    expect(edited.plan.runs).toContain('gently');
    expect(await here.approvals.get(id)).toMatchObject({ status: 'replaced', replacedBy: edited.id });
    await expect(here.approvals.approve(id, { by: 'grace', planHash })).rejects.toMatchObject({
      ...{ code: 'STALE_VERSION', details: { status: 'replaced' } },
    });
    await here.approvals.approve(edited.id, { by: 'grace', planHash: edited.planHash });
    await over(edited.id);
    expect(world.done.map(({ how }) => how)).toEqual(['gently']);
    const elsewhere = here.approvals.edit(
      (await askFor(here, world, WEB)).id,
      { resource: 'docker_container:here:db' },
      {
        by: 'grace',
        planHash: (await here.approvals.list({ status: 'pending', limit: 1 }))[0]?.planHash ?? '',
      },
    );
    await expect(elsewhere).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  it('of a resource that has changed since is refused, and asked again as it is now', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    world.change(WEB);
    const refused = await here.approvals.approve(id, { by: 'grace', planHash }).catch((error) => error);
    expect(refused).toMatchObject({ code: 'STALE_VERSION' });
    expect(world.done).toEqual([]);
    const next = await here.approvals.get(refused.details.approval_id);
    expect(next).toMatchObject({ status: 'pending', askedBy: 'ada', session: 's1' });
    expect(here.asked).toEqual([id, next.id]);
    await here.approvals.approve(next.id, { by: 'grace', planHash: next.planHash });
    await over(next.id);
    expect(world.done.map(({ version }) => version)).toEqual([2]);
  });

  it('of a resource that changes between the word and the work does nothing, and is asked again', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    world.holding.add('plan');
    const word = here.approvals.approve(id, { by: 'grace', planHash });
    await world.holds();
    world.release();
    await word;
    await world.holds();
    world.change(WEB);
    world.holding.clear();
    world.release();
    expect(await over(id)).toMatchObject({ status: 'approved', execution: { state: 'refused' } });
    expect(world.done).toEqual([]);
    const [next] = await here.approvals.list({ status: 'pending', limit: 9 });
    expect(next?.plan.preconditions[0]?.digest).toBe('version 2');
    expect(await here.approvals.get(id)).toMatchObject({ replacedBy: next?.id });
  });

  it('of what is marked "never touch" between the word and the work, even while it is looked at for the last time, does nothing', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    world.holding.add('plan');
    const word = here.approvals.approve(id, { by: 'grace', planHash });
    await world.holds();
    world.release();
    await word;
    await world.holds();
    await desk().lock({ id: WEB, name: 'web' }, 'in production', 'grace');
    world.holding.clear();
    world.release();
    expect(await over(id)).toMatchObject({
      execution: { state: 'refused', summary: expect.stringMatching(/in production/) },
    });
    expect(world.done).toEqual([]);
  });

  it('asked for again by its session while it waits is the same card, and by another session one of its own', async () => {
    const first = await askFor(here, world, WEB);
    const again = await Promise.all([askFor(here, world, WEB), askFor(here, world, WEB)]);
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id]);
    expect(here.asked).toEqual([first.id]);
    expect((await askFor(here, world, WEB, { how: 'gently' })).id).not.toBe(first.id);
    const planned = await world.plan({ resource: WEB }, 'asker', () => true);
    const other = await here.approvals.ask(planned, { by: 'ada', session: 's2' });
    expect(other.id).not.toBe(first.id);
    temp.clock.advance(FIVE_MINUTES);
    expect((await askFor(here, world, WEB)).id).not.toBe(first.id);
  });

  it('that two operators give at once is carried out once; the second learns who was first', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    const said = await Promise.allSettled([
      here.approvals.approve(id, { by: 'grace', planHash }),
      here.approvals.approve(id, { by: 'alan', planHash }),
      here.approvals.deny(id, 'not now', 'edsger'),
    ]);
    await over(id);
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of said)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'STALE_VERSION' });
    expect(world.done.length).toBeLessThanOrEqual(1);
  });

  it('on a resource that is being written waits: LOCKED, to be tried again, and then done', async () => {
    const one = await askFor(here, world, WEB);
    world.holding.add('perform');
    await here.approvals.approve(one.id, { by: 'grace', planHash: one.planHash });
    await world.holds();
    world.holding.clear();
    const two = await askFor(here, world, WEB);
    await expect(
      here.approvals.approve(two.id, { by: 'grace', planHash: two.planHash }),
    ).rejects.toMatchObject({
      ...{ code: 'LOCKED', retryable: true },
    });
    expect(await here.approvals.get(two.id)).toMatchObject({ status: 'pending' });
    world.release();
    await over(one.id);
    await here.approvals.approve(two.id, { by: 'grace', planHash: two.planHash });
    await over(two.id);
    expect(world.done).toHaveLength(2);
  });

  it.runIf(dialect === 'postgres')(
    'of two processes on one resource: one writes, the other is told to wait',
    async () => {
      await using there = await consoleOver(temp, world, 'there', await temp.again());
      const ours = await askFor(here, world, WEB);
      const theirs = await askFor(there, world, WEB);
      world.holding.add('perform');
      const said = await Promise.allSettled([
        here.approvals.approve(ours.id, { by: 'grace', planHash: ours.planHash }),
        there.approvals.approve(theirs.id, { by: 'alan', planHash: theirs.planHash }),
      ]);
      expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(said.find((one) => one.status === 'rejected')?.reason).toMatchObject({
        code: 'LOCKED',
        retryable: true,
      });
      world.holding.clear();
      while (world.release());
      await here.approvals.outcome(ours.id, 1e9);
      await there.approvals.outcome(theirs.id, 1e9);
      expect(world.done).toHaveLength(1);
    },
  );

  it('that was asked on another console is carried out by that one alone', async () => {
    await using there = await consoleOver(temp, world, 'there', await temp.again());
    const { id, planHash } = await askFor(there, world, WEB);
    expect(await here.approvals.get(id)).toMatchObject({ here: false });
    await expect(here.approvals.approve(id, { by: 'grace', planHash })).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    });
    expect(world.done).toEqual([]);
  });

  it('whose process is killed between start and result is unknown, and never run again', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    world.holding.add('perform');
    await here.approvals.approve(id, { by: 'grace', planHash });
    await world.holds();
    here.kill();
    const again = await consoleOver(temp, world, 'here', await temp.again());
    expect(await again.approvals.get(id)).toMatchObject({
      status: 'approved',
      execution: { state: 'unknown', verified: 'unproven' },
    });
    await expect(again.approvals.approve(id, { by: 'grace', planHash })).rejects.toMatchObject({
      code: 'STALE_VERSION',
    });
    expect(world.done).toHaveLength(1);
    expect((await kinds()).at(-1)).toBe('execution.unknown');
    expect(await again.approvals.unknownOutcomes()).toMatchObject([{ resourceId: WEB, what: 'Restart web' }]);
    // The resource is free again.
    world.holding.clear();
    const next = await askFor(again, world, WEB);
    await again.approvals.approve(next.id, { by: 'grace', planHash: next.planHash });
    await again.approvals.outcome(next.id, 1e9);
    expect(world.done).toHaveLength(2);
    expect(await again.approvals.unknownOutcomes(), 'it was seen to since').toEqual([]);
    here = again;
  });

  it.runIf(dialect === 'postgres')(
    'of a console that is gone for good holds nobody up for ever',
    async () => {
      const there = await consoleOver(temp, world, 'there', await temp.again());
      const theirs = await askFor(there, world, WEB);
      world.holding.add('perform');
      await there.approvals.approve(theirs.id, { by: 'alan', planHash: theirs.planHash });
      await world.holds();
      there.kill();
      world.holding.clear();
      await temp.store.write(({ db }) =>
        db
          .updateTable('execution')
          .set((eb) => ({ lease_until: eb('lease_until', '-', LEASE_MS) }))
          .execute(),
      );
      const ours = await askFor(here, world, WEB);
      await here.approvals.approve(ours.id, { by: 'grace', planHash: ours.planHash });
      expect(await over(ours.id)).toMatchObject({ execution: { state: 'done' } });
      expect(await here.approvals.get(theirs.id)).toMatchObject({ execution: { state: 'unknown' } });
    },
  );

  it('of what is marked "never touch", or of what is in it, is refused before anything is asked', async () => {
    const { id, planHash } = await askFor(here, world, WEB);
    world.within = ['host:here'];
    await desk().lock({ id: 'host:here', name: 'here' }, 'in production', 'grace');
    await expect(askFor(here, world, WEB)).rejects.toMatchObject({
      code: 'LOCKED',
      message: /in production/,
    });
    await desk().lock({ id: WEB, name: 'web' }, '', 'grace');
    world.within = [];
    await expect(here.approvals.approve(id, { by: 'grace', planHash })).rejects.toMatchObject({
      code: 'LOCKED',
    });
    expect(world.done).toEqual([]);
    await desk().unlock(WEB, 'grace');
    await here.approvals.approve(id, { by: 'grace', planHash });
    await over(id);
    expect(world.done).toHaveLength(1);
  });

  it('of high risk wants the name of the resource', async () => {
    world.risk = 'high';
    const { id, planHash } = await askFor(here, world, WEB);
    for (const typedName of [undefined, '', 'we', 'WEB'])
      await expect(here.approvals.approve(id, { by: 'grace', planHash, typedName })).rejects.toMatchObject({
        ...{ code: 'INVALID_INPUT', details: { field: 'typed_name' } },
      });
    await here.approvals.approve(id, { by: 'grace', planHash, typedName: 'web' });
    await over(id);
    expect(world.done).toHaveLength(1);
  });

  it('is not needed where a rule of the operator covers it, until that is revoked', async () => {
    const first = await askFor(here, world, WEB);
    const rule = await desk().makeRule(
      { approvalId: first.id, resource: 'this', session: 'any', anyWord: [], expiresAt: null },
      'grace',
    );
    const covered = await askFor(here, world, WEB);
    expect(covered).toMatchObject({ status: 'approved', rule: rule.id });
    await over(covered.id);
    expect(await askFor(here, world, WEB, { how: 'hard' })).toMatchObject({ status: 'pending' });
    expect(await askFor(here, world, 'docker_container:here:web2')).toMatchObject({ status: 'pending' });
    expect((await desk().rules())[0]).toMatchObject({ used: 1 });
    await desk().revokeRule(rule.id, 'grace');
    expect(await askFor(here, world, WEB)).toMatchObject({ status: 'pending' });
    expect(world.done).toHaveLength(1);
  });

  it('is needed again once a file that the rule covers has other content, or cannot be read', async () => {
    const asRule = { resource: 'this', session: 'any', anyWord: [], expiresAt: null } as const;
    world.files.set('/srv/x.sh', 'a'.repeat(64));
    const first = await askFor(here, world, WEB);
    const rule = await desk().makeRule({ ...asRule, approvalId: first.id }, 'grace');
    expect(rule.summary).toMatch(/, as long as \/srv\/x\.sh stays the same$/);
    const covered = await askFor(here, world, WEB);
    expect(covered).toMatchObject({ status: 'approved', rule: rule.id });
    await over(covered.id);
    world.files.set('/srv/x.sh', 'b'.repeat(64));
    expect(await askFor(here, world, WEB)).toMatchObject({ status: 'pending' });
    world.files.set('/srv/x.sh', null);
    const unread = await askFor(here, world, WEB);
    expect(unread).toMatchObject({ status: 'pending' });
    await expect(desk().makeRule({ ...asRule, approvalId: unread.id }, 'grace')).rejects.toMatchObject({
      ...{ code: 'NOT_ALLOWED', message: expect.stringMatching(/content is not known/) },
    });
    world.files.clear();
    expect(await askFor(here, world, WEB)).toMatchObject({ status: 'pending' });
    expect(world.done).toHaveLength(1);
  });

  it('asks all the same where the rule is revoked in the moment before it would begin', async () => {
    const first = await askFor(here, world, WEB);
    const rule = await desk().makeRule(
      { approvalId: first.id, resource: 'this', session: 'any', anyWord: [], expiresAt: null },
      'grace',
    );
    let writes = 0;
    const { store } = temp;
    const write: typeof store.write = async (work) => {
      // First the card, then the word of the rule.
      if (++writes === 2) await desk().revokeRule(rule.id, 'grace');
      return await store.write(work);
    };
    await using slow = await consoleOver(temp, world, 'slow', Object.assign(Object.create(store), { write }));
    expect(await askFor(slow, world, WEB)).toMatchObject({ status: 'pending', rule: null });
    expect(writes).toBe(2);
    expect(world.done).toEqual([]);
  });

  it('that a rule covers, of what is being written, is refused and leaves nobody a card', async () => {
    const first = await askFor(here, world, WEB);
    await desk().makeRule(
      { approvalId: first.id, resource: 'this', session: 'any', anyWord: [], expiresAt: null },
      'grace',
    );
    world.holding.add('perform');
    await here.approvals.approve(first.id, { by: 'grace', planHash: first.planHash });
    await world.holds();
    for (let n = 0; n < 2; n++)
      await expect(askFor(here, world, WEB)).rejects.toMatchObject({ code: 'LOCKED', retryable: true });
    expect(await here.approvals.list({ status: 'pending', limit: 9 })).toEqual([]);
    world.holding.clear();
    world.release();
    await over(first.id);
    const later = await askFor(here, world, WEB);
    expect(later).toMatchObject({ status: 'approved' });
    await over(later.id);
    expect(world.done).toHaveLength(2);
  });

  it('that failed says so, with what was seen of the world', async () => {
    world.works = false;
    const { id, planHash } = await askFor(here, world, WEB);
    await here.approvals.approve(id, { by: 'grace', planHash });
    expect(await over(id)).toMatchObject({
      execution: { state: 'failed', summary: 'it would not', verified: 'no' },
    });
  });

  it('whose arguments hold a secret keeps it nowhere, and is not carried out after a restart', async () => {
    world.secrets.add('hunter2');
    const { id, planHash } = await askFor(here, world, WEB, { how: 'hunter2' });
    const kept = JSON.stringify(await temp.store.reader.selectFrom('approval').selectAll().execute());
    const events = JSON.stringify(await temp.store.reader.selectFrom('agent_event').selectAll().execute());
    expect(kept + events).not.toContain('hunter2');
    here.kill();
    const again = await consoleOver(temp, world);
    await expect(again.approvals.approve(id, { by: 'grace', planHash })).rejects.toMatchObject({
      code: 'STALE_VERSION',
    });
    expect(world.done).toEqual([]);
    here = again;
    const fresh = await askFor(here, world, WEB, { how: 'hunter2' });
    await here.approvals.approve(fresh.id, { by: 'grace', planHash: fresh.planHash });
    await over(fresh.id);
    expect(world.done.map(({ how }) => how)).toEqual(['hunter2']);
  });

  it('shows what a screen would hide, and is carried out as it was given', async () => {
    const { id, plan, planHash } = await askFor(here, world, WEB, { how: 'hard\u202Eytneg' });
    expect(plan.runs).toContain('hard⟨U+202E⟩ytneg');
    await here.approvals.approve(id, { by: 'grace', planHash });
    await over(id);
    expect(world.done.map(({ how }) => how)).toEqual(['hard\u202Eytneg']);
  });

  it('waits beside so many others at most', async () => {
    for (let n = 0; n < 200; n++) await askFor(here, world, `docker_container:here:c${n}`);
    await expect(askFor(here, world, WEB)).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  });
});
