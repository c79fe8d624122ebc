// The call that takes an action back, by table: what the operator is offered once it is done. Pure. Source: agent, Approvals (how to undo it).
import type { Plan } from '../../../shared/model/approval.ts';
import type { ActionName, Resource, ResourceKind } from '../../../shared/model/resource.ts';
import type { ActionPlan } from '../../infra/provider.ts';

/** What leads back from an action to how it was before; what was ended hard is started again. */
const WAY_BACK: Readonly<Partial<Record<ActionName, ActionName>>> = {
  start: 'stop',
  stop: 'start',
  shutdown: 'start',
  kill: 'start',
  pause: 'resume',
  resume: 'pause',
  load: 'unload',
  unload: 'load',
};
const GUESTS: ReadonlySet<ResourceKind> = new Set(['vm', 'lxc']);
const MODES: readonly ActionName[] = ['pause', 'drain', 'resume'];

/** As a call of `control`; null for what only words can tell. @param own what the provider says leads back, instead of the table */
export function takeBack(
  { kind, id, actions }: Pick<Resource, 'kind' | 'id' | 'actions'>,
  action: ActionName,
  own?: ActionPlan['takeBack'],
): Plan['takeBack'] {
  if (own) return { tool: 'control', arguments: { resource: id, ...own } };
  const back = wayBack(kind, actions, action);
  return back === undefined ? null : { tool: 'control', arguments: { resource: id, action: back } };
}

function wayBack(
  kind: ResourceKind,
  actions: readonly ActionName[],
  action: ActionName,
): ActionName | undefined {
  // An upstream offers every mode but the one that it is in.
  if (kind === 'upstream')
    return MODES.includes(action) ? MODES.find((mode) => !actions.includes(mode)) : undefined;
  // A guest is not switched off where it can be asked to end.
  if (GUESTS.has(kind) && action === 'start') return 'shutdown';
  return WAY_BACK[action];
}
