// The door of the store: opens the database, brings its schema up to date, fills a new one.
// Holds no SQL; repositories beside it do. Called by core/, the command line and tests.
import type { Clock } from '../../shared/model/clock.ts';
import { bootstrap } from './bootstrap.ts';
import { migrate } from './migrate.ts';
import { connectPostgres } from './postgres/connect.ts';
import { purgeOnce } from './purge/purge-secrets.ts';
import { connectSqlite } from './sqlite/connect.ts';
import type { Connected, OpenAccess, Store, StoreLog } from './store-access.ts';
import { postgresError } from './store-errors.ts';
import { writeConfig } from './tables/config.ts';
import { WriteGate } from './write-gate.ts';
import { WriteTrouble } from './write-trouble.ts';

export type { Store, StoreLog, StoreReader, StoreWriter } from './store-access.ts';

const BUSY_TIMEOUT_MS = 5000;
/** A note of the store to itself that means nothing: written to see whether writing works. */
const PROBE_KEY = 'store.probe';

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
  // Errors of reading tell of it too.
  const trouble: WriteTrouble = new WriteTrouble({
    inspect: () => store.inspect(),
    probe: () => store.write((to) => writeConfig(to, PROBE_KEY, '', clock.now())),
  });
  const { store, writer, subject, open } = connect(options, (error) => trouble.note(error));
  try {
    await open();
    const migrated = await migrate(writer, store.dialect, subject);
    await purgeOnce(store, writer as never, clock.now(), log);
    const words = await bootstrap(store, clock);
    const ms = Math.round(clock.monotonic() - started);
    log.info({ database: subject, dialect: store.dialect, migrated, words, ms }, 'store ready');
    return gated(store, clock, trouble);
  } catch (error) {
    await store.close().catch((closing) => log.warn({ err: closing }, 'the store could not be closed'));
    throw store.dialect === 'postgres' ? postgresError(error, subject) : error;
  }
}

function gated(store: OpenAccess, clock: Clock, trouble: WriteTrouble): Store {
  const gate = new WriteGate(clock);
  return {
    ...store,
    trouble: () => trouble.look(),
    refusal: () => trouble.known,
    whenOpen: () => gate.opened(),
    write: (work) => gate.pass(() => trouble.pass(() => store.write(work))),
    whileNobodyWrites: (work) => trouble.pass(() => gate.closeFor(work)),
  };
}

function connect(options: StoreOptions, onError: (error: Error) => void): Connected {
  return 'url' in options
    ? connectPostgres(options.url, options.log)
    : connectSqlite(
        options.databasePath,
        options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
        options.clock,
        options.log,
        onError,
      );
}
