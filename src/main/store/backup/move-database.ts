// Moves everything from one database to another, SQLite to PostgreSQL or back: every row with its id, events with their
// hashes, what ids come next, jobs. Reads one moment of the source, writes one transaction of the target, and compares
// the two before it commits: a kill leaves the target empty or complete. Never writes to the source.
// Called by cli/migrate.ts. Explained in docs/postgres.md.
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { ChainName } from '../../../shared/model/audit.ts';
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { CHAINS, eventWords, verifyChain } from '../audit/chain.ts';
import { readChainHead } from '../audit/events.ts';
import { type DatabaseAddress, type StoreSnapshot, withSnapshot } from '../bulk/snapshot.ts';
import { copyTable } from '../bulk/table-loader.ts';
import { columnsWithin, type RowSource, rowsOf } from '../bulk/table-rows.ts';
import { knownMigrations, migrate } from '../migrate.ts';
import { inPostgresChange } from '../postgres/postgres-session.ts';
import { connectSqlite } from '../sqlite/connect.ts';
import { SILENT, type StoreWriter } from '../store-access.ts';
import { BACKUP_TABLES, type BackupTable, readMigrations } from './backup-tables.ts';

export interface MoveRequest {
  readonly from: DatabaseAddress;
  /** Empty, or not there yet. */
  readonly to: DatabaseAddress;
  /** Move one moment of a database that somebody uses; what is written after that moment stays behind. */
  readonly whileInUse: boolean;
}

export interface MoveReport {
  /** Rows of each table that has any. */
  readonly rows: Readonly<Record<string, number>>;
  readonly events: number;
  /** The hash of the newest event, the same in both. */
  readonly head: string;
  readonly modelsWithKey: number;
}

/** @param table being copied, or null while the copy is compared */
export type MoveProgress = (table: string | null, rows: number) => void;

const CLOCK: Clock = { now: () => 0, monotonic: () => performance.now(), after: () => () => undefined };

/**
 * @throws AppError NOT_ALLOWED for a target that holds something, a source that is in use or of another version;
 *   UNAVAILABLE; the target is as before then
 */
export async function moveDatabase(request: MoveRequest, progress: MoveProgress): Promise<MoveReport> {
  const { from, to } = request;
  if ('databasePath' in from && !existsSync(from.databasePath)) {
    throw new AppError('NOT_FOUND', `There is no database at ${from.databasePath}.`);
  }
  return withSnapshot(from, async (source) => {
    await refuseOtherVersion(source);
    if (!request.whileInUse && source.dialect === 'postgres') await refuseInUse(source);
    const head = await readChainHead(source.reader);
    try {
      return await inEmptyDatabase(to, (target, rows) => copyAll(source, target, rows, progress));
    } catch (error) {
      const isLost = error instanceof AppError && error.code === 'UNAVAILABLE';
      if (isLost && (await isComplete(to, head.hash))) return countedReport(to);
      throw error;
    }
  });
}

async function refuseOtherVersion({ reader }: StoreSnapshot): Promise<void> {
  const had = await readMigrations(reader).catch(() => []);
  const known = [...knownMigrations()];
  if (had.join() === known.join()) return;
  throw new AppError(
    'NOT_ALLOWED',
    'The database to move is not one that this version of Festinger has written. Start this version on it once (festinger serve --database ...), then move it.',
    { has: had, wants: known },
  );
}

/** Sessions of a Festinger that has just been stopped are there for a moment more. */
const ENDING = { looks: 20, everyMs: 100 };

async function refuseInUse({ reader }: StoreSnapshot): Promise<void> {
  let sessions = 0;
  for (let look = 0; look < ENDING.looks; look++) {
    if (look > 0) await sleep(ENDING.everyMs);
    // Within one transaction PostgreSQL would go on showing what it has shown once.
    await sql`select pg_stat_clear_snapshot()`.execute(reader as never);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name like 'festinger%'
    `.execute(reader as never);
    sessions = rows[0]?.n ?? 0;
    if (sessions === 0) return;
  }
  throw new AppError(
    'NOT_ALLOWED',
    'A Festinger uses the database to move. Stop it first, or move the present moment with --while-running: what is told after that stays behind.',
    { sessions },
  );
}

type Work<T> = (writer: StoreWriter, rows: RowSource) => Promise<T>;

/** Runs `work` in one transaction of a database that has our tables from then on, and had nothing before. */
function inEmptyDatabase<T>(place: DatabaseAddress, work: Work<T>): Promise<T> {
  return 'url' in place ? inEmptyPostgres(place.url, work) : inEmptySqlite(place.databasePath, work);
}

function inEmptyPostgres<T>(url: string, work: Work<T>): Promise<T> {
  return inPostgresChange(url, async (writer) => {
    const trx = writer.db;
    const { rows } = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_catalog.pg_tables
       where schemaname = current_schema() limit 3`.execute(trx);
    if (rows.length > 0) throw notEmpty(rows.map(({ name }) => name));
    await migrate(trx, 'postgres', 'to move to');
    return work(writer, { reader: writer.reader, readColumns: columnsWithin(trx) });
  });
}

