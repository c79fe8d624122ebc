// Plans what a resource's own provider can do to it: the card, and what carries it out. For `control`, `docker` and `kubernetes`, which differ in
// their words alone. Source: agent, Tools.
import * as z from 'zod';
import type { PlanFile } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ActionName, Resource } from '../../../shared/model/resource.ts';
import { actionRule } from '../../../shared/model/resource-actions.ts';
import { KIND_WORDS, sentenceOf } from '../../../shared/resource-words.ts';
import type { Planned } from '../../infra/approvals/planned.ts';
import { isAccessService } from '../../infra/command/risk.ts';
import type { ActionEffect, ActionPlan, ActionRequest } from '../../infra/provider.ts';
import type { CallContext } from '../tools/tool.ts';
import { CONTROL_VERBS, DONE_WORDS } from '../tools/words.ts';
import { placeOf } from './place.ts';
import { readExecutedFiles } from './read-executed-files.ts';
import { takeBack } from './way-back.ts';

export interface ActionAsked {
  readonly tool: string;
  readonly resource: Resource;
  readonly action: ActionName;
  /** What the action takes. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The whole call's, parsed. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** @throws AppError ACTION_NOT_ALLOWED, INVALID_INPUT */
export async function planAction(asked: ActionAsked, context: CallContext): Promise<Planned> {
  const { parts, signal } = context;
  const { tool, resource, action } = asked;
  const rule = actionRule(resource.kind, action);
  if (!rule || !resource.actions.includes(action)) throw notNow(action, resource);
  const given = rule.arguments.safeParse(asked.given);
  if (!given.success)
    throw new AppError('INVALID_INPUT', `${action}: ${z.prettifyError(given.error)}`, { field: 'arguments' });
  const provider = parts.known.providerOf(resource);
  const request: ActionRequest = { resource, action, arguments: given.data };
  const planned = await provider.plan(request, signal);
  const verb = CONTROL_VERBS[action];
  let effect: ActionEffect | undefined;
  const { object } = planned;
  return {
    arguments: asked.arguments,
    plan: {
      ...{ tool, verb, action, ...(object === undefined ? {} : { object }) },
      resource: planResource(resource, parts),
      ...{ path: planned.path, runs: planned.runs, argv: planned.argv && [...planned.argv] },
      ...(isAccessService(resource.name) && resource.kind === 'service' && action !== 'start'
        ? { risk: 'high', because: 'stopping it can lock people out' }
        : { risk: rule.risk, because: rule.because }),
      description: sentenceOf({ verb, object }, `the ${KIND_WORDS[resource.kind]} ${resource.name}`),
      preview:
        planned.preview === null ? null : { kind: planned.previewKind ?? 'text', text: planned.preview },
      evidence: 'verified',
      undo: planned.undo,
      takeBack: planned.undo === null ? null : takeBack(resource, action, planned.takeBack),
      files: await filesOf(planned, resource, context),
      preconditions: [asItWas(resource), ...(planned.preconditions ?? [])],
      long: planned.long,
    },
    async perform(run) {
      const { effect: did, ...outcome } = await provider.act(request, run);
      effect = did;
      parts.known.changed(resource.id);
      return { ...outcome, output: null };
    },
    async verify(limit) {
      const seen = await provider.verify(request, limit, effect);
      parts.known.changed(resource.id);
      return seen;
    },
  };
}

/** What a command of a provider's applies: the approval is for exactly that. Where it is asked by an interface there is none. */
async function filesOf(
  { runs, argv, path }: ActionPlan,
  resource: Resource,
  context: CallContext,
): Promise<PlanFile[]> {
  if (argv === null || resource.kind !== 'compose_project') return [];
  const { parts, signal } = context;
  const machine = await parts.known.find(path.at(-1)?.target ?? '', signal);
  return machine === null ? [] : await readExecutedFiles(runs, await placeOf(machine, parts), context);
}

/** What a card says of what it is done to. */
export const planResource = (resource: Resource, { known }: CallContext['parts']) => ({
  ...{ id: resource.id, kind: resource.kind, name: resource.name },
  place: known.routeOf(resource),
  within: known.within(resource).map(({ id }) => id),
});

export const asItWas = ({ name, version }: Resource) => ({ what: `${name} is as it was`, digest: version });

function notNow(action: ActionName, resource: Resource): AppError {
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
