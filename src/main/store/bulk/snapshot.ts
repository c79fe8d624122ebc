// One moment of the database, read for as long as it takes while others go on writing: what exports and backups read.
// Opens a connection of its own, so that a long read holds up nobody. Called from memory/transfer and backup-*.ts,
// usually on a thread of its own.
import { type Compilable, Kysely, sql } from 'kysely';
import type { DialectName } from '../column-types.ts';
import { packing } from '../postgres/postgres-packing.ts';
import { inPostgresSnapshot } from '../postgres/postgres-session.ts';
import type { Database } from '../schema.ts';
import { sqliteWorkerDialect } from '../sqlite/sqlite-dialect.ts';
import { SqlitePort } from '../sqlite/sqlite-port.ts';
import type { SqlValue } from '../sqlite-protocol.ts';
import { asReader, type Store } from '../store-access.ts';
import { columnsWithin, type RowSource } from './table-rows.ts';

/** Where a database is, and nothing about how it is used. */
export type DatabaseAddress = { readonly databasePath: string } | { readonly url: string };

export interface StoreSnapshot extends RowSource {
  readonly dialect: DialectName;
  /** Reads whole tables; see Store.scan. One moment has one connection. */
  readonly scan: Store['scan'];
}

const BUSY_TIMEOUT_MS = 5000;

/**
 * Runs `work` on one moment of an existing, migrated database; its connection is closed again afterwards.
 * On SQLite the log grows while a snapshot is open; it is written back at the next checkpoint after it.
 * @throws AppError UNAVAILABLE when the database cannot be read
 */
export function withSnapshot<T>(
  place: DatabaseAddress,
  work: (snapshot: StoreSnapshot) => Promise<T>,
): Promise<T> {
  return 'url' in place ? postgresSnapshot(place.url, work) : sqliteSnapshot(place.databasePath, work);
}

async function sqliteSnapshot<T>(path: string, work: (snapshot: StoreSnapshot) => Promise<T>): Promise<T> {
  const port = new SqlitePort({ path, readonly: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
  const db = new Kysely<Database>({ dialect: sqliteWorkerDialect(port) });
  try {
    await port.query('begin', []);
    // The moment is that of the first read.
    await port.query('select 1 from soas limit 1', []);
    const readColumns = (query: Compilable) => {
      const { sql: text, parameters } = query.compile();
      return port.columns(text, parameters as SqlValue[]);
    };
    return await work({
      ...{ dialect: 'sqlite', reader: asReader(db), readColumns },
      scan: (visit) => visit([(...page) => port.packed(...page)]),
    });
  } finally {
    await db.destroy();
    await port.close();
  }
}

function postgresSnapshot<T>(url: string, work: (snapshot: StoreSnapshot) => Promise<T>): Promise<T> {
  return inPostgresSnapshot(url, async (trx) => {
    // A restore empties tables by `truncate`, which an older moment does not outlive; it waits for this lock.
    await sql`lock table soas, urd, graph_event in access share mode`.execute(trx);
    return work({
      ...{ dialect: 'postgres', reader: asReader(trx), readColumns: columnsWithin(trx) },
      scan: (visit) => visit([packing(trx)]),
    });
  });
}
