// One connection to PostgreSQL as Kysely uses it: every statement has a deadline, many runs of one statement travel
// together, and a connection that breaks is told apart from an error of the server. Made by postgres-dialect.ts.
import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type pg from 'pg';
import { type EachQuery, ROWS_PER_MESSAGE } from '../each-query.ts';
import { ConnectionLost, postgresError, uncommittedError } from '../store-errors.ts';
import type { LostCommit } from './lost-commit.ts';
import { answered } from './postgres-answer.ts';
import { PostgresBatch } from './postgres-batch.ts';
import { type CopyQuery, PostgresCopyIn } from './postgres-copy-in.ts';
import type { PostgresHealth } from './postgres-health.ts';

/**
 * What a connection is used for. `look`: whether the server is there. `claim`: single statements that hand out jobs. Without deadlines, for what may take long:
 * `change`, of the schema or of everything, and `snapshot`, one moment of the database read at leisure.
 */
export type ConnectionUse = 'read' | 'look' | 'claim' | 'write' | 'change' | 'snapshot';

/** Longest wait for the answer to a statement; in a write the server gives up a little earlier by itself. */
const STATEMENT_MS: Readonly<Record<ConnectionUse, number | null>> = {
  ...{ read: 35_000, look: 4000, claim: 35_000, write: 35_000, change: null, snapshot: null },
};
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

/** Readers who need more than one statement see one state of the database. */
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';

const BEGIN: Readonly<Record<ConnectionUse, string>> = {
  read: BEGIN_SNAPSHOT,
  write: BEGIN_WRITE,
  claim: 'begin isolation level read committed read write',
  change: 'begin isolation level read committed read write',
  look: BEGIN_SNAPSHOT,
  snapshot: BEGIN_SNAPSHOT,
};

/** Where processes tell each other that they have written: a hint to look, nothing more. */
export const CHANGES_CHANNEL = 'festinger_changes';

/** Asks for the connection itself: how a transaction's owner gets at it through Kysely. */
export const CONNECTION_QUERY = { ...CompiledQuery.raw('-- the connection'), wants: 'connection' };

export interface ConnectionOptions {
  readonly health: PostgresHealth;
  /** Names the database in errors. */
  readonly subject: string;
  readonly use: ConnectionUse;
}

export class PostgresConnection implements DatabaseConnection {
  /** The transaction under way; null for none, or one that has no id. */
  xid: string | null = null;
  /** The end of the event chain that the transaction makes, if it makes one. */
  head: LostCommit['head'] = null;
  /** Whether other processes will want to look once it is committed. */
  isAnnounced = false;
  readonly #client: pg.PoolClient;
  readonly #options: ConnectionOptions;
  #broken: Error | undefined;
  /** Over with the last statement that was asked. */
  #turn: Promise<unknown> = Promise.resolve();
  // A connection that breaks while nobody waits for an answer says so with an event, which must not end the process.
  readonly #onError = (error: Error) => {
    this.#broken ??= error;
  };

  constructor(client: pg.PoolClient, options: ConnectionOptions) {
    this.#client = client;
    this.#options = options;
    client.on('error', this.#onError);
  }

  /** One after the other, in the order asked: who writes much does not wait for each answer before it asks on. */
  async executeQuery<R>(query: CompiledQuery | EachQuery | CopyQuery): Promise<QueryResult<R>> {
    if ('wants' in query) return { rows: [{ connection: this }] as R[] };
    const answer = this.#turn.then(() => this.#execute<R>(query));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  async #execute<R>(query: CompiledQuery | EachQuery | CopyQuery): Promise<QueryResult<R>> {
    try {
      if ('slice' in query) return { rows: (await this.#executeEach(query)) as R[] };
      if ('copied' in query) {
        await this.#run(() => this.#client.query(new PostgresCopyIn(query)).done);
        return { rows: [] };
      }
      const { sql, parameters } = query;
      const { rows, rowCount } = await this.#run(() => this.#client.query<object>(sql, [...parameters]));
      const result = { rows: (rows ?? []) as R[] };
      return rowCount === null ? result : { ...result, numAffectedRows: BigInt(rowCount) };
    } catch (error) {
      throw (this.xid === null ? postgresError : uncommittedError)(error, this.#options.subject);
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

  async begin(): Promise<void> {
    this.xid = null;
    this.head = null;
    this.isAnnounced = false;
    const { use, subject } = this.#options;
    const text = BEGIN[use];
    const begun = await this.#run(() => this.#client.query<{ xid: string }>(text)).catch(async (error) => {
      await this.rollback();
      throw uncommittedError(error, subject);
    });
    const results: pg.QueryResult<{ xid: string }>[] = Array.isArray(begun) ? begun : [begun];
    this.xid = results.at(-1)?.rows[0]?.xid ?? null;
  }

  /** Not mapped to the program's errors yet. @throws ConnectionLost when the answer was lost; whether the transaction took place is not known then */
  async commit(): Promise<void> {
    const text = this.isAnnounced ? `notify ${CHANGES_CHANNEL}; commit` : 'commit';
    const answer = await this.#run(() => this.#client.query(text), COMMIT_MS);
    const { command } = Array.isArray(answer) ? answer.at(-1) : answer;
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
    this.#options.health.released(this.#client);
    this.#client.off('error', this.#onError);
    this.#client.release(this.#broken ?? false);
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for a generator; large reads go by columns instead
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not offered on PostgreSQL; read in columns');
  }

  /** @throws ConnectionLost, or what the server says */
  async #run<T>(query: () => Promise<T>, deadlineMs = STATEMENT_MS[this.#options.use]): Promise<T> {
    if (this.#broken) throw new ConnectionLost(this.#broken);
    try {
      return await answered(this.#client, this.#options.health, deadlineMs, query);
    } catch (error) {
      if (error instanceof ConnectionLost) {
        this.#broken ??= error;
        if (this.#options.use === 'look') this.#options.health.isAway(error);
      }
      throw error;
    }
  }
}
