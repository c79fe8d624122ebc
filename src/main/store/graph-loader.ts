// Streams the tables into whoever holds the graph in memory, at start and at a reload. Rows travel as columns, the
// next page is read by the worker while this one is visited, and the event loop gets its turn between pages.
import { type Compilable, sql } from 'kysely';
import { SOURCES, type Source } from '../../shared/model/graph.ts';
import type { ConceptRow, EdgeRow } from '../graph/types.ts';
import type { ColumnsResult, SqlValue } from './sqlite-protocol.ts';
import type { Store } from './store-access.ts';

/** What loading asks of a database: the store, or one moment of it. */
export type LoadableStore = Pick<Store, 'reader' | 'readColumns'>;

/** Rows a page; visiting one stays within a few milliseconds. */
const PAGE = 8192;

/** Visits every concept, oldest first. @returns how many */
export function forEachConcept(store: LoadableStore, visit: (concept: ConceptRow) => void): Promise<number> {
  const page = (after: number) =>
    store.reader
      .selectFrom('soas')
      .select(['id', 'token', 'encounter_count', 'last_seen', 'novelty', asNumber('common')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE);
  return forEachRow(store, page, (row) =>
    visit({
      id: row.number(0),
      token: row.text(1),
      encounterCount: row.number(2),
      lastSeen: row.number(3),
      novelty: row.number(4),
      common: row.number(5) === 1,
    }),
  );
}

/** Visits every edge, roots included, oldest first. @returns how many */
export function forEachEdge(store: LoadableStore, visit: (edge: EdgeRow) => void): Promise<number> {
  const page = (after: number) =>
    store.reader
      .selectFrom('urd')
      .select(['edge_id', 'project', 'id', 'parent_id', 'dim_id', 'confidence', 'last_confirmed'])
      .select([asNumber('is_isa'), asNumber('do_not_use'), SOURCE_NUMBER])
      .where('edge_id', '>', after)
      .orderBy('edge_id')
      .limit(PAGE);
  return forEachRow(store, page, (row) =>
    visit({
      edgeId: row.number(0),
      project: row.text(1),
      concept: row.number(2),
      parent: row.number(3),
      dim: row.number(4),
      confidence: row.number(5),
      lastConfirmed: row.number(6),
      isIsa: row.number(7) === 1,
      doNotUse: row.number(8) === 1,
      source: SOURCES[row.number(9)] as Source,
    }),
  );
}

const asNumber = (column: string) =>
  sql<number>`case when ${sql.ref(column)} then 1 else 0 end`.as(`${column}_number`);

/** The source as its place in SOURCES: a number travels between threads for nothing, a string does not. */
const SOURCE_NUMBER = sql<number>`case source ${sql.raw(
  SOURCES.map((source, i) => `when '${source}' then ${i}`).join(' '),
)} end`.as('source_number');

/** One row of a page; cells are read where they lie. */
class RowCursor {
  readonly #columns: ColumnsResult['columns'];
  at = 0;

  constructor(page: ColumnsResult) {
    this.#columns = page.columns;
  }

  number(column: number): number {
    return this.#cell(column) as number;
  }

  text(column: number): string {
    return this.#cell(column) as string;
  }

  #cell(column: number): SqlValue | undefined {
    return this.#columns[column]?.[this.at];
  }
}

async function forEachRow(
  store: LoadableStore,
  query: (after: number) => Compilable,
  visit: (row: RowCursor) => void,
): Promise<number> {
  let visited = 0;
  let coming = store.readColumns(query(0));
  for (;;) {
    const page = await coming;
    const ids = page.columns[0];
    const last = ids?.[page.rowCount - 1];
    const isLast = page.rowCount < PAGE || typeof last !== 'number';
    if (!isLast) coming = store.readColumns(query(last));
    const row = new RowCursor(page);
    for (row.at = 0; row.at < page.rowCount; row.at++) visit(row);
    visited += page.rowCount;
    if (isLast) return visited;
  }
}