async function inEmptySqlite<T>(path: string, work: Work<T>): Promise<T> {
  const isNew = !existsSync(path);
  const { store, open, subject } = connectSqlite(path, 5000, CLOCK, SILENT);
  let isDone = false;
  try {
    await open();
    const result = await store.write(async (writer) => {
      const { rows } = await sql<{ name: string }>`select name from sqlite_schema limit 3`.execute(writer.db);
      if (rows.length > 0) throw notEmpty(rows.map(({ name }) => name));
      await migrate(writer.db, 'sqlite', subject);
      return work(writer, { reader: writer.reader, readColumns: columnsWithin(writer.db) });
    });
    isDone = true;
    return result;
  } finally {
    await store.close();
    if (isNew && !isDone) for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  }
}

function notEmpty(names: readonly string[]): AppError {
  return new AppError(
    'NOT_ALLOWED',
    `The database to move to is not empty (it has ${names.join(', ')}). Name an empty one: nothing is ever merged or overwritten.`,
    { tables: names },
  );
}

async function copyAll(
  source: StoreSnapshot,
  target: StoreWriter,
  written: RowSource,
  progress: MoveProgress,
): Promise<MoveReport> {
  const rows: Record<string, number> = {};
  const digests: [table: BackupTable, columns: readonly string[], digest: string][] = [];
  for (const table of BACKUP_TABLES) {
    const hash = createHash('sha256');
    let count = 0;
    progress(table.name, 0);
    const columns = await copyTable(source, target, table, (page) => {
      for (const row of page) hash.update(`${JSON.stringify(row)}\n`);
      count += page.length;
      progress(table.name, count);
    });
    if (count > 0) rows[table.name] = count;
    digests.push([table, columns, hash.digest('hex')]);
  }
  progress(null, 0);
  for (const [table, columns, digest] of digests) await compare(written, table, columns, digest);
  // Whoever works on a job or a run works on the source's.
  for (const table of ['job', 'resolution_run'] as const)
    await target.db.updateTable(table).set({ claimed_until: null }).execute();
  for (const name of ChainName.options) {
    const chain = await verifyChain(target.reader, name);
    if (!chain.ok) {
      throw different(CHAINS[name].table, `the chain breaks at ${eventWords(name, chain.brokenAt)}`);
    }
  }
  const head = await readChainHead(target.reader);
  return { rows, events: head.id, head: head.hash, modelsWithKey: await countKeys(target.reader) };
}

/** Reads what was written and compares it row by row, through a hash, with what was read. */
async function compare(
  written: RowSource,
  table: BackupTable,
  columns: readonly string[],
  digest: string,
): Promise<void> {
  const hash = createHash('sha256');
  for await (const page of rowsOf(written, table.name, table.key, columns)) {
    for (const row of page) hash.update(`${JSON.stringify(row)}\n`);
  }
  if (hash.digest('hex') !== digest) throw different(table.name, 'its rows differ from those of the source');
}

function different(table: string, what: string): AppError {
  return new AppError('INTERNAL', `The copy is not the same: ${table}: ${what}. Nothing was kept of it.`);
}

async function countKeys(reader: StoreWriter['reader']): Promise<number> {
  const row = await reader
    .selectFrom('models')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('api_key_encrypted', 'is not', null)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Whether the target holds the moved chain after all: the answer to the commit was lost. */
async function isComplete(place: DatabaseAddress, head: string): Promise<boolean> {
  if (!('url' in place)) return false;
  return withSnapshot(place, async ({ reader }) => (await readChainHead(reader)).hash === head).catch(
    () => false,
  );
}

function countedReport(place: DatabaseAddress): Promise<MoveReport> {
  return withSnapshot(place, async ({ reader }) => {
    const rows: Record<string, number> = {};
    for (const { name } of BACKUP_TABLES) {
      const found = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(
        reader as never,
      );
      const n = Number(found.rows[0]?.n ?? 0);
      if (n > 0) rows[name] = n;
    }
    const head = await readChainHead(reader);
    return { rows, events: head.id, head: head.hash, modelsWithKey: await countKeys(reader) };
  });
}
