// Files of a host over SFTP: read whole with a digest, replaced whole by a file beside them and a rename that replaces. The same
// rules as on this machine (file-rules.ts), but that hard links and what a link becomes in between cannot be seen from here.
// Called by ssh-executor.ts. Source: agent, Tools (file_edit).
import { posix } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import type { InputAttributes, SFTPWrapper, Stats } from 'ssh2';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { FileContent } from '../../executor.ts';
import { cancelled } from '../command-limits.ts';
import {
  besideName,
  changedSince,
  checkPath,
  checkReadable,
  checkReal,
  existsAlready,
  type FileStatus,
  goneSince,
  NEW_FILE_MODE,
  noFile,
  tooLarge,
} from '../file-rules.ts';
import { digestOf } from '../local-files.ts';
import { SftpCalls, SftpFailure } from './sftp-calls.ts';
import type { SshLink } from './ssh-link.ts';

/** A file is compared whole before it is replaced. */
const MAX_REPLACED_BYTES = 64 * 1024 * 1024;
const CHUNK = 32_000;
const CLEAN_UP_MS = 3000;

export function readFarFile(
  link: SshLink,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<FileContent> {
  checkPath(path);
  return withSftp(link, path, signal, async (sftp) => {
    const { bytes, status } = await readWhole(sftp, path, maxBytes);
    return { bytes, size: bytes.length, digest: digestOf(bytes), mode: status.mode };
  });
}

/** @param random of the name beside it */
export async function writeFarFile(
  link: SshLink,
  path: string,
  bytes: Uint8Array,
  expected: string | null,
  { signal, random }: { readonly signal: AbortSignal; readonly random: string },
): Promise<FileContent> {
  checkPath(path);
  const beside = besideName(path, random);
  let isBeside = false;
  try {
    return await withSftp(link, path, signal, async (sftp) => {
      const before = await asExpected(sftp, path, expected);
      isBeside = true;
      await writeBeside(sftp, beside, bytes, before);
      await asExpected(sftp, path, expected);
      await place(sftp, beside, path, before === null);
      isBeside = false;
      return { bytes, size: bytes.length, digest: digestOf(bytes), mode: before?.mode ?? NEW_FILE_MODE };
    });
  } catch (error) {
    if (isBeside) await removeBeside(link, beside);
    throw error;
  }
}

/** Over a channel of its own: the one before may be lost. Where the host is gone, the file stays, and its name says whose it is. */
async function removeBeside(link: SshLink, beside: string): Promise<void> {
  await withSftp(link, beside, AbortSignal.timeout(CLEAN_UP_MS), (sftp) =>
    sftp.call<void>((raw, done) => raw.unlink(beside, done)),
  ).catch(() => {});
}

async function withSftp<T>(
  link: SshLink,
  path: string,
  signal: AbortSignal,
  work: (sftp: SftpCalls) => Promise<T>,
): Promise<T> {
  const raw: SFTPWrapper = await link.sftp(signal);
  const sftp = new SftpCalls(raw);
  const onAbort = () => sftp.fail(cancelled(`the work on ${path}`));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await work(sftp);
  } catch (error) {
    throw worded(error, link.host.name, path);
  } finally {
    signal.removeEventListener('abort', onAbort);
    raw.end();
  }
}

async function asExpected(
  sftp: SftpCalls,
  path: string,
  expected: string | null,
): Promise<FileStatus | null> {
  if (expected === null) {
    const directory = posix.dirname(path);
    checkReal(directory, await sftp.call<string>((raw, done) => raw.realpath(directory, done)));
    if ((await statusAt(sftp, path)) !== null) throw existsAlready(path);
    return null;
  }
  if ((await statusAt(sftp, path)) === null) throw goneSince(path);
  const { bytes, status } = await readWhole(sftp, path, MAX_REPLACED_BYTES);
  if (digestOf(bytes) !== expected) throw changedSince(path);
  return status;
}

/** Of the name itself, whatever it leads to; null where there is none. */
async function statusAt(sftp: SftpCalls, path: string): Promise<FileStatus | null> {
  try {
    return statusOf(await sftp.call<Stats>((raw, done) => raw.lstat(path, done)));
  } catch (error) {
    if (error instanceof SftpFailure && error.kind === 'missing') return null;
    throw error;
  }
}

