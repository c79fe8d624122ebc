// What passes between the SQLite port (main thread) and its worker. Requests are answered in the order they are sent.
// Results travel as columns where there may be many rows: a typed array of numbers is moved between threads, not copied.

import type { TextColumn, WordColumn } from '../graph/types.ts';

/** A value SQLite can hold, as this program uses it. */
export type SqlValue = number | string | null;

/** What a caller may bind; SQLite is given 0 and 1 for booleans, Postgres the boolean itself. */
export type DbValue = SqlValue | boolean;

/** One column of a result: numbers are packed, anything else is a plain array. Both have one entry per row. */
export type Column = Float64Array | readonly SqlValue[];

/** How a column of a packed page travels: numbers as they are, texts in one run of bytes, words by code. */
export type PackedKind = 'number' | 'text' | 'word';
export type PackedColumn = Float64Array | TextColumn | WordColumn;

/** Rows as columns that move between threads without being copied. */
export interface PackedPage {
  readonly rowCount: number;
  readonly columns: readonly PackedColumn[];
}

export interface WorkerSettings {
  readonly path: string;
  readonly readonly: boolean;
  /** Milliseconds to wait for a lock held by another process. */
  readonly busyTimeoutMs: number;
}

export type WorkerCall =
  /** One statement with one row of parameters; rows come back as objects. */
  | { readonly kind: 'query'; readonly sql: string; readonly params: readonly SqlValue[] }
  /** One statement run once per row of parameters; the first row each run returns comes back as columns. */
  | { readonly kind: 'each'; readonly sql: string; readonly rows: readonly (readonly SqlValue[])[] }
  /** One query whose rows come back as columns. */
  | { readonly kind: 'columns'; readonly sql: string; readonly params: readonly SqlValue[] }
  /** One query without parameters whose rows come back packed. */
  | { readonly kind: 'packed'; readonly sql: string; readonly columns: readonly PackedKind[] }
  /** Ends the open transaction, if SQLite has not ended it already (a full disk does). */
  | { readonly kind: 'rollback' }
  | { readonly kind: 'close' };

export interface WorkerRequest {
  readonly id: number;
  /** A transaction begins before it. */
  readonly begins: boolean;
  readonly call: WorkerCall;
}

export interface RowsResult {
  readonly rows: readonly Record<string, SqlValue>[];
  readonly changes: number;
}

export interface ColumnsResult {
  readonly names: readonly string[];
  readonly rowCount: number;
  readonly columns: readonly Column[];
}

/** An error of SQLite as it crosses the thread border; `code` is SQLite's own, such as `SQLITE_CONSTRAINT_UNIQUE`. */
export interface WireError {
  readonly code: string | null;
  readonly message: string;
}

export type WorkerResult = RowsResult | ColumnsResult | PackedPage | null;

export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly result: WorkerResult }
  | { readonly id: number; readonly ok: false; readonly error: WireError };
