// What the doubled cluster holds, and how it moves: a changed deployment is seen, then rolled out; a removed pod ends, then is gone and
// another stands in its place. Each look moves it a step. Used by the double beside it.
const BORN = '2026-01-01T00:00:00Z';

interface Meta {
  name: string;
  namespace: string;
  uid: string;
  generation?: number;
  creationTimestamp: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: { apiVersion: string; kind: string; name: string; uid: string; controller: boolean }[];
}

export interface PodItem {
  metadata: Meta;
  spec: { nodeName: string; containers: Record<string, unknown>[]; volumes?: Record<string, unknown>[] };
  status: {
    phase: string;
    podIP?: string;
    containerStatuses: {
      name: string;
      ready: boolean;
      restartCount: number;
      image: string;
      imageID: string;
      state?: Record<string, unknown>;
    }[];
  };
}

export interface DeploymentItem {
  metadata: Meta & { generation: number };
  spec: {
    replicas: number;
    paused?: boolean;
    selector: { matchLabels: Record<string, string> };
    strategy: { type: string };
    template: { metadata: Partial<Meta>; spec: PodItem['spec'] };
  };
  status: {
    observedGeneration: number;
    replicas: number;
    updatedReplicas: number;
    readyReplicas: number;
    availableReplicas: number;
    conditions?: { type: string; status: string; reason?: string }[];
  };
}

const container = {
  name: 'web',
  image: 'nginx:1.27',
  env: [
    { name: 'DB_PASSWORD', value: 'hunter2' },
    { name: 'API_KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'api' } } },
  ],
  ports: [{ containerPort: 8080, protocol: 'TCP' }],
  volumeMounts: [
    { name: 'data', mountPath: '/data', readOnly: true },
    { name: 'keys', mountPath: '/keys' },
  ],
  resources: { limits: { cpu: '500m', memory: '256Mi' } },
};
const volumes = [
  { name: 'data', hostPath: { path: '/srv/data' } },
  { name: 'keys', secret: { secretName: 'keys' } },
];
const sidecar = { name: 'mesh', image: 'mesh:2' };

const owner = (kind: string, name: string) => [
  { apiVersion: 'apps/v1', kind, name, uid: `uid-${name}`, controller: true },
];

export function pod(
  name: string,
  more: { readonly ready?: boolean; readonly reason?: string; readonly uid?: string } = {},
): PodItem {
  const ready = more.ready ?? true;
  const state =
    more.reason === undefined ? { running: { startedAt: BORN } } : { waiting: { reason: more.reason } };
  return {
    metadata: {
      name,
      namespace: 'shop',
      uid: more.uid ?? `uid-${name}`,
      creationTimestamp: BORN,
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"env":"hunter2"}' },
      ownerReferences: owner('ReplicaSet', 'web-5d9c'),
    },
    spec: { nodeName: 'n1', containers: [{ ...container }, sidecar], volumes },
    status: {
      phase: 'Running',
      podIP: '10.1.0.9',
      containerStatuses: [
        {
          name: 'web',
          ready,
          restartCount: more.reason === undefined ? 0 : 7,
          image: 'nginx:1.27',
          imageID: 'sha256:1',
          state,
        },
        { name: 'mesh', ready: true, restartCount: 0, image: 'mesh:2', imageID: 'sha256:2' },
      ],
    },
  };
}

export class ClusterState {
  readonly deployment: DeploymentItem = {
    metadata: { name: 'web', namespace: 'shop', uid: 'uid-web', generation: 3, creationTimestamp: BORN },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      strategy: { type: 'RollingUpdate' },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { nodeName: 'n1', containers: [container, sidecar], volumes },
      },
    },
    status: {
      observedGeneration: 3,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
    },
  };
  readonly replicaSet = {
    metadata: {
      name: 'web-5d9c',
      namespace: 'shop',
      uid: 'uid-web-5d9c',
      creationTimestamp: BORN,
      ownerReferences: owner('Deployment', 'web'),
    },
  };
  readonly service = {
    metadata: { name: 'web', namespace: 'shop', uid: 'uid-service', creationTimestamp: BORN },
    spec: {
      type: 'NodePort',
      clusterIP: '10.96.0.7',
      selector: { app: 'web' },
      ports: [{ name: 'http', port: 80, nodePort: 30080, protocol: 'TCP', targetPort: 8080 }],
    },
    status: { loadBalancer: {} },
  };
  pods: PodItem[] = [pod('web-5d9c-a'), pod('web-5d9c-b', { ready: false, reason: 'CrashLoopBackOff' })];

  /** A controller's next step. */
  step(): void {
    const { metadata, spec, status } = this.deployment;
    if (status.observedGeneration < metadata.generation) {
      status.observedGeneration = metadata.generation;
      Object.assign(status, {
        updatedReplicas: 0,
        availableReplicas: Math.min(status.availableReplicas, spec.replicas),
      });
    } else {
      const all = spec.replicas;
      Object.assign(status, {
        replicas: all,
        updatedReplicas: all,
        readyReplicas: all,
        availableReplicas: all,
      });
    }
  }

  change(template: Record<string, string> | null, replicas: number): void {
    const { metadata, spec } = this.deployment;
    metadata.generation += 1;
    spec.replicas = replicas;
    if (template !== null) spec.template.metadata.annotations = template;
  }

  /** A pod that ends is gone at the next look; its replica set has made another. */
  look(name: string): PodItem | undefined {
    const found = this.pods.find(({ metadata }) => metadata.name === name);
    if (found?.metadata.deletionTimestamp === undefined) return found;
    this.pods = [...this.pods.filter((one) => one !== found), pod(`${name}x`)];
    return found;
  }
}
