// Alerts about what should run and is not there any more, although its provider answers: it was removed by something else than an approved action. A
// resource that was made anew under the same name is there. After a day the absence is taken for intended. Pure but for what was seen before.
// Called by availability-rules.ts. Source: agent, What it acts on (Alerts).
import type { ResourceKind } from '../../../shared/model/resource.ts';
import {
  type Finding,
  findingOf,
  type PlacedResource,
  placeOf,
  type RuleFacts,
  type Standing,
} from './alert-facts.ts';
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
  #wanted: ReadonlyMap<string, PlacedResource> = new Map();
  /** Null before the first look. */
  #lost: ReadonlyMap<string, LostResource> | null = null;

  findings(facts: RuleFacts, standing: Standing, reasonOf: ReasonToRun): Finding[] {
    const { now, resources } = facts;
    const here = new Set(resources.flatMap((one) => [one.id, identity(one.id, one.name)]));
    const waiting: PlacedResource[] = [];
    const lost = new Map(this.#lost ?? lostBefore(standing, now));
    for (const [id, resource] of this.#wanted) {
      if (here.has(id) || lost.has(id)) continue;
      if (isWatched(resource, facts)) lost.set(id, { finding: missing(resource), since: now });
      else waiting.push(resource);
    }
    const left = [...lost].filter(([id, one]) => isLost(id, one, facts, here));
    this.#lost = new Map(left);
    const wanted = resources.filter((one) => KINDS.has(one.kind) && reasonOf(one) !== null);
    this.#wanted = new Map([...waiting, ...wanted].map((one) => [one.id, one]));
    return left.map(([, { finding }]) => finding);
  }
}

/** Those of before a start of the program. */
const lostBefore = (standing: Standing, now: number): [string, LostResource][] =>
  [...standing.values()].flatMap((finding) =>
    finding.rule === 'missing' && finding.resourceId !== null
      ? [[finding.resourceId, { finding, since: now }]]
      : [],
  );

/** Whether a look would have shown it: its provider and what it is in answer, and nothing was left out. */
function isWatched({ provider, parent }: PlacedResource, { providers, resources }: RuleFacts): boolean {
  const isWhole = providers.some(
    ({ name, state, reason }) => name === provider && state === 'well' && reason === null,
  );
  const place = resources.find(({ id }) => id === parent);
  return isWhole && place?.state !== 'unreachable';
}

function isLost(
  id: string,
  { finding, since }: LostResource,
  { now, stoppedAt, expected }: RuleFacts,
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

const missing = (resource: PlacedResource): Finding =>
  findingOf(
    'missing',
    'warning',
    resource,
    `${placeOf(resource)} should run and was removed outside of Festinger. Create it again, or say that it may be stopped.`,
  );
