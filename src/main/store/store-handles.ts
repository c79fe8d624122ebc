// What a caller holds while it reads or writes the database. Types only. Given out by store-access.ts's Store.
import type { Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { DialectName } from './column-types.ts';
import type { Database } from './schema.ts';
import type { StatementTemplate, TemplateRow } from './statement-template.ts';

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
   * recognised, and that other processes will want to look. Called by whoever appends events.
   */
  noteHead(head: { readonly id: number; readonly hash: string; readonly at: number }): void;
  /** Says that other processes will want to look once this transaction is committed. */
  announce(): void;
}
