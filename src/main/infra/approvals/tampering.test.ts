// Promise: whatever somebody changes, takes out or puts in of what was asked, decided, done, allowed or locked, by hand and past the guards of the
// database, `festinger verify` tells: rows, events, and events cut off at the end.
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain } from '../../store/audit/chain.ts';
import { listEvents } from '../../store/audit/event-reads.ts';
import { loadBackup } from '../../store/backup/backup-load.ts';
import { writeBackup } from '../../store/backup/backup-write.ts';
import { moveDatabase } from '../../store/backup/move-database.ts';
import { type DatabaseAddress, withSnapshot } from '../../store/bulk/snapshot.ts';
import { verifyHands } from '../../store/hands/verify-hands.ts';
import { START, TEST_DIALECTS, type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { RulesAndLocks } from './rules-and-locks.ts';
import { askFor, type Console, consoleOver, World } from './testing/world.ts';

const WEB = 'docker_container:here:web';

describe.each(TEST_DIALECTS)('the books of the hands on %s', (dialect) => {
  let temp: TempStore;
  let here: Console;
  const world = () => new World();

  beforeEach(async () => {
    temp = await tempStore(dialect);
    const one = world();
    here = await consoleOver(temp, one);
    const { approvals } = here;
    const say = (approval: { planHash: string }) => ({ by: 'ada', planHash: approval.planHash });
    const asked = await askFor(here, one, WEB);
    await approvals.approve(asked.id, say(asked));
    await approvals.outcome(asked.id, 5000);
    const denied = await askFor(here, one, WEB);
    await approvals.deny(denied.id, 'not today', 'ada');
    one.works = false;
    const failing = await askFor(here, one, 'docker_container:here:db');
    await approvals.approve(failing.id, say(failing));
    await approvals.outcome(failing.id, 5000);
    one.works = true;
    const stale = await askFor(here, one, 'docker_container:here:cache');
    one.change('docker_container:here:cache');
    await expect(approvals.approve(stale.id, say(stale))).rejects.toThrow('has changed');
    const books = new RulesAndLocks({
      ...{ store: temp.store, clock: temp.clock, onChange: () => undefined },
      ids: () => 'rule-1',
    });
    await books.lock({ id: WEB, name: 'web' }, 'mine', 'ada');
    await books.lock({ id: 'docker_container:here:gone', name: 'gone' }, '', 'ada');
    await books.unlock('docker_container:here:gone', 'ada');
    await books.makeRule(
      { approvalId: asked.id, resource: 'this', session: 'any', anyWord: [], expiresAt: null },
      'ada',
    );
  });
  afterEach(async () => {
    await here[Symbol.asyncDispose]();
    await temp[Symbol.asyncDispose]();
  });

  const verify = async () => {
    const chain = await verifyChain(temp.store.reader, 'agent');
    return [...(chain.ok ? [] : [chain.reason]), ...(await verifyHands(temp.store.reader))];
  };
  const events = async () =>
    (await listEvents(temp.store.reader, { chain: 'agent' }, { limit: 200 })).toReversed();
  const run = (...statements: string[]) =>
    temp.store.write(async ({ db }) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    });
  /** What whoever owns the database can do. */
  const unguard = () =>
    dialect === 'sqlite'
      ? run('drop trigger agent_event_no_update', 'drop trigger agent_event_no_delete')
      : run('alter table agent_event disable trigger agent_event_append_only');
  /** What it says while a change stands that is taken back afterwards. */
  const whileChanged = async (...statements: string[]) => {
    let said: string[] = [];
    const undone = new Error('taken back');
    const changed = temp.store.write(async (writer) => {
      for (const statement of statements) await sql.raw(statement).execute(writer.db);
      const chain = await verifyChain(writer.reader, 'agent');
      said = [...(chain.ok ? [] : [chain.reason]), ...(await verifyHands(writer.reader))];
      throw undone;
    });
    await changed.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    return said;
  };

  it('agree when nobody touched them', async () => {
    expect(await verify()).toEqual([]);
    expect((await events()).length).toBeGreaterThan(12);
  });

  it.each(["update agent_event set actor = 'nobody'", 'delete from agent_event where id = 2'])(
    'are only ever added to: %s',
    async (statement) => {
      await expect(run(statement)).rejects.toThrow(/append-only/);
    },
  );

  it('tell every event that was changed, taken out, put in or cut off', async () => {
    await unguard();
    const all = await events();
    const last = all.at(-1)?.id ?? 0;
    const missed: string[] = [];
    for (const { id, kind } of all) {
      const row = `agent_event where id = ${id}`;
      const columns = 'at, project, kind, actor, edge_id, conflict_id, payload, prev_hash, hash';
      const hands = {
        actor: `update agent_event set actor = 'mallory' where id = ${id}`,
        payload: `update agent_event set payload = '{}' where id = ${id}`,
        time: `update agent_event set at = at + 1 where id = ${id}`,
        deleted: `delete from ${row}`,
        'cut off from here': `delete from agent_event where id >= ${id}`,
        'put in': `insert into agent_event (id, ${columns}) select ${last + 1}, ${columns} from ${row}`,
      };
      for (const [what, statement] of Object.entries(hands))
        if ((await whileChanged(statement)).length === 0) missed.push(`${kind} ${id}: ${what}`);
    }
    expect(missed).toEqual([]);
  });

  const HANDS = [
    ['approval', 'plan_hash', "'x'"],
    ['approval', 'plan', "replace(plan, 'web', 'other')"],
    ['approval', 'arguments', "'{}'"],
    ['approval', 'asked_by', "'mallory'"],
    ['approval', 'expires_at', 'expires_at + 1'],
    ['approval', 'host', "'elsewhere'"],
    ['approval', 'session', "'s2'"],
    ['approval', 'shape', "'x'"],
    ['approval', 'decided_by', "'mallory'"],
    ['approval', 'rule', "'rule-1'"],
    ['approval', 'reason', "'because'"],
    ['approval', 'replaced_by', "'x'"],
    ['execution', 'plan_hash', "'x'"],
    ['execution', 'host', "'elsewhere'"],
    ['execution', 'resource_id', "'docker_container:here:x'"],
    ['execution', 'state', "'unknown'"],
    ['execution', 'state', "'refused'"],
    ['execution', 'summary', "'nothing was done'"],
    ['execution', 'exit_code', '7'],
    ['execution', 'output', "'x'"],
    ['execution', 'verified', "'unproven'"],
    ['execution', 'evidence', "'x'"],
    ['approval_rule', 'matches', `replace(matches, 'docker', 'lxc')`],
    ['approval_rule', 'session', "'s1'"],
    ['approval_rule', 'expires_at', '1'],
    ['approval_rule', 'made_by', "'mallory'"],
    ['approval_rule', 'revoked_by', "'mallory'"],
    ['resource_lock', 'locked_by', "'mallory'"],
  ] as const;

  it('tell every row whose content somebody changed', async () => {
    const missed: string[] = [];
    for (const [table, column, value] of HANDS)
      if ((await whileChanged(`update ${table} set ${column} = ${value}`)).length === 0)
        missed.push(`${table}.${column}`);
    for (const status of ['pending', 'approved', 'denied', 'expired', 'replaced'])
      if ((await whileChanged(`update approval set status = '${status}'`)).length === 0) missed.push(status);
    expect(missed).toEqual([]);
  });

  it.each([
    ['an execution taken out', 'delete from execution'],
    ['a rule taken out', 'delete from approval_rule'],
    ['a lock lifted by hand', 'delete from resource_lock'],
    ['an approval taken out', 'delete from execution', 'delete from approval'],
    [
      'a lock put in',
      "insert into resource_lock (resource_id, name, note, locked_by, locked_at) values ('docker_container:here:x', 'x', '', 'ada', 1)",
    ],
    [
      'a word put in',
      "update approval set status = 'approved', decided_by = 'ada', reason = null where status = 'pending'",
    ],
  ])('tell of %s', async (_what, ...statements) => {
    expect(await whileChanged(...statements)).not.toEqual([]);
  });

  it('a restore of another memory leaves all of it, and a move takes it along', async () => {
    const before = await events();
    const path = join(temp.dir, 'foreign.gz');
    const backupAt = (at: string) => ({ path: at, program: 'x', now: START, keys: null });
    const never = new AbortController().signal;
    await using foreign = await tempStore('sqlite');
    await writeBackup(foreign.location, backupAt(path), () => undefined, never);
    const note = { at: START + 1, actor: 'ada', name: 'foreign' };
    const safety = backupAt(join(temp.dir, 'before.gz'));
    await loadBackup(
      { place: temp.location, archive: path, safety, note, sealedKeys: {} },
      () => undefined,
      never,
    );
    expect(await events()).toEqual(before);
    expect(await verify()).toEqual([]);

    const to = { databasePath: join(temp.dir, 'moved.db') };
    await moveDatabase({ from: temp.location as DatabaseAddress, to, whileInUse: true }, () => undefined);
    await withSnapshot(to, async ({ reader }) => {
      const moved = await listEvents(reader, { chain: 'agent' }, { limit: 200 });
      expect(moved.toReversed()).toEqual(before);
      expect(await verifyHands(reader)).toEqual([]);
    });
  });
});
