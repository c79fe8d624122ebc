// `control`: something is done to a resource that its provider can do: start, stop, restart, pull, load, unload, remove. Always a write.
// Source: agent, Tools.
import * as z from 'zod';
import { ActionName, ResourceReference } from '../../../shared/model/resource.ts';
import { planAction } from '../plans/plan-action.ts';
import { requireResource, writeTool } from './tool.ts';

const Arguments = z.strictObject({
  resource: ResourceReference.describe('The id of what it is done to, as `query` lists it.'),
  action: ActionName.describe('What is done; `query` lists what a resource allows.'),
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'What the action takes, such as {"timeout_s": 30} for a restart or {"snapshot_first": true} for an update.',
    ),
});

export const control = writeTool({
  name: 'control',
  description:
    'Does something to one resource: start, stop, restart, update, recreate, rollback, snapshot, pull, load, unload, pause, resume, scale, remove. The operator is asked first; check the result with `query` or `read`.',
  schema: Arguments,
  kind: 'write',
  permission: 'anyone',
  category: null,
  target: ({ resource }) => resource,
  facts: () => [],
  predictKeys: () => [],
  plan(args, context) {
    const resource = requireResource(context);
    const { action, arguments: given } = args;
    return planAction({ tool: 'control', resource, action, given, arguments: args }, context);
  },
});
