// What Kubernetes answers, for the double to be held to: every answer it gives is parsed by these before it leaves. Kept apart from
// what the provider reads, so that neither bends to the other. Which fields there are, of which type, and which are required is from
// Kubernetes' public OpenAPI definitions (kubernetes/kubernetes, api/openapi-spec/v3: version, api__v1, apis__apps__v1,
// apis__autoscaling__v1) and, for metrics, from kubernetes/metrics (metrics.k8s.io/v1beta1); only what the double uses is here.
import * as z from 'zod';

const Int = z.number().int();
const Text = z.string();
const Time = z.iso.datetime();
const Texts = z.record(Text, Text);

const OwnerReference = z.strictObject({
  apiVersion: Text,
  kind: Text,
  name: Text,
  uid: Text,
  controller: z.boolean().optional(),
  blockOwnerDeletion: z.boolean().optional(),
});
const ObjectMeta = z.strictObject({
  name: Text.optional(),
  namespace: Text.optional(),
  uid: Text.optional(),
  generation: Int.optional(),
  resourceVersion: Text.optional(),
  creationTimestamp: Time.optional(),
  deletionTimestamp: Time.optional(),
  labels: Texts.optional(),
  annotations: Texts.optional(),
  ownerReferences: z.array(OwnerReference).optional(),
});
const ListMeta = z.strictObject({
  resourceVersion: Text.optional(),
  continue: Text.optional(),
  remainingItemCount: Int.optional(),
});
const listOf = <T extends z.ZodType>(kind: string, apiVersion: string, item: T) =>
  z.strictObject({
    kind: z.literal(kind),
    apiVersion: z.literal(apiVersion),
    metadata: ListMeta,
    items: z.array(item),
  });

const EnvVar = z.strictObject({
  name: Text,
  value: Text.optional(),
  valueFrom: z.looseObject({}).optional(),
});
const Container = z.strictObject({
  name: Text,
  image: Text.optional(),
  env: z.array(EnvVar).optional(),
  ports: z
    .array(
      z.strictObject({
        containerPort: Int,
        protocol: Text.optional(),
        name: Text.optional(),
        hostPort: Int.optional(),
      }),
    )
    .optional(),
  volumeMounts: z
    .array(z.strictObject({ name: Text, mountPath: Text, readOnly: z.boolean().optional() }))
    .optional(),
  resources: z.strictObject({ limits: Texts.optional(), requests: Texts.optional() }).optional(),
});
const Volume = z.strictObject({
  name: Text,
  hostPath: z.strictObject({ path: Text, type: Text.optional() }).optional(),
  secret: z.strictObject({ secretName: Text.optional(), defaultMode: Int.optional() }).optional(),
});
const PodSpec = z.strictObject({
  containers: z.array(Container),
  volumes: z.array(Volume).optional(),
  nodeName: Text.optional(),
  restartPolicy: Text.optional(),
});
const ContainerState = z.strictObject({
  running: z.strictObject({ startedAt: Time.optional() }).optional(),
  waiting: z.strictObject({ reason: Text.optional(), message: Text.optional() }).optional(),
  terminated: z.strictObject({ exitCode: Int, reason: Text.optional() }).optional(),
});
const ContainerStatus = z.strictObject({
  name: Text,
  ready: z.boolean(),
  restartCount: Int,
  image: Text,
  imageID: Text,
  started: z.boolean().optional(),
  state: ContainerState.optional(),
});

const Pod = z.strictObject({
  kind: z.literal('Pod').optional(),
  apiVersion: z.literal('v1').optional(),
  metadata: ObjectMeta,
  spec: PodSpec,
  status: z.strictObject({
    phase: Text.optional(),
    reason: Text.optional(),
    podIP: Text.optional(),
    containerStatuses: z.array(ContainerStatus).optional(),
  }),
});
const Deployment = z.strictObject({
  kind: z.literal('Deployment').optional(),
  apiVersion: z.literal('apps/v1').optional(),
  metadata: ObjectMeta,
  spec: z.strictObject({
    replicas: Int.optional(),
    paused: z.boolean().optional(),
    selector: z.strictObject({ matchLabels: Texts.optional() }),
    strategy: z.strictObject({ type: Text.optional() }).optional(),
    template: z.strictObject({ metadata: ObjectMeta.optional(), spec: PodSpec }),
  }),
  status: z.strictObject({
    observedGeneration: Int.optional(),
    replicas: Int.optional(),
    updatedReplicas: Int.optional(),
    readyReplicas: Int.optional(),
    availableReplicas: Int.optional(),
    unavailableReplicas: Int.optional(),
    conditions: z
      .array(z.strictObject({ type: Text, status: Text, reason: Text.optional(), message: Text.optional() }))
      .optional(),
  }),
});
const Service = z.strictObject({
  kind: z.literal('Service').optional(),
  apiVersion: z.literal('v1').optional(),
  metadata: ObjectMeta,
  spec: z.strictObject({
    type: Text.optional(),
    clusterIP: Text.optional(),
    selector: Texts.optional(),
    ports: z
      .array(
        z.strictObject({
          port: Int,
          name: Text.optional(),
          nodePort: Int.optional(),
          protocol: Text.optional(),
          targetPort: z.union([Int, Text]).optional(),
        }),
      )
      .optional(),
  }),
  status: z.strictObject({ loadBalancer: z.strictObject({}).optional() }).optional(),
});
const PartialMeta = z.strictObject({
  kind: z.literal('PartialObjectMetadata'),
  apiVersion: z.literal('meta.k8s.io/v1'),
  metadata: ObjectMeta,
});
const ReplicaSet = z.strictObject({
  kind: z.literal('ReplicaSet'),
  apiVersion: z.literal('apps/v1'),
  metadata: ObjectMeta,
  spec: z.strictObject({
    replicas: Int.optional(),
    selector: z.strictObject({ matchLabels: Texts.optional() }),
  }),
});

/** By the kind an answer says it is. */
export const SHAPES: Readonly<Record<string, z.ZodType>> = {
  Pod,
  Deployment,
  Service,
  ReplicaSet,
  PodList: listOf('PodList', 'v1', Pod),
  DeploymentList: listOf('DeploymentList', 'apps/v1', Deployment),
  ServiceList: listOf('ServiceList', 'v1', Service),
  PartialObjectMetadataList: listOf('PartialObjectMetadataList', 'meta.k8s.io/v1', PartialMeta),
  Scale: z.strictObject({
    kind: z.literal('Scale'),
    apiVersion: z.literal('autoscaling/v1'),
    metadata: ObjectMeta,
    spec: z.strictObject({ replicas: Int.optional() }),
    status: z.strictObject({ replicas: Int, selector: Text.optional() }),
  }),
  Status: z.strictObject({
    kind: z.literal('Status'),
    apiVersion: z.literal('v1'),
    metadata: ListMeta,
    status: z.enum(['Success', 'Failure']),
    message: Text.optional(),
    reason: Text.optional(),
    code: Int.optional(),
  }),
  PodMetrics: z.strictObject({
    kind: z.literal('PodMetrics'),
    apiVersion: z.literal('metrics.k8s.io/v1beta1'),
    metadata: ObjectMeta,
    timestamp: Time,
    window: Text,
    containers: z.array(z.strictObject({ name: Text, usage: z.strictObject({ cpu: Text, memory: Text }) })),
  }),
  /** `GET /version` says no kind. */
  VersionInfo: z.strictObject({
    major: Text,
    minor: Text,
    gitVersion: Text,
    gitCommit: Text,
    gitTreeState: Text,
    buildDate: Text,
    goVersion: Text,
    compiler: Text,
    platform: Text,
  }),
};
