// One statement to be run once per row of values, as the two dialects understand it beside ordinary queries.
// Made by the connections (connect-*.ts), executed by the dialects, told apart by its `slice`.
import { CompiledQuery } from 'kysely';
import type { DbValue, SqlValue } from './sqlite-protocol.ts';

/** Rows sent in one message: binding and copying them takes the main thread a few milliseconds. */
export const ROWS_PER_MESSAGE = 500;

/** A statement that runs once per row; its result rows align with them, null where a run gave none. */
export interface EachQuery extends CompiledQuery<Record<string, SqlValue> | null> {
  readonly rowCount: number;
  /** The parameters of some of the rows. */
  readonly slice: (start: number, end: number) => readonly (readonly DbValue[])[];
}

/** Makes a statement run for many rows, some hundreds in each message. */
export function eachQuery<Row>(sql: string, rows: readonly Row[], bind: (row: Row) => DbValue[]): EachQuery {
  return {
    ...CompiledQuery.raw(sql),
    rowCount: rows.length,
    slice: (start, end) => rows.slice(start, end).map(bind),
  };
}
