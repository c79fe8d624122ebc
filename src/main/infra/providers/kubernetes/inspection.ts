// What of a pod, a deployment or a service is shown: containers, ports, mounts, names of variables. Never a value of a variable, never
// anything of a Secret but its name as a mount. Pure. Called by the provider. Source: agent, What it acts on.
import type { Inspection, Resource } from '../../../../shared/model/resource.ts';
import { imagesOf, restartsOf } from './resources.ts';
import type { Deployment, Pod, PodSpec, Service } from './wire.ts';

const MAX = 200;
const MAX_NAMES = 500;

type Facts = Inspection['facts'];

const fact = (label: string, value: unknown): Facts =>
  value === null || value === undefined || value === ''
    ? []
    : [{ label, value: String(value).slice(0, 2000) }];

export function podInspection(resource: Resource, pod: Pod): Inspection {
  return withSpec(resource, pod.spec, [
    ...fact('phase', pod.status?.phase),
    ...fact('node', pod.spec.nodeName),
    ...fact('address', pod.status?.podIP),
    ...fact('restarts', restartsOf(pod)),
    ...fact('created', pod.metadata.creationTimestamp),
    ...pod.metadata.ownerReferences.flatMap(({ kind, name }) => fact('owned by', `${kind} ${name}`)),
    ...(pod.status?.containerStatuses ?? []).flatMap(({ name, ready, restartCount, state }) =>
      fact(
        `container ${name}`,
        [
          ready ? 'ready' : 'not ready',
          `${restartCount} restarts`,
          state?.waiting?.reason ?? state?.terminated?.reason ?? '',
        ]
          .filter((part) => part !== '')
          .join(', '),
      ),
    ),
  ]);
}

export function deploymentInspection(resource: Resource, { metadata, spec, status }: Deployment): Inspection {
  return withSpec(resource, spec.template.spec, [
    ...fact('replicas', spec.replicas),
    ...fact('available', status?.availableReplicas),
    ...fact('updated', status?.updatedReplicas),
    ...fact('strategy', spec.strategy?.type),
    ...fact('generation', metadata.generation),
    ...fact('created', metadata.creationTimestamp),
    ...(status?.conditions ?? []).flatMap(({ type, status: holds, reason }) =>
      fact(`condition ${type}`, `${holds}${reason ? `, ${reason}` : ''}`),
    ),
  ]);
}

export function serviceInspection(resource: Resource, { spec }: Service): Inspection {
  const selector = Object.entries(spec.selector ?? {}).map(([name, value]) => `${name}=${value}`);
  const facts = [
    ...fact('type', spec.type),
    ...fact('address', spec.clusterIP),
    ...fact('leads to', spec.externalName),
    ...fact('selects', selector.join(', ')),
  ];
  const ports = spec.ports.map(
    ({ name, port, nodePort, protocol }) =>
      `${port}/${(protocol ?? 'TCP').toLowerCase()}${name ? ` ${name}` : ''}${nodePort ? ` on every node at ${nodePort}` : ''}`,
  );
  return {
    ...empty(resource),
    facts: facts.slice(0, 100),
    ports: ports.slice(0, MAX).map((port) => port.slice(0, MAX)),
  };
}

export const clusterInspection = (resource: Resource): Inspection => ({
  ...empty(resource),
  facts: fact('state', resource.detail),
});

function withSpec(resource: Resource, spec: PodSpec, facts: Facts): Inspection {
  const sources = new Map(spec.volumes.map((volume) => [volume.name, sourceOf(volume)]));
  const mounts = spec.containers.flatMap(({ volumeMounts }) =>
    volumeMounts.map(({ name, mountPath, readOnly }) => ({
      from: sources.get(name) ?? name,
      to: mountPath,
      readOnly: readOnly === true,
    })),
  );
  const ports = spec.containers.flatMap(({ ports }) =>
    ports.map(
      ({ containerPort, protocol, hostPort }) =>
        `${containerPort}/${(protocol ?? 'TCP').toLowerCase()}${hostPort ? ` on ${hostPort} of its node` : ''}`,
    ),
  );
  const variables = spec.containers.flatMap(({ env }) => env.map(({ name }) => name));
  return {
    ...empty(resource),
    facts: [
      ...fact('images', imagesOf(spec).join(', ')),
      ...fact('containers', spec.containers.map(({ name }) => name).join(', ')),
      ...facts,
    ].slice(0, 100),
    ports: ports.slice(0, MAX),
    mounts: mounts.slice(0, MAX),
    environment: [...new Set(variables)].slice(0, MAX_NAMES),
  };
}

function sourceOf({
  name,
  hostPath,
  persistentVolumeClaim,
  configMap,
  secret,
}: PodSpec['volumes'][number]): string {
  if (hostPath) return hostPath.path;
  if (persistentVolumeClaim) return `claim ${persistentVolumeClaim.claimName}`;
  if (configMap) return `config map ${configMap.name ?? ''}`;
  if (secret) return `secret ${secret.secretName ?? ''}`;
  return name;
}

const empty = (resource: Resource): Inspection => ({
  resource,
  facts: [],
  ports: [],
  mounts: [],
  configPaths: [],
  logPaths: [],
  environment: [],
});
