// A transaction that changes a hundred thousand rows goes by keys all the way, through tables that grew a moment ago: PostgreSQL's statistics
// are behind then, and it would rather read whole tables, with helpers, hundreds of times. Called by memory/decide and memory/history.
import { sql } from 'kysely';
import type { StoreWriter } from './store-access.ts';

/** For this transaction alone, rows are found by index. Nothing on SQLite, which does so anyway. */
export async function preferIndexes({ dialect, db }: Pick<StoreWriter, 'dialect' | 'db'>): Promise<void> {
  if (dialect !== 'postgres') return;
  await sql`set local enable_seqscan = off`.execute(db);
  await sql`set local max_parallel_workers_per_gather = 0`.execute(db);
}
