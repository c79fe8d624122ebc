// What time it is, as far as several processes have to agree about it: the database's on PostgreSQL (hosts' clocks differ), the
// process's on SQLite (one host). Used by run-claims.ts, evidence/imports.ts and hands/.
import { type RawBuilder, sql } from 'kysely';
import type { StoreWriter } from './store-handles.ts';

/** @param now epoch milliseconds; used on SQLite alone. `clock_timestamp()` moves on within a transaction; `now()` would be its beginning. */
export function databaseTime(writer: Pick<StoreWriter, 'dialect'>, now: number): RawBuilder<number> {
  return writer.dialect === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${sql.lit(now)}`;
}
