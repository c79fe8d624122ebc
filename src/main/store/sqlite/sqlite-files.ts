// Watches the files of an open SQLite database from outside: whether they are still those that were opened, whether they
// may be written, and whether somebody changed them. SQLite itself goes on writing into a file that is deleted.
// Only ever asks for their state: opening and closing one of them here would drop SQLite's locks on it (POSIX).
// Used by sqlite/connect.ts alone.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AppError } from '../../../shared/model/envelope.ts';
import { fileError } from '../store-errors.ts';

/** A disk that says nothing for so long is away: a network file system hangs. */
const ANSWER_MS = 5000;

/** What tells one file from another, whatever it is called. */
interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

interface Refusal {
  readonly code: string;
  readonly meaning: string;
}

export class SqliteFiles {
  readonly #path: string;
  /** The files as they were when they were first seen; the log comes into being with the first write. */
  readonly #opened = new Map<string, Identity>();
  #newest: { readonly size: bigint; readonly mtimeNs: bigint } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether what was opened is still what lies there. @returns what is wrong; null when nothing is */
  async identity(): Promise<AppError | null> {
    const paths = [this.#path, `${this.#path}-wal`, `${this.#path}-shm`];
    // At once: every commit waits for this.
    const found = await Promise.all(paths.map((path) => answerOf(stat(path, { bigint: true }))));
    for (const [n, path] of paths.entries()) {
      const trouble = this.#compare(path, found[n] as Identity | Refusal);
      if (trouble) return trouble;
    }
    return null;
  }

  /** The same, and whether they may be written, which costs a little more. */
  async look(): Promise<AppError | null> {
    const trouble = await this.identity();
    if (trouble) return trouble;
    for (const path of [this.#path, dirname(this.#path)]) {
      const problem = await answerOf(access(path, constants.W_OK).then(() => null));
      if (problem) return fileError('FILE_NOT_WRITABLE', this.#path, `${path}: ${problem.meaning}`);
    }
    return null;
  }

  /** Whether the database file was written since the last time this was asked, by this process or by anything else. */
  async wasWritten(): Promise<boolean> {
    const found = await answerOf(stat(this.#path, { bigint: true }));
    if ('meaning' in found) return false;
    const { size, mtimeNs } = found;
    const wasWritten = size !== this.#newest?.size || mtimeNs !== this.#newest.mtimeNs;
    this.#newest = { size, mtimeNs };
    return wasWritten;
  }

  #compare(path: string, found: Identity | Refusal): AppError | null {
    const opened = this.#opened.get(path);
    const isMain = path === this.#path;
    if ('code' in found) {
      if (found.code !== 'ENOENT' && found.code !== 'ENOTDIR')
        return fileError('FILE_UNREADABLE', this.#path, `${path}: ${found.meaning}`);
      if (!opened) return null;
      return isMain ? fileError('FILE_GONE', this.#path) : fileError('LOG_GONE', this.#path, path);
    }
    if (!opened) {
      this.#opened.set(path, { dev: found.dev, ino: found.ino });
      return null;
    }
    if (opened.dev === found.dev && opened.ino === found.ino) return null;
    return isMain ? fileError('FILE_REPLACED', this.#path) : fileError('LOG_GONE', this.#path, path);
  }
}

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reported an error',
  LATE: `no answer within ${ANSWER_MS / 1000} s`,
};

/** What the file system says, or why it says nothing. Never throws. */
async function answerOf<T>(asked: Promise<T>): Promise<T | Refusal> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error(), { code: 'LATE' })), ANSWER_MS);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return { code, meaning: MEANINGS[code] ?? code };
  } finally {
    clearTimeout(timer);
  }
}
