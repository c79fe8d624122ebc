// The data directory: where it is, and that it is private and writable. Owns the operator token; that one Festinger at a
// time uses the directory is data-dir-lock.ts's. Knows nothing of what else lies there.
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/model/envelope.ts';

/** The SQLite file, unless `database.url` names another. */
export const DATABASE_FILE = 'festinger.db';

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
 * Whether the directory can be written now, and how much room is left there: tried, not concluded. For the first run.
 * @returns bytes that are free for this user @throws Error of the file system, in its words
 */
export async function probeDataDir(dir: string): Promise<number> {
  // Several may try at once.
  const probe = join(dir, `.write-probe-${randomUUID()}`);
  await writeFile(probe, 'probe', { mode: 0o600 });
  await unlink(probe);
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/**
 * The operator's token: made on first use, readable by the owner alone; the command line reads it from here.
 * @throws AppError UNAVAILABLE when the file cannot be used, or others may have read it
 */
export function operatorToken(dir: string): string {
  const file = join(dir, 'operator-token');
  const refuse = (why: string) =>
    new AppError('UNAVAILABLE', `The operator's token ${file} cannot be used: ${why}.`);
  try {
    const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (found === '') return newToken(file);
    if (!TOKEN.test(found))
      throw refuse(
        'it holds something else; a token is 32 to 512 visible ASCII characters. Remove it, and a new one is made at the next start',
      );
    if (isOpenToOthers(file, dir))
      throw refuse(
        'everybody on this host can read it. Remove it, and a new one is made at the next start; or, if nobody has read it, `chmod 600` it',
      );
    if (process.platform !== 'win32' && statSync(file).mode & 0o077) chmodSync(file, 0o600);
    return found;
  } catch (error) {
    throw error instanceof AppError
      ? error
      : refuse(`${reason(error)}. Check what lies there and its permissions`);
  }
}

/** As a header can carry it. */
const TOKEN = /^[\x21-\x7e]{32,512}$/;

function newToken(file: string): string {
  const token = randomBytes(32).toString('base64url');
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return token;
}

/** Whether users who are neither its owner nor of its group can read a file and reach it. Windows has no such bits. */
function isOpenToOthers(file: string, dir: string): boolean {
  if (process.platform === 'win32') return false;
  return (statSync(file).mode & 0o004) !== 0 && (statSync(dir).mode & 0o001) !== 0;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
