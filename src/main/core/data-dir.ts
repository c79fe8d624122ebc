// The data directory: where it is, that it is private and writable, and that one Festinger at a time uses it.
// Owns the lock file, which also says where that one answers, and the operator token; knows nothing of what else lies there.
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/model/envelope.ts';

/** The SQLite file, unless `database.url` names another. */
export const DATABASE_FILE = 'festinger.db';
const LOCK_FILE = 'festinger.lock';

/**
 * Where data goes when nobody says otherwise.
 * @param env process environment; `FESTINGER_DATA_DIR` wins.
 */
export function defaultDataDir(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (env.FESTINGER_DATA_DIR) return env.FESTINGER_DATA_DIR;
  const home = homedir();
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Festinger Console');
    case 'win32':
      return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Festinger Console');
    default:
      return join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'festinger');
  }
}

/** Makes the directory (0700) and says plainly when it cannot be used. */
export function prepareDataDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const probe = join(dir, `.write-probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new AppError(
      'UNAVAILABLE',
      `The data directory ${dir} cannot be written: ${reason(error)}. Choose another with --data-dir or make it writable.`,
    );
  }
}

/**
 * Takes the directory for this process; a second Festinger on it would corrupt what both believe.
 * A lock left behind by a killed process is taken over.
 * @returns releases the lock.
 */
export function lockDataDir(dir: string): () => void {
  const file = join(dir, LOCK_FILE);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const fd = openSync(file, 'wx', 0o600);
      writeSync(fd, `${process.pid}\n`);
      closeSync(fd);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const owner = Number.parseInt(readFileSync(file, 'utf8'), 10);
      if (owner !== process.pid && isAlive(owner)) {
        throw new AppError(
          'UNAVAILABLE',
          `Another Festinger (process ${owner}) uses the data directory ${dir}. Stop it, or start this one with another --data-dir.`,
        );
      }
      rmSync(file, { force: true });
    }
  }
  throw new AppError(
    'UNAVAILABLE',
    `The lock ${file} could not be taken: another Festinger is starting on this data directory.`,
  );
}

/** Writes down where the console of the Festinger that has the directory answers, for the command line. */
export function noteAddress(dir: string, consoleUrl: string): void {
  // Behind the number, which stays readable throughout: a lock that names nobody would be taken over.
  appendFileSync(join(dir, LOCK_FILE), `${consoleUrl}\n`);
}

/** Where the console of the Festinger that has the directory answers; null when none runs there, or does not answer yet. */
export function runningConsole(dir: string): string | null {
  const file = join(dir, LOCK_FILE);
  if (!existsSync(file)) return null;
  const [owner = '', url = ''] = readFileSync(file, 'utf8').split('\n');
  return URL.canParse(url) && isAlive(Number.parseInt(owner, 10)) ? url : null;
}

/** The operator's token: made on first use, readable by the owner alone; the command line reads it from here. */
export function operatorToken(dir: string): string {
  const file = join(dir, 'operator-token');
  if (existsSync(file)) {
    const token = readFileSync(file, 'utf8').trim();
    if (token.length >= 32) return token;
  }
  const token = randomBytes(32).toString('base64url');
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return token;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
