// Ids of what Proxmox holds, made and read: `vm:{node}:{vmid}`. Of the second Proxmox that is named and those after it, the node
// carries its name (`vm:attic/pve:100`), since two that are no cluster are often both called pve. Pure. Called within this folder.
// Source: agent, What it acts on.
import { NodeName } from './config.ts';

export type Place =
  | { readonly kind: 'node'; readonly node: string }
  | { readonly kind: 'vm' | 'lxc'; readonly node: string; readonly vmid: number }
  /** A shared one is under no node. */
  | { readonly kind: 'storage'; readonly node: string | null; readonly storage: string }
  | { readonly kind: 'backup'; readonly node: string; readonly volume: string };

export type GuestPlace = Extract<Place, { kind: 'vm' | 'lxc' }>;

/** As the API addresses it: `/nodes/pve/lxc/141`. */
export const guestPath = ({ kind, node, vmid }: GuestPlace): string =>
  `/nodes/${node}/${kind === 'vm' ? 'qemu' : 'lxc'}/${vmid}`;

/** @param prefix '' of the first Proxmox, `attic/` of another */
export function idOf(prefix: string, place: Place): string {
  switch (place.kind) {
    case 'node':
      return `node:${prefix}${place.node}`;
    case 'vm':
    case 'lxc':
      return `${place.kind}:${prefix}${place.node}:${place.vmid}`;
    case 'storage':
      return place.node === null
        ? `storage:${prefix}${place.storage}`
        : `storage:${prefix}${place.node}:${place.storage}`;
    case 'backup':
      return `backup:${prefix}${place.node}:${place.volume}`;
  }
}

/** Null for what is no id of here. */
export function placeOf(id: string): { readonly prefix: string; readonly place: Place } | null {
  const [kind, first = '', ...others] = id.split(':');
  const slash = first.indexOf('/');
  const prefix = first.slice(0, slash + 1);
  const head = first.slice(slash + 1);
  const rest = others.join(':');
  const place = placeWithin(kind ?? '', head, others.length === 0 ? null : rest);
  return place === null ? null : { prefix, place };
}

function placeWithin(kind: string, head: string, rest: string | null): Place | null {
  if (kind === 'storage' && rest === null)
    return isStorage(head) ? { kind, node: null, storage: head } : null;
  if (!NodeName.safeParse(head).success) return null;
  switch (kind) {
    case 'node':
      return rest === null ? { kind, node: head } : null;
    case 'vm':
    case 'lxc':
      return rest !== null && /^[1-9]\d{2,8}$/.test(rest) ? { kind, node: head, vmid: Number(rest) } : null;
    case 'storage':
      return rest !== null && isStorage(rest) ? { kind, node: head, storage: rest } : null;
    case 'backup':
      return rest?.includes(':') === true ? { kind, node: head, volume: rest } : null;
    default:
      return null;
  }
}

/** As Proxmox names storages: begins with a letter, so that it is never a step up in a path. */
export const isStorage = (name: string): boolean => /^[A-Za-z][A-Za-z0-9._-]{0,99}$/.test(name);
