// Alerts about what should run and does not: down, unhealthy, unreachable, removed. Each must be so at two looks. What should run is said by the
// operator, else by the resource's own configuration; a stop or a removal that was approved here is none of these. A host or provider that does not
// answer is one alert, and what is in it keeps the alerts it had. Pure but for what was seen at earlier looks. Called by alert-rules.ts.
// Source: agent, What it acts on (Alerts).
import type { Resource, ResourceKind } from '../../../shared/model/resource.ts';
import { type AlertFacts, alertKey, type Finding, placeOf, type Standing } from './alert-facts.ts';
import { MissingResources } from './missing-resources.ts';
import { unreachableFindings } from './unreachable-rules.ts';

/** Two looks that are nearer to each other than this count as one. */
const BETWEEN_LOOKS_MS = 20_000;
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
  /** When each was first found, of what was found at the look before. */
  #suspects: ReadonlyMap<string, number> = new Map();
  readonly #ranAt = new Map<string, number>();

  findings(facts: AlertFacts, standing: Standing): Finding[] {
    const { now, resources } = facts;
    const present = new Set(resources.map(({ id }) => id));
    for (const id of this.#ranAt.keys()) if (!present.has(id)) this.#ranAt.delete(id);
    for (const { id, state } of resources)
      if (state === 'running' || state === 'degraded') this.#ranAt.set(id, now);
    const reasonOf = (resource: Resource) => this.#reasonToRun(resource, facts);
    const found = [
      ...resources.flatMap((resource) => stateFinding(resource, reasonOf(resource), facts, standing) ?? []),
      ...unreachableFindings(facts, standing, reasonOf),
      ...this.#missing.findings(facts, standing, reasonOf),
    ];
    const since = (key: string) => this.#suspects.get(key) ?? now;
    this.#suspects = new Map(found.map(({ key }) => [key, since(key)]));
    return found.filter(({ key }) => standing.has(key) || now - since(key) >= BETWEEN_LOOKS_MS);
  }

  /** Why it should run; null where nothing says so, or it was stopped by an approved action. */
  #reasonToRun({ id, expectation }: Resource, facts: AlertFacts): string | null {
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
  resource: Resource,
  reason: string | null,
  facts: AlertFacts,
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

function down(resource: Resource, reason: string | null, facts: AlertFacts): Finding | null {
  const { id, name, kind, state } = resource;
  const common = { key: alertKey('down', id), rule: 'down', resourceId: id, resourceName: name } as const;
  const how = state === 'failed' ? 'has failed' : 'is stopped';
  if (reason !== null)
    return {
      ...common,
      severity: 'critical',
      message: `${placeOf(resource)} ${how} and should run: ${reason}. Read its log for the cause, then start it.`,
    };
  const hasFailed = kind === 'service' && state === 'failed' && facts.expected(id)?.expected !== 'any';
  if (!hasFailed || facts.stoppedAt(id) !== null) return null;
  return {
    ...common,
    severity: 'warning',
    message: `${placeOf(resource)} has failed. Read its log for the cause.`,
  };
}

function unhealthy(resource: Resource, { expected }: AlertFacts): Finding | null {
  const { id, name, kind, detail } = resource;
  if (!HAS_HEALTH.has(kind) || expected(id)?.expected === 'any') return null;
  return {
    key: alertKey('unhealthy', id),
    ...{ rule: 'unhealthy', severity: 'warning', resourceId: id, resourceName: name },
    message: `${placeOf(resource)} is unhealthy: ${detail}. Read its log for the cause.`.slice(0, 1000),
  };
}
