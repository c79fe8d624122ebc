import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { fact, type TempMemory, tempMemory, told } from '../../memory/testing/temp-memory.ts';
import { readChainHead } from '../audit/events.ts';
import { type DatabaseAddress, withSnapshot } from '../bulk/snapshot.ts';
import { rowsOf } from '../bulk/table-rows.ts';
import { openStore } from '../store.ts';
import { dropDatabase, emptyPostgres, ManualClock, MemoLog, START } from '../testing/temp-store.ts';
import { BACKUP_TABLES, readColumnsOf, readNextId } from './backup-tables.ts';
import { type MoveReport, moveDatabase } from './move-database.ts';

describe.skipIf('missing' in inject('postgres'))('moving a memory to another database', () => {
  let t: TempMemory;
  const urls: string[] = [];
  beforeEach(async () => {
    t = await tempMemory('sqlite');
    await fill(t);
  });
  afterEach(async () => {
    await t[Symbol.asyncDispose]();
    for (const url of urls.splice(0)) await dropDatabase(url);
  });

  const emptyDatabase = async () => {
    const url = await emptyPostgres();
    urls.push(url);
    return url;
  };
  const move = (from: DatabaseAddress, to: DatabaseAddress, whileInUse = false): Promise<MoveReport> =>
    moveDatabase({ from, to, whileInUse }, () => undefined);
  const file = (name: string) => ({ databasePath: join(t.temp.dir, name) });
  const source = () => t.temp.location as DatabaseAddress;

  it('brings every row, every id and every hash there and back, and ids go on from where they were', async () => {
    const url = await emptyDatabase();
    const report = await move(source(), { url });
    expect(report.head).toBe((await readChainHead(t.store.reader)).hash);
    expect(Object.keys(report.rows)).toEqual(
      expect.arrayContaining([
        'soas',
        'graph_event',
        'urd',
        'urd_history',
        'resolution_queue',
        'graph_action',
        'models',
        'upstream',
      ]),
    );
    const before = await content(source());
    expect(await content({ url })).toEqual(before);
    await move({ url }, file('back.db'));
    expect(await content(file('back.db'))).toEqual(before);
  });

  it('moves jobs from one queue into the other, and none of them runs twice', async () => {
    const url = await emptyDatabase();
    const counts = (await t.store.jobs.counts()).learn;
    expect(counts).toMatchObject({ waiting: 2, done: 1, dead: 1 });
    await move(source(), { url });
    const open = () => openStore({ url, clock: new ManualClock(), log: new MemoLog() });
    const opened = await open();
    expect((await opened.jobs.counts()).learn).toEqual(counts);
    const dead = await opened.jobs.list({ statuses: ['dead'], limit: 5, offset: 0 });
    expect(dead.jobs).toMatchObject([{ attempts: 8, lastError: 'no use', payload: '{"n":3}' }]);
    const waiting = await opened.jobs.list({ statuses: ['waiting'], limit: 5, offset: 0 });
    expect(waiting.jobs.map((job) => [job.payload, job.attempts])).toEqual([
      ['{"n":0}', 0],
      ['{"n":1}', 3],
    ]);
    // The same claim again is the same job, done or not.
    const again = [0, 1, 2, 3].map((n) => ({ kind: 'learn' as const, key: `k${n}`, payload: '{}' }));
    expect(await opened.write((writer) => opened.jobs.enqueue(writer, again))).toBe(0);
    await opened.close();
    await (await open()).close();
    await move({ url }, file('jobs.db'));
    const back = await openStore({ ...file('jobs.db'), clock: new ManualClock(), log: new MemoLog() });
    expect((await back.jobs.counts()).learn).toEqual(counts);
    expect(await back.write((writer) => back.jobs.enqueue(writer, again))).toBe(0);
    await back.close();
  });

  it('brings a job that only waited without attempts, however often it waited', async () => {
    const url = await emptyDatabase();
    const store = await openStore({ url, clock: new ManualClock(), log: new MemoLog() });
    const { jobs } = store;
    await store.write((writer) => jobs.enqueue(writer, [{ kind: 'ask', key: 'a', payload: '{}' }]));
    const handOut = async () => {
      const [job] = await jobs.claim('ask', 1);
      if (!job) throw new Error('nothing was handed out');
      return job;
    };
    const wait = { kind: 'wait', afterMs: 0, reason: 'nobody there' } as const;
    for (let n = 0; n < 9; n++) {
      const job = await handOut();
      await store.write((writer) => jobs.putBack(writer, job, wait));
    }
    const failing = await handOut();
    await store.write((writer) => jobs.putBack(writer, failing, { ...wait, kind: 'retry' }));
    await handOut();
    await store.close();
    await move({ url }, file('waited.db'));
    const moved = await openStore({ ...file('waited.db'), clock: new ManualClock(), log: new MemoLog() });
    const { jobs: there } = await moved.jobs.list({ kind: 'ask', limit: 1, offset: 0 });
    expect(there).toMatchObject([{ attempts: 1, lastError: 'nobody there', status: 'waiting' }]);
    await moved.close();
  });

  it('refuses a target that holds anything, and leaves it as it is', async () => {
    const url = await emptyDatabase();
    await move(source(), { url });
    const before = await content({ url });
    await expect(move(source(), { url })).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await content({ url })).toEqual(before);
    await move({ url }, file('full.db'));
    await expect(move({ url }, file('full.db'))).rejects.toThrow(/not empty/);
  });

  it('refuses a source in use, unless its present moment is wanted', async () => {
    const url = await emptyDatabase();
    await move(source(), { url });
    const user = await openStore({ url, clock: new ManualClock(), log: new MemoLog() });
    try {
      await expect(move({ url }, file('used.db'))).rejects.toThrow(/--while-running/);
      expect(existsSync(file('used.db').databasePath)).toBe(false);
      await move({ url }, file('used.db'), true);
    } finally {
      await user.close();
    }
  });

  it('refuses a source that is none, or of another version', async () => {
    await expect(move(file('nowhere.db'), { url: await emptyDatabase() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await t.store.write(({ db }) => sql`delete from kysely_migration where name like '0004%'`.execute(db));
    await expect(move(source(), { url: await emptyDatabase() })).rejects.toThrow(
      /Start this version on it once/,
    );
  });
});
async function _withSnapshotOrNothing(url: string): Promise<object | null> {
  try {
    return await content({ url });
  } catch (error) {
    if (/does not exist/.test(String(error))) return null;
    throw error;
  }
}

/** Everything of a database: rows in order, and the ids that come next. */
function content(place: DatabaseAddress): Promise<Record<string, unknown>> {
  return withSnapshot(place, async (snapshot) => {
    const tables: Record<string, unknown> = {};
    for (const table of BACKUP_TABLES) {
      const columns = (await readColumnsOf(snapshot.reader, snapshot.dialect, table.name))
        .map(({ name }) => name)
        .sort();
      const rows: unknown[] = [];
      for await (const page of rowsOf(snapshot, table.name, table.key, columns)) rows.push(...page);
      tables[table.name] = { rows, next: await readNextId(snapshot.reader, snapshot.dialect, table) };
    }
    return tables;
  });
}

/** Something in every table, with characters, numbers and gaps that could get lost on the way. */
async function fill({ memory, store }: Pick<TempMemory, 'memory' | 'store'>): Promise<void> {
  const sentence = 'Ærø\'s "harbour"\tis 100% part of 🏝️ Denmark\\n';
  await memory.tell(
    'p',
    [fact('gnommoweb isa repo'), fact('ærø ispart denmark', 'geography', 0.123456789012345)],
    told({ sentence }),
  );
  await memory.tell(
    'p',
    [fact('gnommoweb isa container'), fact('gnommoweb isa website')],
    told({ at: START + 1 }),
  );
  await memory.tell('p', [fact('gnommoweb isa repo')], told({ source: 'inferred', at: START + 2 }));
  const { conflicts } = await memory.read.conflicts({ project: 'p', view: 'open', limit: 1, offset: 0 });
  const [first] = conflicts;
  if (!first) throw new Error('no conflict to decide');
  const by = { actor: 'operator', reason: 'newer', expectedVersion: first.version };
  const action = await memory.decisions.decide(first.id, { decision: 'replace' }, by);
  await memory.history.undo(action.id, { actor: 'operator', reason: 'no' });
  memory.encounter(new Map([['word', 3]]), START);
  await memory.flush();
  await store.write(async ({ db }) => {
    await db
      .insertInto('config')
      .values({ key: 'recollection_max_concepts', value: '7', updated_at: START })
      .execute();
    await db
      .insertInto('models')
      .values({
        provider: 'openai',
        model_name: 'm',
        label: 'M',
        created_at: START,
        input_price: 0.15,
        api_key_encrypted: 'v1:sealed',
      })
      .execute();
    await db
      .insertInto('upstream')
      .values({
        ...{ name: 'gpu', url: 'http://10.0.0.9:11434', weight: 1.5, slots: 2, created_at: START },
        ...{ header_names: '["Authorization"]', headers_encrypted: 'v1:sealed', updated_at: START },
      })
      .execute();
    await db
      .insertInto('clients')
      .values({ name: 'a', project: 'p', rate_per_minute: 6, created_at: START, updated_at: START })
      .execute();
    const key = { client: 'a', hint: 'fk-abcd', created_at: START };
    await db
      .insertInto('client_keys')
      .values([
        { ...key, key_hash: 'a'.repeat(64), revoked_at: null },
        { ...key, key_hash: 'b'.repeat(64), revoked_at: START + 1 },
      ])
      .execute();
    const job = {
      ...{ kind: 'learn', created_at: START, run_at: START, status: 'waiting' as const, attempts: 0 },
      ...{ finished_at: null, last_error: null, result: null, claim: 0 },
    };
    await db
      .insertInto('job')
      .values([
        { ...job, job_key: 'k0', payload: '{"n":0}' },
        { ...job, job_key: 'k1', payload: '{"n":1}', attempts: 3, run_at: START + 5, last_error: 'later' },
        {
          ...job,
          job_key: 'k2',
          payload: '{"n":2}',
          status: 'done' as const,
          finished_at: START + 9,
          result: 'well',
        },
        {
          ...job,
          job_key: 'k3',
          payload: '{"n":3}',
          status: 'dead' as const,
          attempts: 8,
          finished_at: START + 9,
          last_error: 'no use',
        },
      ])
      .execute();
    // An id that was given out and is gone is not given out again.
    await db.insertInto('clients').values({ name: 'gone', created_at: START, updated_at: START }).execute();
    await db.deleteFrom('clients').where('name', '=', 'gone').execute();
  });
  await memory.close();
}
