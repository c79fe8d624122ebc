import { afterAll, beforeAll, expect, it } from 'vitest';
import { param, template } from './statement-template.ts';
import { type TempStore, tempStore } from './testing/temp-store.ts';

let temp: TempStore;
beforeAll(async () => {
  temp = await tempStore();
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

it('says which hole a row leaves empty', () => {
  const insert = template<{ key: string }>(
    temp.store.reader.selectFrom('config').select('key').where('key', '=', param('key')),
  );
  expect(() => insert.bind({} as { key: string })).toThrow(/lacks "key"/);
});
