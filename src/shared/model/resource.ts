// What there is to act on: machines, services, containers, models, upstreams and what the memory holds, as the console shows them
// and the assistant names them. Ids are `{kind}:{host}:{provider_uid}`, or `{kind}:{provider_uid}` for what is under no host.
// Source: agent, What it acts on.
import * as z from 'zod';

export const PROVIDER_NAMES = [
  'host',
  'containers',
  'ollama',
  'ssh',
  'proxmox',
  'kubernetes',
  /** With `--demo` alone. */
  'demo',
  'graph',
] as const;
export const ProviderName = z.enum(PROVIDER_NAMES);
export type ProviderName = z.infer<typeof ProviderName>;

export const RESOURCE_KINDS = [
  'host',
  'disk',
  'gpu',
  'service',
  'process',
  'docker_container',
  'docker_image',
  'docker_volume',
  'docker_network',
  'compose_project',
  'model',
  'upstream',
  'node',
  'vm',
  'lxc',
  'storage',
  'backup',
  'k8s_cluster',
  'k8s_deployment',
  'k8s_pod',
  'k8s_service',
  'concept',
  'dimension',
  'conflict',
] as const;
export const ResourceKind = z.enum(RESOURCE_KINDS);
export type ResourceKind = z.infer<typeof ResourceKind>;

/**
 * `available`: there, and not at work (a pulled model, an image, a volume). `degraded`: at work, and something is wrong.
 * `unreachable`: known, and does not answer.
 */
export const RESOURCE_STATES = [
  'running',
  'stopped',
  'paused',
  'changing',
  'failed',
  'degraded',
  'available',
  'unreachable',
  'unknown',
] as const;
export const ResourceState = z.enum(RESOURCE_STATES);
export type ResourceState = z.infer<typeof ResourceState>;

/** What can be done to a resource from here; which of them its kind allows is said by resource-actions.ts. */
export const ACTION_NAMES = [
  'start',
  'stop',
  'restart',
  'pause',
  'resume',
  'kill',
  'shutdown',
  'reboot',
  'drain',
  'scale',
  'pull',
  'load',
  'unload',
  'update',
  'recreate',
  'rollback',
  'snapshot',
  'set_restart_policy',
  'up',
  'down',
  'remove',
] as const;
export const ActionName = z.enum(ACTION_NAMES);
export type ActionName = z.infer<typeof ActionName>;

export const RISKS = ['low', 'medium', 'high'] as const;
export const Risk = z.enum(RISKS);
export type Risk = z.infer<typeof Risk>;

const Name = z.string().min(1).max(400);
export const ResourceId = z.string().min(3).max(600);
/** An id, or a name, which may have a single letter. */
export const ResourceReference = z.string().min(1).max(600);

/**
 * One step of the way to a resource. `local`: a program on this machine. `api`: a call of a service's own interface.
 * The others run a program inside what `target` names.
 */
export const HOPS = ['local', 'api', 'ssh', 'container_exec', 'pct_exec', 'qm_exec'] as const;
export const Hop = z.strictObject({
  via: z.enum(HOPS),
  /** The resource it leads into. */
  target: ResourceId,
  /** For people: `ssh root@delly`, `lxc 141`, `/run/podman/podman.sock`. */
  words: z.string().max(300),
});
export type Hop = z.infer<typeof Hop>;

/** A way to a resource, outermost step first. */
export const ExecutorPath = z.array(Hop).min(1).max(6);
export type ExecutorPath = z.infer<typeof ExecutorPath>;

export const Fact = z.strictObject({ label: z.string().max(100), value: z.string().max(2000) });

/** What a resource's own configuration says of whether it should run: a restart policy, an enabled unit. */
export const Expectation = z.strictObject({
  shouldRun: z.boolean(),
  /** For people: `restart policy unless-stopped`. */
  reason: z.string().max(200),
});
export type Expectation = z.infer<typeof Expectation>;

