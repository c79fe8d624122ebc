// Fills a database with a big graph, once: the SQLite file lies in the temporary directory and is used again.
// Rows go in without the guards, which are put back afterwards; filling is not what is measured.
import { existsSync, renameSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import pg from 'pg';
import { systemClock } from '../../src/main/core/clock.ts';
import type { NewEvent } from '../../src/main/store/audit/chain.ts';
import { appendEvents } from '../../src/main/store/audit/events.ts';
import { openStore, type Store, type StoreLocation } from '../../src/main/store/store.ts';
import type { Provenance } from '../../src/shared/model/graph.ts';
import { type BigEdge, bigConcepts, bigEdges, DIMENSIONS, NOW, PROJECTS } from './big-graph.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface BigSize {
  /** All concepts, dictionary and dimensions included. */
  readonly concepts: number;
  /** All edges, roots included. */
  readonly edges: number;
}

const ROWS_PER_STATEMENT = 20_000;
/** One edge in so many has provenance, a past, an open conflict. */
const SHARES = { provenance: 10, history: 30, conflict: 600, decided: 150 };

/** Takes rows for one table, in order of its columns. */
type Sink = (table: string, columns: readonly string[], rows: readonly unknown[][]) => Promise<void> | void;

const COLUMNS = {
  soas: ['id', 'token', 'encounter_count', 'last_seen', 'novelty', 'common'],
  urd: [
    ...['edge_id', 'project', 'id', 'parent_id', 'dim_id', 'is_isa', 'confidence', 'last_confirmed'],
    ...['source', 'valid_from', 'do_not_use'],
  ],
  edge_provenance: ['edge_id', 'entry'],
  urd_history: [
    ...['edge_id', 'project', 'id', 'parent_id', 'dim_id', 'is_isa', 'confidence', 'last_confirmed'],
    ...['source', 'valid_from', 'valid_to', 'event_id'],
  ],
  resolution_queue: [
    ...['project', 'concept_id', 'dim_id', 'existing_edge_id', 'existing_parent_id', 'existing_is_isa'],
    ...['existing_confidence', 'existing_source', 'incoming_parent_id', 'incoming_is_isa'],
    ...['incoming_confidence', 'incoming_source', 'collision_type', 'status', 'priority', 'provenance'],
    ...['last_seen', 'created_at', 'resolved_at'],
  ],
} as const;

/** Collects rows and hands them to the sink some thousands at a time. */
class Batches {
  readonly #sink: Sink;
  readonly #rows = new Map<keyof typeof COLUMNS, unknown[][]>();

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  async add(table: keyof typeof COLUMNS, row: unknown[]): Promise<void> {
    const rows = this.#rows.get(table) ?? [];
    this.#rows.set(table, rows);
    rows.push(row);
    if (rows.length >= ROWS_PER_STATEMENT) await this.#send(table);
  }

  async end(): Promise<void> {
    for (const table of this.#rows.keys()) await this.#send(table);
  }

  async #send(table: keyof typeof COLUMNS): Promise<void> {
    const rows = this.#rows.get(table) ?? [];
    this.#rows.set(table, []);
    if (rows.length > 0) await this.#sink(table, COLUMNS[table], rows);
  }
}

const provenance = (edge: BigEdge): string =>
  JSON.stringify({
    ...{ source: edge.source, client: 'bench', conversation: `c${edge.concept % 5000}`, role: 'user' },
    segment: `s${edge.concept}`,
    sentence: `The thing numbered ${edge.concept} belongs to the thing numbered ${edge.parent}, as far as anybody knows.`,
    at: edge.lastConfirmed,
  } satisfies Provenance);

/** Events for the edges that changed last; the rest came by an import that left none. */
async function fillEvents(store: Store, count: number): Promise<void> {
  for (let start = 0; start < count; start += 5000) {
    const events = Array.from({ length: 5000 }, (_, n): NewEvent => {
      const edgeId = start + n + 1000;
      const payload = { concept: `thing-${edgeId}`, parent: 'kind', dimension: 'type', confidence: 0.9 };
      const base = { at: NOW - count + start + n, project: 'default', kind: 'fact.confirmed' } as const;
      return { ...base, actor: 'gutask', edgeId, conflictId: null, payload };
    });
    await store.write((writer) => appendEvents(writer, events));
  }
}

/** Where the dimensions and the dictionary already are, as bootstrap left them. */
interface Ground {
  readonly lastConcept: number;
  readonly concepts: number;
  readonly lastEdge: number;
  readonly edges: number;
}

