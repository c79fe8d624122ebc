// What should run and does not: down, unhealthy, unreachable, removed. What should run is said by the operator, else by the resource's own
// configuration; a stop or a removal that was approved here is none of these. A host or provider that does not answer is one finding, and what is in
// it keeps those it had. Pure but for what was seen at earlier looks. Called by alert-rules.ts, which asks for two looks.
// Source: agent, What it acts on (Alerts).
import type { ResourceKind } from '../../../shared/model/resource.ts';
import {
  alertKey,
  type Finding,
  findingOf,
  type PlacedResource,
  placeOf,
  type RuleFacts,
  type Standing,
} from './alert-facts.ts';
import { MissingResources } from './missing-resources.ts';
import { unreachableFindings } from './unreachable-rules.ts';

/** Seen running so shortly after an approved stop, it may be what was seen before. */
const AFTER_STOP_MS = 30_000;

/** Kinds whose `degraded` means that something checks them and finds them ill. Upstreams have a rule of their own (circuit_open). */
const HAS_HEALTH: ReadonlySet<ResourceKind> = new Set([
  'docker_container',
  'service',
  'vm',
  'lxc',
  'k8s_deployment',
]);

export class AvailabilityRules {
  readonly #missing = new MissingResources();
  readonly #ranAt = new Map<string, number>();

  findings(facts: RuleFacts, standing: Standing): Finding[] {
    const { now, resources } = facts;
    const present = new Set(resources.map(({ id }) => id));
    for (const id of this.#ranAt.keys()) if (!present.has(id)) this.#ranAt.delete(id);
    for (const { id, state } of resources)
      if (state === 'running' || state === 'degraded') this.#ranAt.set(id, now);
    const reasonOf = (resource: PlacedResource) => this.#reasonToRun(resource, facts);
    return [
      ...resources.flatMap((resource) => stateFinding(resource, reasonOf(resource), facts, standing) ?? []),
      ...unreachableFindings(facts, standing, reasonOf),
      ...this.#missing.findings(facts, standing, reasonOf),
    ];
  }

  /** Why it should run; null where nothing says so, or it was stopped by an approved action. */
  #reasonToRun({ id, expectation }: PlacedResource, facts: RuleFacts): string | null {
    const said = facts.expected(id);
    if (said?.expected === 'any') return null;
    const isRunning = said !== null || expectation?.shouldRun === true;
    if (!isRunning) return null;
    const stoppedAt = facts.stoppedAt(id);
    const ranSince = (this.#ranAt.get(id) ?? 0) > (stoppedAt ?? 0) + AFTER_STOP_MS;
    if (stoppedAt !== null && !ranSince && stoppedAt >= (said?.setAt ?? 0)) return null;
    return said ? `set by ${said.setBy}` : (expectation?.reason ?? '');
  }
}

/** What its own state says. A state that says neither keeps what was found before. */
function stateFinding(
  resource: PlacedResource,
  reason: string | null,
  facts: RuleFacts,
  standing: Standing,
): Finding | null {
  switch (resource.state) {
    case 'stopped':
    case 'failed':
      return down(resource, reason, facts);
    case 'degraded':
      return unhealthy(resource, facts);
    case 'changing':
    case 'unknown':
    case 'unreachable': {
      const isWanted = reason !== null || facts.expected(resource.id) === null;
      const before =
        standing.get(alertKey('down', resource.id)) ?? standing.get(alertKey('unhealthy', resource.id));
      return isWanted ? (before ?? null) : null;
    }
    case 'running':
    case 'paused':
    case 'available':
      return null;
  }
}

function down(resource: PlacedResource, reason: string | null, facts: RuleFacts): Finding | null {
  const { id, kind, state } = resource;
  const place = placeOf(resource);
  const how = state === 'failed' ? 'has failed' : 'is stopped';
  if (reason !== null) {
    const message = `${place} ${how} and should run: ${reason}. Read its log for the cause, then start it.`;
    return findingOf('down', 'critical', resource, message);
  }
  const hasFailed = kind === 'service' && state === 'failed' && facts.expected(id)?.expected !== 'any';
  if (!hasFailed || facts.stoppedAt(id) !== null) return null;
  return findingOf('down', 'warning', resource, `${place} has failed. Read its log for the cause.`);
}

function unhealthy(resource: PlacedResource, { expected }: RuleFacts): Finding | null {
  const { id, kind, detail } = resource;
  if (!HAS_HEALTH.has(kind) || expected(id)?.expected === 'any') return null;
  const message = `${placeOf(resource)} is unhealthy: ${detail}. Read its log for the cause.`;
  return findingOf('unhealthy', 'warning', resource, message);
}
