// The database as a SQLite file: one thread that writes, one that reads, so that a long transaction holds up no reader.
// Called by store.ts alone.
import { Kysely, sql } from 'kysely';
import type { Clock } from '../../../shared/model/clock.ts';
import type { AppError } from '../../../shared/model/envelope.ts';
import { StoredJobs } from '../jobs/stored-jobs.ts';
import { readPulse } from '../pulse.ts';
import type { Database } from '../schema.ts';
import { slowQueries } from '../slow-queries.ts';
import {
  asReader,
  type Connected,
  type OpenAccess,
  plainWriter,
  type Store,
  type StoreLog,
} from '../store-access.ts';
import { SqliteCheck } from './sqlite-check.ts';
import { sqliteWorkerDialect } from './sqlite-dialect.ts';
import { SqliteFiles } from './sqlite-files.ts';
import { SqlitePort } from './sqlite-port.ts';
import { scanSqlite } from './sqlite-scan.ts';

/**
 * @param busyTimeoutMs how long to wait for a lock another process holds
 * @param onError is told of every error of the database, of reading too
 */
export function connectSqlite(
  path: string,
  busyTimeoutMs: number,
  clock: Clock,
  log: StoreLog,
  onError: (error: Error) => void = () => undefined,
): Connected {
  const settings = { path, busyTimeoutMs };
  const writerPort = new SqlitePort({ ...settings, readonly: false }, onError);
  const readerPort = new SqlitePort({ ...settings, readonly: true }, onError);
  const files = new SqliteFiles(path);
  const check = new SqliteCheck(settings, onError);
  const writer = new Kysely<Database>({ dialect: sqliteWorkerDialect(writerPort), log: slowQueries(log) });
  const reader = new Kysely<Database>({ dialect: sqliteWorkerDialect(readerPort), log: slowQueries(log) });
  const close = async () => {
    await check.close();
    // Not Kysely: what is asked of a port that is closed has a clear answer.
    await readerPort.close();
    await writerPort.close();
  };
  const access: Pick<Store, 'reader' | 'write'> = {
    reader: asReader(reader),
    write: (work) =>
      writer.transaction().execute(async (db) => {
        const result = await work(plainWriter('sqlite', db));
        // SQLite would commit to a file that is deleted, and say that all is well.
        const trouble = await files.identity();
        if (trouble) throw trouble;
        return result;
      }),
  };
  const inspect = async () => {
    const trouble = await files.look();
    if (trouble) return trouble.details?.code === 'LOG_GONE' ? saveLog(writer, trouble) : trouble;
    if (await files.wasWritten()) check.wanted();
    check.startIfDue();
    return null;
  };
  const store: OpenAccess = {
    dialect: 'sqlite',
    ...access,
    jobs: new StoredJobs({
      ...{ dialect: 'sqlite', ...access, now: () => clock.now() },
      aside: async (statement) => (await access.write(({ db }) => statement.execute(db))).rows,
    }),
    pulse: () => readPulse(access.reader),
    inspect,
    listen: () => null,
    async scan(work) {
      // It opens what lies there by now, which must not be mixed with what the reader has open.
      const trouble = await files.identity();
      if (trouble) throw trouble;
      return scanSqlite(readerPort, settings, work);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  // The writer first: it makes the file, and the log that a read-only connection needs to find.
  const open = async () => {
    await writerPort.open();
    await readerPort.open();
  };
  return { store, writer, subject: path, open };
}

/** What a log holds that has no name any more would be lost with this process: it is written into the database now. */
async function saveLog(writer: Kysely<Database>, trouble: AppError): Promise<AppError> {
  await sql`pragma wal_checkpoint(full)`.execute(writer).catch(() => undefined);
  return trouble;
}
