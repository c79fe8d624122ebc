// The database as the rest of the program has it: one thing to read with, one to write with, and they are
// different types. Owns connections, schema and closing; holds no SQL of the domain (repositories do).
import { type Compilable, CompiledQuery, Kysely, type LogEvent, type Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Clock } from '../../shared/model/clock.ts';
import { bootstrap } from './bootstrap.ts';
import { migrate } from './migrate.ts';
import type { DialectName } from './migrations/column-types.ts';
import { postgresDialect, postgresPool } from './postgres-dialect.ts';
import type { Database } from './schema.ts';
import { type EachQuery, eachQuery, sqliteWorkerDialect } from './sqlite-dialect.ts';
import { SqlitePort } from './sqlite-port.ts';
import type { ColumnsResult, DbValue, SqlValue } from './sqlite-protocol.ts';
import type { StatementTemplate, TemplateRow } from './statement-template.ts';
import { postgresError } from './store-errors.ts';

const BUSY_TIMEOUT_MS = 5000;
const SLOW_QUERY_MS = 250;

/** What the store says in the log; pino's shape. */
export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Reads committed state; cannot write, by type and (on SQLite) by its connection. */
export type StoreReader = ReadonlyKysely<Database>;

/** A transaction under way. Everything written through it is there when `write` returns, or nothing is. */
export interface StoreWriter {
  readonly dialect: DialectName;
  readonly db: Transaction<Database>;
  /** Reads within this transaction, its own writes included. */
  readonly reader: StoreReader;
  /**
   * Runs one statement for many rows; on SQLite some hundred rows are one message.
   * @returns what each run returned, aligned with `rows`; null where a run returned nothing
   * @throws ConstraintError
   */
  each<Row extends TemplateRow, Returned>(
    statement: StatementTemplate<Row, Returned>,
    rows: readonly Row[],
  ): Promise<(Returned | null)[]>;
}

export interface Store extends AsyncDisposable {
  readonly dialect: DialectName;
  readonly reader: StoreReader;
  /** Reads many rows as columns; numbers arrive packed. For loading and exporting. */
  readColumns(query: Compilable): Promise<ColumnsResult>;
  /**
   * Runs `work` in one transaction, which nobody else's statement can get into.
   * @throws ConstraintError when the database refuses a row, AppError when it cannot be used, or what `work` throws;
   *   nothing of the transaction remains then
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /** Waits for what is under way, then closes. */
  close(): Promise<void>;
}

export type StoreLocation = { readonly databasePath: string } | { readonly url: string };

export type StoreOptions = StoreLocation & {
  readonly clock: Clock;
  readonly log: StoreLog;
  /** SQLite: milliseconds to wait for a lock another process holds. */
  readonly busyTimeoutMs?: number;
};

/**
 * Opens (and creates, migrates, bootstraps) the database: a SQLite file, or PostgreSQL by its URL.
 * @throws AppError UNAVAILABLE saying what is wrong with the database and what to do about it
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock, log } = options;
  const started = clock.monotonic();
  const { store, writer, subject, open } = connect(options);
  try {
    await open();
    const migrated = await migrate(writer, store.dialect, subject);
    const words = await bootstrap(store, clock);
    const ms = Math.round(clock.monotonic() - started);
    log.info({ database: subject, dialect: store.dialect, migrated, words, ms }, 'store ready');
    return store;
  } catch (error) {
    await store.close().catch((closing) => log.warn({ err: closing }, 'the store could not be closed'));
    throw store.dialect === 'postgres' ? postgresError(error, subject) : error;
  }
}

interface Connected {
  readonly store: Store;
  readonly writer: Kysely<Database>;
  readonly subject: string;
  readonly open: () => Promise<void>;
}

function connect(options: StoreOptions): Connected {
  return 'url' in options
    ? connectPostgres(options.url, options.log)
    : connectSqlite(options.databasePath, options.busyTimeoutMs ?? BUSY_TIMEOUT_MS, options.log);
}

function connectSqlite(path: string, busyTimeoutMs: number, log: StoreLog): Connected {
  const settings = { path, busyTimeoutMs };
  const writerPort = new SqlitePort({ ...settings, readonly: false });
  const readerPort = new SqlitePort({ ...settings, readonly: true });
  const writer = new Kysely<Database>({ dialect: sqliteWorkerDialect(writerPort), log: slowQueries(log) });
  const reader = new Kysely<Database>({ dialect: sqliteWorkerDialect(readerPort), log: slowQueries(log) });
  const close = async () => {
    await reader.destroy();
    await readerPort.close();
    await writer.destroy();
    await writerPort.close();
  };
  const store: Store = {
    dialect: 'sqlite',
    reader: asReader(reader),
    readColumns(query) {
      const { sql, parameters } = query.compile();
      return readerPort.columns(sql, parameters as SqlValue[]);
    },
    write: (work) =>
      writer.transaction().execute((db) =>
        work({
          dialect: 'sqlite',
          db,
          reader: asReader(db),
          async each(statement, rows) {
            if (rows.length === 0) return [];
            const result = await db.executeQuery(eachQuery(statement.sql, rows, statement.bind));
            return result.rows as never;
          },
        }),
      ),
    close,
    [Symbol.asyncDispose]: close,
  };
  // The writer first: it makes the file, and the log that a read-only connection needs to find.
  const open = async () => {
    await writerPort.open();
    await readerPort.open();
  };
  return { store, writer, subject: path, open };
}

function connectPostgres(url: string, log: StoreLog): Connected {
  const pool = postgresPool(url);
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  const db = new Kysely<Database>({ dialect: postgresDialect(pool), log: slowQueries(log) });
  const subject = withoutPassword(url);
  const close = () => db.destroy();
  const store: Store = {
    dialect: 'postgres',
    reader: asReader(db),
    async readColumns(query) {
      const { sql, parameters } = query.compile();
      const { rows, fields } = await pool.query({ text: sql, values: [...parameters], rowMode: 'array' });
      return transpose(
        rows,
        fields.map((field) => field.name),
      );
    },
    write: (work) =>
      db
        .transaction()
        .execute((trx) =>
          work({ dialect: 'postgres', db: trx, reader: asReader(trx), each: eachInTurn(trx) }),
        )
        .catch((error: unknown) => {
          throw postgresError(error, subject);
        }),
    close,
    [Symbol.asyncDispose]: close,
  };
  const open = async () => {
    await pool.query('select 1');
  };
  return { store, writer: db, subject, open };
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

/** Kysely's read-only view is a type, not an object; this is the one place where it is taken. */
function asReader(db: Kysely<Database>): StoreReader {
  return db as unknown as StoreReader;
}

function slowQueries(log: StoreLog): (event: LogEvent) => void {
  return (event) => {
    const rows = 'rowCount' in event.query ? (event.query as EachQuery).rowCount : 1;
    if (event.queryDurationMillis < SLOW_QUERY_MS + rows) return;
    log.warn({ ms: Math.round(event.queryDurationMillis), sql: event.query.sql.slice(0, 300) }, 'slow query');
  };
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'at the given URL';
  const parsed = new URL(url);
  return `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}
