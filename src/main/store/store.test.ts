import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/model/envelope.ts';
import { SEED_DIMENSIONS } from '../../shared/model/graph.ts';
import { verifyChain } from './audit/chain.ts';
import { forEachConcept } from './bulk/graph-loader.ts';
import { openStore, type Store, type StoreWriter } from './store.ts';
import { ConstraintError } from './store-errors.ts';
import { ManualClock, MemoLog, TEST_DIALECTS, type TempStore, tempStore } from './testing/temp-store.ts';

describe.each(TEST_DIALECTS)('a new database on %s', (dialect) => {
  let temp: TempStore;
  let store: Store;
  beforeAll(async () => {
    temp = await tempStore(dialect, 'all');
    store = temp.store;
  });
  afterAll(() => temp[Symbol.asyncDispose]());

  it('knows the dictionary as common words and nothing that only looks like one', async () => {
    const rows = await store.reader
      .selectFrom('soas')
      .select(['token', 'common'])
      .where('token', 'in', ['server', 'please', 'colour', 'color', 'aren', 'fiancée', 'gnommoweb', 'docker'])
      .orderBy('token')
      .execute();
    expect(rows.map((row) => row.token)).toEqual(['aren', 'color', 'colour', 'fiancée', 'please', 'server']);
    expect(rows.every((row) => Boolean(row.common))).toBe(true);
  });

  it('has the six seed dimensions, each with its root, and an event for each', async () => {
    const roots = await store.reader
      .selectFrom('urd')
      .innerJoin('soas', 'soas.id', 'urd.id')
      .whereRef('urd.id', '=', 'urd.parent_id')
      .whereRef('urd.id', '=', 'urd.dim_id')
      .select('soas.token')
      .orderBy('edge_id')
      .execute();
    expect(roots.map((root) => root.token)).toEqual(SEED_DIMENSIONS.map((dimension) => dimension.token));
    expect(await verifyChain(store.reader, 'memory')).toEqual({ ok: true, events: 6 });
  });

  if (dialect === 'sqlite') {
    it('is durable by its settings: WAL, every commit synced, foreign keys on', async () => {
      const pragma = (name: string) =>
        store.write((w) => sql<object>`${sql.raw(`pragma ${name}`)}`.execute(w.db));
      expect((await pragma('journal_mode')).rows).toEqual([{ journal_mode: 'wal' }]);
      expect((await pragma('synchronous')).rows).toEqual([{ synchronous: 2 }]);
      expect((await pragma('foreign_keys')).rows).toEqual([{ foreign_keys: 1 }]);
    });

    it('opens a second time without writing anything again', async () => {
      const before = await forEachConcept(store, () => undefined);
      const other = await temp.again();
      expect(await forEachConcept(other, () => undefined)).toBe(before);
      expect(temp.log.lines.at(-1)).toMatchObject({
        message: 'store ready',
        fields: { migrated: [], words: 0 },
      });
    });
  }

  it('pages through a table longer than a page and visits each row once, in order', async () => {
    const ids: number[] = [];
    const count = await forEachConcept(store, (concept) => ids.push(concept.id));
    expect(count).toBeGreaterThan(40_000);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('computes saliency itself: ln of the count, 0 for common words', async () => {
    const [named, common] = await store.write(async ({ db }) => {
      await db
        .insertInto('soas')
        .values([
          { token: 'zz-named', encounter_count: 7, common: false },
          { token: 'zz-word', encounter_count: 7, common: true },
        ])
        .execute();
      return db.selectFrom('soas').select('saliency').where('token', 'like', 'zz-%').orderBy('id').execute();
    });
    expect(named?.saliency).toBeCloseTo(Math.log(7), 12);
    expect(common?.saliency).toBe(0);
  });
});

describe.each(TEST_DIALECTS)('transactions on %s', (dialect) => {
  let temp: TempStore;
  let store: Store;
  beforeAll(async () => {
    temp = await tempStore(dialect, 'all');
    store = temp.store;
  });
  afterAll(() => temp[Symbol.asyncDispose]());

  it('leave nothing behind when the work throws', async () => {
    const doomed = store.write(async ({ db }) => {
      await db.insertInto('config').values({ key: 'half', value: '1', updated_at: 0 }).execute();
      throw new Error('changed my mind');
    });
    await expect(doomed).rejects.toThrow('changed my mind');
    expect(await store.reader.selectFrom('config').select('key').where('key', '=', 'half').execute()).toEqual(
      [],
    );
    await store.write(async ({ db }) => {
      await db.insertInto('config').values({ key: 'whole', value: '1', updated_at: 0 }).execute();
    });
  });

  it('that ask for nothing leave nothing open', async () => {
    const place = 'asks-nothing';
    expect(await store.write(async () => 'done')).toBe('done');
    await expect(store.write(() => Promise.reject(new Error('before anything was asked')))).rejects.toThrow(
      'before anything was asked',
    );
    // Not in a transaction that somebody left: it is there for others at once.
    await store.write(({ db }) => writeNote(db, place));
    const read = await store.reader
      .selectFrom('config')
      .select('key')
      .where('key', '=', place)
      .executeTakeFirst();
    expect(read?.key).toBe(place);
  });

  it('whose first statement is refused leave nothing open', async () => {
    const place = 'after-a-refusal';
    await store.write(({ db }) => writeNote(db, place));
    await expect(store.write(({ db }) => writeNote(db, place))).rejects.toThrow(ConstraintError);
    await expect(
      store.write(async ({ db }) => {
        await writeNote(db, `${place}-too`);
        throw new Error('not this one');
      }),
    ).rejects.toThrow('not this one');
    const keys = await store.reader
      .selectFrom('config')
      .select('key')
      .where('key', 'like', `${place}%`)
      .execute();
    expect(keys).toEqual([{ key: place }]);
  });

  it('are exclusive: a read, a pause and a write of twenty callers lose no update', async () => {
    await store.write(({ db }) =>
      db.insertInto('config').values({ key: 'n', value: '0', updated_at: 0 }).execute(),
    );
    const increment = () =>
      store.write(async ({ db }) => {
        const row = await db
          .selectFrom('config')
          .select('value')
          .where('key', '=', 'n')
          .executeTakeFirstOrThrow();
        await new Promise((resolve) => setImmediate(resolve));
        await db
          .updateTable('config')
          .set({ value: String(Number(row.value) + 1) })
          .where('key', '=', 'n')
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    const row = await store.reader
      .selectFrom('config')
      .select('value')
      .where('key', '=', 'n')
      .executeTakeFirst();
    expect(row?.value).toBe('20');
  });

  it('let readers read what was committed before, while a transaction is open', async () => {
    await store.write(async ({ db, reader }) => {
      await db.insertInto('config').values({ key: 'secret', value: '1', updated_at: 0 }).execute();
      const seen = (from: typeof reader) =>
        from.selectFrom('config').select('key').where('key', '=', 'secret').execute();
      expect(await seen(store.reader)).toEqual([]);
      expect(await seen(reader)).toEqual([{ key: 'secret' }]);
    });
  });

  it('never hold the event loop, however long a statement takes', async () => {
    let turns = 0;
    let running = true;
    const count = () => {
      turns++;
      if (running) setImmediate(count);
    };
    count();
    await store.reader.executeQuery(
      sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000) select max(i) from n`.compile(
        store.reader as never,
      ) as never,
    );
    running = false;
    expect(turns).toBeGreaterThan(100);
  });

  it.runIf(dialect === 'sqlite')('cannot be written through the reader, whatever the types say', async () => {
    const insert = sql`insert into config (key, value, updated_at) values ('a', 'b', 1)`;
    await expect(insert.execute(store.reader as never)).rejects.toThrow(AppError);
  });
});

const writeNote = (db: StoreWriter['db'], key: string) =>
  db.insertInto('config').values({ key, value: '1', updated_at: 0 }).execute();

describe('a SQLite file that cannot be used', () => {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-bad-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const open = (databasePath: string) =>
    openStore({ databasePath, clock: new ManualClock(), log: new MemoLog(), busyTimeoutMs: 50 });
  const refusal = async (databasePath: string) => {
    const error = await open(databasePath).then(
      (store) => store.close(),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AppError);
    return error as AppError;
  };

  it('is refused when a newer version wrote it', async () => {
    const path = join(dir, 'newer.db');
    await (await open(path)).close();
    const db = new Database(path);
    db.prepare('insert into kysely_migration (name, timestamp) values (?, ?)').run(
      '9999-tomorrow',
      '2030-01-01',
    );
    db.close();
    const error = await refusal(path);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { unknownMigrations: ['9999-tomorrow'] } });
    expect(error.message).toContain(path);
  });

  it('is refused when it is not a database', async () => {
    const path = join(dir, 'text.db');
    writeFileSync(path, 'These are just some words, and more of them than a header has.\n'.repeat(40));
    expect(await refusal(path)).toMatchObject({ code: 'UNAVAILABLE', details: { code: 'SQLITE_NOTADB' } });
  });

  it('is refused when its pages are damaged', async () => {
    const path = join(dir, 'damaged.db');
    await (await open(path)).close();
    const db = new Database(path);
    const size = db.pragma('page_size', { simple: true }) as number;
    db.close();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(20 * size, 0xee), 0, 20 * size, size);
    closeSync(file);
    const error = await refusal(path);
    expect(error.code).toBe('UNAVAILABLE');
    expect(error.details?.code).toMatch(/^SQLITE_CORRUPT/);
  });

  it('is refused when another process holds it', async () => {
    const path = join(dir, 'locked.db');
    await (await open(path)).close();
    const other = new Database(path);
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec('begin exclusive');
    try {
      const error = await refusal(path);
      expect(error).toMatchObject({ code: 'UNAVAILABLE', retryable: true });
      expect(error.details?.code).toMatch(/^SQLITE_BUSY/);
    } finally {
      other.exec('rollback');
      other.close();
    }
  });

  it('is refused where no file can be made', async () => {
    expect(await refusal(join(dir, 'no', 'such', 'directory', 'm.db'))).toMatchObject({
      code: 'UNAVAILABLE',
    });
    mkdirSync(join(dir, 'directory.db'));
    const error = await refusal(join(dir, 'directory.db'));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', details: { code: 'SQLITE_CANTOPEN' } });
    expect(error.message).toMatch(/directory exists and can be written/);
  });

  it.skipIf(process.getuid?.() === 0)(
    'is refused where nothing can be written (skipped for root)',
    async () => {
      const closed = join(dir, 'closed');
      mkdirSync(closed);
      chmodSync(closed, 0o500);
      expect(await refusal(join(closed, 'm.db'))).toMatchObject({ code: 'UNAVAILABLE' });
      chmodSync(closed, 0o700);
    },
  );

  it('answers every call after closing with one clear error', async () => {
    const store = await open(join(dir, 'closed.db'));
    await store.close();
    await store.close();
    await expect(store.pulse()).rejects.toThrow(/is closed/);
    await expect(store.write(async () => undefined)).rejects.toThrow(/is closed/);
  });
});