async function readWhole(
  sftp: SftpCalls,
  path: string,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; status: FileStatus }> {
  // Before it is opened: a pipe would be waited for.
  const status = await statusAt(sftp, path);
  if (status === null) throw noFile(path);
  checkReal(path, await sftp.call<string>((raw, done) => raw.realpath(path, done)));
  checkReadable(path, status, maxBytes);
  const handle = await sftp.call<Buffer>((raw, done) => raw.open(path, 'r', done));
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const piece = await readAt(sftp, handle, size);
      if (piece.length === 0) break;
      size += piece.length;
      if (size > maxBytes) throw tooLarge(path, size, maxBytes);
      pieces.push(piece);
    }
  } finally {
    await sftp.call<void>((raw, done) => raw.close(handle, done)).catch(() => {});
  }
  return { bytes: Buffer.concat(pieces), status };
}

async function readAt(sftp: SftpCalls, handle: Buffer, position: number): Promise<Uint8Array> {
  const piece = Buffer.alloc(CHUNK);
  try {
    const read = await sftp.call<number>((raw, done) => raw.read(handle, piece, 0, CHUNK, position, done));
    return piece.subarray(0, read);
  } catch (error) {
    if (error instanceof SftpFailure && error.kind === 'end') return piece.subarray(0, 0);
    throw error;
  }
}

/** Owner and mode before a byte is in it, so that nobody reads more than they could before. */
async function writeBeside(
  sftp: SftpCalls,
  beside: string,
  bytes: Uint8Array,
  before: FileStatus | null,
): Promise<void> {
  const handle = await sftp.call<Buffer>((raw, done) => raw.open(beside, 'wx', { mode: 0o600 }, done));
  try {
    const set = (attributes: InputAttributes) =>
      sftp.call<void>((raw, done) => raw.fsetstat(handle, attributes, done));
    if (before !== null) await set({ uid: before.uid, gid: before.gid });
    await set({ mode: before?.mode ?? NEW_FILE_MODE });
    const data = Buffer.from(bytes);
    for (let at = 0; at < data.length; at += CHUNK) {
      const length = Math.min(CHUNK, data.length - at);
      await sftp.call<void>((raw, done) => raw.write(handle, data, at, length, at, done));
      await breath();
    }
    await sftp.ifOffered((raw, done) => raw.ext_openssh_fsync(handle, done));
  } finally {
    await sftp.call<void>((raw, done) => raw.close(handle, done)).catch(() => {});
  }
}

/** The plain rename of SFTP replaces nothing, which is what a new file wants. */
async function place(sftp: SftpCalls, beside: string, path: string, isNew: boolean): Promise<void> {
  if (isNew) return await sftp.call<void>((raw, done) => raw.rename(beside, path, done));
  const isOffered = await sftp.ifOffered((raw, done) => raw.ext_openssh_rename(beside, path, done));
  if (!isOffered)
    throw new AppError(
      'NOT_ALLOWED',
      `this SFTP server cannot replace ${path} in one step; edit it by other means`,
    );
}

const statusOf = (stats: Stats): FileStatus => ({
  isFile: stats.isFile(),
  size: stats.size,
  mode: stats.mode & 0o7777,
  uid: stats.uid,
  gid: stats.gid,
  names: null,
});

function worded(error: unknown, host: string, path: string): unknown {
  if (!(error instanceof SftpFailure)) return error;
  switch (error.kind) {
    case 'missing':
      return noFile(path);
    case 'denied':
      return new AppError(
        'NOT_ALLOWED',
        `${host} does not let this user at ${path}; give it the permission first`,
      );
    case 'lost':
      return new AppError(
        'UNAVAILABLE',
        `the connection to ${host} was lost at the work on ${path}; look at it before it is tried again`,
        {
          outcome: 'unknown',
        },
      );
    case 'end':
    case 'other':
      return new AppError('EXECUTION_FAILED', `${host}, ${path}: ${error.message}`);
  }
}
