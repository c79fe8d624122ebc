// A unit as a resource: its state in our words, what can be done to it now, and what is told of it. The unit this program runs in
// offers nothing that would end it. Pure. Called by services.ts. Source: agent, What it acts on (host), Approvals.
import type {
  ActionName,
  Inspection,
  Resource,
  ResourceState,
  Sample,
} from '../../../../../shared/model/resource.ts';
import type { HostPlace } from '../host-place.ts';
import { digest } from '../host-place.ts';
import type { Unit } from './unit.ts';

const STATES: Readonly<Record<string, ResourceState>> = {
  active: 'running',
  reloading: 'changing',
  activating: 'changing',
  deactivating: 'changing',
  inactive: 'stopped',
  failed: 'failed',
  maintenance: 'degraded',
  refreshing: 'changing',
};

/** What an approval relies on: that it is up or not. A service that comes and goes by itself is up all the while. */
const UP: ReadonlySet<string> = new Set(['active', 'activating', 'reloading', 'refreshing']);

export function serviceResource(unit: Unit, place: HostPlace, ownUnits: readonly string[]): Resource {
  const plainName = unit.name.slice(0, -'.service'.length);
  const others = unit.otherNames.map((name) => name.slice(0, 400)).slice(0, 40);
  return {
    id: `service:${place.hostName}:${unit.name}`,
    kind: 'service',
    name: plainName,
    aliases: [...new Set([unit.name, ...others])],
    provider: place.provider,
    parent: place.hostId,
    state: stateOf(unit),
    detail: detailOf(unit),
    actions: actionsOf(unit, ownUnits),
    reachableVia: [place.path],
    targetHost: place.hostName,
    ...(unit.shouldRun ? { expectation: { shouldRun: true, reason: 'enabled in systemd' } } : {}),
    version: digest([
      ...[unit.name, unit.load, unit.file, unit.dropIns.join(' '), unit.enabled],
      UP.has(unit.active) ? 'up' : unit.active,
    ]),
  };
}

function stateOf({ active, sub }: Unit): ResourceState {
  // Did its work at start and is done: there, and not at work.
  if (active === 'active' && sub === 'exited') return 'available';
  return STATES[active] ?? 'unknown';
}

/** As it is now, and as this program can bear: what ends the unit we run in would end us before we could look. */
export function actionsOf(unit: Unit, ownUnits: readonly string[]): ActionName[] {
  if (unit.load !== 'loaded') return [];
  const isUp = UP.has(unit.active);
  if (!isUp) return unit.canStart && unit.active !== 'deactivating' ? ['start'] : [];
  if (ownUnits.includes(unit.name) || !unit.canStop) return [];
  return unit.canStart ? ['stop', 'restart'] : ['stop'];
}

function detailOf(unit: Unit): string {
  const parts = [
    `${unit.active} (${unit.sub})`,
    UP.has(unit.active) && unit.activeSince !== '' ? `since ${unit.activeSince}` : '',
    unit.active === 'failed' ? `failed: ${unit.result}` : '',
    unit.restarts > 0 ? `restarted ${unit.restarts} ${unit.restarts === 1 ? 'time' : 'times'}` : '',
    unit.load === 'loaded' ? '' : unit.load,
    unit.description,
  ];
  return parts
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, 500);
}

export function serviceInspection(unit: Unit, resource: Resource): Inspection {
  const facts = [
    ['description', unit.description],
    ['state', `${unit.active} (${unit.sub})`],
    ['active since', unit.activeSince],
    ['result of the last run', unit.result],
    ['at boot', unit.enabled],
    ['main process', unit.pid > 0 ? String(unit.pid) : ''],
    ['restarts by systemd', String(unit.restarts)],
    ['user', unit.user],
    ['memory in bytes', unit.memory === null ? '' : String(unit.memory)],
  ] as const;
  return {
    resource,
    facts: facts
      .filter(([, value]) => value !== '')
      .map(([label, value]) => ({ label, value: value.slice(0, 2000) })),
    ports: [],
    mounts: [],
    configPaths: [unit.file, ...unit.dropIns].filter((path) => path !== '').slice(0, 100),
    logPaths: [],
    environment: unit.environment.slice(0, 500),
  };
}

export function serviceSamples(unit: Unit): Sample[] {
  const samples: Sample[] = [{ metric: 'restarts', unit: 'count', value: unit.restarts, limit: null }];
  if (unit.memory !== null)
    samples.push({ metric: 'memory', unit: 'bytes', value: unit.memory, limit: null });
  return samples;
}
