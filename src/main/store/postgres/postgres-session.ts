// One connection to PostgreSQL for one long transaction: a snapshot that is read for minutes, a restore that fills every
// table. Outside of the store's pools, so that it holds up nobody there, and without their deadlines.
import { Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';
import { plainWriter, SILENT, type StoreWriter } from '../store-access.ts';
import { WRITE_LOCK } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { PostgresHealth } from './postgres-health.ts';
import { postgresPool } from './postgres-pool.ts';

/** Runs `work` on one moment of the database, read-only. @throws AppError */
export function inPostgresSnapshot<T>(
  url: string,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return inSession(url, false, work);
}

/**
 * Runs `work` in one transaction that is the only one to write, over all processes.
 * @throws ConstraintError, AppError, or what `work` throws; nothing of the transaction remains then, unless the answer
 *   to the commit itself was lost
 */
export function inPostgresChange<T>(url: string, work: (writer: StoreWriter) => Promise<T>): Promise<T> {
  return inSession(url, true, async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(WRITE_LOCK)})`.execute(trx);
    return work(plainWriter('postgres', trx));
  });
}

async function inSession<T>(
  url: string,
  isWriter: boolean,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const pool = postgresPool(url, 1, SILENT);
  const onLostCommit = async ({ error }: { readonly error: unknown }): Promise<never> => {
    throw error;
  };
  const subject = 'of the transfer';
  const health = new PostgresHealth();
  const use = isWriter ? 'change' : 'snapshot';
  const dialect = postgresDialect({ pool, health, subject, onLostCommit, use });
  const db = new Kysely<Database>({ dialect });
  try {
    return await db.transaction().execute(work);
  } finally {
    await db.destroy();
    if (!pool.ended) await pool.end();
  }
}
