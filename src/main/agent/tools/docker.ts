// `docker`: containers, images, volumes and networks: listed, looked at, their logs; started, stopped, pulled, removed, and a command inside a
// container, each after the operator's word. The same as `control` and `run_command` do, in the words people use of containers. Source: agent, Tools.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { type ActionName, ResourceKind, ResourceReference } from '../../../shared/model/resource.ts';
import { readsOf, requireKind } from '../plans/kind-tool.ts';
import { planAction } from '../plans/plan-action.ts';
import { planCommand } from '../plans/plan-command.ts';
import { actionTool, requireResource } from './tool.ts';

const KINDS = ['docker_container', 'docker_image', 'docker_volume', 'docker_network'] as const;

const WRITES = {
  ...{ start: 'start', stop: 'stop', restart: 'restart', pause: 'pause', resume: 'resume', kill: 'kill' },
  ...{ update: 'pull', delete: 'remove' },
} as const satisfies Record<string, ActionName>;
type WriteName = keyof typeof WRITES;

const READS = ['list', 'inspect', 'logs'] as const;
const isRead = (action: string): boolean => (READS as readonly string[]).includes(action);

const Arguments = z.strictObject({
  action: z
    .enum([...READS, ...(Object.keys(WRITES) as WriteName[]), 'exec'])
    .describe(
      'list, inspect and logs read. update pulls an image anew. exec runs a command in a container. All others do what they say; the operator is asked first.',
    ),
  resource: ResourceReference.optional().describe(
    'A container, image, volume or network as list names it; for all but list.',
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
  volumes: z.boolean().optional().describe('For delete of a container: its anonymous volumes go with it.'),
});
type Arguments = z.output<typeof Arguments>;

export const docker = actionTool({
  name: 'docker',
  description:
    'Docker and Podman: lists containers, images, volumes and networks, inspects one, shows its log; or starts, stops, restarts, updates, deletes one, or runs a command in a container, after the operator has said yes.',
  schema: Arguments,
  kind: ({ action }) => (isRead(action) ? 'read' : 'write'),
  permission: 'anyone',
  category: 'resource',
  ...readsOf('docker', KINDS),
  async plan(args, context) {
    const resource = requireResource(context);
    requireKind(resource, KINDS, 'docker');
    const asked = { tool: 'docker', resource, arguments: args };
    if (args.action !== 'exec')
      return await planAction(
        { ...asked, action: WRITES[args.action as WriteName], given: givenOf(args) },
        context,
      );
    const { command, timeout_s: timeoutS } = args;
    if (command === undefined)
      throw new AppError('INVALID_INPUT', 'exec takes a `command`.', { field: 'command' });
    return await planCommand({ ...asked, command, timeoutS: timeoutS || 50 }, context);
  },
});

/** What the action itself takes; it refuses what it does not. */
const givenOf = ({ timeout_s: timeout, volumes }: Arguments) => ({
  ...(timeout === undefined ? {} : { timeout_s: timeout }),
  ...(volumes === undefined ? {} : { volumes }),
});
