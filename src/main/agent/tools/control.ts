// `control`: something is done to a resource that its provider can do: start, stop, restart, pull, load, unload, remove. Always a write.
// Source: agent, Tools.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { ActionName, ResourceId } from '../../../shared/model/resource.ts';
import { type ACTIONS, actionRule } from '../../infra/actions.ts';
import type { ActionRequest } from '../../infra/provider.ts';
import { writeTool } from './tool.ts';
import { CONTROL_VERBS, DONE_WORDS, KIND_WORDS } from './words.ts';

const Arguments = z.strictObject({
  resource: ResourceId.describe('The id of what it is done to, as `query` lists it.'),
  action: ActionName.describe('What is done; `query` lists what a resource allows.'),
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('What the action takes, such as {"timeout_s": 30} for a restart.'),
});

export const control = writeTool({
  name: 'control',
  description:
    'Does something to one resource: start, stop, restart, pull, load, unload, pause, resume, scale, remove. The operator is asked first; check the result with `query` or `read`.',
  schema: Arguments,
  kind: 'write',
  permission: 'anyone',
  target: ({ resource }) => resource,
  facts: () => [],
  predictKeys: () => [],
  async plan(args, { parts, resource, signal }) {
    if (!resource) throw new AppError('STRICT_RESOLUTION', `There is no ${args.resource}.`);
    const rule = actionRule(resource.kind, args.action);
    if (!rule || !resource.actions.includes(args.action)) throw notNow(args.action, resource);
    const given = rule.arguments.safeParse(args.arguments);
    if (!given.success)
      throw new AppError('INVALID_INPUT', `${args.action}: ${z.prettifyError(given.error)}`, {
        field: 'arguments',
      });
    const provider = parts.known.providerOf(resource);
    const request: ActionRequest = { resource, action: args.action, arguments: given.data };
    const planned = await provider.plan(request, signal);
    const verb = CONTROL_VERBS[args.action];
    return {
      arguments: args,
      plan: {
        ...{ tool: 'control', verb, action: args.action },
        resource: {
          ...{ id: resource.id, kind: resource.kind, name: resource.name },
          place: parts.known.routeOf(resource),
          within: parts.known.within(resource).map(({ id }) => id),
        },
        ...{ path: planned.path, runs: planned.runs, argv: planned.argv && [...planned.argv] },
        ...{ risk: rule.risk, because: rule.because },
        description: `${verb} the ${KIND_WORDS[resource.kind]} ${resource.name}`,
        preview: planned.preview === null ? null : { kind: 'text', text: planned.preview },
        evidence: 'verified',
        undo: planned.undo,
        preconditions: [{ what: `${resource.name} is as it was`, digest: resource.version }],
        long: planned.long,
      },
      async perform(run) {
        const outcome = await provider.act(request, run);
        parts.known.changed(resource.id);
        return { ...outcome, output: null };
      },
      async verify(limit) {
        const seen = await provider.verify(request, limit);
        parts.known.changed(resource.id);
        return seen;
      },
    };
  },
});

function notNow(
  action: ActionName,
  resource: { kind: keyof typeof ACTIONS; name: string; state: string; actions: readonly ActionName[] },
): AppError {
  const can = resource.actions.length === 0 ? 'nothing' : resource.actions.join(', ');
  const known = actionRule(resource.kind, action) !== undefined;
  return new AppError(
    'ACTION_NOT_ALLOWED',
    known
      ? `${resource.name} is ${resource.state}: it cannot be ${DONE_WORDS[action]} now. It allows ${can}.`
      : `A ${KIND_WORDS[resource.kind]} cannot be ${DONE_WORDS[action]}. ${resource.name} allows ${can}.`,
    { allowed: resource.actions },
  );
}
