// Files that are there whole or not at all: written beside their name, put on disk, then renamed. And what the disk
// says, in words that tell what to do. Used by backup-write.ts, bundles, core's transfers and tests.
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { AppError } from '../../../shared/model/envelope.ts';

/** What a file is called until it is whole. */
export const UNFINISHED = '.unfinished';

/**
 * Compresses text into a file that only its owner may read. An error or an abort leaves nothing behind; a kill leaves
 * the unfinished name alone.
 * @returns its size in bytes
 * @throws AppError UNAVAILABLE for what the disk refuses, or what `signal` was aborted with
 */
export async function writeWholeFile(
  path: string,
  text: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<number> {
  const unfinished = path + UNFINISHED;
  return placeWhole({ path, unfinished }, signal, async () => {
    const file = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(text, createGzip({ level: 5 }), file, { signal });
    return (await stat(unfinished)).size;
  });
}

/**
 * Has a file written under its unfinished name, and puts it under its own once it is whole. An error or an abort leaves nothing behind.
 * @param write writes `unfinished`, and has it on disk when it is done
 * @returns what `write` returned
 * @throws AppError UNAVAILABLE for what the disk refuses, or what `signal` was aborted with
 */
export async function placeWhole<T>(
  { path, unfinished }: { readonly path: string; readonly unfinished: string },
  signal: AbortSignal,
  write: () => Promise<T>,
): Promise<T> {
  try {
    const written = await write();
    await rename(unfinished, path);
    await syncDirectory(dirname(path));
    return written;
  } catch (error) {
    // What went wrong first is what matters, not that nothing could be cleared away after it.
    await rm(unfinished, { force: true }).catch(() => undefined);
    if (signal.aborted && signal.reason instanceof Error) throw signal.reason;
    throw diskError(error, path);
  }
}

/** A rename is on disk once its directory is; Windows has no such thing to wait for. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space and try again',
  EDQUOT: 'the disk quota is used up. Free some space and try again',
  EFBIG: 'it would be larger than the file system or the limits of this process allow',
  EACCES: 'it may not be written there. Check the permissions of the directory',
  EPERM: 'it may not be written there. Check the permissions of the directory',
  EROFS: 'the file system is read-only',
  ENOENT: 'its directory or the file itself is not there',
  EISDIR: 'a directory has that name',
  EEXIST: 'something else has that name. Move it away',
  ENOTDIR: 'a part of its path is no directory. Move that away',
  EIO: 'the disk reported an error. Check the disk',
};

/** An error of the file system as this program's; other errors pass unchanged. */
export function diskError(error: unknown, path: string): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  const advice = typeof code === 'string' ? ADVICE[code] : undefined;
  if (error instanceof AppError || advice === undefined) return error;
  return new AppError('UNAVAILABLE', `The file ${path} cannot be used: ${advice}.`, { code }, true);
}
