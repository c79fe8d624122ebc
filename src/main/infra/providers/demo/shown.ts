// The demo's things as resources and as set-ups, in the words that the real providers use for theirs. Pure but for the world it is given. Called by the
// demo's provider.
import type { Inspection, Resource } from '../../../../shared/model/resource.ts';
import { versionOf } from '../remote/version.ts';
import { sizeWords, spanWords } from '../remote/words.ts';
import { figuresOf } from './figures.ts';
import { MOUNTS } from './files.ts';
import { CADDY, GUEST, JELLYFIN, NODE, PAPERLESS, TANK, type Thing } from './things.ts';
import type { World } from './world.ts';

export function resourceOf(world: World, thing: Thing): Resource {
  const { id, kind, name, aliases, parent, targetHost, reachableVia, made } = thing;
  const { condition, starts, busy } = world.run(id);
  const reachable = world.isReachable(thing);
  const settled = id === TANK ? 'available' : condition;
  const state = busy ? 'changing' : settled;
  return {
    ...{ id, kind, name, aliases: [...aliases], provider: 'demo', parent, state, targetHost },
    detail: detailOf(world, thing, reachable),
    actions: [...world.allowed(thing)],
    ...(SHOULD_RUN[id] ? { expectation: { shouldRun: true, reason: SHOULD_RUN[id] } } : {}),
    reachableVia: reachableVia.map((way) => [...way]),
    // A plan is for what ran when it was made: one more start makes it another.
    version: versionOf(['demo', id, state, starts, reachable, made]),
  };
}

function detailOf(world: World, thing: Thing, reachable: boolean): string {
  const { condition } = world.run(thing.id);
  if (!reachable) return `${thing.targetHost} does not run, ${thing.made}`;
  if (thing.upHours === null) return thing.made;
  if (condition !== 'running') return thing.made;
  return `up ${spanWords(world.upHours(thing.id) * 3600)}, ${thing.made}`;
}

const SHOULD_RUN: Readonly<Record<string, string>> = {
  [GUEST]: 'starts at boot',
  [JELLYFIN]: 'restart policy unless-stopped',
  [PAPERLESS]: 'restart policy unless-stopped',
  [CADDY]: 'enabled in systemd',
};

interface SetUp {
  readonly ports?: readonly string[];
  readonly configPaths?: readonly string[];
  readonly logPaths?: readonly string[];
  readonly environment?: readonly string[];
  readonly facts?: Inspection['facts'];
}

const SET_UPS: Readonly<Record<string, SetUp>> = {
  [NODE]: {
    ports: ['8006/tcp on 0.0.0.0:8006', '22/tcp on 0.0.0.0:22'],
    configPaths: ['/etc/pve/lxc/141.conf'],
    facts: [{ label: 'version', value: 'Proxmox VE 8.2.4' }],
  },
  [GUEST]: {
    ports: ['80/tcp on 0.0.0.0:80', '443/tcp on 0.0.0.0:443'],
    configPaths: ['/srv/media/compose.yaml', '/etc/caddy/Caddyfile'],
    facts: [
      { label: 'rootfs', value: 'tank:subvol-141-disk-0,size=64G' },
      { label: 'onboot', value: '1' },
    ],
  },
  [JELLYFIN]: {
    ports: ['8096/tcp on 0.0.0.0:8096'],
    configPaths: ['/srv/media/compose.yaml', '/srv/jellyfin/config/system.xml'],
    logPaths: ['/srv/jellyfin/config/log/jellyfin.log'],
    environment: ['JELLYFIN_PublishedServerUrl', 'TZ'],
    facts: [
      { label: 'restart', value: 'unless-stopped' },
      { label: 'memory limit', value: '4.0 GiB' },
    ],
  },
  [PAPERLESS]: {
    ports: ['8000/tcp on 0.0.0.0:8000'],
    configPaths: ['/srv/media/compose.yaml', '/srv/paperless/data/paperless.conf'],
    logPaths: ['/srv/paperless/data/log/paperless.log'],
    environment: ['PAPERLESS_REDIS', 'PAPERLESS_SECRET_KEY', 'PAPERLESS_URL'],
    facts: [
      { label: 'restart', value: 'unless-stopped' },
      { label: 'memory limit', value: '2.0 GiB' },
    ],
  },
  [CADDY]: {
    ports: ['80/tcp on 0.0.0.0:80', '443/tcp on 0.0.0.0:443'],
    configPaths: ['/etc/caddy/Caddyfile'],
    logPaths: ['/var/log/caddy/caddy.log'],
  },
};

export function inspectionOf(world: World, thing: Thing): Inspection {
  const resource = resourceOf(world, thing);
  const {
    ports = [],
    configPaths = [],
    logPaths = [],
    environment = [],
    facts = [],
  } = SET_UPS[thing.id] ?? {};
  const { memory } = figuresOf(world, thing);
  const taken = memory > 0 ? [{ label: 'memory', value: sizeWords(memory) }] : [];
  return {
    resource,
    facts: [{ label: 'state', value: `${resource.state}, ${resource.detail}` }, ...taken, ...facts],
    ports: [...ports],
    mounts: [...(MOUNTS[thing.id] ?? [])],
    ...{ configPaths: [...configPaths], logPaths: [...logPaths], environment: [...environment] },
  };
}
