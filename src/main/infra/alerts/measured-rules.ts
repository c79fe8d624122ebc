// Alerts from what was measured: full disks, full memory, what restarts again and again. A boundary is left at a lower value than it
// was crossed at, so that what lies on it is no alert that comes and goes. Pure. Called by alert-rules.ts.
// Source: agent, What it acts on (Alerts).
import type { ResourceKind } from '../../../shared/model/resource.ts';
import type { Recent } from '../metrics/sampler.ts';
import {
  alertKey,
  type Finding,
  findingOf,
  type PlacedResource,
  type RuleFacts,
  type Standing,
} from './alert-facts.ts';

/** Percent. */
const DISK = { warns: 90, ends: 88, isCritical: 97, isWarningAgain: 95 };
const MEMORY = { warns: 95, ends: 92, minutes: 5 };
const RESTARTS = { most: 3, minutes: 10 };
/** A value older than that says nothing of now. */
const LATEST_MINUTES = 3;

/** Whose memory is somebody's to look after: a virtual machine's is full by design, its guest caches in it. */
const HAS_MEMORY: ReadonlySet<ResourceKind> = new Set(['host', 'node', 'lxc', 'docker_container']);

export function measuredFindings(facts: RuleFacts, standing: Standing): Finding[] {
  const rules = [diskFull, memoryFull, restarting];
  return facts.resources
    .filter(isAtWork)
    .flatMap((resource) => rules.map((rule) => rule(resource, facts, standing)))
    .filter((found) => found !== null);
}

/** What is stopped is not measured: what was full there is not full now. */
function isAtWork({ state }: PlacedResource): boolean {
  return state !== 'stopped' && state !== 'paused';
}

function diskFull(resource: PlacedResource, facts: RuleFacts, standing: Standing): Finding | null {
  const before = standing.get(alertKey('disk_full', resource.id)) ?? null;
  const recent = facts.recent(resource.id, 'disk', LATEST_MINUTES);
  // Not measured yet, such as after a start of the program.
  if (!recent) return before;
  const used = latest(percentsOf(recent));
  if (used === null) return before;
  if (before ? used < DISK.ends : used <= DISK.warns) return null;
  const boundary = before?.severity === 'critical' ? DISK.isWarningAgain : DISK.isCritical;
  const message = `${resource.name} on ${resource.targetHost} is ${Math.floor(used)} % full: remove what is not needed there, or make it larger.`;
  return findingOf('disk_full', used > boundary ? 'critical' : 'warning', resource, message);
}

function memoryFull(resource: PlacedResource, facts: RuleFacts, standing: Standing): Finding | null {
  if (!HAS_MEMORY.has(resource.kind)) return null;
  const before = standing.get(alertKey('memory_full', resource.id)) ?? null;
  // The minute under way is no whole one: five of them lie before it.
  const recent = facts.recent(resource.id, 'memory', MEMORY.minutes + 1);
  if (!recent) return before;
  const percents = percentsOf(recent);
  const used = latest(percents);
  if (before && used === null) return before;
  const whole = percents.slice(0, MEMORY.minutes);
  const isFull = whole.every((value) => value !== null && value > MEMORY.warns);
  if (before ? used !== null && used < MEMORY.ends : !isFull) return null;
  const message = `The memory of ${resource.name} has been over ${MEMORY.warns} % for ${MEMORY.minutes} minutes: look which program takes it, and end or restart that one.`;
  return findingOf('memory_full', 'critical', resource, message);
}

function restarting(resource: PlacedResource, facts: RuleFacts, standing: Standing): Finding | null {
  const before = standing.get(alertKey('restarting', resource.id)) ?? null;
  const recent = facts.recent(resource.id, 'restarts', RESTARTS.minutes + 1);
  if (!recent) return before;
  const times = stepsUp(recent.values);
  // It stands until ten minutes were counted without one.
  if (times === 0 && before !== null && recent.values[0] === null) return before;
  if (times < (before ? 1 : RESTARTS.most)) return null;
  const often = times === 1 ? 'once' : `${times} times`;
  const message = `${resource.name} on ${resource.targetHost} was restarted ${often} within ${RESTARTS.minutes} minutes: read its log for why it ends.`;
  return findingOf('restarting', 'warning', resource, message);
}

/** By how much a count went up; one that fell began anew. */
function stepsUp(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.reduce((sum, value, at) => sum + Math.max(0, value - (known[at - 1] ?? value)), 0);
}

/** Null where it is not known what would be full. */
function percentsOf({ unit, limit, values }: Recent): (number | null)[] {
  if (unit === 'percent') return [...values];
  return values.map((value) =>
    value === null || limit === null || limit <= 0 ? null : (100 * value) / limit,
  );
}

function latest(values: readonly (number | null)[]): number | null {
  return values.slice(-LATEST_MINUTES).findLast((value) => value !== null) ?? null;
}
