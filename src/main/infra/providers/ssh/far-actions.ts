// What is run for an action on a far service or container, and what the world looks like when it came to be. Pure tables.
// Called by ssh-provider.ts. Source: agent, What it acts on (actions), Approvals (undo).

import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName, Resource, ResourceState } from '../../../../shared/model/resource.ts';
import { actionRule } from '../../../../shared/model/resource-actions.ts';
import type { Engine } from '../../executors/container-cli.ts';
import type { ActionRequest } from '../../provider.ts';
import type { Argv } from './far-host.ts';

const VERBS: Partial<Record<ActionName, { readonly done: string; readonly becomes: ResourceState }>> = {
  start: { done: 'started', becomes: 'running' },
  stop: { done: 'stopped', becomes: 'stopped' },
  restart: { done: 'restarted', becomes: 'running' },
};
const UNDO: Partial<Record<ActionName, ActionName>> = { start: 'stop', stop: 'start' };

/** What a program gets to end by itself, and what we wait beyond that. */
const STOP_S = 10;
const MARGIN_MS = 90_000;

export interface FarAction {
  readonly done: string;
  readonly becomes: ResourceState;
  readonly undo: string | null;
  readonly timeoutMs: number;
  /** @param id the unit, or the whole id of the container @param engine of a container */
  argv(id: string, engine: Engine): Argv;
}

/** @throws AppError NOT_ALLOWED, INVALID_INPUT */
export function farAction({ resource, action, arguments: given }: ActionRequest): FarAction {
  const rule = actionRule(resource.kind, action);
  const verb = VERBS[action];
  if (rule === undefined || verb === undefined || !['service', 'docker_container'].includes(resource.kind))
    throw new AppError('NOT_ALLOWED', `${action} is nothing that can be done to ${resource.name} over ssh`);
  const parsed = rule.arguments.safeParse(given);
  if (!parsed.success)
    throw new AppError('INVALID_INPUT', `${action} of ${resource.name}: ${parsed.error.issues[0]?.message}`);
  const seconds = 'timeout_s' in parsed.data ? Number(parsed.data.timeout_s) : STOP_S;
  const back = UNDO[action];
  return {
    ...verb,
    undo: back === undefined ? null : `${back} ${resource.name}`,
    timeoutMs: seconds * 1000 + MARGIN_MS,
    argv: (id, engine) =>
      resource.kind === 'service'
        ? ['systemctl', action, '--', id]
        : [engine, action, ...(action === 'start' ? [] : ['-t', String(seconds)]), id],
  };
}

/** Whether it came to be: it is in the state it should be, and a restarted one is not the one that was there before. */
export function cameToBe(
  { action, resource: before }: ActionRequest,
  now: Resource | null,
  becomes: ResourceState,
): boolean {
  if (now === null || now.state !== becomes) return false;
  return action !== 'restart' || now.version !== before.version;
}
