import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { param, template } from './statement-template.ts';
import { TEST_DIALECTS, type TempStore, tempStore } from './testing/temp-store.ts';

describe.each(TEST_DIALECTS)('a statement with holes on %s', (dialect) => {
  let temp: TempStore;
  beforeAll(async () => {
    temp = await tempStore(dialect);
  });
  afterAll(() => temp[Symbol.asyncDispose]());

  const put = (key: string, value: string) => ({ key, value });

  it('runs one statement for thousands of rows, in order, and aligns what each gave back', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => put(`k${i % 2000}`, `v${i}`));
    const returned = await temp.store.write((writer) =>
      writer.each(
        template<{ key: string; value: string }, { key: string; value: string }>(
          writer.db
            .insertInto('config')
            .values({ key: param('key'), value: param('value'), updated_at: 7 })
            .onConflict((conflict) => conflict.column('key').doNothing())
            .returning(['key', 'value']),
        ),
        rows,
      ),
    );
    expect(returned.slice(0, 2000)).toEqual(rows.slice(0, 2000));
    expect(returned.slice(2000)).toEqual(Array.from({ length: 500 }, () => null));
    const stored = await temp.store.reader
      .selectFrom('config')
      .selectAll()
      .where('key', '=', 'k1999')
      .execute();
    expect(stored).toEqual([{ key: 'k1999', value: 'v1999', updated_at: 7 }]);
  });

  it('undoes the rows before the one that the database refuses', async () => {
    const doomed = temp.store.write((writer) =>
      writer.each(
        template<{ key: string; value: string }>(
          writer.db.insertInto('config').values({ key: param('key'), value: param('value'), updated_at: 7 }),
        ),
        [put('new1', 'a'), put('new2', 'b'), put('new1', 'c')],
      ),
    );
    await expect(doomed).rejects.toMatchObject({ violation: 'unique' });
    const stored = await temp.store.reader
      .selectFrom('config')
      .select('key')
      .where('key', 'like', 'new%')
      .execute();
    expect(stored).toEqual([]);
  });

  it('goes on after many rows were refused, one of them or all of them at once', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => put(`stream${i}`, 'v'.repeat(400)));
    const into = (more: object, rows: readonly { key: string; value: string }[]) =>
      temp.store.write((writer) =>
        writer.each(
          template<{ key: string; value: string }>(
            writer.db
              .insertInto('config')
              .values({ key: param('key'), value: param('value'), updated_at: 7, ...more }),
          ),
          rows,
        ),
      );
    for (let round = 0; round < 5; round++) {
      await expect(into({ no_such: 1 }, rows)).rejects.toThrow('no_such');
      await expect(into({}, [...rows, put('stream7', 'again')])).rejects.toMatchObject({
        violation: 'unique',
      });
    }
    await into({}, rows);
    const stored = await temp.store.reader
      .selectFrom('config')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('key', 'like', 'stream%')
      .executeTakeFirstOrThrow();
    expect(Number(stored.n)).toBe(rows.length);
  });

  it('aligns what plain inserts of any number of rows gave back, one row after the other', async () => {
    for (const count of [1, 2, 3, 511, 513, 1300]) {
      const tokens = Array.from({ length: count }, (_, i) => ({
        token: `plain-${count}-${i}`,
        novelty: i / count,
      }));
      const returned = await temp.store.write((writer) =>
        writer.each(
          template<{ token: string; novelty: number }, { id: number; token: string; novelty: number }>(
            writer.db
              .insertInto('soas')
              .values({ token: param('token'), novelty: param('novelty'), common: false })
              .returning(['id', 'token', 'novelty']),
          ),
          tokens,
        ),
      );
      expect(returned.map((row) => ({ token: row?.token, novelty: row?.novelty }))).toEqual(tokens);
      const ids = returned.map((row) => row?.id ?? 0);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    }
  });

  it('lets a row be touched again by a later row of the same batch', async () => {
    const count = (token: string) => ({ token });
    const rows = ['twice', 'once', 'twice', 'thrice', 'thrice', 'twice'].map(count);
    const returned = await temp.store.write((writer) =>
      writer.each(
        template<{ token: string }, { token: string; encounter_count: number }>(
          writer.db
            .insertInto('soas')
            .values({ token: param('token'), encounter_count: 1 })
            .onConflict((conflict) =>
              conflict.column('token').doUpdateSet({ encounter_count: sql`soas.encounter_count + 1` }),
            )
            .returning(['token', 'encounter_count']),
        ),
        rows,
      ),
    );
    expect(returned.map((row) => row?.encounter_count)).toEqual([1, 1, 2, 1, 2, 3]);
    expect(returned.map((row) => row?.token)).toEqual(rows.map((row) => row.token));
  });

  it('says which hole a row leaves empty', () => {
    const insert = template<{ key: string }>(
      temp.store.reader.selectFrom('config').select('key').where('key', '=', param('key')),
    );
    expect(() => insert.bind({} as { key: string })).toThrow(/lacks "key"/);
  });
});
