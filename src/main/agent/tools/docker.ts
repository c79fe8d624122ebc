// `docker`: containers, images, volumes and networks: listed, looked at, their logs; started, stopped, pulled, removed, and a command inside a
// container, each after approval. The same as `control` and `run_command` do, in the words people use of containers. Source: agent, Tools.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import {
  type ActionName,
  type Resource,
  ResourceKind,
  ResourceReference,
} from '../../../shared/model/resource.ts';
import type { ContainerUpdate } from '../../infra/provider.ts';
import { readsOf, requireKind } from '../plans/kind-tool.ts';
import { planAction } from '../plans/plan-action.ts';
import { planCommand } from '../plans/plan-command.ts';
import { actionTool, requireResource } from './tool.ts';

const KINDS = [
  ...(['docker_container', 'docker_image', 'docker_volume', 'docker_network'] as const),
  'compose_project',
] as const;

const WRITES = {
  ...{ start: 'start', stop: 'stop', restart: 'restart', pause: 'pause', resume: 'resume', kill: 'kill' },
  ...{ update: 'update', recreate: 'recreate', rollback: 'rollback', pull: 'pull', delete: 'remove' },
  ...{ set_restart_policy: 'set_restart_policy', up: 'up', down: 'down' },
} as const satisfies Record<string, ActionName>;
type WriteName = keyof typeof WRITES;

const READS = ['list', 'inspect', 'logs', 'updates'] as const;
const isRead = (action: string): boolean => (READS as readonly string[]).includes(action);

const Arguments = z.strictObject({
  action: z
    .enum([...READS, ...(Object.keys(WRITES) as WriteName[]), 'exec'])
    .describe(
      'list, inspect and logs read. updates asks the registries which containers have a newer image. update replaces a container by one from the newest image of its tag, and rolls back by itself if that fails; recreate does the same without a pull; rollback undoes either. pull pulls an image, or those of a Compose project. up, down and restart are for Compose projects, too. exec runs a command in a container. The operator is asked first.',
    ),
  resource: ResourceReference.optional().describe(
    'A container, image, volume, network or Compose project as list names it; for all but list.',
  ),
  kind: ResourceKind.extract(KINDS).optional().describe('For list: only these.'),
  limit: z.number().int().min(1).max(200).default(50).describe('For list: how many.'),
  lines: z.number().int().min(1).max(5000).default(200).describe('For logs: how many, from the end.'),
  command: z.string().min(1).max(4000).optional().describe('For exec: the whole command line.'),
  timeout_s: z
    .number()
    .int()
    .min(0)
    .max(600)
    .optional()
    .describe('For stop and restart: seconds it gets to end by itself. For exec: when it is ended.'),
  policy: z
    .enum(['no', 'on-failure', 'always', 'unless-stopped'])
    .optional()
    .describe('For set_restart_policy.'),
  max_retries: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('For set_restart_policy with on-failure.'),
  service: z
    .string()
    .max(100)
    .optional()
    .describe('For up, pull and restart of a Compose project: this service alone.'),
  snapshot_first: z
    .boolean()
    .optional()
    .describe('For update, recreate and up: take a snapshot of its data first.'),
  volumes: z.boolean().optional().describe('For delete of a container: its anonymous volumes go with it.'),
});
type Arguments = z.output<typeof Arguments>;

const reads = readsOf('docker', KINDS);

const updateShown = ({ resource, name, image, state, reason, digest }: ContainerUpdate) => ({
  ...{ id: resource, name, image, update: state },
  ...(reason === null ? {} : { reason }),
  ...(state === 'available' ? { digest } : {}),
});

export const docker = actionTool({
  name: 'docker',
  description:
    'Docker and Podman: lists containers, images, volumes, networks and Compose projects, inspects one, shows its log; or starts, stops, restarts, updates, recreates, rolls back, deletes one, or runs a command in a container, once the operator has approved it.',
  schema: Arguments,
  kind: ({ action }) => (isRead(action) ? 'read' : 'write'),
  permission: 'anyone',
  category: 'resource',
  ...reads,
  target: (args) => (args.action === 'updates' ? null : reads.target(args)),
  async run(args, context) {
    if (args.action !== 'updates') return await reads.run(args, context);
    // Those with an update come first: a model is shown so many.
    const rank = ({ state }: ContainerUpdate) => (state === 'available' ? 0 : 1);
    const checked = (await context.parts.checkUpdates(context.signal)).toSorted((a, b) => rank(a) - rank(b));
    const counts = Object.fromEntries(
      [...Map.groupBy(checked, ({ state }) => state)].map(([state, of]) => [state, of.length]),
    );
    return {
      ...{ total: checked.length, counts },
      containers: checked.slice(0, args.limit).map(updateShown),
    };
  },
  async plan(args, context) {
    const resource = requireResource(context);
    requireKind(resource, KINDS, 'docker');
    const asked = { tool: 'docker', resource, arguments: args };
    if (args.action !== 'exec')
      return await planAction(
        { ...asked, action: actionFor(args.action as WriteName, resource), given: givenOf(args) },
        context,
      );
    const { command, timeout_s: timeoutS } = args;
    if (command === undefined)
      throw new AppError('INVALID_INPUT', 'exec takes a `command`.', { field: 'command' });
    return await planCommand({ ...asked, command, timeoutS: timeoutS || 50 }, context);
  },
});

/** An image that is to be updated is pulled. */
const actionFor = (name: WriteName, { kind }: Resource): ActionName =>
  name === 'update' && kind === 'docker_image' ? 'pull' : WRITES[name];

/** What the action itself takes; it refuses what it does not. */
const givenOf = ({ timeout_s, volumes, policy, max_retries, service, snapshot_first }: Arguments) =>
  Object.fromEntries(
    Object.entries({ timeout_s, volumes, policy, max_retries, service, snapshot_first }).filter(
      ([, value]) => value !== undefined,
    ),
  );
