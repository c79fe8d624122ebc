// `run_command`: a command that is not proven to only read, after the operator's word, on one machine, container or guest. Source: agent, Tools.
import * as z from 'zod';
import { ResourceReference } from '../../../shared/model/resource.ts';
import { planCommand } from '../plans/plan-command.ts';
import { requireResource, writeTool } from './tool.ts';

const Arguments = z.strictObject({
  resource: ResourceReference.describe('Where: a machine, container or guest as `query` lists it.'),
  command: z.string().min(1).max(4000).describe('The whole command line, exactly as it shall run.'),
  timeout_s: z
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(50)
    .describe('When it is ended, in seconds; what may take longer than 50 becomes a task.'),
});

export const runCommand = writeTool({
  name: 'run_command',
  description:
    'Runs a command that changes something, or that uses secrets (whose output is not shown), on one machine, container or guest. The operator sees the exact command and is asked first. For what only reads use `read`. Check afterwards what it did: an exit code is no proof.',
  schema: Arguments,
  kind: 'write',
  permission: 'anyone',
  category: null,
  target: ({ resource }) => resource,
  facts: () => [],
  predictKeys: () => [],
  plan(args, context) {
    const { command, timeout_s: timeoutS } = args;
    const resource = requireResource(context);
    return planCommand({ tool: 'run_command', resource, command, timeoutS, arguments: args }, context);
  },
});
