// A run: from what the operator said to an answer, turn by turn. The model proposes in each; gates, approvals and states (beside this file) dispose.
// Never throws: however it ends, it says so, with what is proven and what is not. Source: agent, The loop.
import type { DoneReason } from '../../../shared/model/assistant/words.ts';
import { MAX_TURNS } from '../../../shared/model/assistant/words.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { carryOut } from './calls.ts';
import { type Ending, endRun, namesOf, stands, withoutPhantom, withUnmadeCalls } from './ending.ts';
import { isClosing, type RunEnv } from './env.ts';
import { carryOutPlan } from './plan-steps.ts';
import { addNote, handOver, prepareRequest } from './request/prepare.ts';
import { summaryOf } from './summary.ts';
import { isBlank, type Turn, takeTurn } from './turn.ts';

const MOST_FAILED_TURNS = 3;

/** Goes on until it ends; what was said is in the session already. */
export async function goOn(env: RunEnv): Promise<void> {
  let ending: Ending;
  try {
    ending = await turns(env);
  } catch (error) {
    if (isClosing(env)) {
      // What was said in this turn is not written down yet, nor what waits to be handed over.
      handOver(env);
      return await env.session.keep().catch((fault: unknown) => env.parts.onFault(fault));
    }
    ending = brokenOff(env, error);
  }
  try {
    await endRun(env, ending);
    await env.session.keep();
  } catch (error) {
    env.parts.onFault(error);
  }
}

async function turns(env: RunEnv): Promise<Ending> {
  const { run, session, parts } = env;
  let askedAgain = false;
  while (run.turn < MAX_TURNS) {
    run.turn += 1;
    session.memory.turn += 1;
    parts.counters.iteration(env.provider, env.model);
    handOver(env);
    const textOnly = isTextOnly(env);
    const isLast = run.turn >= MAX_TURNS || run.failedTurns >= MOST_FAILED_TURNS;
    const first = await ask(env, textOnly);
    const turn = isCut(env, first) ? await continueAnswer(env, first) : first;
    if (turn.calls.length > 0) {
      await worked(env, turn);
      continue;
    }
    if (!isLast && !askedAgain && !isInWords(turn)) {
      askedAgain = true;
      askForWords(env, turn);
      continue;
    }
    const ending = await answered(env, turn, isLast);
    if (ending && !goesOn(env, ending)) return ending;
  }
  return {
    reason: 'turns',
    answer: null,
    instead: summaryOf(env, `It took ${MAX_TURNS} turns without an answer.`),
  };
}

/** Something was said, and nothing but words. */
const isInWords = ({ text, dropped, shown }: Turn): boolean =>
  !isBlank(text) && dropped.length === 0 && shown.length === 0;

function askForWords(env: RunEnv, turn: Turn): void {
  const { why, wanted } = askedFor(turn);
  const note = noteEntry(env, `${why} The model is asked again.`);
  if (turn.text !== '')
    env.session.tell({ type: 'content_replaced', message_id: turn.messageId, text: '', reason: 'verify' });
  addNote(env, wanted, note);
}

/** What the operator and the model are told of an answer that is no answer in words. */
function askedFor({ dropped, shown }: Turn): { readonly why: string; readonly wanted: string } {
  if (dropped.length > 0) {
    const unmade = `No more calls are made in this run: ${namesOf(dropped)} was not called.`;
    return { why: unmade, wanted: `${unmade} Answer the operator in words, with what you know.` };
  }
  if (shown.length > 0)
    return {
      why: `The model showed a call of ${namesOf(shown)} in a code block instead of making it.`,
      wanted: `Your answer shows a call of ${namesOf(shown)} in a code block; it was not made. Call the tool if you meant to, or answer the operator in words.`,
    };
  return {
    why: 'The answer was empty.',
    wanted: 'You said nothing. Answer the operator in words, or call a tool.',
  };
}

