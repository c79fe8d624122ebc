// What it is to have the database: reading, writing in a transaction, closing. Types only, so that repositories know
// how they are called and not who opens what. Implemented by connect-sqlite.ts and connect-postgres.ts.
import type { Compilable, Kysely, Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { DialectName } from './migrations/column-types.ts';
import type { Database } from './schema.ts';
import type { ColumnsResult } from './sqlite-protocol.ts';
import type { StatementTemplate, TemplateRow } from './statement-template.ts';

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
   * Runs one statement for many rows, in order; some hundred rows travel in one message.
   * @returns what each run returned, aligned with `rows`; null where a run returned nothing
   * @throws ConstraintError
   */
  each<Row extends TemplateRow, Returned>(
    statement: StatementTemplate<Row, Returned>,
    rows: readonly Row[],
  ): Promise<(Returned | null)[]>;
  /**
   * Says where the event chain will end when this transaction is committed: how a commit whose answer was lost is
   * recognised. Called by whoever appends events.
   */
  noteHead(head: { readonly id: number; readonly hash: string }): void;
}

export interface Store extends AsyncDisposable {
  readonly dialect: DialectName;
  readonly reader: StoreReader;
  /** Reads many rows as columns; numbers arrive packed. For loading and exporting. */
  readColumns(query: Compilable): Promise<ColumnsResult>;
  /**
   * Runs `work` in one transaction, which nobody else's statement can get into. One writer at a time, over all
   * processes on either database: what is read in it stays true until it is committed.
   * @throws ConstraintError when the database refuses a row, AppError when it cannot be used, or what `work` throws;
   *   nothing of the transaction remains then
   * @throws UnknownOutcome (PostgreSQL) when the connection broke during the commit and the server cannot be asked
   */
  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T>;
  /** Waits for what is under way, then closes. */
  close(): Promise<void>;
}

/** A database that is connected and not yet opened, migrated or filled. */
export interface Connected {
  readonly store: Store;
  readonly writer: Kysely<Database>;
  readonly subject: string;
  readonly open: () => Promise<void>;
}

/** Kysely's read-only view is a type, not an object; this is the one place where it is taken. */
export function asReader(db: Kysely<Database>): StoreReader {
  return db as unknown as StoreReader;
}