async function fillRows(size: BigSize, ground: Ground, flag: (value: boolean) => unknown, sink: Sink) {
  const named = size.concepts - ground.concepts;
  const dims = DIMENSIONS.length;
  // Ids have gaps, as refused inserts leave them on PostgreSQL.
  const idOf = (n: number) => ground.lastConcept + 1 + n + 50 * Math.floor(n / 1000);
  const dimIds = DIMENSIONS.map((_, dim) => (dim < 6 ? dim + 1 : idOf(dim)));
  const batches = new Batches(sink);
  let n = 0;
  for (const concept of bigConcepts(named)) {
    const token = n >= 6 && n < dims ? (DIMENSIONS[n] as string) : concept.token;
    const { encounterCount, lastSeen, novelty } = concept;
    await batches.add('soas', [idOf(n), token, encounterCount, lastSeen, novelty, flag(false)]);
    n++;
  }
  await batches.end();
  let edgeId = ground.lastEdge;
  for (const [p, project] of PROJECTS.entries()) {
    for (const [d, dim] of dimIds.entries()) {
      if (p === 0 && d < 6) continue;
      const facts = [flag(d === 0), 1, NOW, 'festinger', NOW, flag(false)];
      await batches.add('urd', [++edgeId, project, dim, dim, dim, ...facts]);
    }
  }
  const roots = ground.edges + edgeId - ground.lastEdge;
  for (const edge of bigEdges(size.edges - roots, named)) {
    edgeId++;
    const place = [edge.project, idOf(edge.concept), idOf(edge.parent), dimIds[edge.dim]];
    const facts = [flag(edge.isIsa), edge.confidence, edge.lastConfirmed, edge.source];
    await batches.add('urd', [edgeId, ...place, ...facts, edge.lastConfirmed, flag(edge.doNotUse)]);
    if (edgeId % SHARES.provenance === 0) await batches.add('edge_provenance', [edgeId, provenance(edge)]);
    if (edgeId % SHARES.history === 0) {
      const [project, concept, , dim] = place;
      const before = [edgeId, project, concept, idOf(Math.floor(edge.parent / 2)), dim];
      const [from, to, event] = [NOW - 400 * 86_400_000, edge.lastConfirmed, 1 + (edgeId % 1000)];
      await batches.add('urd_history', [...before, ...facts, from, to, event]);
    }
    const status =
      edgeId % SHARES.conflict === 0 ? 'pending' : edgeId % SHARES.decided === 0 ? 'resolved' : null;
    if (status === null) continue;
    const [project, concept, parent, dim] = place;
    const incoming = [idOf((edge.parent + 1) % named), flag(edge.isIsa), 0.8, 'inferred'];
    await batches.add('resolution_queue', [
      ...[project, concept, dim, edgeId, parent, flag(edge.isIsa), edge.confidence, edge.source],
      ...[...incoming, edge.isIsa ? 'isa_isa' : 'ispart_ispart', status, 0, provenance(edge)],
      ...[NOW, NOW, status === 'resolved' ? NOW : null],
    ]);
  }
  await batches.end();
}

/** The path of a SQLite file with the graph in it; made if it is not there. */
export async function bigSqlite(path: string, size: BigSize): Promise<string> {
  if (existsSync(path)) return path;
  const making = `${path}.making`;
  for (const end of ['', '-wal', '-shm']) rmSync(making + end, { force: true });
  const events = Math.min(200_000, size.edges / 10);
  await withStore({ databasePath: making }, (store) => fillEvents(store, events));
  const db = new Database(making);
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF']) db.pragma(pragma);
  const guards = db
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from sqlite_master where tbl_name = 'urd' and type = 'trigger'`,
    )
    .all();
  for (const { name } of guards) db.exec(`drop trigger ${name}`);
  await fillRows(size, groundOf(db), Number, (table, columns, rows) => {
    const holes = columns.map(() => '?').join(', ');
    const insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${holes})`);
    db.transaction(() => {
      for (const row of rows) insert.run(...row);
    })();
  });
  for (const { sql } of guards) db.exec(sql);
  db.pragma('journal_mode = WAL');
  db.close();
  renameSync(making, path);
  return path;
}

function groundOf(db: Database.Database): Ground {
  return db
    .prepare<[], Ground>(
      `select (select max(id) from soas) as lastConcept, (select count(*) from soas) as concepts,
        (select max(edge_id) from urd) as lastEdge, (select count(*) from urd) as edges`,
    )
    .get() as Ground;
}

/** Fills an empty PostgreSQL database; leaves one that is filled alone. */
export async function bigPostgres(url: string, size: BigSize): Promise<void> {
  const events = Math.min(200_000, size.edges / 10);
  let filled = false;
  await withStore({ url }, async (store) => {
    const { count } = await store.reader
      .selectFrom('urd')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    filled = Number(count) > 1000;
    if (!filled) await fillEvents(store, events);
  });
  if (filled) return;
  const client = new pg.Client(url);
  await client.connect();
  try {
    // Neither guards nor foreign keys, for this session.
    await client.query(`set session_replication_role = replica`);
    const { rows: grounds } = await client.query<Record<keyof Ground, string>>(
      `select (select max(id) from soas) as "lastConcept", (select count(*) from soas) as "concepts",
        (select max(edge_id) from urd) as "lastEdge", (select count(*) from urd) as "edges"`,
    );
    const ground = Object.fromEntries(
      Object.entries(grounds[0] ?? {}).map(([name, value]) => [name, Number(value)]),
    ) as unknown as Ground;
    const types = await columnTypes(client);
    await fillRows(
      size,
      ground,
      (value) => value,
      async (table, columns, rows) => {
        const arrays = columns.map((_, c) => rows.map((row) => row[c]));
        const holes = columns.map((column, c) => `$${c + 1}::${types.get(`${table}.${column}`)}[]`);
        const into = `insert into ${table} (${columns.join(', ')})`;
        await client.query(`${into} select * from unnest(${holes.join(', ')})`, arrays);
      },
    );
    for (const [table, id] of [
      ['soas', 'id'],
      ['urd', 'edge_id'],
    ] as const) {
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', '${id}'), (select max(${id}) from ${table}))`,
      );
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function columnTypes(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select table_name || '.' || column_name as name, data_type as type
       from information_schema.columns where table_schema = 'public'`,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

async function withStore(location: StoreLocation, work: (store: Store) => Promise<void>): Promise<void> {
  await using store = await openStore({ ...location, clock: systemClock, log: quiet });
  await work(store);
}
