// Proxmox's rows as resources: names, states, what can be done, the ways to them, and what an approval relies on. Pure.
// Called by the provider, for lists and for single ones, so that both give one and the same version. Source: agent, What it acts on.
import type { ActionName, ExecutorPath, Resource, ResourceState } from '../../../../shared/model/resource.ts';
import { versionOf } from '../remote/version.ts';
import { momentWords, sizeWords, spanWords } from '../remote/words.ts';
import type { BootFlags } from './boot-flags.ts';
import { idOf } from './ids.ts';
import type { BackupRow, GuestRow, GuestStatus, NodeRow, StorageRow } from './wire.ts';

/** Which Proxmox it is. */
export interface Home {
  readonly name: string;
  readonly prefix: string;
  readonly url: string;
  readonly ssh: Readonly<Record<string, string>>;
  readonly bootFlags: Pick<BootFlags, 'read' | 'isSet'>;
}

const GUEST_STATES: Readonly<Record<string, ResourceState>> = {
  running: 'running',
  stopped: 'stopped',
  paused: 'paused',
  suspended: 'paused',
  prelaunch: 'changing',
  shutdown: 'changing',
  'internal-error': 'failed',
  'io-error': 'failed',
  'guest-panicked': 'failed',
};

const ACTIONS_IN: Readonly<Partial<Record<ResourceState, readonly ActionName[]>>> = {
  running: ['shutdown', 'reboot', 'stop', 'snapshot', 'rollback'],
  degraded: ['shutdown', 'reboot', 'stop', 'snapshot', 'rollback'],
  failed: ['stop', 'rollback'],
  stopped: ['start', 'snapshot', 'rollback'],
};

function guestState(row: GuestRow): ResourceState {
  if (row.template) return 'available';
  // Suspended to disk: nothing is at work on it, and a start resumes it.
  if (row.lock === 'suspended') return 'paused';
  if (row.lock !== null && row.lock !== '') return 'changing';
  const state = GUEST_STATES[row.status ?? ''] ?? 'unknown';
  return row.hastate === 'error' && state === 'running' ? 'degraded' : state;
}

function guestActions(row: GuestRow, state: ResourceState): readonly ActionName[] {
  if (state === 'paused') return row.lock === 'suspended' ? ['start'] : ['stop'];
  return ACTIONS_IN[state] ?? [];
}

export function guestResource(home: Home, row: GuestRow): Resource {
  const kind = row.type === 'qemu' ? 'vm' : 'lxc';
  const short = kind === 'vm' ? 'VM' : 'CT';
  const state = guestState(row);
  const id = idOf(home.prefix, { kind, node: row.node, vmid: row.vmid });
  const name = row.name === null || row.name === '' ? `${short}${row.vmid}` : row.name;
  const tags = (row.tags ?? '')
    .split(/[;, ]/)
    .filter((tag) => tag !== '')
    .sort();
  return {
    id,
    kind,
    name,
    aliases: [String(row.vmid), `${short}${row.vmid}`, `${row.type}/${row.vmid}`].filter(
      (one) => one !== name,
    ),
    provider: 'proxmox',
    parent: idOf(home.prefix, { kind: 'node', node: row.node }),
    state,
    detail: guestDetail(row),
    actions: [...guestActions(row, state)],
    reachableVia: guestPaths(home, row, id),
    targetHost: name,
    ...guestExpectation(row, home.bootFlags.isSet(row)),
    version: versionOf([
      'proxmox',
      home.name,
      home.url,
      id,
      name,
      state,
      row.lock,
      row.template,
      tags,
      row.maxcpu,
      row.maxmem,
    ]),
  };
}

/** What high availability keeps, and what starts at boot. */
function guestExpectation(
  { hastate, template }: GuestRow,
  startsAtBoot: boolean,
): Pick<Resource, 'expectation'> {
  if (template) return {};
  if (hastate === 'started' || hastate === 'error')
    return { expectation: { shouldRun: true, reason: 'managed by high availability' } };
  return startsAtBoot ? { expectation: { shouldRun: true, reason: 'starts at boot' } } : {};
}

function guestDetail(row: GuestRow): string {
  const parts = [
    row.template ? 'a template' : (row.status ?? 'unknown'),
    row.lock === null || row.lock === '' ? '' : `locked: ${row.lock}`,
    row.uptime !== null && row.uptime > 0 ? `up ${spanWords(row.uptime)}` : '',
    row.maxcpu === null ? '' : `${row.maxcpu} ${row.maxcpu === 1 ? 'core' : 'cores'}`,
    row.maxmem === null ? '' : sizeWords(row.maxmem),
    row.hastate === null ? '' : `HA ${row.hastate}`,
  ];
  return parts
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, 500);
}

const apiPath = (home: Home, id: string): ExecutorPath => [{ via: 'api', target: id, words: home.url }];

const sshHop = (home: Home, node: string): ExecutorPath => {
  const host = home.ssh[node];
  return host === undefined ? [] : [{ via: 'ssh', target: `host:${host}`, words: `ssh ${host}` }];
};

