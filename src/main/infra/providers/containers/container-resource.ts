// A container as a resource: its state in our words, what can be done to it as it is, and the digest an approval relies on. Pure: from
// an engine's answer alone. Its line changes when the container does, and not with the clock. Source: agent, What it acts on.
import { createHash } from 'node:crypto';
import type { ActionName, ExecutorPath, Resource, ResourceState } from '../../../../shared/model/resource.ts';
import { utcMinute } from '../../utc-words.ts';
import type { ReplaceRole } from './replace/kept-containers.ts';
import { type RecordedEnd, restartExpectation } from './restart-policy.ts';
import type { ContainerInfo } from './shapes.ts';

/** The engine that resources are on. */
export interface Place {
  /** The machine it runs on, as ids name it. */
  readonly host: string;
  /** Its name here: `docker`, `podman`. */
  readonly engine: string;
  /** The path of its socket, or `tcp://127.0.0.1:2375`. */
  readonly address: string;
  /** In ids of images, volumes and networks, which other engines may have too; ids of containers are random. Empty for one engine. */
  readonly prefix: string;
  /** There are several engines: a resource says which one it is on. */
  readonly hasOthers: boolean;
  /** What the `docker` command talks to if this program runs it (without DOCKER_HOST), if that is another engine. */
  readonly dockerCommand: string | null;
}

/** What Podman and Docker call the states of containers. */
const STATES: Readonly<Record<string, ResourceState>> = {
  created: 'stopped',
  configured: 'stopped',
  initialized: 'stopped',
  running: 'running',
  paused: 'paused',
  restarting: 'changing',
  removing: 'changing',
  stopping: 'changing',
  exited: 'stopped',
  stopped: 'stopped',
  dead: 'failed',
};

/** Ended as it wanted, or by the signals that a stop sends. */
const ENDED_WELL = new Set([0, 130, 137, 143]);

const REPLACE: readonly ActionName[] = ['update', 'recreate', 'set_restart_policy'];
const ACTIONS: Readonly<Record<ResourceState, readonly ActionName[]>> = {
  running: ['stop', 'restart', 'pause', 'kill', ...REPLACE],
  degraded: ['stop', 'restart', 'pause', 'kill', ...REPLACE],
  paused: ['resume'],
  changing: ['stop', 'kill'],
  stopped: ['start', 'remove', ...REPLACE],
  failed: ['start', 'remove', ...REPLACE],
  available: [],
  unreachable: [],
  unknown: [],
};

export function containerId(host: string, id: string): string {
  return `docker_container:${host}:${id.slice(0, 12)}`;
}

/** The call of the engine's own interface. */
export function apiPath({ host, address }: Place): ExecutorPath {
  return [{ via: 'api', target: `host:${host}`, words: address }];
}

/** The address of the engine that a path made by `apiPath` goes through. */
export const addressOf = (path: ExecutorPath | undefined): string | undefined =>
  path?.[0]?.via === 'api' ? path[0].words : undefined;

/** A line about a resource, with its engine where there are several. */
export const withEngine = (detail: string, { engine, hasOthers }: Place): string =>
  `${detail.slice(0, 430)}${hasOthers ? `, on ${engine}` : ''}`;

interface ContainerNotes {
  /** What it is to another container, where one took the other's place. */
  readonly role?: ReplaceRole | undefined;
  /** How the engine recorded its end; left out: it has no record. */
  readonly recorded?: RecordedEnd | undefined;
}

export function containerResource(
  info: ContainerInfo,
  place: Place,
  { role, recorded }: ContainerNotes = {},
): Resource {
  const state = stateOf(info);
  const expectation = restartExpectation({
    policy: info.HostConfig.RestartPolicy?.Name,
    isOver: state === 'stopped' || state === 'failed',
    hasStarted: timeOf(info.State.StartedAt) !== null,
    exitCode: info.State.ExitCode ?? 0,
    startError: info.State.Error ?? '',
    recorded: recorded ?? null,
  });
  const id = containerId(place.host, info.Id);
  const api = apiPath(place);
  const runs = state === 'running' || state === 'degraded';
  const name = nameOf(info);
  const inside: ExecutorPath = [
    ...api,
    { via: 'container_exec', target: id, words: `container ${name}`.slice(0, 300) },
  ];
  return {
    id,
    kind: 'docker_container',
    name,
    aliases: aliasesOf(info, name),
    provider: 'containers',
    parent: `host:${place.host}`,
    state,
    detail: withEngine(`${detailOf(info, state)}${roleWords(role)}`, place),
    actions: actionsOf(state, role),
    reachableVia: runs ? [inside, api] : [api],
    targetHost: place.host,
    // What is kept to go back to is meant to be stopped.
    ...(expectation && role?.role !== 'kept' ? { expectation } : {}),
    version: versionOf(info, place),
  };
}

