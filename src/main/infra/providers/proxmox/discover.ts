// What is on one Proxmox: the cluster's list as resources, and a single one asked anew. Owns the limits of how much is taken.
// Never calls what did not answer gone. Called by the provider. Source: agent, What it acts on.

import type * as z from 'zod';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Resource } from '../../../../shared/model/resource.ts';
import { fitting } from '../remote/call.ts';
import type { ProxmoxApi } from './api.ts';
import { backupsOn, newestBackups, type StoredBackup } from './backups.ts';
import { type GuestPlace, guestPath, type Place } from './ids.ts';
import {
  asGuestRow,
  backupResource,
  guestResource,
  type Home,
  nodeResource,
  storageResource,
} from './resources.ts';
import { GuestRow, GuestStatus, NodeRow, Rows, StorageRow } from './wire.ts';

const MAX_GUESTS = 5000;
const MAX_OTHERS = 2000;

interface HomeView {
  readonly resources: readonly Resource[];
  /** What did not answer or did not fit, while the rest is here. */
  readonly problems: readonly string[];
}

/** @throws AppError UNAVAILABLE, CANCELLED */
export async function discoverHome(home: Home, api: ProxmoxApi, signal: AbortSignal): Promise<HomeView> {
  const { data } = await api.get('/cluster/resources', Rows, signal);
  const problems: string[] = [];
  const take = <T>(
    types: readonly string[],
    schema: z.ZodType<T>,
    what: string,
    most: number,
  ): readonly T[] => {
    const rows = data.filter((row) => types.includes(typeOf(row)));
    if (rows.length > most)
      problems.push(`${api.who} has ${rows.length} ${what}; the first ${most} are shown.`);
    const { fit, odd } = fitting(rows.slice(0, most), schema, `${what} of ${api.who}`);
    if (odd !== null) problems.push(odd);
    return fit;
  };
  const nodes = take(['node'], NodeRow, 'nodes', MAX_OTHERS);
  const guestRows = take(['qemu', 'lxc'], GuestRow, 'guests', MAX_GUESTS);
  await home.bootFlags.read(api, guestRows, signal);
  const guests = guestRows.map((row) => guestResource(home, row));
  const storages = take(['storage'], StorageRow, 'storages', MAX_OTHERS);
  const online = new Set(nodes.filter(({ status }) => status === 'online').map(({ node }) => node));
  const backups = await newestBackups(api, storages, online, signal);
  const ofGuest = guestsByVmid(guests);
  return {
    resources: once([
      ...nodes.map((row) => nodeResource(home, row)),
      ...guests,
      ...storages.map((row) => storageResource(home, row)),
      ...backups.newest.map((one) => asResource(home, one, ofGuest)),
    ]),
    problems: [...problems, ...backups.problems],
  };
}

const typeOf = (row: unknown): string => {
  const type = typeof row === 'object' && row !== null && 'type' in row ? row.type : undefined;
  return typeof type === 'string' ? type : '';
};

/** Shared storages are listed by each node: the first is the one. */
const once = (resources: readonly Resource[]): Resource[] => {
  const byId = new Map<string, Resource>();
  for (const resource of resources) if (!byId.has(resource.id)) byId.set(resource.id, resource);
  return [...byId.values()];
};

const guestsByVmid = (guests: readonly Resource[]): ReadonlyMap<string, Resource> =>
  new Map(guests.map((guest) => [guest.id.slice(guest.id.lastIndexOf(':') + 1), guest]));

const asResource = (
  home: Home,
  { node, row }: StoredBackup,
  guests: ReadonlyMap<string, Resource>,
): Resource => backupResource(home, node, row, guests.get(String(row.vmid ?? '')));

/** The one thing as it is now; null when the cluster does not know it. @throws AppError UNAVAILABLE, CANCELLED */
export async function findIn(
  home: Home,
  api: ProxmoxApi,
  place: Place,
  signal: AbortSignal,
): Promise<Resource | null> {
  switch (place.kind) {
    case 'vm':
    case 'lxc':
      return findGuest(home, api, place, signal);
    case 'node': {
      const rows = await listed(api, 'node', NodeRow, signal);
      const row = rows.find(({ node }) => node === place.node);
      return row === undefined ? null : nodeResource(home, row);
    }
    case 'storage': {
      const rows = await listed(api, 'storage', StorageRow, signal);
      const row = rows.find(
        (one) =>
          one.storage === place.storage &&
          (place.node === null ? one.shared : !one.shared && one.node === place.node),
      );
      return row === undefined ? null : storageResource(home, row);
    }
    case 'backup': {
      const storage = place.volume.slice(0, place.volume.indexOf(':'));
      const { fit } = await backupsOn(api, place.node, storage, signal);
      const row = fit.find(({ volid }) => volid === place.volume);
      if (row === undefined) return null;
      const guests = (await listed(api, 'vm', GuestRow, signal)).map((guest) => guestResource(home, guest));
      return asResource(home, { node: place.node, row }, guestsByVmid(guests));
    }
  }
}

const listed = async <T>(
  api: ProxmoxApi,
  type: string,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<readonly T[]> =>
  (await api.rows(`/cluster/resources?type=${type}`, schema, `rows of type ${type}`, signal)).fit;

/** Proxmox answers for a guest that is gone as it does for one it cannot read: the cluster's list says which it is. */
async function findGuest(
  home: Home,
  api: ProxmoxApi,
  place: GuestPlace,
  signal: AbortSignal,
): Promise<Resource | null> {
  const type = place.kind === 'vm' ? 'qemu' : 'lxc';
  try {
    const { data } = await api.get(`${guestPath(place)}/status/current`, GuestStatus, signal);
    return guestResource(home, asGuestRow(type, place.node, place.vmid, data));
  } catch (error) {
    if (!(error instanceof AppError) || typeof error.details?.status !== 'number') throw error;
    const { data } = await api.get('/cluster/resources?type=vm', Rows, signal);
    const isListed = data.some((row) => hasVmid(row, place));
    if (isListed) throw error;
    return null;
  }
}

function hasVmid(row: unknown, { node, vmid }: GuestPlace): boolean {
  if (typeof row !== 'object' || row === null || !('vmid' in row) || !('node' in row)) return false;
  return Number(row.vmid) === vmid && row.node === node;
}
