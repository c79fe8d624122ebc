// One connection to PostgreSQL for one long transaction: a snapshot that is read for minutes, a restore that fills every
// table. Outside of the store's pools, so that it holds up nobody there, and without their deadlines.
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';
import type { StatementTemplate, TemplateRow } from './statement-template.ts';
import { asReader, type StoreWriter } from './store-access.ts';
import { postgresError } from './store-errors.ts';

const INT8_OID = 20;
const CONNECT_MS = 10_000;

/**
 * Runs `work` in one transaction of its own connection.
 * @param mode `read`: one moment of the database, read-only
 * @throws ConstraintError, AppError, or what `work` throws; nothing of the transaction remains then
 */
export async function inPostgresSession<T>(
  url: string,
  mode: 'read' | 'write',
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'festinger transfer',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: {
      // Ids and epoch milliseconds stay far below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8_OID && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // A connection that breaks while it is idle would otherwise end the process; the next query says what happened.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const transaction =
    mode === 'read'
      ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      : db.transaction();
  try {
    return await transaction.execute(work);
  } catch (error) {
    throw postgresError(error, 'of the transfer');
  } finally {
    await db.destroy();
  }
}

/** The transaction as repositories know it. */
export function writerOf(trx: Transaction<Database>): StoreWriter {
  return {
    dialect: 'postgres',
    db: trx,
    reader: asReader(trx),
    async each<Row extends TemplateRow, Returned>(
      statement: StatementTemplate<Row, Returned>,
      rows: readonly Row[],
    ) {
      const returned: (Returned | null)[] = [];
      for (const row of rows) {
        const result = await trx.executeQuery<Returned>(
          CompiledQuery.raw(statement.sql, statement.bind(row)),
        );
        returned.push(result.rows[0] ?? null);
      }
      return returned;
    },
  };
}
