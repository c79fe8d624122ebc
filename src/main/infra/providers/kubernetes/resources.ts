// What a cluster holds as resources: names, states, what can be done, who owns whom, and what an approval relies on. A version begins
// with the uid (and, of a deployment, its generation): by these an action says which one it means, and a look whether it is another
// by now. Pure. Called by the provider. Source: agent, What it acts on.
import type { ActionName, Resource, ResourceState } from '../../../../shared/model/resource.ts';
import { versionOf } from '../remote/version.ts';
import { clusterId, namedId } from './ids.ts';
import type { Deployment, Pod, Service } from './wire.ts';

export interface Cluster {
  readonly name: string;
  readonly server: string;
}

/** Waiting for what does not come by itself. */
const BROKEN = new Set([
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'ErrImagePull',
  'ErrImageNeverPull',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);
const PHASES: Readonly<Record<string, ResourceState>> = {
  Pending: 'changing',
  Running: 'running',
  Succeeded: 'stopped',
  Failed: 'failed',
  Unknown: 'unreachable',
};

/** What is wrong with a container, as Kubernetes calls it; null when nothing is. */
const brokenReason = (pod: Pod): string | null =>
  pod.status?.containerStatuses
    .map(({ state }) => state?.waiting?.reason ?? '')
    .find((reason) => BROKEN.has(reason)) ?? null;

function podState(pod: Pod): ResourceState {
  if (typeof pod.metadata.deletionTimestamp === 'string') return 'changing';
  if (brokenReason(pod) !== null) return 'failed';
  const state = PHASES[pod.status?.phase ?? ''] ?? 'unknown';
  const statuses = pod.status?.containerStatuses ?? [];
  const allReady = statuses.length >= pod.spec.containers.length && statuses.every(({ ready }) => ready);
  return state === 'running' && !allReady ? 'degraded' : state;
}

export const restartsOf = (pod: Pod): number =>
  (pod.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);

export const imagesOf = (spec: Pod['spec']): string[] =>
  spec.containers.map(({ image }) => image ?? 'no image');

/** @param owner the id of the deployment it belongs to; null: none, or not known */
export function podResource(cluster: Cluster, pod: Pod, owner: string | null): Resource {
  const state = podState(pod);
  const statuses = pod.status?.containerStatuses ?? [];
  const ready = statuses.filter((status) => status.ready).length;
  const restarts = restartsOf(pod);
  const { uid, deletionTimestamp } = pod.metadata;
  const parts = [
    brokenReason(pod) ?? pod.status?.reason ?? pod.status?.phase ?? 'unknown',
    `${ready} of ${pod.spec.containers.length} ready`,
    restarts === 0 ? '' : `${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`,
    pod.spec.nodeName ? `on ${pod.spec.nodeName}` : '',
    imagesOf(pod.spec).join(', '),
  ];
  return {
    ...named(cluster, 'k8s_pod', pod.metadata),
    parent: owner ?? clusterId(cluster.name),
    state,
    detail: joined(parts),
    actions: typeof deletionTimestamp === 'string' ? [] : ['remove'],
    version: `${uid}.${versionOf(['k8s_pod', cluster, state, imagesOf(pod.spec), pod.spec.nodeName])}`,
  };
}

function deploymentState({ metadata, spec, status }: Deployment): ResourceState {
  if (typeof metadata.deletionTimestamp === 'string') return 'changing';
  if (spec.paused === true) return 'paused';
  const isStuck = status?.conditions.some(
    ({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded',
  );
  if (isStuck === true) return 'failed';
  if (status === null || status === undefined || status.observedGeneration < metadata.generation)
    return 'changing';
  if (status.updatedReplicas < spec.replicas || status.replicas > status.updatedReplicas) return 'changing';
  if (spec.replicas === 0) return 'stopped';
  return status.availableReplicas < spec.replicas ? 'degraded' : 'running';
}

export function deploymentResource(cluster: Cluster, deployment: Deployment): Resource {
  const { metadata, spec, status } = deployment;
  const state = deploymentState(deployment);
  const images = imagesOf(spec.template.spec);
  const parts = [
    `${status?.availableReplicas ?? 0} of ${spec.replicas} available`,
    spec.paused === true ? 'paused' : '',
    images.join(', '),
  ];
  return {
    ...named(cluster, 'k8s_deployment', metadata),
    parent: clusterId(cluster.name),
    state,
    detail: joined(parts),
    expectation: {
      shouldRun: spec.replicas > 0,
      reason: `${spec.replicas} ${spec.replicas === 1 ? 'replica' : 'replicas'} wanted`,
    },
    actions: deploymentActions(deployment),
    version: `${metadata.uid}.${metadata.generation}.${versionOf(['k8s_deployment', cluster, state, spec.replicas, images])}`,
  };
}

/** Nobody restarts what is paused: its pods would not follow. */
function deploymentActions({ metadata, spec }: Deployment): ActionName[] {
  if (typeof metadata.deletionTimestamp === 'string') return [];
  return spec.paused === true ? ['scale'] : ['restart', 'scale'];
}

export function serviceResource(cluster: Cluster, { metadata, spec }: Service): Resource {
  const ports = spec.ports.map(({ port, nodePort }) => (nodePort ? `${port}:${nodePort}` : String(port)));
  return {
    ...named(cluster, 'k8s_service', metadata),
    parent: clusterId(cluster.name),
    state: typeof metadata.deletionTimestamp === 'string' ? 'changing' : 'available',
    detail: joined([spec.type ?? 'ClusterIP', spec.externalName ?? spec.clusterIP ?? '', ports.join(', ')]),
    actions: [],
    version: `${metadata.uid}.${versionOf(['k8s_service', cluster, spec.type, spec.clusterIP, ports])}`,
  };
}

/** @param version as the cluster says it; null: it does not answer, for the reason in `why` */
export function clusterResource(cluster: Cluster, version: string | null, why = ''): Resource {
  const id = clusterId(cluster.name);
  return {
    id,
    kind: 'k8s_cluster',
    name: cluster.name,
    aliases: [],
    provider: 'kubernetes',
    parent: null,
    state: version === null ? 'unreachable' : 'running',
    expectation: { shouldRun: true, reason: 'named in config.yaml' },
    detail: (version === null ? why : `Kubernetes ${version} at ${cluster.server}`).slice(0, 500),
    actions: [],
    reachableVia: [[{ via: 'api', target: id, words: words(cluster) }]],
    targetHost: cluster.name,
    version: versionOf(['k8s_cluster', cluster, version]),
  };
}

const words = ({ server, name }: Cluster): string => (server === '' ? name : server).slice(0, 300);

const joined = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, 500);

function named(
  cluster: Cluster,
  kind: 'k8s_pod' | 'k8s_deployment' | 'k8s_service',
  { namespace, name }: { namespace: string; name: string },
) {
  const id = namedId(cluster.name, { kind, namespace, name });
  return {
    id,
    kind,
    name,
    aliases: [`${namespace}/${name}`],
    provider: 'kubernetes' as const,
    reachableVia: [[{ via: 'api' as const, target: id, words: words(cluster) }]],
    targetHost: cluster.name,
  };
}