function actionsOf(state: ResourceState, role: ReplaceRole | undefined): ActionName[] {
  if (!role) return [...ACTIONS[state]];
  // Two of them would work on the same volumes and ports.
  if (role.role === 'kept' && state !== 'running') return ['rollback', 'remove'];
  if (role.role === 'interrupted')
    return ['rollback', ...(state === 'running' ? (['stop', 'restart'] as const) : [])];
  return [...ACTIONS[state], 'rollback'];
}

function roleWords(role: ReplaceRole | undefined): string {
  if (role?.role === 'kept')
    return `, kept from the last update of ${role.of}: roll back to it, or remove it`;
  if (role?.role === 'interrupted') return `, the update of ${role.of} was interrupted: roll back`;
  return '';
}

function stateOf({ State }: ContainerInfo): ResourceState {
  const state = STATES[State.Status] ?? 'unknown';
  if (state === 'running' && State.Health?.Status === 'unhealthy') return 'degraded';
  const ended = State.Status === 'exited' || State.Status === 'stopped';
  if (ended && (State.OOMKilled || !ENDED_WELL.has(State.ExitCode ?? 0))) return 'failed';
  return state;
}

const nameOf = ({ Name, Id }: ContainerInfo): string =>
  Name.replace(/^\//, '').slice(0, 400) || Id.slice(0, 12);

export const labelOf = (
  labels: Readonly<Record<string, string>> | null | undefined,
  what: string,
): string | null => labels?.[`com.docker.compose.${what}`] ?? labels?.[`io.podman.compose.${what}`] ?? null;

function aliasesOf({ Id, Config }: ContainerInfo, name: string): string[] {
  const service = labelOf(Config.Labels, 'service');
  const project = labelOf(Config.Labels, 'project');
  return [
    Id.slice(0, 12),
    Id,
    ...(service ? [service] : []),
    ...(service && project ? [`${project}/${service}`] : []),
  ]
    .filter((alias) => alias !== name && alias.length <= 400)
    .slice(0, 50);
}

/** An image as people call it: without the registry everybody means. */
export function shortImage(reference: string): string {
  for (const prefix of ['docker.io/library/', 'docker.io/', 'localhost/']) {
    if (reference.startsWith(prefix)) return reference.slice(prefix.length);
  }
  return reference.startsWith('sha256:') ? reference.slice(7, 19) : reference;
}

function detailOf(info: ContainerInfo, state: ResourceState): string {
  const { State, Config, Created } = info;
  const image = `image ${shortImage(Config.Image || info.Image)}`;
  const since = moment(State.StartedAt);
  switch (State.Status) {
    case 'running':
      if (state === 'degraded') return `${image}, since ${since}, its health check fails`;
      return `${image}, since ${since}${State.Health?.Status === 'starting' ? ', its health check has not passed yet' : ''}`;
    case 'paused':
      return `${image}, since ${since}, paused`;
    case 'restarting':
      return `${image}, being restarted after exit code ${State.ExitCode ?? 0}`;
    case 'exited':
    case 'stopped':
      return `${image}, ended ${moment(State.FinishedAt)} with exit code ${State.ExitCode ?? 0}${State.OOMKilled ? ', out of memory' : ''}`;
    case 'created':
    case 'configured':
    case 'initialized':
      return `${image}, made ${moment(Created)}, never started`;
    default:
      return `${image}, ${State.Status}`;
  }
}

/** Epoch milliseconds; null for what engines write for never: the year 1. */
export function timeOf(stamp: string | null | undefined): number | null {
  const at = Date.parse(stamp ?? '');
  return Number.isNaN(at) || at <= 0 ? null : at;
}

/** `2026-11-24 14:02 UTC` */
export function moment(stamp: string | null | undefined): string {
  const at = timeOf(stamp);
  return at === null ? 'never' : utcMinute(at);
}

/**
 * When it was started, then a digest of what an approval relies on. What is set when a container is made (command, environment) never
 * changes under its id; what can change is in here.
 */
function versionOf(
  { Id, Name, Image, State, HostConfig, Mounts }: ContainerInfo,
  { address }: Place,
): string {
  const policy = HostConfig.RestartPolicy;
  return `${timeOf(State.StartedAt) ?? 0}.${digestOf([
    address,
    Id,
    Name,
    Image,
    State.Status,
    State.Health?.Status === 'unhealthy',
    timeOf(State.StartedAt),
    timeOf(State.FinishedAt),
    policy?.Name || 'no',
    policy?.MaximumRetryCount ?? 0,
    HostConfig.Memory ?? 0,
    HostConfig.NanoCpus ?? 0,
    (Mounts ?? []).map((mount) => [mount.Source ?? '', mount.Destination]).sort(),
  ])}`;
}

/** When it had been started last as the resource was read, epoch milliseconds; 0: never. A restart is proven by a later one. */
export function sinceOf(resource: Resource): number {
  return Number(resource.version.split('.', 1)[0]);
}

export function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
