// The database as a SQLite file: one thread that writes, one that reads, so that a long transaction holds up no reader.
// Called by store.ts alone.
import { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import { slowQueries } from './slow-queries.ts';
import { eachQuery, sqliteWorkerDialect } from './sqlite-dialect.ts';
import { SqlitePort } from './sqlite-port.ts';
import type { SqlValue } from './sqlite-protocol.ts';
import { asReader, type Connected, type PackedReader, type Store, type StoreLog } from './store-access.ts';

/** @param busyTimeoutMs how long to wait for a lock another process holds */
export function connectSqlite(path: string, busyTimeoutMs: number, log: StoreLog): Connected {
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
  const store: Store = {
    dialect: 'sqlite',
    reader: asReader(reader),
    readColumns(query) {
      const { sql, parameters } = query.compile();
      return readerPort.columns(sql, parameters as SqlValue[]);
    },
    async scan(work) {
      // One more thread than the reader's own: two keep up with what the main thread takes in.
      const extra = new SqlitePort({ ...settings, readonly: true });
      const readers = [readerPort, extra].map(
        (port): PackedReader =>
          (...page) =>
            port.packed(...page),
      );
      try {
        return await work(readers);
      } finally {
        await extra.close();
      }
    },
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
        }),
      ),
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
