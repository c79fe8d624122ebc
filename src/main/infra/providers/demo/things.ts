// The six things of the demo and how they lie in each other: a node, a guest on it, two containers and a service in that, a storage. Plain data; their
// states are in world.ts. Used by the demo's provider alone, which is there with `--demo` and never otherwise.
import type { ActionName, ExecutorPath, ResourceKind } from '../../../../shared/model/resource.ts';

export const NODE = 'node:pve1';
export const GUEST = 'lxc:pve1:141';
export const JELLYFIN = 'docker_container:media:4f2c9a1b7e30';
export const PAPERLESS = 'docker_container:media:b81d03c6e5fa';
export const CADDY = 'service:media:caddy.service';
export const TANK = 'storage:pve1:tank';

const GIB = 1024 ** 3;

export interface Thing {
  readonly id: string;
  readonly kind: ResourceKind;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly parent: string | null;
  /** The machine that commands for it run on. */
  readonly targetHost: string;
  readonly reachableVia: readonly ExecutorPath[];
  /** What it is made of, for its one line. */
  readonly made: string;
  /** How long it has been up when the demo begins, in hours; null for what does not run. */
  readonly upHours: number | null;
  /** Bytes it may take; null where that is not measured. */
  readonly memory: number | null;
}

const toNode: ExecutorPath = [{ via: 'ssh', target: NODE, words: 'ssh root@pve1' }];
const toGuest: ExecutorPath = [...toNode, { via: 'pct_exec', target: GUEST, words: 'lxc 141' }];
const into = (target: string, words: string): ExecutorPath => [
  ...toGuest,
  { via: 'container_exec', target, words },
];
const nodesApi = (target: string): ExecutorPath => [{ via: 'api', target, words: 'https://pve1.lan:8006' }];

export const THINGS: readonly Thing[] = [
  {
    ...{ id: NODE, kind: 'node', name: 'pve1', aliases: [], parent: null, targetHost: 'pve1' },
    reachableVia: [toNode, nodesApi(NODE)],
    ...{ made: '16 cores, 64 GiB', upHours: 41 * 24, memory: 64 * GIB },
  },
  {
    ...{ id: GUEST, kind: 'lxc', name: 'media', aliases: ['141', 'CT141', 'lxc/141'], parent: NODE },
    ...{ targetHost: 'media', reachableVia: [toGuest, nodesApi(GUEST)] },
    ...{ made: '4 cores, 8 GiB', upHours: 19 * 24, memory: 8 * GIB },
  },
  {
    ...{ id: JELLYFIN, kind: 'docker_container', name: 'jellyfin', aliases: ['4f2c9a1b7e30'], parent: GUEST },
    ...{ targetHost: 'media', reachableVia: [into(JELLYFIN, 'jellyfin'), toGuest] },
    ...{ made: 'image jellyfin/jellyfin:10.9.11', upHours: 62, memory: 4 * GIB },
  },
  {
    ...{
      id: PAPERLESS,
      kind: 'docker_container',
      name: 'paperless',
      aliases: ['b81d03c6e5fa'],
      parent: GUEST,
    },
    ...{ targetHost: 'media', reachableVia: [into(PAPERLESS, 'paperless'), toGuest] },
    ...{ made: 'image paperless-ngx:2.12', upHours: 131, memory: 2 * GIB },
  },
  {
    ...{ id: CADDY, kind: 'service', name: 'caddy', aliases: ['caddy.service'], parent: GUEST },
    ...{ targetHost: 'media', reachableVia: [toGuest] },
    ...{ made: 'Caddy web server', upHours: 19 * 24, memory: null },
  },
  {
    ...{ id: TANK, kind: 'storage', name: 'tank', aliases: ['pve1/tank'], parent: NODE, targetHost: 'pve1' },
    reachableVia: [nodesApi(TANK)],
    ...{ made: 'zfspool, 2.8 TiB of 3.6 TiB, rootdir, images', upHours: null, memory: null },
  },
];

export const thingOf = (id: string): Thing | undefined => THINGS.find((one) => one.id === id);

/** What lies in it, directly. */
export const within = (id: string): readonly Thing[] => THINGS.filter(({ parent }) => parent === id);

/** `paused` and `failed` among them are states of some kinds alone. */
export type Condition = 'running' | 'stopped' | 'paused' | 'failed';

/** What can be done to a kind of thing in a condition. */
export const ALLOWED: Readonly<
  Partial<Record<ResourceKind, Readonly<Partial<Record<Condition, readonly ActionName[]>>>>>
> = {
  lxc: { running: ['shutdown', 'reboot', 'stop'], stopped: ['start'] },
  docker_container: {
    running: ['restart', 'stop', 'pause', 'kill'],
    paused: ['resume', 'stop'],
    stopped: ['start'],
  },
  service: { running: ['restart', 'stop'], failed: ['start', 'restart'], stopped: ['start'] },
};
