// One connection to PostgreSQL as Kysely uses it: every statement has a deadline, many runs of one statement travel
// together, and a connection that breaks is told apart from an error of the server. Made by postgres-dialect.ts.
import { type Compilable, CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type pg from 'pg';
import { type EachQuery, ROWS_PER_MESSAGE } from './each-query.ts';
import type { LostCommit } from './lost-commit.ts';
import { PostgresBatch } from './postgres-batch.ts';
import type { PostgresHealth } from './postgres-health.ts';
import type { ColumnsResult, DbValue, SqlValue } from './sqlite-protocol.ts';
import { ConnectionLost, postgresError } from './store-errors.ts';

/** Longest wait for the answer to a statement; the server gives up a little earlier by itself. */
const STATEMENT_MS = 35_000;
const COMMIT_MS = 10_000;

/** The advisory lock of whoever writes; any constant that nothing else uses. */
export const WRITE_LOCK = 0x0fe5_71;

/**
 * Every write begins so: one writer at a time over all processes, as on SQLite. Read committed whatever the server's
 * default: what a statement reads after the wait for the lock must include what the lock's holder committed. The id
 * lets a lost commit be asked about. Limits are local to the transaction, so they hold behind a pooler too.
 */
const BEGIN_WRITE = `begin isolation level read committed read write;
  set local statement_timeout = '30s'; set local lock_timeout = '15s';
  set local idle_in_transaction_session_timeout = '60s';
  select pg_advisory_xact_lock(${WRITE_LOCK});
  select pg_current_xact_id()::text as xid`;

/** For changes of the schema. */
const BEGIN_CHANGE = 'begin isolation level read committed read write';

/** Readers who need more than one statement see one state of the database. */
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';

/** Asks for the connection itself: how a transaction's owner gets at it through Kysely. */
export const CONNECTION_QUERY = { ...CompiledQuery.raw('-- the connection'), wants: 'connection' };

/** A query whose rows come back as one row of columns. */
export function columnsQuery(query: Compilable): CompiledQuery<ColumnsResult> {
  return { ...query.compile(), wants: 'columns' } as CompiledQuery<ColumnsResult>;
}

function wants(query: CompiledQuery): unknown {
  return 'wants' in query ? query.wants : 'rows';
}

export interface ConnectionOptions {
  readonly health: PostgresHealth;
  /** Names the database in errors. */
  readonly subject: string;
  readonly isWriter: boolean;
  readonly isLimited: boolean;
}

export class PostgresConnection implements DatabaseConnection {
  /** The transaction under way; null for none, or one that has no id. */
  xid: string | null = null;
  /** The end of the event chain that the transaction makes, if it makes one. */
  head: LostCommit['head'] = null;
  readonly #client: pg.PoolClient;
  readonly #options: ConnectionOptions;
  #broken: Error | undefined;
  // A connection that breaks while nobody waits for an answer says so with an event, which must not end the process.
  readonly #onError = (error: Error) => {
    this.#broken ??= error;
  };

  constructor(client: pg.PoolClient, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
    client.on('error', this.#onError);
  }

  async executeQuery<R>(query: CompiledQuery | EachQuery): Promise<QueryResult<R>> {
    if (wants(query) === 'connection') return { rows: [{ connection: this }] as R[] };
    try {
      if ('slice' in query) return { rows: (await this.#executeEach(query)) as R[] };
      if (wants(query) === 'columns') return { rows: [await this.#executeColumns(query)] as R[] };
      const { sql, parameters } = query;
      const { rows, rowCount } = await this.#run(() => this.#client.query<object>(sql, [...parameters]));
      const result = { rows: (rows ?? []) as R[] };
      return rowCount === null ? result : { ...result, numAffectedRows: BigInt(rowCount) };
    } catch (error) {
      throw postgresError(error, this.#options.subject);
    }
  }

  async #executeEach(query: EachQuery): Promise<(object | null)[]> {
    const rows: (object | null)[] = [];
    for (let start = 0; start < query.rowCount; start += ROWS_PER_MESSAGE) {
      const batch = new PostgresBatch(query.sql, query.slice(start, start + ROWS_PER_MESSAGE));
      for (const row of await this.#run(() => this.#client.query(batch).done)) rows.push(row);
    }
    return rows;
  }

  async #executeColumns({ sql, parameters }: CompiledQuery): Promise<ColumnsResult> {
    const { rows, fields } = await this.#run(() =>
      this.#client.query<DbValue[]>({ text: sql, values: [...parameters], rowMode: 'array' }),
    );
    const names = fields.map((field) => field.name);
    const columns = names.map((_, c) => rows.map((row) => sqlValue(row[c])));
    return { names, rowCount: rows.length, columns };
  }

  async begin(): Promise<void> {
    this.xid = null;
    this.head = null;
    const { isWriter, isLimited, subject } = this.#options;
    const text = isWriter ? (isLimited ? BEGIN_WRITE : BEGIN_CHANGE) : BEGIN_SNAPSHOT;
    const begun = await this.#run(() => this.#client.query<{ xid: string }>(text)).catch(async (error) => {
      await this.rollback();
      throw postgresError(error, subject);
    });
    const results: pg.QueryResult<{ xid: string }>[] = Array.isArray(begun) ? begun : [begun];
    this.xid = results.at(-1)?.rows[0]?.xid ?? null;
  }

  /** Not mapped to the program's errors yet. @throws ConnectionLost when the answer was lost; whether the transaction took place is not known then */
  async commit(): Promise<void> {
    const { command } = await this.#run(() => this.#client.query('commit'), COMMIT_MS);
    // The server answers so when an earlier statement failed and somebody swallowed the error.
    if (command === 'ROLLBACK') throw new Error('the transaction had failed before it was committed');
  }

  /** Undoes the transaction; on a broken connection the server does that by itself. */
  async rollback(): Promise<void> {
    if (this.#broken) return;
    await this.#run(() => this.#client.query('rollback'), COMMIT_MS).catch((error) => {
      this.#broken ??= error;
    });
  }

  release(): void {
    this.#options.health.released();
    this.#client.off('error', this.#onError);
    this.#client.release(this.#broken ?? false);
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator; large reads go by columns instead
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not offered on PostgreSQL; read in columns');
  }

  #statementMs(): number | null {
    return this.#options.isLimited ? STATEMENT_MS : null;
  }

  /** @throws ConnectionLost, or what the server says */
  async #run<T>(query: () => Promise<T>, deadlineMs = this.#statementMs()): Promise<T> {
    if (this.#broken) throw new ConnectionLost(this.#broken);
    let late = false;
    const deadline =
      deadlineMs === null
        ? undefined
        : setTimeout(() => {
            late = true;
            // Ends the socket, which fails the query.
            void this.#client.end();
          }, deadlineMs);
    try {
      const answer = await query();
      this.#options.health.answered();
      return answer;
    } catch (error) {
      if (!late && isServerError(error) && !endsConnection(error)) throw error;
      const reason = late ? new Error(`no answer within ${deadlineMs} ms`, { cause: error }) : error;
      this.#broken ??= reason as Error;
      throw this.#options.health.lost(new ConnectionLost(reason));
    } finally {
      clearTimeout(deadline);
    }
  }
}

/** The server answered, with an error; anything else is of the driver or of the network. */
function isServerError(error: unknown): error is { readonly code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error;
}

/** Connection exceptions, and the server ending connections: shutdown, crash, a timeout of the session. */
function endsConnection({ code }: { readonly code: string }): boolean {
  return code.startsWith('08') || code.startsWith('57P') || code === '25P03';
}

function sqlValue(value: DbValue | undefined): SqlValue {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}
