// Packed pages over a connection that is there: rows are taken apart where they are asked for. For little, or off the main thread.
import { CompiledQuery, type Kysely } from 'kysely';
import { packRows } from '../bulk/packed-rows.ts';
import type { Database } from '../schema.ts';
import type { SqlValue } from '../sqlite-protocol.ts';
import type { PackedReader } from '../store-access.ts';

export function packing(db: Kysely<Database>): PackedReader {
  return async (query, kinds) => {
    const { rows } = await db.executeQuery<Record<string, SqlValue>>(CompiledQuery.raw(query));
    return packRows(
      rows.map((row) => Object.values(row)),
      kinds,
    );
  };
}
