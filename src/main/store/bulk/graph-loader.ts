// Brings the tables to whoever holds the graph in memory, at start and at a reload: pages of packed columns, read over
// several connections at once and handed out in order of ids. The event loop gets its turn between pages.
// Not one moment's picture: whoever loads notes the chain's head before and follows the events after it.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { SOURCES } from '../../../shared/model/graph.ts';
import { conceptOfPage, edgeOfPage, GUESS } from '../../graph/columns/row-pages.ts';
import type {
  ConceptPage,
  ConceptRow,
  EdgePage,
  EdgeRow,
  TextColumn,
  WordColumn,
} from '../../graph/types.ts';
import type { PackedKind, PackedPage } from '../sqlite-protocol.ts';
import type { PackedReader, Store } from '../store-access.ts';
import { buffersOf } from './packed-rows.ts';

/** Rows a page at most; taking one in stays within a few milliseconds. */
const PAGE = 4096;
/** Stretches of ids a table is cut into at most. */
const MAX_STRETCHES = 1024;
/** Stretches under way for each connection, so that none waits for the visitor. */
const AHEAD = 2;

/** What loading asks of a database: the store, or one moment of it. */
export type LoadableStore = Pick<Store, 'reader' | 'scan'>;

export interface TableVisitors {
  /** Told first: about how many there will be of each. */
  readonly expect?: (about: { readonly concepts: number; readonly edges: number }) => void;
  readonly concepts?: (page: ConceptPage) => void;
  readonly edges?: (page: EdgePage) => void;
}

/**
 * Visits every concept, then every edge (roots included), in pages, oldest first.
 * @returns how many there were of each
 */
export function visitTables(
  store: LoadableStore,
  { expect, concepts, edges }: TableVisitors,
): Promise<{ concepts: number; edges: number }> {
  return store.scan(async (readers) => {
    const ofConcepts = concepts ? await keyRange(store, CONCEPTS) : NOTHING;
    const count = concepts ? await countOf(store, CONCEPTS) : 0;
    const ofEdges = edges ? await keyRange(store, EDGES) : NOTHING;
    expect?.({ concepts: count, edges: sizeOf(ofEdges) });
    const stretches = [
      ...stretchesOf(CONCEPTS, ofConcepts, (page) => concepts?.(conceptPage(page))),
      ...stretchesOf(EDGES, ofEdges, (page) => edges?.(edgePage(page))),
    ];
    const counts = { concepts: 0, edges: 0 };
    await inOrder(stretches, readers, (page, { table, visit }) => {
      visit(page);
      counts[table.name] += page.rowCount;
    });
    return counts;
  });
}

/** Visits every concept, oldest first. @returns how many */
export async function forEachConcept(
  store: LoadableStore,
  visit: (concept: ConceptRow) => void,
): Promise<number> {
  const concepts = (page: ConceptPage) => {
    for (let i = 0; i < page.rowCount; i++) visit(conceptOfPage(page, i));
  };
  return (await visitTables(store, { concepts })).concepts;
}

/** Visits every edge, roots included, oldest first. @returns how many */
export async function forEachEdge(store: LoadableStore, visit: (edge: EdgeRow) => void): Promise<number> {
  const edges = (page: EdgePage) => {
    for (let i = 0; i < page.rowCount; i++) visit(edgeOfPage(page, i));
  };
  return (await visitTables(store, { edges })).edges;
}

interface Table {
  readonly name: 'concepts' | 'edges';
  readonly from: string;
  readonly key: string;
  /** What to select, the key first, and how each travels. */
  readonly columns: readonly (readonly [expression: string, kind: PackedKind])[];
}

/** As `EdgePage.flags` has them: a number travels between threads for nothing, a string does not. */
const FLAGS = `case when is_isa then 1 else 0 end + case when do_not_use then 2 else 0 end + case when is_guess then ${GUESS} else 0 end
  + case source ${SOURCES.map((source, i) => `when '${source}' then ${4 * i}`).join(' ')} end`;

const CONCEPTS: Table = {
  name: 'concepts',
  from: 'soas',
  key: 'id',
  columns: [
    ['id', 'number'],
    ['token', 'text'],
    ['encounter_count', 'number'],
    ['last_seen', 'number'],
    ['novelty', 'number'],
    ['case when common then 1 else 0 end', 'number'],
  ],
};

const EDGES: Table = {
  name: 'edges',
  from: 'urd',
  key: 'edge_id',
  columns: [
    ['edge_id', 'number'],
    ['project', 'word'],
    ['id', 'number'],
    ['parent_id', 'number'],
    ['dim_id', 'number'],
    ['confidence', 'number'],
    ['last_confirmed', 'number'],
    [FLAGS, 'number'],
    ['coalesce(until, 0)', 'number'],
  ],
};

