// Kysely on a SQLite worker: the driver behind the query builder. Kysely hands the one connection out exclusively,
// so a transaction is never interleaved with another caller's statement. Used by connect.ts and by snapshots.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { type EachQuery, ROWS_PER_MESSAGE } from '../each-query.ts';
import type { ColumnsResult, DbValue, SqlValue } from '../sqlite-protocol.ts';
import type { SqlitePort } from './sqlite-port.ts';

/** SQLite does roll schema changes back; with this the migrator wraps them, so a killed first start leaves nothing. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class SqliteWorkerConnection implements DatabaseConnection {
  readonly #port: SqlitePort;

  constructor(port: SqlitePort) {
    this.#port = port;
  }

  async executeQuery<R>(query: CompiledQuery | EachQuery): Promise<QueryResult<R>> {
    if ('slice' in query) return this.#executeEach(query);
    const { rows, changes } = await this.#port.query(query.sql, toSqlValues(query.parameters as DbValue[]));
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  async #executeEach<R>(query: EachQuery): Promise<QueryResult<R>> {
    const rows: (Record<string, SqlValue> | null)[] = [];
    for (let start = 0; start < query.rowCount; start += ROWS_PER_MESSAGE) {
      const params = query.slice(start, start + ROWS_PER_MESSAGE).map(toSqlValues);
      for (const row of rowObjects(await this.#port.each(query.sql, params))) rows.push(row);
    }
    return { rows: rows as R[] };
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator; large reads go by columns instead
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not offered on SQLite; read in columns');
  }
}

class SqliteWorkerDriver implements Driver {
  readonly #port: SqlitePort;
  readonly #connection: SqliteWorkerConnection;

  constructor(port: SqlitePort) {
    this.#port = port;
    this.#connection = new SqliteWorkerConnection(port);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    this.#port.begin();
  }

  async commitTransaction(): Promise<void> {
    await this.#port.commit();
  }

  async rollbackTransaction(): Promise<void> {
    await this.#port.rollback();
  }

  async destroy(): Promise<void> {
    await this.#port.close();
  }
}

export function sqliteWorkerDialect(port: SqlitePort): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new SqliteWorkerDriver(port),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function toSqlValues(values: readonly DbValue[]): SqlValue[] {
  return values.map((value) => (typeof value === 'boolean' ? (value ? 1 : 0) : value));
}

function rowObjects(result: ColumnsResult): (Record<string, SqlValue> | null)[] {
  const [first] = result.columns;
  return Array.from({ length: result.rowCount }, (_, i) => {
    if (!first || first[i] === null) return null;
    return Object.fromEntries(result.names.map((name, c) => [name, result.columns[c]?.[i] ?? null]));
  });
}
