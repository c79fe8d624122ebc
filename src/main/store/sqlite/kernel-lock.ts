// A lock on a file that ends with the process that holds it, however it ends: the kernel keeps it, no number that is
// written down. Node has none of its own, so it is SQLite's on an empty database nobody ever writes to, which is a
// byte-range lock on Unix and macOS and LockFileEx on Windows. It holds between containers that share a volume.
// Nobody else may open and close the file in this process: that would drop the lock (POSIX). Used by core/data-dir-lock.ts.
import { chmodSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/model/envelope.ts';

/** Who only looks holds it for an instant; whoever takes it waits for that. */
const PATIENCE_MS = 1000;

const ADVICE: readonly (readonly [prefix: string, advice: string])[] = [
  ['SQLITE_NOTADB', 'something else has been written into it. Remove it and start again'],
  ['SQLITE_CANTOPEN', 'it cannot be opened. Check what lies there and its permissions'],
  ['SQLITE_READONLY', 'it cannot be written. Check its permissions'],
  ['SQLITE_PERM', 'it cannot be written. Check its permissions'],
  [
    'SQLITE_IOERR',
    'its file system keeps no locks, or the disk reported an error. Use a data directory on a local disk',
  ],
];

/**
 * Takes the lock. @returns gives it back; null when another process or another part of this one has it
 * @throws AppError UNAVAILABLE when the file cannot be used for it
 */
export function takeKernelLock(file: string): (() => void) | null {
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { timeout: PATIENCE_MS });
    chmodSync(file, 0o600);
    // Nothing is written, so nothing is to be undone after a crash.
    db.pragma('journal_mode = memory');
    db.exec('begin exclusive');
  } catch (error) {
    db?.close();
    if (isBusy(error)) return null;
    throw lockError(error, file);
  }
  const held = db;
  return () => {
    held.close();
  };
}

/** Whether somebody has the lock now; false when there is no such file. @throws AppError UNAVAILABLE */
export function isKernelLocked(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })) return false;
  let db: Database.Database | undefined;
  try {
    db = new Database(file, { readonly: true, timeout: 0 });
    db.pragma('schema_version');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw lockError(error, file);
  } finally {
    db?.close();
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');
const isBusy = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));

function lockError(error: unknown, file: string): AppError {
  const code = codeOf(error);
  const advice = ADVICE.find(([prefix]) => code.startsWith(prefix))?.[1] ?? (error as Error).message;
  return new AppError('UNAVAILABLE', `The lock ${file} cannot be taken: ${advice}.`, { code });
}
