// Alerts about what should run and is not there any more, although its provider answers: it was removed by something else than an approved action. A
// resource that was made anew under the same name is there. After a day the absence is taken for intended. Pure but for what was seen before.
// Called by availability-rules.ts. Source: agent, What it acts on (Alerts).
import type { Resource, ResourceKind } from '../../../shared/model/resource.ts';
import { type AlertFacts, alertKey, type Finding, placeOf, type Standing } from './alert-facts.ts';
import type { ReasonToRun } from './unreachable-rules.ts';

const DAY_MS = 86_400_000;
/** systemd forgets a unit that is disabled and stopped, so that services are not among these. */
const KINDS: ReadonlySet<string> = new Set<ResourceKind>(['docker_container', 'vm', 'lxc', 'k8s_deployment']);

interface LostResource {
  readonly finding: Finding;
  readonly since: number;
}

export class MissingResources {
  /** What should run, as it was seen last. */
  #wanted: ReadonlyMap<string, Resource> = new Map();
  #lost: ReadonlyMap<string, LostResource> = new Map();

  findings(facts: AlertFacts, standing: Standing, reasonOf: ReasonToRun): Finding[] {
    const { now, resources } = facts;
    const here = new Set(resources.flatMap((one) => [one.id, identity(one.id, one.name)]));
    const waiting: Resource[] = [];
    const lost = new Map(this.#lost);
    // Those of before a start of the program.
    for (const finding of standing.values())
      if (finding.rule === 'missing' && finding.resourceId !== null && !lost.has(finding.resourceId))
        lost.set(finding.resourceId, { finding, since: now });
    for (const [id, resource] of this.#wanted) {
      if (here.has(id) || lost.has(id)) continue;
      if (isWatched(resource, facts)) lost.set(id, { finding: missing(resource), since: now });
      else waiting.push(resource);
    }
    this.#lost = new Map([...lost].filter(([id, one]) => isLost(id, one, facts, here)));
    const wanted = resources.filter((one) => KINDS.has(one.kind) && reasonOf(one) !== null);
    this.#wanted = new Map([...waiting, ...wanted].map((one) => [one.id, one]));
    return [...this.#lost.values()].map(({ finding }) => finding);
  }
}

/** Whether a look would have shown it: its provider and what it is in answer, and nothing was left out. */
function isWatched({ provider, parent }: Resource, { providers, resources }: AlertFacts): boolean {
  const isWhole = providers.some(
    ({ name, state, reason }) => name === provider && state === 'well' && reason === null,
  );
  const place = resources.find(({ id }) => id === parent);
  return isWhole && place?.state !== 'unreachable';
}

function isLost(
  id: string,
  { finding, since }: LostResource,
  { now, stoppedAt, expected }: AlertFacts,
  here: ReadonlySet<string>,
): boolean {
  const isIntended = now - since >= DAY_MS || stoppedAt(id) !== null || expected(id)?.expected === 'any';
  return !isIntended && !here.has(id) && !here.has(identity(id, finding.resourceName));
}

/** The same for a container or guest that was made anew, or moved to another node, under its name. */
function identity(id: string, name: string): string {
  const kind = id.slice(0, id.indexOf(':'));
  if (kind === 'docker_container') return `${id.slice(0, id.lastIndexOf(':'))} named ${name}`;
  return kind === 'k8s_deployment' ? id : `${kind} named ${name}`;
}

const missing = (resource: Resource): Finding => ({
  key: alertKey('missing', resource.id),
  rule: 'missing',
  severity: 'warning',
  resourceId: resource.id,
  resourceName: resource.name,
  message: `${placeOf(resource)} should run and was removed outside of Festinger. Create it again, or say that it may be stopped.`,
});
