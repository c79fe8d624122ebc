// What becomes of a write that waits for a word: the card is shown, its fate is followed (edited, replaced, decided, carried out), and the model is
// told. Whether it is proven decides the state. Runs nothing itself: infra/approvals does, once. Source: agent, Approvals, D2.

import type { Approval } from '../../../shared/model/approval.ts';
import { writeRecordOf } from '../../../shared/model/assistant/write-record.ts';
import type { ErrorBody, ErrorCode } from '../../../shared/model/envelope.ts';
import { toolError } from '../../../shared/model/envelope.ts';
import { sentenceOf } from '../../../shared/resource-words.ts';
import { previewText } from '../../infra/approvals/planned.ts';
import { bell } from '../../streams/bell.ts';
import { writeKey } from './ask.ts';
import { isClosing, noteIds, type RunEnv, setFsm } from './env.ts';
import { type Unproven, writeBegun, writeEnded } from './fsm.ts';
import type { Cards } from './parts.ts';
import { type CallResult, errorResult, writeResult } from './results.ts';

/** @param callId the entry in the transcript */
export async function followWrite(env: RunEnv, callId: string, asked: Approval): Promise<CallResult> {
  const { session } = env;
  setFsm(env, writeBegun(session.memory.fsm));
  session.waits('approval');
  if (asked.status === 'pending') tellNeeded(env, callId, asked);
  await session.keep();
  try {
    const settled = await settledOf(env, callId, asked);
    return finishWrite(env, settled, asked);
  } catch (error) {
    if (isClosing(env)) throw error;
    // Stopped: what waits for a word waits in vain, and what runs goes on and proves itself.
    setFsm(env, writeEnded(session.memory.fsm, await givenUp(env, asked.id)));
    throw error;
  } finally {
    session.waits('tool');
  }
}

export function tellNeeded({ session }: RunEnv, callId: string, approval: Approval): void {
  const { plan } = approval;
  session.tell({
    ...{ type: 'approval_needed', call_id: callId, approval_id: approval.id, tool: approval.tool },
    ...{ arguments: approval.arguments, command: plan.runs, plan_hash: approval.planHash },
    ...{ resource_kind: plan.resource.kind, resource_name: plan.resource.name },
    ...{ resource_id: plan.resource.id, path: plan.path, risk: plan.risk, description: plan.description },
    preview: previewText(plan),
    expires_at: new Date(approval.expiresAt).toISOString(),
  });
}

/** Waits until an approval, or what stands in its place, is decided and carried out. */
export async function settledOf(env: RunEnv, callId: string, asked: Approval): Promise<Approval> {
  const { cards } = env.parts;
  const { ring, rung, close } = bell(env.signal);
  const stop = cards.onChange(ring);
  let shown = asked;
  let isTold = false;
  try {
    for (;;) {
      const approval = await cards.get(shown.id);
      if (approval.status === 'replaced' && approval.replacedBy !== null) {
        shown = await cards.get(approval.replacedBy);
        tellNeeded(env, callId, shown);
        continue;
      }
      if (approval.status !== 'pending') {
        if (!isTold) tellDecided(env, callId, approval);
        isTold = true;
        if (approval.execution?.state !== 'started') return approval;
      }
      await rung();
      env.signal.throwIfAborted();
    }
  } finally {
    stop();
    close();
  }
}

function tellDecided({ session }: RunEnv, callId: string, approval: Approval): void {
  const { status, decidedBy: by, reason } = approval;
  session.tell({ type: 'approval_decided', call_id: callId, approval_id: approval.id, status, by, reason });
}

