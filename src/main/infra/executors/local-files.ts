// Files of this machine: read whole with a digest, replaced whole by a file beside them and a rename. Never follows a link (see
// file-rules.ts), never waits at a pipe or a device, leaves nothing behind when it fails. Called by local-executor.ts.
// Between the last look at the digest and the rename lie microseconds in which somebody else may still write; no file system
// offers less. Access lists and extended attributes are not carried over. Source: agent, Tools (file_edit).
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, realpath, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../shared/model/envelope.ts';
import type { FileContent } from '../executor.ts';
import { throwIfCancelled } from './command-limits.ts';
import {
  besideName,
  changedSince,
  checkPath,
  checkReadable,
  checkReal,
  checkReplaceable,
  existsAlready,
  type FileStatus,
  goneSince,
  NEW_FILE_MODE,
  noFile,
  tooLarge,
} from './file-rules.ts';

const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export async function readLocalFile(
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<FileContent> {
  checkPath(path);
  throwIfCancelled(signal, `reading ${path}`);
  const { bytes, status } = await readWhole(path, maxBytes);
  return { bytes, size: bytes.length, digest: digestOf(bytes), mode: status.mode };
}

/** @param random of the name beside it */
export async function writeLocalFile(
  path: string,
  bytes: Uint8Array,
  expected: string | null,
  { signal, random }: { readonly signal: AbortSignal; readonly random: string },
): Promise<FileContent> {
  checkPath(path);
  throwIfCancelled(signal, `writing ${path}`);
  const before = await asExpected(path, expected);
  const beside = besideName(path, random);
  try {
    await writeBeside(beside, bytes, before);
    throwIfCancelled(signal, `writing ${path}`);
    await asExpected(path, expected);
    if (before === null) await placeNew(beside, path);
    else await rename(beside, path);
  } catch (error) {
    await unlink(beside).catch(() => {});
    throw worded(error, path);
  }
  await syncDirectory(dirname(path));
  return { bytes, size: bytes.length, digest: digestOf(bytes), mode: before?.mode ?? NEW_FILE_MODE };
}

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @returns how the file is now; null where there is none, as expected. @throws AppError STALE_VERSION, NOT_ALLOWED */
async function asExpected(path: string, expected: string | null): Promise<FileStatus | null> {
  if (expected === null) {
    const there = await lstat(path).catch(() => null);
    if (there !== null) throw existsAlready(path);
    const directory = dirname(path);
    const real = await realpath(directory).catch((error: unknown) => {
      throw worded(error, directory);
    });
    checkReal(directory, real);
    return null;
  }
  try {
    const { status, digest } = await digestWhole(path);
    checkReplaceable(path, status);
    if (digest !== expected) throw changedSince(path);
    return status;
  } catch (error) {
    throw error instanceof AppError && error.code === 'NOT_FOUND' ? goneSince(path) : error;
  }
}

async function digestWhole(path: string): Promise<{ status: FileStatus; digest: string }> {
  const { file, status } = await opened(path);
  try {
    checkReadable(path, status, Number.MAX_SAFE_INTEGER);
    const hash = createHash('sha256');
    for await (const piece of file.createReadStream({ autoClose: false })) hash.update(piece);
    return { status, digest: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function readWhole(path: string, maxBytes: number): Promise<{ bytes: Uint8Array; status: FileStatus }> {
  const { file, status } = await opened(path);
  try {
    checkReadable(path, status, maxBytes);
    const pieces: Buffer[] = [];
    let size = 0;
    // Files of /proc say that they are empty, and logs grow while they are read.
    for await (const piece of file.createReadStream({ autoClose: false })) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge(path, size, maxBytes);
      pieces.push(piece);
    }
    return { bytes: Buffer.concat(pieces), status };
  } finally {
    await file.close();
  }
}

async function opened(path: string): Promise<{ file: FileHandle; status: FileStatus }> {
  try {
    checkReal(path, await realpath(path));
    // Looked at before it is opened: opening a device may already do something.
    checkReadable(path, statusOf(await lstat(path)), Number.MAX_SAFE_INTEGER);
    const file = await open(path, READ_FLAGS);
    return { file, status: statusOf(await file.stat()) };
  } catch (error) {
    throw worded(error, path);
  }
}

const statusOf = (stats: Stats): FileStatus => ({
  isFile: stats.isFile(),
  size: stats.size,
  mode: stats.mode & 0o7777,
  uid: stats.uid,
  gid: stats.gid,
  names: stats.nlink,
});

/** Owner and mode before a byte is in it, so that nobody reads more than they could before. */
async function writeBeside(beside: string, bytes: Uint8Array, before: FileStatus | null): Promise<void> {
  const file = await open(beside, 'wx', 0o600);
  try {
    if (before !== null) await file.chown(before.uid, before.gid);
    await file.chmod(before?.mode ?? NEW_FILE_MODE);
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A link fails where a rename would replace. */
async function placeNew(beside: string, path: string): Promise<void> {
  await link(beside, path);
  await unlink(beside);
}

/** So that the rename outlasts a power failure, where the system lets a directory be synced. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => null);
  await directory?.sync().catch(() => {});
  await directory?.close();
}

const WORDS: Readonly<Record<string, (path: string) => AppError>> = {
  ENOENT: noFile,
  ENOTDIR: noFile,
  EEXIST: existsAlready,
  ELOOP: (path) => new AppError('NOT_ALLOWED', `${path} is a symbolic link; name what it leads to`),
  EACCES: (path) =>
    new AppError('NOT_ALLOWED', `this user may not open ${path}; give it the permission first`),
  EPERM: (path) =>
    new AppError('NOT_ALLOWED', `this user may not change ${path}; give it the permission first`),
  EROFS: (path) => new AppError('NOT_ALLOWED', `${path} lies on a file system that is read-only`),
  ENOSPC: (path) => new AppError('EXECUTION_FAILED', `the disk of ${path} is full; the file is as it was`),
  ENXIO: (path) => new AppError('NOT_ALLOWED', `${path} is no regular file`),
  EISDIR: (path) => new AppError('NOT_ALLOWED', `${path} is a directory`),
};

function worded(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof AppError) return error;
  return WORDS[code]?.(path) ?? new AppError('EXECUTION_FAILED', `${path}: ${code || error}`);
}
