// For tests: somebody who changes the SQLite database of a program that runs. Waits for nobody: the program runs in this process, and cannot end a transaction while this holds it.
import { join } from 'node:path';
import { setImmediate as yieldLoop } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** @returns how many rows it changed */
export async function writeBehind(dataDir: string, statement: string, ...values: unknown[]): Promise<number> {
  const database = new Database(join(dataDir, 'festinger.db'), { timeout: 0 });
  try {
    for (;;)
      try {
        return database.prepare(statement).run(...values).changes;
      } catch (error) {
        if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
        await yieldLoop();
      }
  } finally {
    database.close();
  }
}