/** What the state is by what came of it, and what the model is told. */
export function finishWrite(env: RunEnv, approval: Approval, asked: Approval): CallResult {
  const { session, repeats, run, parts } = env;
  const ran = hasRun(approval);
  const { resource } = approval.plan;
  if (approval.status === 'denied' || (approval.status === 'expired' && approval.reason === null))
    run.denied.push({ key: writeKey(approval), reason: approval.reason ?? '' });
  run.waiting = run.waiting.filter((one) => one !== resource.id && one !== resource.name);
  const unproven = ran && approval.execution?.verified !== 'yes' ? unprovenOf(approval) : null;
  setFsm(env, writeEnded(session.memory.fsm, unproven));
  if (ran) {
    run.sentBack = 0;
    const { id, within } = approval.plan.resource;
    const touched = [id, ...within];
    repeats.written(touched);
    repeats.made({ tool: asked.tool, args: asked.arguments, resource: id, isWrite: true });
    noteIds(run.written, touched);
    session.memory.knowledge.written(id, within);
    parts.known.changed(id);
    if (unproven === null) run.afterWrite = true;
  }
  const { id, kind, name } = approval.plan.resource;
  return { ...toldOf(approval, asked), write: writeRecordOf(approval), resource: { id, kind, name } };
}

/** It was started: whatever came of it, the world may be another. */
export const hasRun = ({ execution }: Approval): boolean =>
  execution !== null && execution.state !== 'refused';

export const unprovenOf = ({ id, plan }: Approval): Unproven => ({
  approvalId: id,
  ...{ resourceId: plan.resource.id, resourceName: plan.resource.name, within: plan.resource.within },
  what: sentenceOf(plan, plan.resource.name),
  removes: plan.action === 'remove',
});

const NOT_AGAIN = { recovery_hint: 'It is not asked for again until the operator speaks.' };

const VERIFIED = { yes: true, no: false, unproven: null } as const;

function toldOf(approval: Approval, asked: Approval): CallResult {
  const { status, execution, plan, reason } = approval;
  // What a program printed, or an engine answered, is nobody's word here.
  const outside = execution?.output || execution?.summary ? `output of ${plan.description}` : null;
  const error = (code: ErrorCode, message: string, details?: Record<string, unknown>): CallResult => {
    const body: ErrorBody = { code, message, ...(details ? { details } : {}) };
    return errorResult(toolError(body), details ? outside : null);
  };
  if (status === 'denied')
    return error('ACTION_NOT_ALLOWED', `Command denied: ${reason ?? 'no reason given'}`, NOT_AGAIN);
  if (status === 'expired' && reason !== null)
    return error('STALE_VERSION', `${reason}. Nothing was done. Propose it again if it is still wanted.`);
  if (status === 'expired')
    return error('TIMEOUT', 'Nobody decided in time: it was not done, and nothing has changed.', NOT_AGAIN);
  if (!execution || execution.state === 'refused')
    return error(
      'STALE_VERSION',
      `${execution?.summary ?? 'It was not done'}. Propose it again if it is still wanted.`,
    );
  const came = {
    ...{ approval_id: approval.id, resource: plan.resource.id, what: plan.description },
    ...{ result: execution.summary, exit_code: execution.exitCode, output: execution.output },
    verification: {
      ok: execution.verified === null ? null : VERIFIED[execution.verified],
      evidence: execution.evidence,
    },
    ...(approval.id === asked.id ? {} : { arguments_as_approved: approval.arguments }),
  };
  if (execution.state === 'done') return writeResult(came, execution.output ? outside : null);
  const words =
    execution.state === 'unknown'
      ? 'It was begun, and nobody knows what came of it. Read the resource.'
      : `It failed: ${execution.summary ?? 'no reason given'}`;
  return error('EXECUTION_FAILED', words, came);
}

/** What stands in the place of an approval by now. */
export async function newestOf(cards: Pick<Cards, 'get'>, id: string): Promise<Approval> {
  let approval = await cards.get(id);
  while (approval.status === 'replaced' && approval.replacedBy !== null)
    approval = await cards.get(approval.replacedBy);
  return approval;
}

/** The run ends while something waits or runs. @returns what is not proven by then */
async function givenUp({ parts }: RunEnv, id: string): Promise<Unproven | null> {
  const { cards } = parts;
  let approval = await newestOf(cards, id);
  if (approval.status === 'pending') {
    await cards
      .deny(approval.id, 'the run that asked for it was stopped', 'festinger')
      .catch(() => undefined);
    approval = await cards.get(approval.id);
  }
  return hasRun(approval) && approval.execution?.verified !== 'yes' ? unprovenOf(approval) : null;
}
