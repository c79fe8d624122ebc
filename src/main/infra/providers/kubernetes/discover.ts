// What is in one cluster: itself, its deployments, pods and services, and which pod belongs to which deployment. Owns the limits of
// how much is taken; a list that may not be read hides none of the others. Called by the provider. Source: agent, What it acts on.

import type * as z from 'zod';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Resource } from '../../../../shared/model/resource.ts';
import { orGone } from './actions.ts';
import type { ClusterApi } from './api.ts';
import { itemPath, listPath, type Named, namedId, type Place, replicaSetsPath } from './ids.ts';
import {
  type Cluster,
  clusterResource,
  deploymentResource,
  podResource,
  serviceResource,
} from './resources.ts';
import { Deployment, Pod, ReplicaSetMeta, Service, Version } from './wire.ts';

const MAX_ITEMS = 2000;
/** Old ones are kept beside those that are used. */
const MAX_REPLICA_SETS = 10_000;
/** Who they are, without their spec. */
const META_ONLY = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

interface ClusterView {
  readonly resources: readonly Resource[];
  readonly problems: readonly string[];
}

/** @throws AppError UNAVAILABLE when the cluster itself does not answer, CANCELLED */
export async function discoverCluster(
  name: string,
  api: ClusterApi,
  namespaces: readonly string[] | null,
  signal: AbortSignal,
): Promise<ClusterView> {
  const cluster: Cluster = { name, server: await api.server() };
  const { gitVersion } = await api.get('/version', Version, signal);
  const problems: string[] = [];
  const all = async <T>(
    path: (namespace: string | null) => string,
    schema: z.ZodType<T>,
    what: string,
    most: number,
    accept?: string,
  ): Promise<T[]> => {
    const found: T[] = [];
    for (const namespace of namespaces ?? [null]) {
      try {
        const { fit, odd, cut } = await api.list(
          path(namespace),
          schema,
          what,
          most - found.length,
          signal,
          accept,
        );
        found.push(...fit);
        if (odd !== null) problems.push(odd);
        if (cut) problems.push(`${api.who} has more than ${most} ${what}; the first ${most} are shown.`);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
        problems.push(error.message);
      }
      if (found.length >= most) break;
    }
    return found;
  };
  const [deployments, replicaSets, pods, services] = await Promise.all([
    all((at) => listPath('k8s_deployment', at), Deployment, 'deployments', MAX_ITEMS),
    all(replicaSetsPath, ReplicaSetMeta, 'replica sets', MAX_REPLICA_SETS, META_ONLY),
    all((at) => listPath('k8s_pod', at), Pod, 'pods', MAX_ITEMS),
    all((at) => listPath('k8s_service', at), Service, 'services', MAX_ITEMS),
  ]);
  const owners = new Map(
    replicaSets.map(({ metadata }) => [`${metadata.namespace}/${metadata.name}`, metadata]),
  );
  const ownerOf = (pod: Pod): string | null => deploymentOf(name, pod, (path) => owners.get(path));
  return {
    resources: [
      clusterResource(cluster, gitVersion),
      ...deployments.map((one) => deploymentResource(cluster, one)),
      ...pods.map((one) => podResource(cluster, one, ownerOf(one))),
      ...services.map((one) => serviceResource(cluster, one)),
    ],
    problems,
  };
}

type Meta = z.infer<typeof ReplicaSetMeta>['metadata'];

/** A pod is owned by a replica set, and that by a deployment. */
function deploymentOf(
  cluster: string,
  { metadata }: Pod,
  replicaSet: (path: string) => Meta | undefined,
): string | null {
  const set = metadata.ownerReferences.find(({ kind }) => kind === 'ReplicaSet');
  const owner =
    set &&
    replicaSet(`${metadata.namespace}/${set.name}`)?.ownerReferences.find(
      ({ kind }) => kind === 'Deployment',
    );
  return owner
    ? namedId(cluster, { kind: 'k8s_deployment', namespace: metadata.namespace, name: owner.name })
    : null;
}

/** The one thing as it is now; null when there is nothing of that name. @throws AppError UNAVAILABLE, CANCELLED */
export async function findIn(
  name: string,
  api: ClusterApi,
  place: Place,
  signal: AbortSignal,
): Promise<Resource | null> {
  const cluster: Cluster = { name, server: await api.server() };
  switch (place.kind) {
    case 'k8s_cluster':
      return clusterResource(cluster, (await api.get('/version', Version, signal)).gitVersion);
    case 'k8s_deployment': {
      const found = await orGone(api.get(itemPath(place), Deployment, signal));
      return found === null ? null : deploymentResource(cluster, found);
    }
    case 'k8s_service': {
      const found = await orGone(api.get(itemPath(place), Service, signal));
      return found === null ? null : serviceResource(cluster, found);
    }
    case 'k8s_pod': {
      const found = await orGone(api.get(itemPath(place), Pod, signal));
      return found === null
        ? null
        : podResource(cluster, found, await ownerNow(name, api, place, found, signal));
    }
  }
}

async function ownerNow(
  cluster: string,
  api: ClusterApi,
  { namespace }: Named,
  pod: Pod,
  signal: AbortSignal,
): Promise<string | null> {
  const set = pod.metadata.ownerReferences.find(({ kind }) => kind === 'ReplicaSet');
  if (set === undefined) return null;
  const found = await orGone(api.get(`${replicaSetsPath(namespace)}/${set.name}`, ReplicaSetMeta, signal));
  return deploymentOf(cluster, pod, () => found?.metadata);
}
