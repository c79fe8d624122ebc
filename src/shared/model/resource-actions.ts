// What can be done to a kind of resource, as a table: what it is called, how risky it is and why, what it takes. Providers say
// which of these a resource allows as it is now; nobody can ask for one that is not here. Source: agent, Approvals (Risk).
import * as z from 'zod';
import type { ActionName, ResourceKind, Risk } from './resource.ts';

export interface ActionRule {
  readonly risk: Risk;
  /** Why the risk is what it is, as the card says it. */
  readonly because: string;
  readonly arguments: z.ZodObject;
}

const none = z.strictObject({});
const snapshotFirst = {
  /** A snapshot is taken before, of what holds its data; where nothing can take one, it is refused. */
  snapshot_first: z.boolean().optional(),
};
const withSnapshot = z.strictObject(snapshotFirst);
const graceful = z.strictObject({
  /** Seconds a program gets to end by itself. */
  timeout_s: z.number().int().min(0).max(600).optional(),
});
const keepAlive = z.strictObject({
  /** How long it stays loaded, as Ollama reads it: `10m`, `2h`; left out: as the upstream is set. */
  keep_alive: z
    .string()
    .regex(/^\d{1,6}(s|m|h)$/, 'a time such as 10m or 2h')
    .optional(),
});
const ModelName = z
  .string()
  .regex(/^[\w][\w./:-]{0,199}$/, 'a model as Ollama names it, such as qwen3:8b')
  .refine((name) => !name.includes('..'), 'a model as Ollama names it, such as qwen3:8b');
const pullModel = z.strictObject({ model: ModelName });
const scale = z.strictObject({ replicas: z.number().int().min(0).max(1000) });
const removeContainer = z.strictObject({
  /** Its anonymous volumes go with it. */
  volumes: z.boolean().optional(),
});

const restartPolicy = z.strictObject({
  policy: z.enum(['no', 'on-failure', 'always', 'unless-stopped']),
  /** With `on-failure`: how often at most. */
  max_retries: z.number().int().min(1).max(1000).optional(),
});

const service = z.strictObject({
  /** One service of the project; left out: all of them. */
  service: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'a service as the Compose file names it')
    .optional(),
});

const takeSnapshot = z.strictObject({
  /** What it is for, as Proxmox shows it. */
  description: z.string().min(1).max(200).optional(),
});
const toSnapshot = z.strictObject({
  /** By its name; left out: the newest. */
  snapshot: z
    .string()
    .regex(/^[A-Za-z][\w-]{1,39}$/, 'the name of a snapshot, such as festinger-20261130-014500')
    .optional(),
});

const gracefulGuest = graceful.extend(snapshotFirst);

const rule = (risk: Risk, because: string, args: z.ZodObject = none): ActionRule => ({
  risk,
  because,
  arguments: args,
});

type Actions = Partial<Record<ActionName, ActionRule>>;

const GUEST: Actions = {
  start: rule('low', 'it only adds what runs'),
  shutdown: rule('high', 'everything in it stops', gracefulGuest),
  reboot: rule('high', 'everything in it stops for a while', gracefulGuest),
  stop: rule('high', 'it is switched off without being asked', withSnapshot),
  snapshot: rule('low', 'it only adds a snapshot, which takes up space', takeSnapshot),
  rollback: rule('high', 'what was written to its disks since the snapshot is lost', toSnapshot),
};

export const ACTIONS: Readonly<Partial<Record<ResourceKind, Actions>>> = {
  service: {
    start: rule('low', 'it only adds what runs'),
    stop: rule('medium', 'what uses it loses it'),
    restart: rule('medium', 'what uses it loses it for a moment'),
  },
  docker_container: {
    start: rule('low', 'it only adds what runs'),
    stop: rule('medium', 'what uses it loses it', graceful),
    restart: rule('medium', 'what uses it loses it for a moment', graceful),
    pause: rule('medium', 'what uses it waits until it is resumed'),
    resume: rule('low', 'it only goes on'),
    kill: rule('high', 'it is ended without being asked, and may lose what it was writing'),
    remove: rule('high', 'what it wrote outside volumes is gone', removeContainer),
    update: rule(
      'medium',
      'its users are interrupted, and what it wrote outside volumes stays in the old container',
      withSnapshot,
    ),
    recreate: rule(
      'medium',
      'its users are interrupted, and what it wrote outside volumes stays in the old container',
      withSnapshot,
    ),
    rollback: rule('medium', 'the newer container is removed with what it wrote outside volumes'),
    set_restart_policy: rule(
      'low',
      'it changes when the engine starts the container by itself',
      restartPolicy,
    ),
  },
  compose_project: {
    up: rule(
      'medium',
      'containers whose configuration or image has changed are made anew',
      service.extend(snapshotFirst),
    ),
    down: rule('high', 'its containers are removed with what they wrote outside volumes'),
    pull: rule('low', 'it takes disk space; containers keep the images they have', service),
    restart: rule('medium', 'what uses it loses it for a moment', service),
  },
  docker_image: {
    pull: rule('low', 'it replaces what the tag means; containers keep the old one'),
    remove: rule('medium', 'it has to be pulled again'),
  },
  docker_volume: { remove: rule('high', 'its data is gone') },
  docker_network: { remove: rule('medium', 'it has to be made again') },
  upstream: {
    pull: rule('low', 'it takes disk space there', pullModel),
    pause: rule('medium', 'requests for it wait'),
    drain: rule('medium', 'it gets no new requests'),
    resume: rule('low', 'it is used again'),
    remove: rule('medium', 'requests no longer go there; it can be added again'),
  },
  model: {
    pull: rule('low', 'it is brought up to date'),
    load: rule('low', 'it takes memory, and may push another model out', keepAlive),
    unload: rule('medium', 'the next request for it waits until it is loaded again'),
    remove: rule('high', 'it has to be downloaded again'),
  },
  vm: GUEST,
  lxc: GUEST,
  k8s_deployment: {
    restart: rule('medium', 'its pods are replaced one after another'),
    scale: rule('medium', 'pods are added or ended', scale),
  },
  k8s_pod: { remove: rule('medium', 'its controller makes another, if it has one') },
};

/** What is to be known of an action on a kind of resource; undefined when there is no such thing. */
export function actionRule(kind: ResourceKind, action: ActionName): ActionRule | undefined {
  return ACTIONS[kind]?.[action];
}
