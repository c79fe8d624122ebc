// How a run ends. A final answer is held against what is proven and against what was done; a run that must end with something unproven has the world
// asked once more, and says so where the world does not show it. Source: agent D2, D6.
import type { DoneReason } from '../../../shared/model/assistant/words.ts';
import { claimsIn, SAFE_RESPONSE } from '../speech/phantom.ts';
import { fsmState, type RunEnv } from './env.ts';
import { demandOf } from './fsm.ts';
import { addNote, handOver } from './prepare.ts';
import { askTheWorld } from './proof.ts';
import type { Turn } from './turn.ts';

/** @returns whether the answer stands; one that does not is sent back with what has to come first */
export function stands(env: RunEnv, turn: Turn): boolean {
  const { session, parts } = env;
  const demand = demandOf(session.memory.fsm);
  if (demand === '') return true;
  parts.counters.finalBlocked(fsmState(env));
  const id = parts.ids();
  const at = parts.clock.now();
  const text = `The answer was sent back: ${demand}`;
  session.tell({ type: 'error', id, run_id: env.run.id, at, code: 'FSM_BLOCKED', message: text });
  session.tell({ type: 'content_replaced', message_id: turn.messageId, text: '', reason: 'verify' });
  addNote(env, `Your answer was not given to the operator. ${demand} Then answer.`, id);
  return false;
}

/** What was claimed without anything having been done is not shown. */
export function withoutPhantom(env: RunEnv, turn: Turn): string {
  const { session, parts, run } = env;
  if (!parts.switches().phantom || run.anyWorked || claimsIn(turn.text).length === 0) return turn.text;
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
  const unproven = await askTheWorld(env);
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
    ...{ turns: run.turn, calls: run.calls, input_tokens: run.inputTokens, output_tokens: run.outputTokens },
    ...{ cost: run.cost, ms: Math.max(0, clock.now() - run.startedAt) },
  });
  parts.counters.runEnded(run.profile, reason);
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
