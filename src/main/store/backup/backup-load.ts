// Puts a backup in the place of what a database holds. On SQLite a new file is filled beside the old one and copied over
// it page by page; on PostgreSQL the tables are emptied and filled. Either is one transaction: a kill, an error or a
// full disk leaves the old content. The present is backed up first. Runs on a thread of its own.
// One of an earlier version goes into today's tables by the names of its columns; what it lacks has its default. What is the host's
// stays: its chain goes on. The archive was checked before (backup-read.ts); whoever calls keeps this process from writing meanwhile.
import { rm } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import type { Clock } from '../../../shared/model/clock.ts';
import { appendHostEvent } from '../audit/chain.ts';
import { appendEvents, holdChain } from '../audit/events.ts';
import { withSnapshot } from '../bulk/snapshot.ts';
import { copyTable, TableLoader } from '../bulk/table-loader.ts';
import { migrate } from '../migrate.ts';
import { inPostgresChange } from '../postgres/postgres-session.ts';
import { raiseRevisions, readPulse } from '../pulse.ts';
import { purgeTables, sweepFile } from '../purge/purge-secrets.ts';
import { connectSqlite } from '../sqlite/connect.ts';
import type { DbValue } from '../sqlite-protocol.ts';
import { SILENT, type StoreReader, type StoreWriter } from '../store-access.ts';
import { databaseError } from '../store-errors.ts';
import { readClientKeys } from '../tables/clients.ts';
import { keepPublicHalf, type SigningKeyRow } from '../tables/signing-keys.ts';
import { archiveParts } from './backup-read.ts';
import { BACKUP_TABLES, type TableName } from './backup-tables.ts';
import { type BackupRequest, type BackupSummary, writeBackup } from './backup-write.ts';

export interface RestoreNote {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: string;
  /** The backup's name, for the record. */
  readonly name: string;
}

export interface LoadRequest {
  readonly place: { readonly databasePath: string } | { readonly url: string };
  readonly archive: string;
  /** The backup of the present that is written before anything changes. */
  readonly safety: BackupRequest;
  readonly note: RestoreNote;
  /** API keys as this host keeps them, by the number of their model. */
  readonly sealedKeys: Readonly<Record<string, string>>;
}

export interface LoadReport {
  readonly rows: number;
  readonly safety: BackupSummary;
  /** Models whose key was neither in the backup nor here before. */
  readonly modelsWithoutKey: number;
}

type Progress = (rows: number) => void;

const STAYING = BACKUP_TABLES.filter(({ stays }) => stays);

