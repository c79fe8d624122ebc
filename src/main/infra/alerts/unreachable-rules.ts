// Alerts about hosts, upstreams, clusters and whole providers that do not answer. One for what does not answer, none for what is in it. Pure.
// Called by availability-rules.ts. Source: agent, What it acts on (Alerts).
import type { ProviderName, ProviderState, Resource } from '../../../shared/model/resource.ts';
import {
  alertKey,
  type Finding,
  findingAbout,
  findingOf,
  type PlacedResource,
  placeOf,
  type RuleFacts,
  type Standing,
} from './alert-facts.ts';

const PROVIDER_TITLES: Readonly<Record<ProviderName, string>> = {
  host: 'This machine',
  containers: 'Container engine',
  ollama: 'Upstreams',
  ssh: 'Hosts over ssh',
  proxmox: 'Proxmox',
  kubernetes: 'Kubernetes',
  demo: 'Demo',
  graph: 'Memory',
};

export type ReasonToRun = (resource: PlacedResource) => string | null;

export function unreachableFindings(facts: RuleFacts, standing: Standing, reasonOf: ReasonToRun): Finding[] {
  const silent = new Set(facts.resources.filter(({ state }) => state === 'unreachable').map(({ id }) => id));
  const providers = facts.providers.filter((provider) => isSilent(provider, facts));
  const told = new Set(providers.map(({ name }) => name));
  const alone = facts.resources.filter(
    (one) =>
      one.state === 'unreachable' &&
      !(told.has(one.provider) && isLastKnown(one)) &&
      !(one.parent !== null && silent.has(one.parent)) &&
      // Another rule has told of the same cause.
      !standing.has(alertKey('circuit_open', one.name)),
  );
  return [
    ...providers.map((provider) => providerFinding(provider, facts, standing, reasonOf)),
    ...alone.flatMap((one) => resourceFinding(one, reasonOf(one)) ?? []),
  ];
}

/** It failed, or a part of it did: what is known of that part is from an earlier look. */
function isSilent({ name, state, reason }: ProviderState, { resources }: RuleFacts): boolean {
  if (state === 'failed') return true;
  return reason !== null && resources.some((one) => one.provider === name && isLastKnown(one));
}

/** From an earlier look, as `unreachable` of infra marks it. */
const isLastKnown = ({ state, version }: Resource): boolean =>
  state === 'unreachable' && version.startsWith('unreachable:');

function providerFinding(
  { name, reason }: ProviderState,
  { resources }: RuleFacts,
  standing: Standing,
  reasonOf: ReasonToRun,
): Finding {
  const holds = resources.some((one) => one.provider === name && reasonOf(one) !== null);
  const isCritical = holds || standing.get(alertKey('unreachable', name))?.severity === 'critical';
  const title = PROVIDER_TITLES[name];
  const message = `${title}: ${reason ?? 'it does not answer'}. What is in it is shown as it was last seen.`;
  return findingAbout(
    'unreachable',
    isCritical ? 'critical' : 'warning',
    { about: name, name: title },
    message,
  );
}

function resourceFinding(resource: PlacedResource, reason: string | null): Finding | null {
  const message = `${placeOf(resource)} does not answer: ${resource.detail}`;
  return reason === null ? null : findingOf('unreachable', 'critical', resource, message);
}
