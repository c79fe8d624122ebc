// What is measured on Proxmox, now: processor, memory and disk of a guest or a node, the fill of a storage. Pure but for its calls.
// Called by the provider, for the sampler. Source: agent, What it acts on (Alerts).
import type { Sample } from '../../../../shared/model/resource.ts';
import type { ProxmoxApi } from './api.ts';
import { guestPath, type Place } from './ids.ts';
import { GuestStatus, NodeStatus, StorageRow } from './wire.ts';

/** Of how much there is; nothing where it is not known. */
function share(metric: 'memory' | 'disk', used: number | null, total: number | null): Sample[] {
  return used === null || total === null || total <= 0
    ? []
    : [{ metric, unit: 'bytes', value: used, limit: total }];
}

/** Proxmox gives the part of all cores, from 0 to 1. */
const processor = (part: number | null): Sample[] =>
  part === null ? [] : [{ metric: 'cpu', unit: 'percent', value: part * 100, limit: 100 }];

export async function measure(
  api: ProxmoxApi,
  place: Place,
  signal: AbortSignal,
): Promise<readonly Sample[]> {
  switch (place.kind) {
    case 'vm':
    case 'lxc': {
      const { data } = await api.get(`${guestPath(place)}/status/current`, GuestStatus, signal);
      if (data.status !== 'running') return [];
      // Of a machine it does not know what is used within.
      const disk = place.kind === 'lxc' ? share('disk', data.disk, data.maxdisk) : [];
      return [...processor(data.cpu), ...share('memory', data.mem, data.maxmem), ...disk];
    }
    case 'node': {
      const { data } = await api.get(`/nodes/${place.node}/status`, NodeStatus, signal);
      const of = (
        metric: 'memory' | 'disk',
        fill: { used: number; total: number } | null | undefined,
      ): Sample[] => share(metric, fill?.used ?? null, fill?.total ?? null);
      return [...processor(data.cpu), ...of('memory', data.memory), ...of('disk', data.rootfs)];
    }
    case 'storage': {
      const { fit } = await api.rows('/cluster/resources?type=storage', StorageRow, 'storages', signal);
      const row = fit.find(
        (one) => one.storage === place.storage && (place.node === null || one.node === place.node),
      );
      return row === undefined ? [] : share('disk', row.disk, row.maxdisk);
    }
    case 'backup':
      return [];
  }
}
