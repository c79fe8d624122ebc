// Who this console is, for what only one console may carry out: an id made once and kept in the data directory. A copied directory is the same
// console; the lock on it lets one program use it. Source: agent, Approvals (a host id).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Ids } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';

const HOST_ID = /^[\w.-]{1,200}$/;

/** @throws AppError UNAVAILABLE when the file cannot be used */
export function hostId(dataDir: string, ids: Ids): string {
  const file = join(dataDir, 'host-id');
  try {
    const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (HOST_ID.test(found)) return found;
    if (found !== '')
      throw new AppError(
        'UNAVAILABLE',
        `${file} holds something else than a name. Remove it, and a new one is made.`,
      );
    const made = `${hostname()
      .replaceAll(/[^\w.-]/g, '-')
      .slice(0, 80)}.${ids()}`;
    writeFileSync(file, `${made}\n`, { mode: 0o600 });
    return made;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('UNAVAILABLE', `${file} cannot be used: ${(error as Error).message}.`);
  }
}
