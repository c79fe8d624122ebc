// What a file must be to be read or replaced, said the same everywhere: named by its real path, a regular file, one name, no larger
// than asked for, unchanged since it was looked at. Holds words and codes alone. Called by the executors' file parts.
// A path that leads through a symbolic link is refused with the path it leads to: gates and approvals judge a path by its name, so
// what is opened is what was named; and a rename would put a file in the place of the link. Source: agent, Tools (file_edit).
import { posix } from 'node:path';
import { showHidden } from '../../../shared/hidden-characters.ts';
import { AppError } from '../../../shared/model/envelope.ts';

/** Of one file, as any executor sees it. */
export interface FileStatus {
  readonly isFile: boolean;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Its hard links; null where the far side does not say. */
  readonly names: number | null;
}

/** @throws AppError INVALID_INPUT */
export function checkPath(path: string): void {
  if (path.includes('\0') || !path.isWellFormed())
    throw new AppError('INVALID_INPUT', 'a path holds no NUL and is text');
  if (showHidden(path) !== path || /[\n\t]/.test(path))
    throw new AppError(
      'INVALID_INPUT',
      `a path is all that it shows, and one line: ${showHidden(path)} is not; use run_command for it`,
    );
  if (!path.startsWith('/') || path.endsWith('/') || posix.normalize(path) !== path)
    throw new AppError('INVALID_INPUT', `name a file by its whole path, without . and ..: got ${path}`);
}

/** @throws AppError NOT_ALLOWED where the path leads through a link */
export function checkReal(path: string, real: string): void {
  if (real === path) return;
  throw new AppError('NOT_ALLOWED', `${path} leads to ${real} by a symbolic link; name that`, {
    real_path: real,
  });
}

/** @throws AppError NOT_ALLOWED for what is no regular file, PAYLOAD_TOO_LARGE */
export function checkReadable(path: string, status: FileStatus, maxBytes: number): void {
  if (!status.isFile)
    throw new AppError('NOT_ALLOWED', `${path} is no regular file; only those are read and written here`);
  if (status.size > maxBytes) throw tooLarge(path, status.size, maxBytes);
}

/** @throws AppError NOT_ALLOWED */
export function checkReplaceable(path: string, { names }: FileStatus): void {
  if (names !== null && names > 1)
    throw new AppError(
      'NOT_ALLOWED',
      `${path} has ${names} names (hard links); replaced, the others would keep the old contents`,
    );
}

export const tooLarge = (path: string, size: number, maxBytes: number): AppError =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `${path} holds ${size} bytes, more than the ${maxBytes} asked for; read its tail`,
  );

export const noFile = (path: string): AppError => new AppError('NOT_FOUND', `there is no file ${path}`);

export const existsAlready = (path: string): AppError =>
  new AppError(
    'STALE_VERSION',
    `${path} is there by now, and was not when this was approved; read it and ask again`,
  );

export const changedSince = (path: string): AppError =>
  new AppError('STALE_VERSION', `${path} is another than when this was approved; read it and ask again`);

export const goneSince = (path: string): AppError =>
  new AppError('STALE_VERSION', `${path} is gone since this was approved; read it and ask again`);

/** The name a new version is written under, beside the file; a look at the directory says whose it is. */
export const besideName = (path: string, random: string): string =>
  posix.join(posix.dirname(path), `.festinger-${random}.tmp`);

/** What a new file may be done with. */
export const NEW_FILE_MODE = 0o644;
