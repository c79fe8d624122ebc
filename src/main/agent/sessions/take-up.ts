// Taking up a run that was broken off, because its process ended: what waits for a word goes on waiting, what was begun and never ended is unknown,
// what was only being read is told as broken off. Nothing is run a second time. Called by assistant.ts. Source: agent, The loop (sessions), Approvals.
import type { Approval } from '../../../shared/model/approval.ts';
import type { EntryOf } from '../../../shared/model/assistant/transcript.ts';
import { endRun, openCalls } from '../loop/ending.ts';
import { isClosing, type RunEnv, setFsm } from '../loop/env.ts';
import { writeEnded } from '../loop/fsm.ts';
import { ORPHAN } from '../loop/request/history.ts';
import { type CallResult, errorResult } from '../loop/results.ts';
import { goOn } from '../loop/run.ts';
import { finishWrite, followWrite, newestOf } from '../loop/write.ts';

const GONE = {
  code: 'CANCELLED' as const,
  message: 'It was broken off when Festinger was stopped: nobody knows its result.',
  failed: true,
};

/** Never throws. */
export async function takeUp(env: RunEnv): Promise<void> {
  try {
    const waited = await takeUpCalls(env);
    if (waited) return await goOn(env);
    const instead = 'Festinger was stopped while this was under way. Say “go on” to take it up again.';
    await endRun(env, { reason: 'error', answer: null, instead });
    await env.session.keep();
  } catch (error) {
    if (!isClosing(env)) env.parts.onFault(error);
  }
}

/** @returns whether a word was waited for, so that the run goes on */
async function takeUpCalls(env: RunEnv): Promise<boolean> {
  const { session } = env;
  closeOpen(env);
  setFsm(env, writeEnded(session.memory.fsm, null));
  let waited = false;
  for (const entry of openCalls(env)) {
    const asked = entry.approval_id ?? (await unheardOf(env, entry));
    const approval = asked === null ? null : await newestOf(env.parts.cards, asked);
    const isOpen = approval?.status === 'pending' || approval?.execution?.state === 'started';
    if (approval && isOpen) waited = true;
    tellEnd(env, entry, await resultOf(env, entry, approval, isOpen));
    await session.keep();
  }
  return waited;
}

async function resultOf(
  env: RunEnv,
  entry: EntryOf<'tool'>,
  approval: Approval | null,
  isOpen: boolean,
): Promise<CallResult> {
  if (!approval) return { ...errorResult(GONE), content: ORPHAN };
  return isOpen ? await followWrite(env, entry.id, approval) : finishWrite(env, approval, approval);
}

/** A card that was written down, and the process ended before the session heard of it. Writes are made singly, so it can only be this call's. */
async function unheardOf({ parts, session }: RunEnv, { at }: EntryOf<'tool'>): Promise<string | null> {
  const last = await parts.cards.lastOf(session.id);
  if (last === null || last.askedAt < at) return null;
  const isHeardOf = session.entries().some((entry) => entry.kind === 'tool' && entry.approval_id === last.id);
  return isHeardOf ? null : last.id;
}

function tellEnd({ session }: RunEnv, entry: EntryOf<'tool'>, came: CallResult): void {
  const { id, tool, resource } = entry;
  const { status, result, error, content, write = null } = came;
  session.tell({
    ...{ type: 'tool_end', call_id: id, status, resource, write, result, error, outside: null, ms: null },
  });
  session.say(id, { role: 'tool', callId: id, name: tool, content });
}

/** Answers that were being written, questions and plans nobody can answer any more. */
function closeOpen({ session }: RunEnv): void {
  for (const entry of session.entries()) {
    if (entry.kind === 'answer' && entry.state === 'streaming')
      session.tell({
        ...{ type: 'usage', message_id: entry.id, state: 'broken', model: entry.model },
        ...{ input_tokens: entry.input_tokens, output_tokens: entry.output_tokens, cost: entry.cost },
        ...{ ms: entry.ms, context_tokens: null },
      });
    if (entry.kind === 'question' && entry.open)
      session.tell({ type: 'answered', question_id: entry.id, answer: null });
    if (entry.kind === 'plan' && entry.state === 'waiting')
      session.tell({ type: 'plan_decided', plan_id: entry.id, state: 'expired' });
  }
}
