// The snapshots of a guest: which there are, and why one cannot be taken. Reads only. Used by guest-snapshots.ts and for the details of a guest.
// Source: the API Proxmox documents of itself; its table of storage types, for which of them take snapshots.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Inspection } from '../../../../shared/model/resource.ts';
import { momentWords } from '../remote/words.ts';
import type { ProxmoxApi } from './api.ts';
import { type GuestPlace, guestPath } from './ids.ts';
import { Feature, GuestConfig, SnapshotRow, StorageRow } from './wire.ts';

export interface GuestSnapshots {
  /** Oldest first. */
  readonly taken: readonly SnapshotRow[];
  /** The one the guest goes on from, by name; null for none. */
  readonly parent: string | null;
}

export async function readSnapshots(
  api: ProxmoxApi,
  place: GuestPlace,
  signal: AbortSignal,
): Promise<GuestSnapshots> {
  const { fit } = await api.rows(`${guestPath(place)}/snapshot`, SnapshotRow, 'snapshots', signal);
  return {
    taken: fit
      .filter(({ name }) => name !== 'current')
      .toSorted((a, b) => (a.snaptime ?? 0) - (b.snaptime ?? 0)),
    parent: fit.find(({ name }) => name === 'current')?.parent ?? null,
  };
}

export const snapshotWords = ({ name, snaptime, snapstate }: SnapshotRow): string =>
  [
    name,
    snaptime === null ? '' : momentWords(snaptime),
    snapstate === null ? '' : `not complete (${snapstate})`,
  ]
    .filter((part) => part !== '')
    .join(', ');

const MOST_SHOWN = 8;
const MAX_DESCRIPTION = 200;

/** For the details of a guest, newest first. */
export async function snapshotFacts(
  api: ProxmoxApi,
  place: GuestPlace,
  signal: AbortSignal,
): Promise<Inspection['facts']> {
  try {
    const { taken, parent } = await readSnapshots(api, place, signal);
    const shown = taken.toReversed().slice(0, MOST_SHOWN);
    const more = taken.length - shown.length;
    return [
      ...shown.map((row) => ({
        label: row.name === parent ? 'snapshot (current)' : 'snapshot',
        value: [snapshotWords(row), row.description?.trim().slice(0, MAX_DESCRIPTION).toWellFormed()]
          .filter(Boolean)
          .join(': '),
      })),
      ...(more > 0 ? [{ label: 'snapshot', value: `and ${more} older` }] : []),
    ];
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
    return [{ label: 'snapshot', value: `not listed: ${error.message}`.slice(0, 500) }];
  }
}

/** @throws AppError NOT_ALLOWED where the guest cannot take one, with the disks that stand in the way */
export async function requireSnapshotFeature(
  api: ProxmoxApi,
  place: GuestPlace,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const path = guestPath(place);
  const { data } = await api.get(`${path}/feature?feature=snapshot`, Feature, signal);
  if (data.hasFeature) return;
  const [{ data: config }, storages] = await Promise.all([
    api.get(`${path}/config`, GuestConfig, signal),
    api.rows('/cluster/resources?type=storage', StorageRow, 'storages', signal),
  ]);
  const types = new Map(
    storages.fit
      .filter(({ node, shared }) => shared || node === place.node)
      .map(({ storage, plugintype }) => [storage, plugintype ?? ''] as const),
  );
  const disks = Object.entries(config).flatMap(([key, value]) => obstacleOf(key, value, types) ?? []);
  throw new AppError(
    'NOT_ALLOWED',
    disks.length > 0
      ? `${name} can't take a snapshot: ${disks.join('; ')}. Back it up in Proxmox instead, or move the disk to a storage with snapshots.`
      : `${name} can't take a snapshot: Proxmox says that one of its disks does not support it.`,
  );
}

const DISK = /^(?:rootfs|mp\d{1,3}|(?:scsi|virtio|sata|ide|efidisk|tpmstate)\d{1,2})$/;
/** Of these, only disks in qcow2 files take snapshots; containers have none of them. */
const WITHOUT: ReadonlySet<string> = new Set([
  ...['dir', 'nfs', 'cifs', 'glusterfs', 'lvm', 'iscsi', 'iscsidirect'],
]);

/** Why a disk cannot be in a snapshot; null where nothing is known against it. */
function obstacleOf(key: string, value: unknown, types: ReadonlyMap<string, string>): string | null {
  if (!DISK.test(key) || typeof value !== 'string') return null;
  const [volume = '', ...options] = value.split(',');
  if (options.includes('media=cdrom') || volume === 'none') return null;
  if (volume.startsWith('/')) return `${key} (${volume.slice(0, 200)}) is a path of the node`;
  const storage = volume.split(':', 1)[0] ?? '';
  const type = types.get(storage);
  if (type === undefined || !WITHOUT.has(type) || volume.endsWith('.qcow2')) return null;
  return `${key} is on ${storage}, a storage of type ${type}`;
}