function conceptPage({ rowCount, columns }: PackedPage): ConceptPage {
  const number = (column: number) => columns[column] as Float64Array;
  const counters = { encounterCounts: number(2), lastSeen: number(3), novelty: number(4), common: number(5) };
  return { rowCount, ids: number(0), tokens: columns[1] as TextColumn, ...counters };
}

function edgePage({ rowCount, columns }: PackedPage): EdgePage {
  const number = (column: number) => columns[column] as Float64Array;
  const place = { concepts: number(2), parents: number(3), dims: number(4) };
  const facts = { confidence: number(5), lastConfirmed: number(6), flags: number(7), until: number(8) };
  return { rowCount, edgeIds: number(0), projects: columns[1] as WordColumn, ...place, ...facts };
}

/** Ids of a table above `after`, up to `upTo`. */
interface Stretch {
  readonly table: Table;
  readonly after: number;
  readonly upTo: number;
  readonly visit: (page: PackedPage) => void;
}

interface KeyRange {
  readonly first: number | null;
  readonly last: number | null;
}

const NOTHING: KeyRange = { first: null, last: null };
/** Scattered ids are no measure of how many there are. */
const MAX_EXPECTED = 16_000_000;

function sizeOf({ first, last }: KeyRange): number {
  return first === null || last === null ? 0 : Math.min(last - first + 1, MAX_EXPECTED);
}

/** Forgotten words leave gaps of any size: the range of their ids is no measure. */
async function countOf(store: LoadableStore, { from }: Table): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(from)}`.execute(
    store.reader as never,
  );
  return Math.min(Number(rows[0]?.n ?? 0), MAX_EXPECTED);
}

async function keyRange(store: LoadableStore, { from, key }: Table): Promise<KeyRange> {
  // Two questions: asked for both at once, SQLite reads the whole table.
  const end = (which: 'min' | 'max') => sql`(select ${sql.raw(`${which}(${key})`)} from ${sql.table(from)})`;
  const range = sql<KeyRange>`select ${end('min')} as first, ${end('max')} as last`;
  const { rows } = await range.execute(store.reader as never);
  return rows[0] ?? NOTHING;
}

function stretchesOf(table: Table, { first, last }: KeyRange, visit: Stretch['visit']): Stretch[] {
  if (first === null || last === null) return [];
  const width = Math.max(PAGE, Math.ceil((last - first + 1) / MAX_STRETCHES));
  const stretches: Stretch[] = [];
  for (let after = first - 1; after < last; after += width) {
    stretches.push({ table, after, upTo: Math.min(after + width, last), visit });
  }
  return stretches;
}

/** Reads stretches on all connections in turn and visits their pages in order. */
async function inOrder(
  stretches: readonly Stretch[],
  readers: readonly PackedReader[],
  visit: (page: PackedPage, stretch: Stretch) => void,
): Promise<void> {
  const window = readers.length * AHEAD;
  const coming: Promise<PackedPage>[] = [];
  const start = (n: number) => {
    const stretch = stretches[n];
    const reader = readers[n % readers.length];
    if (!stretch || !reader) return;
    const page = readStretch(reader, stretch, stretch.after);
    // Awaited in its turn; until then a failure is nobody's unhandled rejection.
    page.catch(() => undefined);
    coming.push(page);
  };
  for (let n = 0; n < window; n++) start(n);
  for (const [n, stretch] of stretches.entries()) {
    for (let page: PackedPage | undefined = await coming[0]; page; ) {
      visit(page, stretch);
      const after = isCut(page, stretch) ? lastKeyOf(page) : undefined;
      // Given back at once: the collector comes when hundreds of megabytes of them lie about.
      for (const buffer of buffersOf(page.columns)) buffer.transfer(0);
      await yieldLoop();
      const reader = readers[n % readers.length];
      page = after === undefined || !reader ? undefined : await readStretch(reader, stretch, after);
    }
    coming.shift();
    start(n + window);
  }
}

function readStretch(reader: PackedReader, { table, upTo }: Stretch, after: number): Promise<PackedPage> {
  const { from, key, columns } = table;
  const query = `select ${columns.map(([expression], c) => `${expression} as c${c}`).join(', ')} from ${from}
    where ${key} > ${after} and ${key} <= ${upTo} order by ${key} limit ${PAGE}`;
  return reader(
    query,
    columns.map(([, kind]) => kind),
  );
}

/** A stretch of scattered ids may hold more than a page. */
function isCut(page: PackedPage, { upTo }: Stretch): boolean {
  return page.rowCount === PAGE && lastKeyOf(page) < upTo;
}

function lastKeyOf({ rowCount, columns }: PackedPage): number {
  return (columns[0] as Float64Array)[rowCount - 1] as number;
}
