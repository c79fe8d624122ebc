// How a run ends. A final answer that comes before its writes are verified is sent back, twice at most; then code verifies them itself and ends the run
// with the record of what it knows. Source: agent D2, D6; structure S4.

import { recordOf } from '../../../shared/model/assistant/run-record.ts';
import type { EntryOf } from '../../../shared/model/assistant/transcript.ts';
import type { DoneReason, WriteOutcome } from '../../../shared/model/assistant/words.ts';
import { writeRecordOf } from '../../../shared/model/assistant/write-record.ts';
import { toolNamed } from '../tools/registry.ts';
import { fsmState, type RunEnv } from './env.ts';
import { demandOf } from './fsm.ts';
import { claimsExecution, SAFE_RESPONSE } from './phantom.ts';
import { verifyOpenWrites } from './proof.ts';
import { addNote, handOver } from './request/prepare.ts';
import { errorResult } from './results.ts';
import { isBlank, type Turn } from './turn.ts';
import { newestOf } from './write.ts';

/** Answers of a run that are sent back for verification; after that code ends it. */
const MAX_SENT_BACK = 2;

/** @returns whether the answer stands; one that does not is sent back with what has to come first */
export function stands(env: RunEnv, turn: Turn): boolean {
  const { session, parts, run } = env;
  const demand = demandOf(session.memory.fsm);
  if (demand === '' || run.sentBack >= MAX_SENT_BACK) return true;
  run.sentBack += 1;
  parts.counters.finalBlocked(fsmState(env));
  const id = parts.ids();
  const at = parts.clock.now();
  const text = `The answer was sent back: ${demand}`;
  session.tell({ type: 'error', id, run_id: run.id, at, code: 'FSM_BLOCKED', message: text });
  session.tell({ type: 'content_replaced', message_id: turn.messageId, text: '', reason: 'verify' });
  addNote(env, `Your answer was not given to the operator. ${demand} Then answer.`, id);
  return false;
}

/** What was claimed without anything having been done is not shown. */
export function withoutPhantom(env: RunEnv, turn: Turn): string {
  const { session, parts, run } = env;
  if (!parts.switches().phantom || run.anyWorked || !claimsExecution(turn.text)) return turn.text;
  parts.counters.phantom(env.provider, env.model);
  session.tell({
    type: 'content_replaced',
    message_id: turn.messageId,
    text: SAFE_RESPONSE,
    reason: 'phantom',
  });
  session.say(turn.messageId, { role: 'assistant', content: SAFE_RESPONSE });
  return SAFE_RESPONSE;
}

/** Tools that a model called, each once; a name that it made up is not repeated. */
export const namesOf = (tools: readonly string[]): string =>
  [...new Set(tools.map((name) => toolNamed(name)?.name ?? 'a tool that does not exist'))].join(', ');

/** Words beside a call that was not made often promise what it would have brought: the answer says that it was not. */
export function withUnmadeCalls({ session, parts, run }: RunEnv, turn: Turn, text: string): string {
  if (turn.dropped.length === 0 || isBlank(text)) return text;
  const added = `\n\nThe run ended here: ${namesOf(turn.dropped)} was not called. Send a message to go on.`;
  const at = parts.clock.now();
  session.tell({
    type: 'content',
    run_id: run.id,
    message_id: turn.messageId,
    at,
    turn: run.turn,
    text: added,
  });
  session.say(turn.messageId, { role: 'assistant', content: text + added });
  return text + added;
}

export interface Ending {
  readonly reason: DoneReason;
  /** The answer as it stands; null where there is none yet. */
  readonly answer: { readonly messageId: string; readonly text: string } | null;
  /** What is said where there is no answer. */
  readonly instead: string;
}

export async function endRun(env: RunEnv, { reason, answer, instead }: Ending): Promise<void> {
  const { session, parts, run } = env;
  const { clock } = parts;
  if (reason === 'stopped') await endOpenCalls(env);
  const unproven = await verifyOpenWrites(env);
  const opening =
    unproven.length === 0 ? '' : `Not verified: ${unproven.map(({ what }) => what).join(', ')}.\n\n`;
  if (answer && opening !== '') {
    const text = opening + answer.text;
    session.tell({ type: 'content_replaced', message_id: answer.messageId, text, reason: 'verify' });
    session.say(answer.messageId, { role: 'assistant', content: text });
  }
  const words = opening + instead;
  if (!answer && words.trim() !== '') tellAnswer(env, words.trim());
  session.waits(null);
  // What nobody answers any more is not lost: the next run reads it.
  handOver(env);
  session.tell({
    ...{ type: 'done', id: `end-${run.id}`, run_id: run.id, at: clock.now(), reason },
    unverified: unproven.map(({ resourceName }) => resourceName),
    outcomes: recordOf(session.entries().filter(({ run_id }) => run_id === run.id)),
    ...{ turns: run.turn, calls: run.calls, input_tokens: run.inputTokens, output_tokens: run.outputTokens },
    ...{ cost: run.cost, ms: Math.max(0, clock.now() - run.startedAt) },
  });
  parts.counters.runEnded(run.profile, reason);
}

const ENDED = 'It was approved and had ended.';

/** What had become of a write, by its approval. */
const WHEN_STOPPED: Readonly<Record<WriteOutcome, string>> = {
  pending: 'It was not decided.',
  denied: 'It was not approved, and nothing was done.',
  expired: 'Nobody decided in time, and nothing was done.',
  rejected: 'It was not run.',
  running: 'It was approved and had started: it goes on, and its outcome is added to the record.',
  unknown: 'It was approved and had started; what came of it is not known.',
  ...{ verified: ENDED, not_verified: ENDED, verification_failed: ENDED, failed: ENDED },
};

/** Calls of the run that have no result yet. */
export const openCalls = ({ session, run }: RunEnv): EntryOf<'tool'>[] =>
  session
    .entries()
    .filter((entry) => entry.kind === 'tool')
    .filter(({ run_id, status }) => run_id === run.id && (status === 'running' || status === 'waiting'));

/** Calls that Stop cut off are told as that, and writes as what has become of them. */
async function endOpenCalls(env: RunEnv): Promise<void> {
  const { session, parts } = env;
  for (const { id, tool, resource, approval_id, write } of openCalls(env)) {
    const approval = approval_id === null ? null : await newestOf(parts.cards, approval_id).catch(() => null);
    const became = approval ? WHEN_STOPPED[writeRecordOf(approval).outcome] : 'It was not over.';
    const error = {
      code: 'CANCELLED',
      message: `The run was stopped. ${became}`,
      failed: true,
    } as const;
    session.tell({
      ...{ type: 'tool_end', call_id: id, status: 'failed', resource, result: null, outside: null, ms: null },
      write: approval ? writeRecordOf(approval) : write,
      error,
    });
    session.say(id, { role: 'tool', callId: id, name: tool, content: errorResult(error).content });
  }
}

function tellAnswer({ session, parts, run }: RunEnv, text: string): void {
  const id = parts.ids();
  const at = parts.clock.now();
  session.tell({ type: 'content', run_id: run.id, message_id: id, at, turn: run.turn, text });
  session.tell({
    ...{ type: 'usage', message_id: id, state: 'final', model: null, input_tokens: 0, output_tokens: 0 },
    ...{ cost: null, ms: null, context_tokens: null },
  });
  session.say(id, { role: 'assistant', content: text });
}
