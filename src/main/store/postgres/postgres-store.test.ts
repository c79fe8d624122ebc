// PostgreSQL as somebody sets it up: several first starts at once, and what is said when it cannot be used.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { verifyChain } from '../audit/chain.ts';
import { param, template } from '../statement-template.ts';
import { openStore, type Store, type StoreWriter } from '../store.ts';
import { dropDatabase, emptyPostgres, ManualClock, MemoLog } from '../testing/temp-store.ts';

describe.skipIf('missing' in inject('postgres'))('a PostgreSQL database', () => {
  let url: string;
  beforeAll(async () => {
    url = await emptyPostgres();
  });
  afterAll(() => dropDatabase(url));

  const open = (database: string) =>
    openStore({ url: database, clock: new ManualClock(), log: new MemoLog() });
  const refusal = async (change: (there: URL) => void) => {
    const there = new URL(url);
    change(there);
    const error = await open(there.href).then(
      (store) => store.close(),
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).message).not.toContain(`:${there.password}@`);
    return error as AppError;
  };

  it('is made once by three first starts at the same time', async () => {
    const stores: Store[] = await Promise.all([open(url), open(url), open(url)]);
    const words = await stores[0]?.reader
      .selectFrom('soas')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirst();
    expect(Number(words?.n)).toBeGreaterThan(40_000);
    const [first] = stores;
    if (first) expect(await verifyChain(first.reader, 'memory')).toEqual({ ok: true, events: 6 });
    for (const store of stores) await store.close();
  });

  it('takes in many rows as a stream: each letter as it was given, and refused as one row would be, with all of them', async () => {
    const store = await open(url);
    const texts = ['tab\there', 'line\nline', '\r', 'back\\slash', '\\N', '\\.', '"quotes"', 'ü 🦊', ''];
    const rows = Array.from({ length: 1100 }, (_, n) => ({
      key: `k${n}`,
      value: texts[n % texts.length] ?? '',
    }));
    const insert = (writer: StoreWriter) =>
      template<(typeof rows)[number]>(
        writer.db.insertInto('config').values({ key: param('key'), value: param('value'), updated_at: 1 }),
      );
    const one = (writer: StoreWriter) =>
      template<(typeof rows)[number] & { at: number }>(
        writer.db
          .insertInto('config')
          .values({ key: param('key'), value: param('value'), updated_at: param('at') }),
      );
    await store.write(async (writer) => {
      await writer.each(
        one(writer),
        rows.map((row) => ({ ...row, at: 1 })),
      );
    });
    const kept = await store.reader.selectFrom('config').selectAll().where('key', 'like', 'k%').execute();
    const values = new Map(kept.map(({ key, value }) => [key, value]));
    for (const { key, value } of rows) expect(values.get(key)).toBe(value);
    const again = store.write(async (writer) => {
      await writer.each(
        one(writer),
        rows.map((row, n) => ({ ...row, key: n < 40 ? `new${n}` : row.key, at: 2 })),
      );
    });
    await expect(again).rejects.toMatchObject({ violation: 'unique' });
    const none = await store.reader.selectFrom('config').select('key').where('key', 'like', 'new%').execute();
    expect(none).toEqual([]);
    // A value of the statement's own, beside those of the rows.
    await store.write(async (writer) => {
      await writer.db.deleteFrom('config').where('key', 'like', 'k%').execute();
      await writer.each(insert(writer), rows);
    });
    await store.close();
  });

  it('says what to do about a wrong password, a missing database, a server that is not there', async () => {
    expect(
      await refusal((there) => {
        there.password = 'not-the-password';
      }),
    ).toMatchObject({
      code: 'UNAVAILABLE',
      retryable: false,
      message: expect.stringMatching(/user and password/),
    });
    expect(
      await refusal((there) => {
        there.pathname = '/no_such_database';
      }),
    ).toMatchObject({ code: 'UNAVAILABLE', retryable: false, message: expect.stringMatching(/createdb/) });
    expect(
      await refusal((there) => {
        there.port = '9';
      }),
    ).toMatchObject({
      code: 'UNAVAILABLE',
      retryable: true,
      message: expect.stringMatching(/cannot be reached/),
    });
  });

  it('answers every call after closing with one clear error', async () => {
    const store = await open(url);
    await store.close();
    await store.close();
    const closed = /is closed/;
    await expect(store.reader.selectFrom('soas').select('id').limit(1).execute()).rejects.toThrow(closed);
    await expect(store.write(async () => undefined)).rejects.toThrow(closed);
    await expect(store.pulse()).rejects.toThrow(closed);
  });

  it('gives no reader up to a writer that waits: reads go on while somebody else writes', async () => {
    const [one, other] = [await open(url), await open(url)];
    const release = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = one.write(() => {
      held.resolve();
      return release.promise;
    });
    await held.promise;
    const waiting = Array.from({ length: 10 }, (_, i) =>
      other.write(({ db }) =>
        db
          .insertInto('config')
          .values({ key: `w${i}`, value: '1', updated_at: 0 })
          .execute(),
      ),
    );
    expect((await other.pulse()).head).toBe(6);
    expect(
      await other.reader.selectFrom('config').select('key').where('key', 'like', 'w%').execute(),
    ).toEqual([]);
    release.resolve();
    await holding;
    await Promise.all(waiting);
    expect(
      await one.reader.selectFrom('config').select('key').where('key', 'like', 'w%').execute(),
    ).toHaveLength(10);
    await one.close();
    await other.close();
  });
});
