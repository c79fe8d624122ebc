// What can be done to the demo's things: the exact call, as the real providers would make it, and how it is proven. Judges by the world, not by what the
// call answered. Called by the demo's provider, past all gates like any other.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName } from '../../../../shared/model/resource.ts';
import { actionRule } from '../../../../shared/model/resource-actions.ts';
import type { ActionPlan, ActionRequest, Verification } from '../../provider.ts';
import { utcSecond } from '../../utc-words.ts';
import { spanWords } from '../remote/words.ts';
import { CADDY, type Thing } from './things.ts';
import type { World } from './world.ts';

export const DONE: Readonly<Partial<Record<ActionName, string>>> = {
  ...{ start: 'started', restart: 'restarted', reboot: 'rebooted', resume: 'resumed' },
  ...{ stop: 'stopped', shutdown: 'shut down', kill: 'killed', pause: 'paused' },
};

const UNDO: Readonly<Partial<Record<ActionName, string>>> = {
  ...{
    start: 'Stop it again.',
    stop: 'Start it again.',
    shutdown: 'Start it again.',
    kill: 'Start it again.',
  },
  ...{ pause: 'Resume it.', resume: 'Pause it again.' },
};

/** @throws AppError NOT_ALLOWED, INVALID_INPUT */
export function planOf(world: World, thing: Thing, { action, arguments: given }: ActionRequest): ActionPlan {
  const rule = actionRule(thing.kind, action);
  if (!rule || !world.allowed(thing).includes(action))
    throw new AppError(
      'NOT_ALLOWED',
      `${thing.name} is ${world.run(thing.id).condition} and allows no ${action}.`,
    );
  const read = rule.arguments.safeParse(given);
  if (!read.success)
    throw new AppError(
      'INVALID_INPUT',
      `${action} of ${thing.name}: ${read.error.issues[0]?.message ?? 'unreadable arguments'}.`,
    );
  const argv = argvOf(thing, action, read.data as { timeout_s?: number });
  const api = `POST /nodes/pve1/lxc/141/status/${action}`;
  return {
    runs: argv === null ? api : argv.join(' '),
    argv,
    path: pathOf(thing),
    undo: UNDO[action] ?? null,
    preview:
      thing.kind === 'lxc' ? 'Containers and services in it stop with it, and come back with it.' : null,
    long: false,
  };
}

/** A guest is told by its node's interface; what is in it, by programs in the guest. */
function pathOf({ reachableVia }: Thing): ActionPlan['path'] {
  const way = reachableVia.at(-1);
  if (!way) throw new Error('a thing of the demo has no way to it');
  return [...way];
}

function argvOf({ kind, name }: Thing, action: ActionName, given: { timeout_s?: number }): string[] | null {
  if (kind === 'service') return ['systemctl', action, `${name}.service`];
  if (kind !== 'docker_container') return null;
  const patience = given.timeout_s === undefined ? [] : ['--time', String(given.timeout_s)];
  return ['docker', action === 'resume' ? 'unpause' : action, ...patience, name];
}

/** What was so before something was done, to hold what is so afterwards against. */
export interface Before {
  readonly starts: number;
}

export function verificationOf(
  world: World,
  thing: Thing,
  action: ActionName,
  before: Before | undefined,
): Verification {
  const { condition, since, starts } = world.run(thing.id);
  const seen =
    condition === 'running' && since !== null
      ? `running since ${utcSecond(since)}, up ${spanWords((world.clock.now() - since) / 1000)}`
      : condition;
  switch (action) {
    case 'restart':
    case 'reboot': {
      const isNew = before !== undefined && starts > before.starts;
      const evidence = `${seen}${isNew ? ', started anew' : ', not started anew'}${answers(thing, condition)}`;
      return { ok: condition === 'running' && isNew, evidence };
    }
    case 'start':
    case 'resume':
      return { ok: condition === 'running', evidence: seen + answers(thing, condition) };
    case 'pause':
      return { ok: condition === 'paused', evidence: seen };
    default:
      return { ok: condition === 'stopped', evidence: seen };
  }
}

/** Whoever listens is asked on its port. */
function answers({ id, kind }: Thing, condition: string): string {
  if (condition !== 'running' || (kind !== 'docker_container' && id !== CADDY)) return '';
  return ', its port answers';
}
