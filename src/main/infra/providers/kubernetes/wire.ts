// What the provider reads of Kubernetes' answers, and nothing more of them: of variables the names, of annotations the one that names
// a container, of Secrets nothing. Called within this folder. Source: Kubernetes' OpenAPI definitions (api/openapi-spec/v3).
import * as z from 'zod';
import { Namespace } from './config.ts';

const Name = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,252}$/, 'a name as DNS has it');
const Short = z.string().max(300);
const Int = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Count = Int.nullish().transform((value) => value ?? 0);
/** Goes into a version: what separates the parts of one is not in it. */
const Uid = z.string().regex(/^[A-Za-z0-9-]{1,40}$/, 'a uid');
const several = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .max(1000)
    .nullish()
    .transform((value) => value ?? []);

export const Owner = z.object({ kind: Short, name: Name, controller: z.boolean().nullish() });

const Meta = z.object({
  name: Name,
  namespace: Namespace,
  uid: Uid,
  generation: Count,
  creationTimestamp: Short.nullish(),
  deletionTimestamp: Short.nullish(),
  annotations: z.object({ 'kubectl.kubernetes.io/default-container': Short.nullish() }).nullish(),
  ownerReferences: several(Owner),
});

export const Page = z.object({
  items: z.array(z.unknown()).max(10_000),
  metadata: z.object({ continue: z.string().max(5000).nullish() }).nullish(),
});

/** Who owns a ReplicaSet; asked for without its spec. */
export const ReplicaSetMeta = z.object({ metadata: Meta });

const Port = z.object({ containerPort: Int, protocol: Short.nullish(), hostPort: Int.nullish() });
const Container = z.object({
  name: Name,
  image: z.string().max(500).nullish(),
  env: several(z.object({ name: Short })),
  ports: several(Port),
  volumeMounts: several(
    z.object({ name: Short, mountPath: z.string().max(1000), readOnly: z.boolean().nullish() }),
  ),
  resources: z.object({ limits: z.record(z.string(), z.string().max(50)).nullish() }).nullish(),
});
const Volume = z.object({
  name: Short,
  hostPath: z.object({ path: z.string().max(1000) }).nullish(),
  persistentVolumeClaim: z.object({ claimName: Short }).nullish(),
  configMap: z.object({ name: Short.nullish() }).nullish(),
  secret: z.object({ secretName: Short.nullish() }).nullish(),
});
const PodSpec = z.object({
  nodeName: Short.nullish(),
  containers: z.array(Container).min(1).max(200),
  volumes: several(Volume),
});
export type PodSpec = z.infer<typeof PodSpec>;

const Waiting = z.object({ reason: Short.nullish() });
const ContainerStatus = z.object({
  name: Name,
  ready: z.boolean(),
  restartCount: Count,
  state: z
    .object({
      waiting: Waiting.nullish(),
      terminated: z.object({ reason: Short.nullish(), exitCode: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

export const Pod = z.object({
  metadata: Meta,
  spec: PodSpec,
  status: z
    .object({
      phase: Short.nullish(),
      reason: Short.nullish(),
      podIP: Short.nullish(),
      containerStatuses: several(ContainerStatus),
    })
    .nullish(),
});
export type Pod = z.infer<typeof Pod>;

export const Deployment = z.object({
  metadata: Meta,
  spec: z.object({
    replicas: Int.nullish().transform((value) => value ?? 1),
    paused: z.boolean().nullish(),
    strategy: z.object({ type: Short.nullish() }).nullish(),
    template: z.object({ spec: PodSpec }),
  }),
  status: z
    .object({
      observedGeneration: Count,
      replicas: Count,
      updatedReplicas: Count,
      readyReplicas: Count,
      availableReplicas: Count,
      conditions: several(z.object({ type: Short, status: Short, reason: Short.nullish() })),
    })
    .nullish(),
});
export type Deployment = z.infer<typeof Deployment>;

export const Service = z.object({
  metadata: Meta,
  spec: z.object({
    type: Short.nullish(),
    clusterIP: Short.nullish(),
    externalName: Short.nullish(),
    ports: several(
      z.object({ name: Short.nullish(), port: Int, nodePort: Int.nullish(), protocol: Short.nullish() }),
    ),
    selector: z.record(Short, Short).nullish(),
  }),
});
export type Service = z.infer<typeof Service>;

export const Version = z.object({ gitVersion: Short, platform: Short.nullish() });

export const PodMetrics = z.object({
  containers: z
    .array(
      z.object({ name: Short, usage: z.object({ cpu: z.string().max(50), memory: z.string().max(50) }) }),
    )
    .max(200),
});