/** The last turn, one after three that failed, and one after a verified write, once a turn brings nothing new and nothing waits to be written. */
function isTextOnly({ run, session }: RunEnv): boolean {
  if (run.turn >= MAX_TURNS || run.failedTurns >= MOST_FAILED_TURNS) return true;
  if (
    !run.afterWrite ||
    run.lastTurnBroughtNews ||
    session.memory.fsm.unproven.length > 0 ||
    run.waiting.length > 0
  )
    return false;
  return run.named.every((id) => run.written.includes(id));
}

async function ask(env: RunEnv, textOnly: boolean, cut: Turn | null = null): Promise<Turn> {
  const { parts, session } = env;
  await parts.breath();
  const request = await prepareRequest(env);
  await parts.breath();
  await session.keep();
  await parts.breath();
  const turn = await takeTurn(env, { ...request, textOnly }, cut);
  await parts.breath();
  const toolCalls = turn.calls.map(({ id, name, arguments: text }) => ({ id, name, arguments: text }));
  session.say(turn.messageId, {
    ...{ role: 'assistant', content: turn.text },
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
  });
  return turn;
}

/** The model's limit cut an answer in words; it is continued once a run. */
const isCut = ({ run }: RunEnv, { reason, calls, text }: Turn): boolean =>
  reason === 'length' && calls.length === 0 && !isBlank(text) && !run.continued;

/** @returns the whole answer, under the id of its beginning */
async function continueAnswer(env: RunEnv, cut: Turn): Promise<Turn> {
  env.run.continued = true;
  const note = noteEntry(env, 'The model’s limit cut this answer; the model was asked to go on.');
  addNote(env, 'Your answer was cut by your limit. Go on exactly where it stopped; repeat nothing.', note);
  try {
    return await ask(env, true, cut);
  } finally {
    env.session.unsay(note);
  }
}

async function worked(env: RunEnv, turn: Turn): Promise<void> {
  const { run, session } = env;
  session.waits('tool');
  const anyWorked = await carryOut(env, turn.calls);
  if (turn.left > 0) {
    const words = `${turn.left} more calls of this turn were not made: ${turn.calls.length} a turn at most.`;
    noteEntry(env, words, new AppError('RATE_LIMITED', words));
    addNote(env, `${words} Make those that still matter.`);
  }
  run.failedTurns = anyWorked ? 0 : run.failedTurns + 1;
}

/** @returns null when it goes on */
async function answered(env: RunEnv, turn: Turn, isLast: boolean): Promise<Ending | null> {
  const { run } = env;
  const reason: DoneReason = run.turn >= MAX_TURNS ? 'turns' : 'answer';
  if (env.planned.length > 0 && !isLast) {
    await carryOutPlan(env);
    return null;
  }
  if (!isLast && !stands(env, turn)) return null;
  const text = withUnmadeCalls(env, turn, withoutPhantom(env, turn));
  if (isBlank(text))
    return { reason, answer: null, instead: summaryOf(env, 'The model gave no answer in words.') };
  return { reason, answer: { messageId: turn.messageId, text }, instead: '' };
}

/** Something was typed during what would have been its last word: it answers that, too. */
const goesOn = ({ session }: RunEnv, { reason }: Ending): boolean => reason === 'answer' && session.isSteered;

function brokenOff(env: RunEnv, error: unknown): Ending {
  const { signal } = env;
  if (signal.aborted) return { reason: 'stopped', answer: null, instead: '' };
  if (error instanceof AppError && error.code === 'BUDGET_EXCEEDED') {
    noteEntry(env, error.message, error);
    return { reason: 'budget', answer: null, instead: summaryOf(env, 'The budget for this is used up.') };
  }
  if (error instanceof AppError) {
    noteEntry(env, error.message, error);
    return { reason: 'error', answer: null, instead: '' };
  }
  env.parts.onFault(error);
  noteEntry(env, 'Something went wrong in the assistant; the log has it.');
  return { reason: 'error', answer: null, instead: '' };
}

/** A line for the operator. @returns its entry */
function noteEntry({ parts, session, run }: RunEnv, message: string, error?: AppError): string {
  const id = parts.ids();
  session.tell({
    ...{ type: 'error', id, run_id: run.id, at: parts.clock.now(), message },
    code: error?.code ?? 'INTERNAL',
  });
  return id;
}
