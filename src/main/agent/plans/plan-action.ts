// Plans what a resource's own provider can do to it: the card, and what carries it out. For `control`, `docker` and `kubernetes`, which differ in
// their words alone. Source: agent, Tools.
import * as z from 'zod';
import type { PlanFile } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ActionName, Resource } from '../../../shared/model/resource.ts';
import { actionRule } from '../../../shared/model/resource-actions.ts';
import { KIND_WORDS, sentenceOf } from '../../../shared/resource-words.ts';
import type { Planned, PlannedRun } from '../../infra/approvals/planned.ts';
import { isAccessService } from '../../infra/command/risk.ts';
import type { ActionEffect, ActionPlan, ActionRequest } from '../../infra/provider.ts';
import { SNAPSHOT_NAME_PATTERN } from '../../infra/snapshots/snapshot-name.ts';
import type { CallContext } from '../tools/tool.ts';
import { CONTROL_VERBS, DONE_WORDS } from '../tools/words.ts';
import { placeOf } from './place.ts';
import { readExecutedFiles } from './read-executed-files.ts';
import { planSnapshotFirst, type SnapshotFirst, type TakenSnapshot } from './snapshot-first.ts';
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
  const { snapshot_first: wantsSnapshot, ...own } = given.data;
  const request: ActionRequest = { resource, action, arguments: own };
  const snapshot = wantsSnapshot === true ? await planSnapshotFirst(resource, action, context) : null;
  const plain = await provider.plan(request, signal);
  const planned = withSnapshot(plain, snapshot);
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
      files: await filesOf(plain, resource, context),
      preconditions: [asItWas(resource), ...(planned.preconditions ?? [])],
      long: planned.long,
    },
    async perform(run) {
      const taken = snapshot && (await takeFirst(snapshot, run));
      try {
        const { effect: did, ...outcome } = await provider.act(request, { ...run, plan: plain });
        effect = did;
        parts.known.changed(resource.id);
        return { ...outcome, ...(taken ? recordOf(taken, outcome.summary, planned.undo) : {}), output: null };
      } catch (error) {
        if (!(error instanceof AppError) || taken === null) throw error;
        throw new AppError(error.code, `${error.message} ${taken.words}`, error.details);
      }
    },
    async verify(limit) {
      const seen = await provider.verify(request, limit, effect);
      parts.known.changed(resource.id);
      return seen;
    },
  };
}

/** The card of an action, with what is taken before it. */
function withSnapshot(planned: ActionPlan, snapshot: SnapshotFirst | null): ActionPlan {
  if (snapshot === null) return planned;
  const { runs, undo, preview, previewKind, preconditions = [], long } = planned;
  const lines = snapshot.lines.map((line) => (previewKind === 'diff' ? ` ${line}` : line));
  return {
    ...planned,
    runs: [...snapshot.runs, runs].join('\n'),
    undo: [...(undo === null ? [] : [undo]), snapshot.undo].join(' '),
    preview: [...lines, ...(preview === null ? [] : [preview])].join('\n'),
    preconditions: [...preconditions, snapshot.precondition],
    long: long || snapshot.isLong,
  };
}

/** @throws AppError where it failed: nothing else is done then */
async function takeFirst(snapshot: SnapshotFirst, run: PlannedRun): Promise<TakenSnapshot> {
  try {
    return await snapshot.take(run);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const why = `The snapshot before it failed, so nothing else was done: ${error.message}`;
    throw new AppError(error.code, why, error.details);
  }
}

/** What came of an action and how it is taken back, with the snapshot by its name. */
const recordOf = ({ name, words }: TakenSnapshot, summary: string, undo: string | null) => ({
  summary: `${summary}. ${words}`,
  ...(undo === null ? {} : { undo: undo.replaceAll(SNAPSHOT_NAME_PATTERN, name) }),
});

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
