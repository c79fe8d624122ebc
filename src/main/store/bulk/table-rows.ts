// Every row of a table in the order of its key, a page at a time: what backups and moves to another database read.
import { type Compilable, type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { ColumnsResult, DbValue, SqlValue } from '../sqlite-protocol.ts';
import type { StoreReader } from '../store-access.ts';

const PAGE = 1000;

export type TableRow = readonly SqlValue[];

/** A database, or one moment of it, from which pages of rows can be had. */
export interface RowSource {
  readonly reader: StoreReader;
  readColumns(query: Compilable): Promise<Omit<ColumnsResult, 'names'>>;
}

/** Reads rows as columns within a transaction; booleans come as 0 and 1, whichever database it is. */
export function columnsWithin(db: Kysely<Database>): RowSource['readColumns'] {
  return async (query) => {
    const { rows } = await db.executeQuery<Readonly<Record<string, DbValue>>>(query.compile());
    const cell = (value: DbValue | undefined) =>
      typeof value === 'boolean' ? Number(value) : (value ?? null);
    const columns = Object.keys(rows[0] ?? {}).map((name) => rows.map((row) => cell(row[name])));
    return { rowCount: rows.length, columns };
  };
}

/** Every row of a table; see `columnsWithin`. */
export async function* rowsOf(
  source: RowSource,
  table: string,
  key: readonly string[],
  columns: readonly string[],
): AsyncGenerator<TableRow[]> {
  const keyAt = key.map((name) => columns.indexOf(name));
  const selected = sql.join(columns.map((name) => sql.ref(name)));
  const order = sql.join(key.map((name) => sql.ref(name)));
  for (let after: TableRow | undefined; ; ) {
    const from = after ? sql` where (${order}) > (${sql.join(after.map((value) => sql.val(value)))})` : sql``;
    const query = sql`select ${selected} from ${sql.table(table)}${from} order by ${order} limit ${sql.lit(PAGE)}`;
    const page = await source.readColumns({ compile: () => query.compile(source.reader as never) });
    const rows = Array.from({ length: page.rowCount }, (_, row) =>
      page.columns.map((column) => column[row] ?? null),
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = keyAt.map((at) => last[at] ?? null);
  }
}
