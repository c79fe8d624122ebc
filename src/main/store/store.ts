// The door of the store: opens the database, brings its schema up to date, fills a new one.
// Holds no SQL; repositories beside it do. Called by core/, the command line and tests.
import type { Clock } from '../../shared/model/clock.ts';
import { bootstrap } from './bootstrap.ts';
import { connectPostgres } from './connect-postgres.ts';
import { connectSqlite } from './connect-sqlite.ts';
import { migrate } from './migrate.ts';
import type { Connected, OpenAccess, Store, StoreLog } from './store-access.ts';
import { postgresError } from './store-errors.ts';
import { WriteGate } from './write-gate.ts';

export type { Store, StoreLog, StoreReader, StoreWriter } from './store-access.ts';

const BUSY_TIMEOUT_MS = 5000;

export type StoreLocation = { readonly databasePath: string } | { readonly url: string };

export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:/.test(database);
}

export type StoreOptions = StoreLocation & {
  readonly clock: Clock;
  readonly log: StoreLog;
  /** SQLite: milliseconds to wait for a lock another process holds. */
  readonly busyTimeoutMs?: number;
};

/**
 * Opens (and creates, migrates, bootstraps) the database: a SQLite file, or PostgreSQL by its URL.
 * @throws AppError UNAVAILABLE saying what is wrong with the database and what to do about it
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock, log } = options;
  const started = clock.monotonic();
  const { store, writer, subject, open, openJobs } = connect(options);
  try {
    await open();
    const migrated = await migrate(writer, store.dialect, subject);
    const words = await bootstrap(store, clock);
    await openJobs();
    const ms = Math.round(clock.monotonic() - started);
    log.info({ database: subject, dialect: store.dialect, migrated, words, ms }, 'store ready');
    return gated(store, clock);
  } catch (error) {
    await store.close().catch((closing) => log.warn({ err: closing }, 'the store could not be closed'));
    throw store.dialect === 'postgres' ? postgresError(error, subject) : error;
  }
}

function gated(store: OpenAccess, clock: Clock): Store {
  const gate = new WriteGate(clock);
  return {
    ...store,
    write: (work) => gate.pass(() => store.write(work)),
    whileNobodyWrites: (work) => gate.closeFor(work),
  };
}

function connect(options: StoreOptions): Connected {
  return 'url' in options
    ? connectPostgres(options.url, options.log)
    : connectSqlite(
        options.databasePath,
        options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
        options.clock,
        options.log,
      );
}
