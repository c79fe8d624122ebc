// Key and value, as text: settings an operator changed in the console, and a few notes of the store to itself
// (keys that start with `store.`). What a key may hold is the caller's to check.
import { revise } from '../pulse.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export async function readConfig(reader: StoreReader, key: string): Promise<string | undefined> {
  const row = await reader.selectFrom('config').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

/** Every key an operator set, without the store's own notes. */
export async function readAllConfig(reader: StoreReader): Promise<Map<string, string>> {
  const rows = await reader.selectFrom('config').select(['key', 'value']).execute();
  return new Map(rows.filter((row) => !isOwnNote(row.key)).map((row) => [row.key, row.value]));
}

/** Sets a key. @param at epoch milliseconds */
export async function writeConfig(
  writer: StoreWriter,
  key: string,
  value: string,
  at: number,
): Promise<void> {
  await writer.db
    .insertInto('config')
    .values({ key, value, updated_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: at }))
    .execute();
  if (!isOwnNote(key)) await revise(writer, 'config');
}

/** Takes keys away, as if nobody had set them. */
export async function dropConfig(writer: StoreWriter, keys: readonly string[]): Promise<void> {
  await writer.db.deleteFrom('config').where('key', 'in', keys).execute();
  await revise(writer, 'config');
}

function isOwnNote(key: string): boolean {
  return key.startsWith('store.');
}
