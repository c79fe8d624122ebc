// That a hand in the tables is found: each kind of damage is named.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { makeConflict } from '../testing/conflict-cases.ts';
import { type TempMemory, tempMemory } from '../testing/temp-memory.ts';

describe.each(TEST_DIALECTS)('verify on %s', (dialect) => {
  let t: TempMemory;
  beforeEach(async () => {
    t = await tempMemory(dialect);
    const conflict = await makeConflict(t, 'p', 'isa_isa');
    const by = { actor: 'ada', reason: '', expectedVersion: null };
    const action = await t.memory.decisions.decide(conflict.id, { decision: 'replace' }, by);
    await t.memory.history.undo(action.id, by);
    expect(await t.memory.verify()).toMatchObject({ ok: true, problems: [] });
  });
  afterEach(() => t[Symbol.asyncDispose]());

  it.each([
    ["update graph_action set summary = 'nothing' where kind = 'decision'", /action \d+: summary differs/],
    [
      "update graph_action set undone_by = null where kind = 'decision'",
      /undone by null in the table, by \d+ in the events/,
    ],
    ["delete from graph_action where kind = 'undo'", /heads an action that is not in the table/],
    ['update urd_history set valid_to = valid_to + 1000', /periods of edge \d+ and edge \d+ overlap/],
    [
      'update resolution_queue set incoming_parent_id = (select parent_id from urd where urd.edge_id = existing_edge_id)',
      /conflict \d+ is open though its claim stands/,
    ],
    ["update resolution_queue set status = 'dismissed'", /memory has 1 conflicts waiting, the table 0/],
  ])('finds: %s', async (damage, problem) => {
    // The undo has to go before the action it points to.
    if (damage.startsWith('delete')) {
      await t.store.write(({ db }) => sql`update graph_action set undone_by = null`.execute(db));
    }
    await t.store.write(({ db }) => sql.raw(damage).execute(db));
    const { ok, problems } = await t.memory.verify();
    expect(ok).toBe(false);
    expect(problems.join('\n')).toMatch(problem);
  });
});
