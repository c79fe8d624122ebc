// Which backups there are: of each guest the newest, over every storage that holds backups. Owns the order in which storages are
// asked, a few at once; one that does not answer hides none of the others. Called by the provider. Source: agent, What it acts on.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ProxmoxApi } from './api.ts';
import { BackupRow, type StorageRow } from './wire.ts';

const AT_ONCE = 4;
const MAX_STORAGES = 200;

export interface StoredBackup {
  /** The node that was asked. */
  readonly node: string;
  readonly row: BackupRow;
}

interface Backups {
  readonly newest: readonly StoredBackup[];
  readonly problems: readonly string[];
}

/** @param online names of the nodes that can be asked */
export async function newestBackups(
  api: ProxmoxApi,
  storages: readonly StorageRow[],
  online: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Backups> {
  const asked = toAsk(storages, online);
  const problems: string[] = [];
  const newest = new Map<string, StoredBackup>();
  const queue = asked.values();
  const work = async (): Promise<void> => {
    for (const { node, storage } of queue) {
      try {
        const { fit, odd } = await backupsOn(api, node, storage, signal);
        if (odd !== null) problems.push(odd);
        for (const row of fit) keepNewest(newest, { node, row });
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
        problems.push(error.message);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { newest: [...newest.values()], problems };
}

/** Each storage of a node, and each shared one once. */
function toAsk(storages: readonly StorageRow[], online: ReadonlySet<string>): readonly StorageRow[] {
  const seen = new Set<string>();
  return storages
    .filter((row) => {
      const key = row.shared ? row.storage : `${row.node}:${row.storage}`;
      const holds = (row.content ?? '').split(',').includes('backup');
      if (!holds || row.status !== 'available' || !online.has(row.node) || seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, MAX_STORAGES);
}

export const backupsOn = (api: ProxmoxApi, node: string, storage: string, signal: AbortSignal) =>
  api.rows(
    `/nodes/${node}/storage/${encodeURIComponent(storage)}/content?content=backup`,
    BackupRow,
    `backups on ${storage}`,
    signal,
  );

/** Those of no guest (uploaded, or named by hand) each stand for themselves. */
function keepNewest(newest: Map<string, StoredBackup>, one: StoredBackup): void {
  const key = one.row.vmid === null || one.row.vmid === undefined ? one.row.volid : String(one.row.vmid);
  const held = newest.get(key);
  if (held === undefined || held.row.ctime < one.row.ctime) newest.set(key, one);
}
