// One Festinger at a time uses a data directory: a second one would believe what the first has changed. The lock is the
// kernel's (store/sqlite/kernel-lock.ts) and ends with its process. A file beside it says who holds it and where that one answers;
// it is for people and for the command line and is never trusted without the lock. Why: decision 029.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/model/envelope.ts';
import { isKernelLocked, takeKernelLock } from '../store/sqlite/kernel-lock.ts';
import { isOlderHolder } from './older-holder.ts';

/** What the kernel's lock is on; nothing is ever in it. */
const LOCK_FILE = 'festinger.lock.db';
/** Who holds it: the process id, where the console answers, since when. Versions before the kernel's lock had this alone. */
const HOLDER_FILE = 'festinger.lock';

interface Holder {
  readonly pid: number;
  readonly url: string;
  /** Since when and on which host; empty in a file of an older version. */
  readonly since: string;
}

/**
 * Takes the directory for this process. @returns gives it back
 * @throws AppError UNAVAILABLE when another Festinger has it, or the lock cannot be taken
 */
export function lockDataDir(dir: string): () => void {
  const unlock = takeKernelLock(join(dir, LOCK_FILE));
  if (!unlock) throw taken(dir, readHolder(dir));
  try {
    const left = readHolder(dir);
    // Whoever wrote down since when had the kernel's lock, and has it no more.
    if (left && left.since === '' && isOlderHolder(left.pid, join(dir, HOLDER_FILE), dir))
      throw taken(dir, left);
    writeHolder(dir, '');
  } catch (error) {
    unlock();
    throw error;
  }
  return () => {
    // First, so that it is not the next one's that is removed.
    rmSync(join(dir, HOLDER_FILE), { force: true });
    unlock();
  };
}

/** Writes down where the console of this process answers, for the command line. */
export function noteAddress(dir: string, consoleUrl: string): void {
  writeHolder(dir, consoleUrl);
}

/** Where the console of the Festinger that has the directory answers; null when none runs there, or does not answer yet. */
export function runningConsole(dir: string): string | null {
  const holder = readHolder(dir);
  if (!holder || !URL.canParse(holder.url)) return null;
  const isHeld =
    holder.since === ''
      ? isOlderHolder(holder.pid, join(dir, HOLDER_FILE), dir)
      : isKernelLocked(join(dir, LOCK_FILE));
  return isHeld ? holder.url : null;
}

/** Older versions read the first two lines: a number that is alive keeps them out. */
function writeHolder(dir: string, url: string): void {
  const file = join(dir, HOLDER_FILE);
  const unfinished = `${file}.${process.pid}.tmp`;
  const since = new Date(performance.timeOrigin).toISOString();
  try {
    writeFileSync(unfinished, `${process.pid}\n${url}\nsince ${since} on ${hostname()}\n`, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw unreadable(file, error);
  }
}

/** @returns null when there is no such file. @throws AppError UNAVAILABLE */
function readHolder(dir: string): Holder | null {
  const file = join(dir, HOLDER_FILE);
  try {
    const [pid = '', url = '', since = ''] = readFileSync(file, 'utf8').split('\n');
    return { pid: Number.parseInt(pid, 10), url, since };
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    `The file ${file} cannot be read or written (${(error as NodeJS.ErrnoException).code}). Check what lies there and its permissions, or remove it if no Festinger runs on this directory.`,
  );
}

function taken(dir: string, holder: Holder | null): AppError {
  const known = holder
    ? [
        Number.isInteger(holder.pid) ? `process ${holder.pid}` : '',
        holder.since,
        holder.url ? `console at ${holder.url}` : '',
      ].filter((part) => part !== '')
    : [];
  const who = known.length > 0 ? ` (${known.join(', ')})` : '';
  const hint =
    holder?.since === ''
      ? ` If that process is no Festinger, remove ${join(dir, HOLDER_FILE)} and start again.`
      : '';
  return new AppError(
    'UNAVAILABLE',
    `Another Festinger${who} uses the data directory ${dir}. Stop it, or start this one with another --data-dir.${hint}`,
  );
}
