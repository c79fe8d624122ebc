// Reads whole SQLite tables over two connections: two threads keep up with what the main thread takes in.
// Called by sqlite/connect.ts alone.

import type { WorkerSettings } from '../sqlite-protocol.ts';
import type { PackedReader } from '../store-access.ts';
import { SqlitePort } from './sqlite-port.ts';

/** Lends `work` the reader's connection and one more, which is closed afterwards. */
export async function scanSqlite<T>(
  reader: SqlitePort,
  settings: Omit<WorkerSettings, 'readonly'>,
  work: (readers: readonly PackedReader[]) => Promise<T>,
): Promise<T> {
  const extra = new SqlitePort({ ...settings, readonly: true });
  try {
    return await work([(...page) => reader.packed(...page), (...page) => extra.packed(...page)]);
  } finally {
    await extra.close();
  }
}
