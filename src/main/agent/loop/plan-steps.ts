// The end of a run of the profile `plan`: its steps are shown whole, and carried out one after the other under the one word said on them, each exactly
// as it was seen and after the one before it is proven. A step that is another by then, or high risk, becomes a card of its own and is asked again. Source: agent, The loop (execution profiles).
import { hash } from 'node:crypto';
import { AppError } from '../../../shared/model/envelope.ts';
import { planHash } from '../../infra/approvals/planned.ts';
import { redactDeep } from '../../infra/approvals/redact-deep.ts';
import { askerOf } from './ask.ts';
import type { PlannedStep, RunEnv } from './env.ts';
import type { PlanWord } from './parts.ts';
import { verifyOpenWrites } from './proof.ts';
import { addNote } from './request/prepare.ts';
import { type CallResult, errorResult } from './results.ts';
import { followWrite } from './write.ts';

const PLAN_MS = 20_000;

export async function carryOutPlan(env: RunEnv): Promise<void> {
  const { parts, session, run } = env;
  const steps = env.planned.splice(0);
  const id = `plan-${parts.ids()}`;
  const planHashOf = hash('sha256', steps.map((step) => step.planHash).join('\n'));
  // It is waited for before anybody can decide.
  const deciding = session.wordOn(id, planHashOf, parts.expiryMs(), env.signal);
  deciding.catch(() => undefined);
  session.tell({
    ...{ type: 'plan', id, run_id: run.id, at: parts.clock.now(), plan_hash: planHashOf, state: 'waiting' },
    steps: steps.map(({ shown }) => shown),
  });
  session.waits('approval');
  await session.keep();
  const word = await deciding;
  const state = word === null ? 'expired' : word.approve ? 'approved' : 'denied';
  session.tell({ type: 'plan_decided', plan_id: id, state });
  const said = word?.approve ? await carryOut(env, steps, word) : refusedWords(word);
  // The id of the plan is the entry that the model is told of it in.
  addNote(env, said, id);
  await session.keep();
}

const refusedWords = (word: PlanWord | null): string =>
  word === null
    ? 'Nobody decided on the plan in time: nothing of it was done.'
    : `Command denied: ${word.reason || 'no reason given'}. Nothing of the plan was done.`;

async function carryOut(env: RunEnv, steps: readonly PlannedStep[], word: PlanWord): Promise<string> {
  const lines: string[] = [];
  for (const [n, step] of steps.entries()) {
    const { content, status } = await carryOutStep(env, step, word);
    lines.push(`Step ${n + 1} (${step.shown.description}): ${content}`);
    const unproven = status === 'done' ? await verifyOpenWrites(env) : [];
    if (status === 'done' && unproven.length === 0) continue;
    if (n + 1 === steps.length) break;
    const why =
      unproven.length > 0 ? ': it is not proven. Read what it changed, then plan the rest anew' : '';
    lines.push(`The steps after it were not done${why}.`);
    break;
  }
  return `The operator approved the plan. ${lines.join('\n')}\nRead what was changed where that is not proven, then answer.`;
}

async function carryOutStep(env: RunEnv, step: PlannedStep, word: PlanWord): Promise<CallResult> {
  const { parts, session, run } = env;
  const callId = `call_${parts.ids()}`;
  const startedAt = parts.clock.monotonic();
  session.tell({
    ...{ type: 'tool_start', call_id: callId, run_id: run.id, at: parts.clock.now(), turn: run.turn },
    ...{
      tool: step.tool,
      arguments: redactDeep(step.given, parts.redact).value,
      as_text: false,
    },
  });
  const result = await stepped(env, step, word, callId);
  session.tell({
    ...{
      type: 'tool_end',
      call_id: callId,
      status: result.status,
      resource: result.resource ?? null,
      outside: null,
    },
    write: result.write ?? {
      what: step.shown.description,
      outcome: 'rejected',
      detail: result.error?.message ?? null,
    },
    ...{ result: result.result, error: result.error, ms: Math.round(parts.clock.monotonic() - startedAt) },
  });
  if (result.status === 'done') run.anyWorked = true;
  return result;
}

async function stepped(env: RunEnv, step: PlannedStep, word: PlanWord, callId: string): Promise<CallResult> {
  const { parts } = env;
  try {
    const planned = await parts.hands.replan(step.tool, step.given, AbortSignal.timeout(PLAN_MS));
    const asked = await parts.cards.ask(planned, askerOf(env));
    const isAsSeen = planHash(planned) === step.planHash && planned.plan.risk !== 'high';
    const approval =
      asked.status === 'pending' && isAsSeen
        ? await parts.cards.approve(asked.id, { by: word.by, planHash: asked.planHash })
        : asked;
    return await followWrite(env, callId, approval);
  } catch (error) {
    env.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    return errorResult(parts.hands.refusal(step.tool, undefined, error).error);
  }
}