/** @throws AppError; nothing has changed then */
export async function loadBackup(
  request: LoadRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<LoadReport> {
  return 'url' in request.place
    ? loadPostgres(request.place.url, request, progress, signal)
    : loadSqlite(request.place.databasePath, request, progress, signal);
}

/** Nothing here waits for time. */
const clockAt = (now: number): Clock => ({
  now: () => now,
  monotonic: () => performance.now(),
  after: () => () => undefined,
});

/** Where a restore fills the new file; nothing is there but during one, or after one that was killed. */
function besideOf(path: string): string {
  return `${path}.restoring`;
}

/** Removes what a restore that was killed left beside a SQLite file. */
export async function clearRestoring(path: string): Promise<void> {
  await Promise.all(
    ['', '-wal', '-shm', '-journal'].map((suffix) => rm(besideOf(path) + suffix, { force: true })),
  );
}

async function loadSqlite(
  path: string,
  request: LoadRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<LoadReport> {
  const safety = await writeBackup(request.place, request.safety, () => undefined, signal);
  const present = await withSnapshot(request.place, ({ reader }) => readPresentKeys(reader));
  const fresh = besideOf(path);
  await clearRestoring(path);
  try {
    const { store, writer, open, subject } = connectSqlite(fresh, 1000, clockAt(request.note.at), SILENT);
    let loaded: Loaded;
    try {
      await open();
      await migrate(writer, 'sqlite', subject);
      loaded = await store.write(async (to) => {
        await withSnapshot(request.place, async (here) => {
          for (const table of STAYING) await copyTable(here, to, table);
        });
        return fill(to, request, present, progress, signal);
      });
      await sweepFile(writer as never);
    } finally {
      await store.close();
    }
    signal.throwIfAborted();
    await copyOver(fresh, path);
    return { ...loaded, safety };
  } finally {
    await clearRestoring(path);
  }
}

/** Copies every page of one SQLite file over another that is open elsewhere, in one transaction of the other. */
async function copyOver(from: string, to: string): Promise<void> {
  const source = new Sqlite(from, { readonly: true });
  try {
    await source.backup(to, { progress: () => 100_000 });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw databaseError({ code: code ?? null, message }, to);
  } finally {
    source.close();
  }
}

function loadPostgres(
  url: string,
  request: LoadRequest,
  progress: Progress,
  signal: AbortSignal,
): Promise<LoadReport> {
  return inPostgresChange(url, async (writer) => {
    const trx = writer.db;
    // Nobody else writes by now, in any process: the safety backup misses nothing.
    const safety = await writeBackup(request.place, request.safety, () => undefined, signal);
    const present = await readPresentKeys(writer.reader);
    await sql`alter table graph_event disable trigger user`.execute(trx);
    const { revisions } = await readPulse(writer.reader);
    const replaced = BACKUP_TABLES.filter((table) => !STAYING.includes(table));
    await sql`truncate ${sql.join(replaced.map(({ name }) => sql.table(name)))}`.execute(trx);
    const loaded = await fill(writer, request, present, progress, signal);
    await raiseRevisions(writer, revisions);
    await sql`alter table graph_event enable trigger user`.execute(trx);
    return { ...loaded, safety };
  });
}

interface Loaded {
  readonly rows: number;
  readonly modelsWithoutKey: number;
}

/** Fills the empty tables from the archive and notes in both chains that it was done. */
async function fill(
  writer: StoreWriter,
  request: LoadRequest,
  present: PresentKeys,
  progress: Progress,
  signal: AbortSignal,
): Promise<Loaded> {
  let loader: { readonly to: TableLoader; readonly next: number | null } | undefined;
  let adapt: (cells: readonly DbValue[]) => readonly DbValue[] = (cells) => cells;
  let publicHalf: ReturnType<typeof publicHalfOf> | null = null;
  let rows = 0;
  for await (const part of archiveParts(request.archive)) {
    signal.throwIfAborted();
    if (part.kind === 'table') {
      await loader?.to.finish(loader.next);
      const stays = STAYING.some(({ name }) => name === part.table);
      loader = stays
        ? undefined
        : { to: await TableLoader.of(writer, part.table, part.columns), next: part.next };
      adapt = adapterOf(part.table, part.columns, request.sealedKeys, present);
      publicHalf = part.table === 'signing_key' ? publicHalfOf(part.columns) : null;
    } else if (part.kind === 'row') {
      if (publicHalf) await keepPublicHalf(writer, publicHalf(part.cells), request.note.at);
      await loader?.to.add(adapt(part.cells));
      if (++rows % 1000 === 0) progress(rows);
    }
  }
  await loader?.to.finish(loader.next);
  await purgeTables(writer, request.note.at);
  const modelsWithoutKey = await countKeyless(writer);
  await noteRestore(writer, request.note);
  return { rows, modelsWithoutKey };
}

/** What is true of keys here now, whatever the backup says. */
interface PresentKeys {
  /** API keys as they lie here, by what a model is: its number, provider and address. */
  readonly sealed: ReadonlyMap<string, string>;
  /** Headers of upstreams as they lie here, by name, address and the names of the headers. */
  readonly headers: ReadonlyMap<string, string>;
  /** Hashes of client keys that were revoked, with when. */
  readonly revoked: ReadonlyMap<string, number>;
}

async function readPresentKeys(reader: StoreReader): Promise<PresentKeys> {
  const rows = await reader
    .selectFrom('models')
    .select(['id', 'provider', 'base_url', 'api_key_encrypted'])
    .where('api_key_encrypted', 'is not', null)
    .execute();
  const upstreams = await reader
    .selectFrom('upstream')
    .select(['name', 'url', 'header_names', 'headers_encrypted'])
    .where('headers_encrypted', 'is not', null)
    .execute();
  const keys = (await readClientKeys(reader)).flatMap(({ keyHash, revokedAt }) =>
    revokedAt === null ? [] : [[keyHash, revokedAt] as const],
  );
  return {
    sealed: new Map(
      rows.map((row) => [modelKey(row.id, row.provider, row.base_url), row.api_key_encrypted ?? '']),
    ),
    headers: new Map(
      upstreams.map((row) => [
        JSON.stringify([row.name, row.url, row.header_names]),
        row.headers_encrypted ?? '',
      ]),
    ),
    revoked: new Map(keys),
  };
}

function modelKey(id: DbValue, provider: DbValue, baseUrl: DbValue): string {
  return JSON.stringify([id, provider, baseUrl]);
}

/**
 * What is different about a row here. A model gets its key: the backup's where the passphrase opened it, else the one
 * that is here already. An upstream gets the headers that are here, where it is the same one. A job and a run are in nobody's hands. A client key that was revoked stays revoked.
 */
function adapterOf(
  table: TableName,
  columns: readonly string[],
  sealed: LoadRequest['sealedKeys'],
  present: PresentKeys,
): (cells: readonly DbValue[]) => readonly DbValue[] {
  const at = (name: string) => columns.indexOf(name);
  const set = (cells: readonly DbValue[], name: string, value: DbValue) =>
    at(name) < 0 ? cells : cells.with(at(name), value);
  if (table === 'job' || table === 'resolution_run') return (cells) => set(cells, 'claimed_until', null);
  if (table === 'client_keys') {
    return (cells) => {
      const revokedAt = present.revoked.get(String(cells[at('key_hash')]));
      return revokedAt === undefined ? cells : set(cells, 'revoked_at', revokedAt);
    };
  }
  if (table === 'upstream') {
    return (cells) => {
      const place = JSON.stringify(['name', 'url', 'header_names'].map((name) => cells[at(name)]));
      return set(cells, 'headers_encrypted', present.headers.get(place) ?? null);
    };
  }
  if (table !== 'models') return (cells) => cells;
  return (cells) => {
    const cell = (name: string) => cells[at(name)] ?? null;
    const held = present.sealed.get(modelKey(cell('id'), cell('provider'), cell('base_url')));
    return set(cells, 'api_key_encrypted', sealed[String(cell('id'))] ?? held ?? null);
  };
}

/** What is signed in a backup stays verifiable where it is restored; what signs here stays what is here. */
const publicHalfOf =
  (columns: readonly string[]) =>
  (cells: readonly DbValue[]): Omit<SigningKeyRow, 'sealedPrivate'> => {
    const cell = (name: string) => cells[columns.indexOf(name)] ?? null;
    const retiredAt = cell('retired_at');
    return {
      keyId: String(cell('key_id')),
      algorithm: cell('algorithm') as SigningKeyRow['algorithm'],
      publicPem: String(cell('public_pem')),
      createdAt: Number(cell('created_at')),
      retiredAt: retiredAt === null ? null : Number(retiredAt),
    };
  };

async function countKeyless(writer: StoreWriter): Promise<number> {
  const row = await writer.reader
    .selectFrom('models')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('api_key_encrypted', 'is', null)
    .where('provider', '!=', 'ollama')
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** The restored chain goes on with the event that says where it came from, the host's with what is there now. */
async function noteRestore(writer: StoreWriter, note: RestoreNote): Promise<void> {
  const before = await holdChain(writer);
  const { at, actor, name } = note;
  const summary = `restored from ${name}`;
  const after = await appendEvents(writer, [
    {
      ...{ at, project: 'default', kind: 'action.restore', actor, edgeId: null, conflictId: null },
      payload: { kind: 'restore', reason: '', summary, parts: 0 },
    },
  ]);
  await writer.db
    .insertInto('graph_action')
    .values({
      ...{ id: before.id + 1, at, project: 'default', kind: 'restore', actor, reason: '', summary, parts: 0 },
      ...{ undoes: null, undone_by: null },
    })
    .execute();
  await appendHostEvent(writer, at, {
    ...{ project: 'default', kind: 'memory.restored', actor },
    payload: { summary: `the memory was ${summary}`, backup: name, events: after.id, head: after.hash },
  });
}
