// `festinger migrate --from DATABASE --to DATABASE`: moves the memory between SQLite and PostgreSQL. Needs no running
// Festinger, and wants none on the source. Says what it copies while it does, and what to do next when it is done.
import { dirname, resolve } from 'node:path';
import { lockDataDir } from '../core/data-dir-lock.ts';
import { VAULT_KEY_FILE, VAULT_KEY_VARIABLE } from '../llm/vault.ts';
import { type MoveReport, moveDatabase } from '../store/backup/move-database.ts';
import type { DatabaseAddress } from '../store/bulk/snapshot.ts';
import { isPostgresUrl } from '../store/store.ts';
import type { Sink } from './running.ts';

export interface MigrateCommand {
  readonly from: string;
  readonly to: string;
  readonly whileRunning: boolean;
  readonly json: boolean;
}

/** @returns the exit code. @throws AppError when nothing was moved */
export async function migrateMemory(command: MigrateCommand, out: Sink, progress: Sink): Promise<number> {
  const [from, to] = [placeOf(command.from), placeOf(command.to)];
  using locks = new DisposableStack();
  // A Festinger on the data directory that the file lies in has this lock.
  if ('databasePath' in from && !command.whileRunning) locks.defer(lockDataDir(dirname(from.databasePath)));
  if ('databasePath' in to) locks.defer(lockDataDir(dirname(to.databasePath)));
  let shown = '';
  const report = await moveDatabase({ from, to, whileInUse: command.whileRunning }, (table, rows) => {
    const line = table === null ? 'comparing the copy with the source' : table;
    if (line !== shown) progress.write(`${line}\n`);
    else if (rows > 0 && rows % 100_000 === 0) progress.write(`  ${rows.toLocaleString('en')} rows\n`);
    shown = line;
  });
  out.write(command.json ? `${JSON.stringify(report)}\n` : described(report, command.to));
  return 0;
}

/** A `postgres://` URL, or a file; unlike `--database` of `serve`, a relative path is one of this directory. */
function placeOf(database: string): DatabaseAddress {
  if (isPostgresUrl(database)) return { url: database };
  return { databasePath: resolve(database.replace(/^(sqlite|file):(\/\/)?/, '')) };
}

function described({ rows, events, head, modelsWithKey }: MoveReport, to: string): string {
  const tables = Object.entries(rows).map(([table, n]) => `  ${table} ${n.toLocaleString('en')}\n`);
  const keys =
    modelsWithKey === 0
      ? ''
      : `\n${modelsWithKey} ${modelsWithKey === 1 ? 'model has' : 'models have'} an API key, moved as it lies: encrypted. It can be read with this host's vault key only:\ntake ${VAULT_KEY_FILE} along from the old data directory, or set ${VAULT_KEY_VARIABLE}, or enter the keys again.\n`;
  const database = isPostgresUrl(to) ? to.replace(/:[^:@/]*@/, ':...@') : to;
  return `Moved, and compared row by row. The chain of ${events.toLocaleString('en')} events is whole and ends in ${head.slice(0, 16)}.
${tables.join('')}${keys}
Use it: festinger serve --database '${database}', or database.url in config.yaml.
The old database is as it was; remove it when you no longer want it.
`;
}
