// Ids of what a cluster holds, and the paths its API has for them. Pure. Called within this folder. Source: agent, What it acts on.
import { Namespace } from './config.ts';

export const KINDS = ['k8s_cluster', 'k8s_deployment', 'k8s_pod', 'k8s_service'] as const;
export type NamedKind = 'k8s_deployment' | 'k8s_pod' | 'k8s_service';

export interface Named {
  readonly kind: NamedKind;
  readonly namespace: string;
  readonly name: string;
}
export type Place = { readonly kind: 'k8s_cluster' } | Named;

export const clusterId = (cluster: string): string => `k8s_cluster:${cluster}`;

export const namedId = (cluster: string, { kind, namespace, name }: Named): string =>
  `${kind}:${cluster}:${namespace}/${name}`;

/** Null for what is no id of here. */
export function placeOf(id: string): { readonly cluster: string; readonly place: Place } | null {
  const [kind, cluster = '', path, ...more] = id.split(':');
  if (more.length > 0 || cluster === '') return null;
  if (kind === 'k8s_cluster') return path === undefined ? { cluster, place: { kind } } : null;
  const [namespace = '', name = '', ...deeper] = (path ?? '').split('/');
  const isNamed = kind === 'k8s_deployment' || kind === 'k8s_pod' || kind === 'k8s_service';
  const isName = /^[a-z0-9][a-z0-9.-]{0,252}$/.test(name);
  if (!isNamed || deeper.length > 0 || !isName || !Namespace.safeParse(namespace).success) return null;
  return { cluster, place: { kind, namespace, name } };
}

const GROUPS: Readonly<Record<NamedKind, readonly [group: string, plural: string]>> = {
  k8s_deployment: ['/apis/apps/v1', 'deployments'],
  k8s_pod: ['/api/v1', 'pods'],
  k8s_service: ['/api/v1', 'services'],
};

/** @param namespace null: of all of them */
export function listPath(kind: NamedKind, namespace: string | null): string {
  const [group, plural] = GROUPS[kind];
  return `${group}${within(namespace)}/${plural}`;
}

export const replicaSetsPath = (namespace: string | null): string =>
  `/apis/apps/v1${within(namespace)}/replicasets`;

export const itemPath = (place: Named): string => `${listPath(place.kind, place.namespace)}/${place.name}`;

const within = (namespace: string | null): string => (namespace === null ? '' : `/namespaces/${namespace}`);
