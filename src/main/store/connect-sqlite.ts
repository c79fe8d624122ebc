// The database as a SQLite file: one thread that writes, one that reads, so that a long transaction holds up no reader.
// Called by store.ts alone.
import { Kysely } from 'kysely';
import type { Clock } from '../../shared/model/clock.ts';
import { eachQuery } from './each-query.ts';
import { readPulse } from './pulse.ts';
import type { Database } from './schema.ts';
import { slowQueries } from './slow-queries.ts';
import { sqliteWorkerDialect } from './sqlite-dialect.ts';
import { SqliteJobs } from './sqlite-jobs.ts';
import { SqlitePort } from './sqlite-port.ts';
import type { SqlValue } from './sqlite-protocol.ts';
import { scanSqlite } from './sqlite-scan.ts';
import { asReader, type Connected, type OpenAccess, type Store, type StoreLog } from './store-access.ts';

/** @param busyTimeoutMs how long to wait for a lock another process holds */
export function connectSqlite(path: string, busyTimeoutMs: number, clock: Clock, log: StoreLog): Connected {
  const settings = { path, busyTimeoutMs };
  const writerPort = new SqlitePort({ ...settings, readonly: false });
  const readerPort = new SqlitePort({ ...settings, readonly: true });
  const writer = new Kysely<Database>({ dialect: sqliteWorkerDialect(writerPort), log: slowQueries(log) });
  const reader = new Kysely<Database>({ dialect: sqliteWorkerDialect(readerPort), log: slowQueries(log) });
  const close = async () => {
    await reader.destroy();
    await readerPort.close();
    await writer.destroy();
    await writerPort.close();
  };
  const access: Pick<Store, 'reader' | 'write'> = {
    reader: asReader(reader),
    write: (work) =>
      writer.transaction().execute((db) =>
        work({
          dialect: 'sqlite',
          db,
          reader: asReader(db),
          async each(statement, rows) {
            if (rows.length === 0) return [];
            const result = await db.executeQuery(eachQuery(statement.sql, rows, statement.bind));
            return result.rows as never;
          },
          noteHead: () => undefined,
          announce: () => undefined,
        }),
      ),
  };
  const store: OpenAccess = {
    dialect: 'sqlite',
    ...access,
    jobs: new SqliteJobs(access, clock),
    pulse: () => readPulse(access.reader),
    listen: () => null,
    readColumns(query) {
      const { sql, parameters } = query.compile();
      return readerPort.columns(sql, parameters as SqlValue[]);
    },
    scan: (work) => scanSqlite(readerPort, settings, work),
    close,
    [Symbol.asyncDispose]: close,
  };
  // The writer first: it makes the file, and the log that a read-only connection needs to find.
  const open = async () => {
    await writerPort.open();
    await readerPort.open();
  };
  return { store, writer, subject: path, open, openJobs: async () => undefined };
}
