// The database as PostgreSQL: a pool of connections; readers and writers are told apart by their types alone.
// Called by store.ts alone.
import { CompiledQuery, Kysely, type Transaction } from 'kysely';
import { PgBossJobs } from './pg-boss-jobs.ts';
import { postgresDialect, postgresPool } from './postgres-dialect.ts';
import { scanPostgres } from './postgres-scan.ts';
import type { Database } from './schema.ts';
import { slowQueries } from './slow-queries.ts';
import type { ColumnsResult, DbValue, SqlValue } from './sqlite-protocol.ts';
import type { StatementTemplate, TemplateRow } from './statement-template.ts';
import { asReader, type Connected, type Store, type StoreLog, type StoreWriter } from './store-access.ts';
import { postgresError } from './store-errors.ts';

export function connectPostgres(url: string, log: StoreLog): Connected {
  const pool = postgresPool(url);
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  const db = new Kysely<Database>({ dialect: postgresDialect(pool), log: slowQueries(log) });
  const subject = withoutPassword(url);
  const write: Store['write'] = (work) =>
    db
      .transaction()
      .execute((trx) => work({ dialect: 'postgres', db: trx, reader: asReader(trx), each: eachInTurn(trx) }))
      .catch((error: unknown) => {
        throw postgresError(error, subject);
      });
  const jobs = new PgBossJobs(pool, write, log);
  const close = async () => {
    await jobs.close();
    await db.destroy();
  };
  const store: Store = {
    dialect: 'postgres',
    reader: asReader(db),
    jobs,
    async readColumns(query) {
      const { sql, parameters } = query.compile();
      const { rows, fields } = await pool.query({ text: sql, values: [...parameters], rowMode: 'array' });
      return transpose(
        rows,
        fields.map((field) => field.name),
      );
    },
    scan: (work) => scanPostgres(url, work),
    write,
    close,
    [Symbol.asyncDispose]: close,
  };
  const open = async () => {
    await pool.query('select 1');
  };
  return { store, writer: db, subject, open, openJobs: () => jobs.open() };
}

function eachInTurn(trx: Transaction<Database>): StoreWriter['each'] {
  return async <Row extends TemplateRow, Returned>(
    statement: StatementTemplate<Row, Returned>,
    rows: readonly Row[],
  ) => {
    const returned: (Returned | null)[] = [];
    for (const row of rows) {
      const result = await trx.executeQuery<Returned>(CompiledQuery.raw(statement.sql, statement.bind(row)));
      returned.push(result.rows[0] ?? null);
    }
    return returned;
  };
}

function transpose(rows: readonly (readonly DbValue[])[], names: readonly string[]): ColumnsResult {
  const columns = names.map((_, c) => rows.map((row) => sqlValue(row[c])));
  return { names, rowCount: rows.length, columns };
}

function sqlValue(value: DbValue | undefined): SqlValue {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'at the given URL';
  const parsed = new URL(url);
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}
