// Reads whole SQLite tables: large ones over two connections, whose threads keep up with what the main thread takes in.
// Called by sqlite/connect.ts alone.

import { stat } from 'node:fs/promises';
import type { WorkerSettings } from '../sqlite-protocol.ts';
import type { PackedReader } from '../store-access.ts';
import { SqlitePort } from './sqlite-port.ts';

/** Up to here another thread, which takes some 45 ms to start, is not worth it. */
const SMALL_BYTES = 8 * 2 ** 20;

/** Lends `work` the reader's connection and, for a large file, one more, which is closed afterwards. */
export async function scanSqlite<T>(
  reader: SqlitePort,
  settings: Omit<WorkerSettings, 'readonly'>,
  work: (readers: readonly PackedReader[]) => Promise<T>,
): Promise<T> {
  const own: PackedReader = (...page) => reader.packed(...page);
  if ((await bytesOf(settings.path)) <= SMALL_BYTES) return work([own]);
  const extra = new SqlitePort({ ...settings, readonly: true });
  try {
    return await work([own, (...page) => extra.packed(...page)]);
  } finally {
    await extra.close();
  }
}

/** Of the file and its log. What cannot be looked at is the reader's to say. */
async function bytesOf(path: string): Promise<number> {
  const sizes = [path, `${path}-wal`].map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
