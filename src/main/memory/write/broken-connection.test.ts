// Promise: a connection that breaks before its commit costs nobody anything: facts and actions are written again on
// another one, once, and the caller never hears of it.
import pg from 'pg';
import { expect, it } from 'vitest';
import { WRITE_LOCK } from '../../store/postgres/postgres-connection.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { exported, imported } from '../../transfer/testing/files.ts';
import { fact, type TempMemory, tableFacts, tempMemory, told } from '../testing/temp-memory.ts';

/** Lets `write` get as far as its begin, and ends its session there. */
async function broken<T>(t: TempMemory, write: () => Promise<T>): Promise<T> {
  if (!('url' in t.temp.location)) throw new Error('for PostgreSQL alone');
  const admin = new pg.Client(t.temp.location.url);
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [WRITE_LOCK]);
    const written = write();
    written.catch(() => undefined);
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory'`;
    while (!(await admin.query(end)).rowCount) {}
    await admin.query('select pg_advisory_unlock($1)', [WRITE_LOCK]);
    return await written;
  } finally {
    await admin.end();
  }
}

it.skipIf(!TEST_DIALECTS.includes('postgres'))('facts are told, and actions done, once', async () => {
  await using t = await tempMemory('postgres');
  const [outcome] = await broken(t, () => t.memory.tell('p', [fact('x isa repo')], told()));
  expect(outcome).toMatchObject({ status: 'inserted' });
  const { action } = await broken(t, () =>
    t.memory.edits.tell('p', fact('y isa repo'), told({ source: 'operator' }), { actor: 'ada', reason: '' }),
  );
  await broken(t, () => t.memory.history.undo(action?.id ?? 0, { actor: 'ada', reason: '' }));
  expect(await tableFacts(t.store, 'p')).toEqual([expect.stringMatching(/^x isa repo/)]);
  expect((await t.memory.verify()).problems).toEqual([]);
});

it.skipIf(!TEST_DIALECTS.includes('postgres'))(
  'so are a conflict put off or annotated, and a file imported',
  async () => {
    await using t = await tempMemory('postgres');
    await t.memory.tell('p', [fact('x isa repo')], told());
    const [claim] = await t.memory.tell('p', [fact('x isa website')], told());
    const id = claim?.conflictId ?? 0;
    const version = async () => (await t.memory.read.conflict(id)).version;
    const until = t.temp.clock.now() + 60_000;
    const expectedVersion = await version();
    await broken(t, () => t.memory.decisions.snooze(id, { until, expectedVersion, actor: 'ada' }));
    const seen = await version();
    await broken(t, () =>
      t.memory.decisions.note(id, { note: 'later', expectedVersion: seen, actor: 'ada' }),
    );
    expect(await t.memory.read.conflict(id)).toMatchObject({ note: 'later' });
    const file = await exported(t);
    await using other = await tempMemory('postgres');
    expect(await broken(other, () => imported(other.memory, file))).toMatchObject({
      inserted: 1,
      conflicts: 1,
    });
    expect((await other.memory.verify()).problems).toEqual([]);
    expect((await t.memory.verify()).problems).toEqual([]);
  },
);
