// What it is to have the database: reading, writing in a transaction, closing. Types only, so that repositories know
// how they are called and not who opens what. Implemented by sqlite/connect.ts and postgres/connect.ts.
import type { Kysely } from 'kysely';
import type { AppError } from '../../shared/model/envelope.ts';
import type { DialectName } from './column-types.ts';
import { eachQuery } from './each-query.ts';
import type { StoredJobs } from './jobs/stored-jobs.ts';
import type { Pulse } from './pulse.ts';
import type { Database } from './schema.ts';
import type { PackedKind, PackedPage } from './sqlite-protocol.ts';
import type { StoreReader, StoreWriter } from './store-handles.ts';

/** What the store says in the log; pino's shape. */
export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Says nothing: what breaks is told by the statement that meets it. */
export const SILENT: StoreLog = { info: () => undefined, warn: () => undefined };

export type { StoreReader, StoreWriter } from './store-handles.ts';

/**
 * Reads one page over a connection of its own. Queries asked at once are answered in order.
 * @param query without parameters; its columns are named c0, c1, ...
 * @param columns how each column travels; no cell is null
 */
export type PackedReader = (query: string, columns: readonly PackedKind[]) => Promise<PackedPage>;

/** A connection that hears hints. Losing it loses nothing: who polls finds everything. */
export interface ChangeListener {
  readonly isListening: boolean;
  /** Connects again if it does not listen; call it when the server is known to answer. */
  ensure(): Promise<void>;
  close(): Promise<void>;
}

export interface Store extends AsyncDisposable {
  readonly dialect: DialectName;
  readonly reader: StoreReader;
  /** The durable queue; features have it through job-queue.ts. */
  readonly jobs: StoredJobs;
  /**
   * Reads how far the database is; gives up after three seconds, and asks even while the server is known to be away.
   * @throws AppError UNAVAILABLE
   */
  pulse(): Promise<Pulse>;
  /**
   * Looks whether the database takes writes, which one that answers need not. While it does not, `write` refuses at once.
   * @returns why not; null when it does. Never throws.
   */
  trouble(): Promise<AppError | null>;
  /** Hears of other processes' writes, where the database passes that on; null where it does not (SQLite). */
  listen(onHint: () => void): ChangeListener | null;
  /** Why `write` refuses now, as far as is known; null when it does not. */
  refusal(): AppError | null;
  /** Resolves when writers need not wait. @throws AppError UNAVAILABLE (retryable) when the tables are being replaced for long */
  whenOpen(): Promise<void>;
  /** Lends `work` as many connections as help in reading whole tables, and takes them back. */
  scan<T>(work: (readers: readonly PackedReader[]) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction, which nobody else's statement can get into. One writer at a time, over all
   * processes on either database: what is read in it stays true until it is committed.
   * @throws ConstraintError when the database refuses a row, AppError when it cannot be used or would not keep it, or what `work` throws;
   *   nothing of the transaction remains then
   * @throws UnknownOutcome (PostgreSQL) when the connection broke during the commit and the server cannot be asked
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which replaces the tables by other means, while nobody writes through this store: what is under way
   * ends first, what comes waits. Reads go on.
   * @throws AppError NOT_ALLOWED when that is going on already
   */
  whileNobodyWrites<T>(work: () => Promise<T>): Promise<T>;
  /** Waits for what is under way, then closes. */
  close(): Promise<void>;
}

/** The database without anybody to hold up or refuse its writers; store.ts adds that. */
export interface OpenAccess extends Omit<Store, 'whileNobodyWrites' | 'trouble' | 'refusal' | 'whenOpen'> {
  /** Looks whether writes would be kept, as far as that shows without writing. Never throws. */
  inspect(): Promise<AppError | null>;
}

/** A database that is connected and not yet opened, migrated or filled. */
export interface Connected {
  readonly store: OpenAccess;
  readonly writer: Kysely<Database>;
  readonly subject: string;
  readonly open: () => Promise<void>;
}

/** A transaction as repositories know it, for who is alone with the database: nobody else wants to look. */
export function plainWriter(dialect: DialectName, db: StoreWriter['db']): StoreWriter {
  return {
    ...{ dialect, db, reader: asReader(db), noteHead: () => undefined, announce: () => undefined },
    async each(statement, rows) {
      if (rows.length === 0) return [];
      const returned = await db.executeQuery(eachQuery(statement.sql, rows, statement.bind));
      return returned.rows as never;
    },
  };
}

/** Kysely's read-only view is a type, not an object; this is the one place where it is taken. */
export function asReader(db: Kysely<Database>): StoreReader {
  return db as unknown as StoreReader;
}