/** Into a guest first, where commands can go; its actions go through the API either way. */
function guestPaths(home: Home, row: GuestRow, id: string): ExecutorPath[] {
  const ssh = sshHop(home, row.node);
  if (ssh.length === 0 || row.template) return [apiPath(home, id)];
  const via = row.type === 'lxc' ? 'pct_exec' : 'qm_exec';
  const words = `${row.type === 'lxc' ? 'lxc' : 'vm'} ${row.vmid}`;
  return [[...ssh, { via, target: id, words }], apiPath(home, id)];
}

/** A guest as its node says it, in the form of the cluster's list. */
export function asGuestRow(type: GuestRow['type'], node: string, vmid: number, now: GuestStatus): GuestRow {
  return {
    type,
    vmid,
    node,
    name: now.name,
    status: now.qmpstatus ?? now.status,
    lock: now.lock,
    tags: now.tags,
    template: now.template,
    maxcpu: now.cpus,
    maxmem: now.maxmem,
    uptime: now.uptime,
    hastate: now.ha?.state ?? null,
  };
}

const NODE_STATES: Readonly<Record<string, ResourceState>> = { online: 'running', offline: 'unreachable' };

export function nodeResource(home: Home, row: NodeRow): Resource {
  const id = idOf(home.prefix, { kind: 'node', node: row.node });
  const state = NODE_STATES[row.status ?? ''] ?? 'unknown';
  const ssh = sshHop(home, row.node);
  const parts = [
    row.status ?? 'unknown',
    row.uptime !== null && row.uptime > 0 ? `up ${spanWords(row.uptime)}` : '',
    row.maxcpu === null ? '' : `${row.maxcpu} cores`,
    row.maxmem === null ? '' : sizeWords(row.maxmem),
  ];
  return {
    ...common(home, id, 'node', row.node, row.node),
    aliases: home.prefix === '' ? [] : [`${home.name} ${row.node}`],
    parent: null,
    state,
    expectation: { shouldRun: true, reason: 'a node of the cluster' },
    detail: parts.filter((part) => part !== '').join(', '),
    reachableVia: ssh.length === 0 ? [apiPath(home, id)] : [ssh, apiPath(home, id)],
    version: versionOf(['proxmox', home.name, home.url, id, state, row.maxcpu, row.maxmem]),
  };
}

export function storageResource(home: Home, row: StorageRow): Resource {
  const node = row.shared ? null : row.node;
  const id = idOf(home.prefix, { kind: 'storage', node, storage: row.storage });
  const state = row.status === 'available' ? 'available' : 'unknown';
  const used =
    row.maxdisk !== null && row.disk !== null ? `${sizeWords(row.disk)} of ${sizeWords(row.maxdisk)}` : '';
  const parts = [row.plugintype ?? '', row.shared ? 'shared' : '', used, row.content ?? ''];
  return {
    ...common(home, id, 'storage', row.storage, row.shared ? home.name : row.node),
    parent: node === null ? null : idOf(home.prefix, { kind: 'node', node }),
    state,
    detail: parts
      .filter((part) => part !== '')
      .join(', ')
      .slice(0, 500),
    version: versionOf(['proxmox', home.name, home.url, id, state, row.plugintype, row.content, row.maxdisk]),
  };
}

/** @param guest the guest it is of, when that is still there */
export function backupResource(
  home: Home,
  node: string,
  row: BackupRow,
  guest: Resource | undefined,
): Resource {
  const id = idOf(home.prefix, { kind: 'backup', node, volume: row.volid });
  const storage = row.volid.slice(0, row.volid.indexOf(':'));
  const of = guest?.name ?? (row.vmid === null || row.vmid === undefined ? 'unknown' : String(row.vmid));
  const size = row.size ?? row['approximate-size'];
  const parts = [
    `of ${of}`,
    momentWords(row.ctime),
    size === null ? '' : sizeWords(size),
    `on ${storage}`,
    row.verification?.state === undefined ? '' : `verified: ${row.verification.state}`,
    row.protected ? 'protected' : '',
  ];
  return {
    ...common(home, id, 'backup', `backup of ${of}`, node),
    aliases: [row.volid],
    parent: guest?.id ?? idOf(home.prefix, { kind: 'node', node }),
    state: row.verification?.state === 'failed' ? 'degraded' : 'available',
    detail: parts
      .filter((part) => part !== '')
      .join(', ')
      .slice(0, 500),
    version: versionOf(['proxmox', home.name, home.url, id, row.ctime, size, row.protected]),
  };
}

function common(
  home: Home,
  id: string,
  kind: 'node' | 'storage' | 'backup',
  name: string,
  targetHost: string,
) {
  return {
    id,
    kind,
    name,
    targetHost,
    aliases: [] as string[],
    provider: 'proxmox' as const,
    actions: [] as ActionName[],
    reachableVia: [apiPath(home, id)],
  };
}
