// Which stopped guests start at boot (`onboot`). The cluster's list does not say, so each guest's configuration is read, one call a guest and ten
// minutes. Guests that run are not asked about. Called by discover.ts.
import type { Clock } from '../../../../shared/model/clock.ts';
import type { ProxmoxApi } from './api.ts';
import { GuestConfig, type GuestRow } from './wire.ts';

const KEPT_MS = 10 * 60_000;
/** Calls in one look; the others are asked in the next. */
const MOST_CALLS = 20;

type GuestKey = Pick<GuestRow, 'type' | 'node' | 'vmid'>;
const configPath = ({ type, node, vmid }: GuestKey): string => `/nodes/${node}/${type}/${vmid}/config`;

export class BootFlags {
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly at: number; readonly onboot: boolean }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Reads those of stopped guests that are not known. What does not answer is asked again at the next look. */
  async read(api: ProxmoxApi, rows: readonly GuestRow[], signal: AbortSignal): Promise<void> {
    const now = this.#clock.monotonic();
    const isKnown = (path: string) => now - (this.#known.get(path)?.at ?? Number.NEGATIVE_INFINITY) < KEPT_MS;
    const stopped = rows.filter(({ status, template }) => status === 'stopped' && !template);
    const asked = stopped.map(configPath).filter((path) => !isKnown(path));
    await Promise.allSettled(
      asked.slice(0, MOST_CALLS).map(async (path) => {
        const { data } = await api.get(path, GuestConfig, signal);
        const onboot = data.onboot === 1 || data.onboot === '1' || data.onboot === true;
        this.#known.set(path, { at: now, onboot });
      }),
    );
  }

  isSet(guest: GuestKey): boolean {
    return this.#known.get(configPath(guest))?.onboot === true;
  }
}