export const Resource = z.strictObject({
  id: ResourceId,
  kind: ResourceKind,
  name: Name,
  /** Every other name it is known by. */
  aliases: z.array(Name).max(50),
  provider: ProviderName,
  /** The resource it lives in; null for what stands alone. */
  parent: ResourceId.nullable(),
  state: ResourceState,
  /** One plain line: `up 3 hours, image nginx:1.27`. No secret. */
  detail: z.string().max(500),
  /** What can be done to it as it is now. */
  actions: z.array(ActionName).max(20),
  /** Every way to it, the best one first. */
  reachableVia: z.array(ExecutorPath).max(6),
  /** The name of the machine that commands for it run on. */
  targetHost: Name,
  /** Whether it should run, and what says so; absent where its configuration does not say. */
  expectation: Expectation.optional(),
  /** A digest of everything an approval relies on: who it is, its state, how it is set up. Changes when one of them does, and not otherwise. */
  version: z.string().max(100),
});
export type Resource = z.infer<typeof Resource>;

/** How a provider is. `reason`, one line: why it finds nothing; of one that is well, what it cannot find here, or null. */
export const ProviderState = z.strictObject({
  name: ProviderName,
  /** `off`: what it looks for is not on this machine, or was not named. */
  state: z.enum(['well', 'off', 'failed']),
  reason: z.string().max(500).nullable(),
  /** Epoch milliseconds of the last look; null before the first. */
  lookedAt: z.number().int().nullable(),
  found: z.number().int(),
});
export type ProviderState = z.infer<typeof ProviderState>;

/** How reads are confined at a place where programs run: a sandbox, or the table of known commands. Source: structure, S1. */
export const ReadConfinement = z.strictObject({
  /** The resource programs run in. */
  place: ResourceId,
  isConfined: z.boolean(),
  /** Why there is no sandbox; null where there is one. */
  reason: z.string().nullable(),
  /** What would give it one, where that is known. */
  remedy: z.string().nullable(),
  /** In the sandbox, writing to named pipes is refused by Landlock; otherwise by their permissions alone. */
  namedPipes: z.boolean(),
});
export type ReadConfinement = z.infer<typeof ReadConfinement>;

/** Everything about one resource that may be shown: no values of environment variables, no secrets. */
export const Inspection = z.strictObject({
  resource: Resource,
  facts: z.array(Fact).max(100),
  /** `8080/tcp on 0.0.0.0:80` */
  ports: z.array(z.string().max(200)).max(200),
  /** Host paths and where they are seen inside. */
  mounts: z.array(z.strictObject({ from: z.string(), to: z.string(), readOnly: z.boolean() })).max(200),
  configPaths: z.array(z.string()).max(100),
  logPaths: z.array(z.string()).max(100),
  /** Names of environment variables; their values stay where they are. */
  environment: z.array(z.string()).max(500),
});
export type Inspection = z.infer<typeof Inspection>;

/** A measured value of a moment. */
export const Sample = z.strictObject({
  metric: z.enum(['cpu', 'memory', 'disk', 'gpu', 'vram', 'network_in', 'network_out', 'restarts']),
  /** Percent, or bytes (a second for network), or a count. */
  unit: z.enum(['percent', 'bytes', 'bytes/s', 'count']),
  value: z.number(),
  /** What 100 % would be, in the same unit, where that is known. */
  limit: z.number().nullable(),
});
export type Sample = z.infer<typeof Sample>;

/** One-minute means; null where nothing was measured. */
export const MetricSeries = z.strictObject({
  metric: Sample.shape.metric,
  unit: Sample.shape.unit,
  /** Epoch milliseconds of the first value. */
  from: z.number().int(),
  stepMs: z.number().int(),
  values: z.array(z.number().nullable()),
  limit: z.number().nullable(),
  /** The median of 24 hours. */
  baseline: z.number().nullable(),
});
export type MetricSeries = z.infer<typeof MetricSeries>;

export const LogLine = z.strictObject({
  /** Epoch milliseconds; null where the log does not say. */
  at: z.number().int().nullable(),
  stream: z.enum(['out', 'err']),
  text: z.string(),
});
export type LogLine = z.infer<typeof LogLine>;
