// Promise: each chain has its own head and is checked by itself; a restore brings another memory's chain and leaves the
// host's, which goes on and says what happened; a hand in either is found and named.
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBackup } from '../backup/backup-load.ts';
import { checkArchive } from '../backup/backup-read.ts';
import { writeBackup } from '../backup/backup-write.ts';
import { START, TEST_DIALECTS, type TempStore, tempStore } from '../testing/temp-store.ts';
import { appendHostEvent, readLink, verifyChain } from './chain.ts';
import { listEvents } from './event-reads.ts';
import { appendEvents } from './events.ts';

const never = new AbortController().signal;
const backupAt = (path: string) => ({ path, program: 'x', now: START, keys: null });

const call = (temp: TempStore, what: string, at = START) =>
  temp.store.write((writer) =>
    appendHostEvent(writer, at, {
      ...{ project: 'default', kind: 'console.call', actor: 'ada', payload: { summary: what } },
    }),
  );
const learn = (temp: TempStore, n: number) =>
  temp.store.write((writer) =>
    appendEvents(writer, [
      {
        ...{
          at: START,
          project: 'default',
          kind: 'fact.inserted',
          actor: 'gutask',
          edgeId: n,
          conflictId: null,
        },
        payload: { n },
      },
    ]),
  );
const shown = async (temp: TempStore) =>
  (await listEvents(temp.store.reader, { chain: 'host' }, { limit: 100 })).toReversed();

describe.each(TEST_DIALECTS)('chains by name on %s', (dialect) => {
  let temp: TempStore;
  beforeEach(async () => {
    temp = await tempStore(dialect);
    await call(temp, 'one');
    await learn(temp, 1);
    await call(temp, 'two', START - 5);
  });
  afterEach(() => temp[Symbol.asyncDispose]());

  it('are numbered and checked each by itself, and the host’s goes back in time no more than the memory’s', async () => {
    const { reader } = temp.store;
    expect(await verifyChain(reader, 'memory')).toEqual({ ok: true, events: 7 });
    expect(await verifyChain(reader, 'host')).toEqual({ ok: true, events: 2 });
    expect((await shown(temp)).map(({ id, at }) => [id, at])).toEqual([
      [1, START],
      [2, START],
    ]);
    const memory = (await listEvents(reader, { chain: 'memory' }, { limit: 100 })).at(-1);
    expect((await shown(temp))[0]?.prevHash).not.toBe(memory?.prevHash);
  });

  it('leave no trace of a transaction that failed', async () => {
    const doomed = temp.store.write(async (writer) => {
      await appendHostEvent(writer, START, {
        ...{ project: 'default', kind: 'job.discarded', actor: 'ada', payload: {} },
      });
      throw new Error('no');
    });
    await expect(doomed).rejects.toThrow('no');
    await call(temp, 'three');
    expect(await verifyChain(temp.store.reader, 'host')).toEqual({ ok: true, events: 3 });
  });

  it.each([
    "update host_event set actor = 'nobody'",
    'delete from host_event where id = 2',
    ...(dialect === 'postgres' ? ['truncate host_event'] : []),
  ])('are only ever added to: %s', async (statement) => {
    await expect(temp.store.write(({ db }) => sql.raw(statement).execute(db))).rejects.toThrow(/append-only/);
  });

  it('names the event of the host that somebody changed, and holds the memory’s chain for whole', async () => {
    await temp.store.write(async ({ db }) => {
      const guard =
        dialect === 'sqlite'
          ? 'drop trigger host_event_no_update'
          : 'alter table host_event disable trigger host_event_append_only';
      for (const statement of [guard, "update host_event set actor = 'nobody' where id = 2"])
        await sql.raw(statement).execute(db);
    });
    expect(await verifyChain(temp.store.reader, 'host')).toEqual({
      ...{ ok: false, events: 1, brokenAt: 2, reason: 'its content does not match its hash' },
    });
    expect(await verifyChain(temp.store.reader, 'memory')).toMatchObject({ ok: true });
    const path = join(temp.dir, 'tampered.gz');
    await writeBackup(temp.location, backupAt(path), () => undefined, never);
    await expect(checkArchive(path, () => undefined)).rejects.toThrow(/event 2 of the host's chain/);
  });

  it('of a foreign backup: the memory’s comes, the host’s stays, goes on, and says so', async () => {
    const archive = join(temp.dir, 'foreign.gz');
    await using foreign = await tempStore('sqlite');
    for (const n of [1, 2, 3]) await learn(foreign, n);
    await call(foreign, 'not ours');
    const theirs = await readLink(foreign.store.reader, 'memory');
    await writeBackup(foreign.location, backupAt(archive), () => undefined, never);
    expect(await checkArchive(archive, () => undefined)).toMatchObject({ rows: { host_event: 1 } });
    const before = await shown(temp);

    const note = { at: START + 1, actor: 'ada', name: 'foreign' };
    const safety = backupAt(join(temp.dir, 'before.gz'));
    await loadBackup({ place: temp.location, archive, safety, note, sealedKeys: {} }, () => undefined, never);
    const { reader } = temp.store;
    const restored = await readLink(reader, 'memory');
    expect(restored.id).toBe(theirs.id + 1);
    const [own] = await listEvents(reader, { chain: 'memory' }, { limit: 1 });
    expect(own).toMatchObject({ kind: 'action.restore', prevHash: theirs.hash });
    const after = await shown(temp);
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ id: 3, kind: 'memory.restored', actor: 'ada' });
    expect(JSON.parse(after.at(-1)?.payload ?? '')).toMatchObject({
      ...{ backup: 'foreign', events: restored.id, head: restored.hash },
    });
    await call(temp, 'after');
    await learn(temp, 9);
    expect(await verifyChain(reader, 'host')).toEqual({ ok: true, events: 4 });
    expect(await verifyChain(reader, 'memory')).toEqual({ ok: true, events: restored.id + 1 });
  });
});

it.each(TEST_DIALECTS)('many who append at once make one chain without a gap, on %s', async (dialect) => {
  await using temp = await tempStore(dialect);
  const stores = dialect === 'postgres' ? [temp.store, await temp.again()] : [temp.store];
  const appended = Array.from({ length: 30 }, (_, n) =>
    stores[n % stores.length]?.write((writer) =>
      appendHostEvent(writer, START - n, {
        ...{ project: 'default', kind: 'console.call', actor: 'ada', payload: { n } },
      }),
    ),
  );
  await Promise.all(appended);
  expect(await verifyChain(temp.store.reader, 'host')).toEqual({ ok: true, events: 30 });
});
