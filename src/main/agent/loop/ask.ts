// Whose word a write waits for, by profile: the operator's card; a plan that is shown whole at the end; what the operator has allowed by name.
// Source: agent, The loop (execution profiles), Approvals.
import type { Approval } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Asker } from '../../infra/approvals/parts.ts';
import { type Planned, planHash, previewText } from '../../infra/approvals/planned.ts';
import type { RunEnv } from './env.ts';
import { isFreeText } from './outside.ts';

const MOST_STEPS = 20;
const SHORT = 200;

interface Wish {
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly planned: Planned;
}

/** Who asks, and what of others' words was read before it: the card says so. */
export function askerOf({ run, session }: RunEnv): Asker {
  const read = run.outside.filter(isFreeText).slice(-3);
  const after = read.length > 0 ? ` (after reading: ${read.join('; ')})` : '';
  return { by: `assistant${after}`.slice(0, SHORT), session: session.id };
}

/** Denied writes after which a run asks for no other until the operator speaks. */
const MAX_DENIED = 3;

/** What a denial covers: the same action on the same resource by whatever tool, or the same command. */
export const writeKey = ({ plan: { action, resource, argv, runs } }: Pick<Planned, 'plan'>): string =>
  `${resource.id} ${action ?? JSON.stringify(argv ?? runs.trim().split(/\s+/))}`;

/** @throws AppError ACTION_NOT_ALLOWED for what the operator denied in this run */
function refuseDenied({ run }: RunEnv, planned: Planned): void {
  const denied = run.denied.find(({ key }) => key === writeKey(planned));
  if (!denied && run.denied.length < MAX_DENIED) return;
  throw new AppError(
    'ACTION_NOT_ALLOWED',
    denied
      ? `${planned.plan.description}: denied in this run${denied.reason === '' ? '' : ` (${denied.reason})`}. It is not asked for again until the operator speaks.`
      : `${MAX_DENIED} changes were denied in this run. No other is asked for until the operator speaks.`,
    { recovery_hint: 'Answer the operator: say what was denied, and what they could do instead.' },
  );
}

/** @returns null where it is a step of a plan that is asked for later. @throws AppError */
export async function askFor(env: RunEnv, wish: Wish, asker: Asker): Promise<Approval | null> {
  refuseDenied(env, wish.planned);
  switch (env.run.profile) {
    case 'plan':
      addStep(env, wish);
      return null;
    case 'autonomous':
      return await byItself(env, wish, asker);
    case 'interactive':
    case 'investigation':
      return await card(env, wish.planned, asker);
  }
}

/** The session has the call before its card is there: whoever takes it up after a kill finds the one by the other (take-up.ts). */
async function card({ parts, session }: RunEnv, planned: Planned, asker: Asker): Promise<Approval> {
  await session.keep();
  return await parts.cards.ask(planned, asker);
}

function addStep(env: RunEnv, { tool, given, planned }: Wish): void {
  if (env.planned.length >= MOST_STEPS)
    throw new AppError(
      'BUDGET_EXCEEDED',
      `A plan has ${MOST_STEPS} steps at most. Finish it with an answer.`,
    );
  const { plan } = planned;
  env.planned.push({
    ...{ tool, given, planHash: planHash(planned) },
    shown: {
      ...{ description: plan.description, runs: plan.runs, resource: plan.resource.name, risk: plan.risk },
      ...{ preview: previewText(plan), undo: plan.undo },
    },
  });
}

/** `docker_container.restart`; a command is `run_command`. */
export const classOf = ({ plan }: Planned): string =>
  plan.action === null ? plan.tool : `${plan.resource.kind}.${plan.action}`;

async function byItself(env: RunEnv, { planned }: Wish, asker: Asker): Promise<Approval> {
  const { parts } = env;
  const { autonomous, autonomousPerHour } = parts.switches();
  const name = classOf(planned);
  if (!autonomous.includes(name))
    throw new AppError(
      'ACTION_NOT_ALLOWED',
      `The operator has not allowed ${name} without a word of theirs.`,
      {
        recovery_hint: 'Say in your answer what should be done, and why.',
      },
    );
  if (planned.plan.risk === 'high')
    throw new AppError(
      'ACTION_NOT_ALLOWED',
      `${planned.plan.description}: high risk is done by a person's word alone.`,
    );
  if (parts.autonomousInLastHour() >= autonomousPerHour)
    throw new AppError(
      'RATE_LIMITED',
      `${autonomousPerHour} changes an hour are made without a word of the operator's, and no more.`,
    );
  parts.noteAutonomous();
  const asked = await card(env, planned, asker);
  if (asked.status !== 'pending') return asked;
  return await parts.cards.approve(asked.id, { by: `allowed by name: ${name}`, planHash: asked.planHash });
}
