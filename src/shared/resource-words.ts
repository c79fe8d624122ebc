// How kinds of resources are called within a sentence, in the core's words and on every card the same. Holds no schema: the page may run none.
import type { Plan } from './model/approval.ts';
import type { ReadConfinement, ResourceKind } from './model/resource.ts';

export const KIND_WORDS = {
  host: 'machine',
  disk: 'disk',
  gpu: 'GPU',
  service: 'service',
  process: 'process',
  docker_container: 'container',
  docker_image: 'image',
  docker_volume: 'volume',
  docker_network: 'network',
  compose_project: 'Compose project',
  model: 'model',
  upstream: 'upstream',
  node: 'node',
  vm: 'virtual machine',
  lxc: 'LXC container',
  storage: 'storage',
  backup: 'backup',
  k8s_cluster: 'cluster',
  k8s_deployment: 'deployment',
  k8s_pod: 'pod',
  k8s_service: 'Kubernetes service',
  concept: 'concept',
  dimension: 'dimension',
  conflict: 'conflict',
} as const satisfies Readonly<Record<ResourceKind, string>>;

/** `Restart`, `Pull qwen3:8b`. */
export const deedOf = ({ verb, object }: Pick<Plan, 'verb' | 'object'>): string =>
  object === undefined ? verb : `${verb} ${object}`;

/** `Restart web-1`, `Pull qwen3:8b to ollama`. @param name of the resource, with its kind where that is said */
export const sentenceOf = (plan: Pick<Plan, 'verb' | 'object'>, name: string): string =>
  `${deedOf(plan)} ${plan.object === undefined ? '' : 'to '}${name}`;

/** How a read is kept from doing more, as its card and the page of its place say it. */
export const PROOF_TEXT = {
  confined: 'Runs confined: no writes, no network, no secrets',
  table: 'Runs by the table of known commands',
} as const;

export function confinementText({ isConfined, reason, remedy, namedPipes }: ReadConfinement): string {
  if (isConfined)
    return namedPipes ? PROOF_TEXT.confined : `${PROOF_TEXT.confined} (named pipes by their permissions)`;
  return [PROOF_TEXT.table, reason, remedy]
    .filter((part) => part !== null)
    .join('. ')
    .replaceAll('..', '.');
}
