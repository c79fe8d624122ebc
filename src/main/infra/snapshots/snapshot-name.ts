// How snapshots that this program takes are called, wherever they are: their moment in UTC, so that they sort and are told from those of others.
// Fits what Proxmox takes (a letter first, then letters, digits, `_` and `-`, 40 at most), ZFS and a file name. Pure.
import { utcSecond } from '../utc-words.ts';

const PREFIX = 'festinger-';

/** As a card says it, before the moment is known. */
export const SNAPSHOT_NAME_PATTERN = `${PREFIX}{time}`;

/** `festinger-20261130-014500` @param at epoch milliseconds */
export function snapshotName(at: number): string {
  const [date = '', time = ''] = utcSecond(at).split(' ');
  return `${PREFIX}${date.replaceAll('-', '')}-${time.replaceAll(':', '')}`;
}
