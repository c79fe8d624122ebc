// Reads a table of any length in pages: rows travel as columns, the next page is on its way while this one is used.
// Used by exports, backups and the check of imports; the graph in memory has graph-loader.ts.
import type { Compilable } from 'kysely';
import type { SqlValue } from '../sqlite-protocol.ts';
import type { StoreSnapshot } from './snapshot.ts';

/** A page of rows; cells are read where they lie. */
export class Page {
  readonly rowCount: number;
  readonly #columns: readonly ArrayLike<SqlValue>[];

  constructor(rowCount: number, columns: readonly ArrayLike<SqlValue>[]) {
    this.rowCount = rowCount;
    this.#columns = columns;
  }

  number(row: number, column: number): number {
    return this.#columns[column]?.[row] as number;
  }

  text(row: number, column: number): string {
    return this.#columns[column]?.[row] as string;
  }

  cell(row: number, column: number): SqlValue {
    return this.#columns[column]?.[row] ?? null;
  }

  /** A row as `map` makes it, for every row. */
  map<T>(map: (row: number) => T): T[] {
    return Array.from({ length: this.rowCount }, (_, row) => map(row));
  }
}

/**
 * Pages of a query whose first column is a number that grows from row to row.
 * @param query rows after a value of that column, at most `limit` of them, in its order
 */
export async function* pagesOf(
  snapshot: StoreSnapshot,
  query: (after: number, limit: number) => Compilable,
  limit = 2000,
): AsyncGenerator<Page> {
  let coming = snapshot.readColumns(query(-1, limit));
  for (;;) {
    const { rowCount, columns } = await coming;
    const page = new Page(rowCount, columns);
    const isLast = rowCount < limit;
    if (!isLast) {
      coming = snapshot.readColumns(query(page.number(rowCount - 1, 0), limit));
      // Whoever stops reading early leaves this one unawaited.
      coming.catch(() => undefined);
    }
    if (rowCount > 0) yield page;
    if (isLast) return;
  }
}
