// One conflict in a run: ask, read the answer, have it decided; what became of it is in the journal of the same
// transaction. Changes nothing by itself. Called by run.ts. Source: memory, Conflicts.
import { AppError } from '../../../shared/model/envelope.ts';
import type { Conflict } from '../../../shared/model/graph.ts';
import type { RunOutcome } from '../../../shared/model/resolution.ts';
import type { StoreWriter } from '../../store/store.ts';
import { readConflict } from '../../store/tables/conflicts.ts';
import { addJournalEntry } from '../../store/tables/resolution-runs.ts';
import type { RunClaim } from '../../store/tables/run-claims.ts';
import type { ModelAnswer } from '../ask-model.ts';
import { askPatiently, failureScope } from './ask-patiently.ts';
import { answerProblem, readProposal } from './proposal.ts';
import { questionAbout } from './question.ts';
import type { ResolutionParts } from './resolution-parts.ts';

/** Who the job's decisions are signed by. */
export const JOB_ACTOR = 'festinger';
/** How often a conflict is asked about anew when it changed while the model thought. */
const ATTEMPTS = 2;

export interface ItemContext {
  readonly parts: ResolutionParts;
  readonly claim: RunClaim;
  readonly signal: AbortSignal;
}

/** What a run makes of an item. `endRun`: why the next one would fail the same way; null when it need not. */
export interface ItemResult {
  readonly outcome: RunOutcome;
  readonly detail: string;
  readonly endRun: string | null;
}

/**
 * Deals with one conflict and writes it down.
 * @throws RunOver, AppError CANCELLED (nothing was written), UNAVAILABLE (the database)
 */
export async function resolveOne(context: ItemContext, conflictId: number): Promise<ItemResult> {
  for (let attempt = 1; ; attempt++) {
    const conflict = await waitingConflict(context, conflictId);
    if (!conflict.waits) return note(context, conflictId, 'skipped', conflict.why);
    try {
      return await askAndApply(context, conflict.conflict);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'STALE_VERSION') throw error;
      if (attempt === ATTEMPTS) {
        return note(context, conflictId, 'skipped', 'It kept changing while the model was asked.');
      }
    }
  }
}

type Waiting =
  | { readonly waits: true; readonly conflict: Conflict }
  | { readonly waits: false; readonly why: string };

async function waitingConflict({ parts }: ItemContext, id: number): Promise<Waiting> {
  const conflict = await parts.desk.conflict(id);
  switch (conflict.status) {
    case 'resolved':
    case 'dismissed':
      return { waits: false, why: `Decided by ${conflict.decidedBy ?? 'somebody'} meanwhile.` };
    case 'needs_human':
      return { waits: false, why: 'It waits for a person.' };
    case 'pending':
      return conflict.snoozedUntil !== null && conflict.snoozedUntil > parts.clock.now()
        ? { waits: false, why: 'It was snoozed meanwhile.' }
        : { waits: true, conflict };
  }
}

async function askAndApply(context: ItemContext, conflict: Conflict): Promise<ItemResult> {
  const { parts, signal } = context;
  const question = questionAbout(conflict, await parts.desk.options(conflict.id));
  let answer: ModelAnswer;
  try {
    answer = await askPatiently(parts.ask, { ...question, signal }, parts.clock);
  } catch (error) {
    return unanswered(context, conflict, error);
  }
  const proposal = readProposal(answer.text, conflict);
  if (!proposal.ok) return refuse(context, conflict, proposal.problem, answer);
  const { decision, outcome, reasoning } = proposal;
  const by = {
    actor: JOB_ACTOR,
    reason: reasoning,
    expectedVersion: conflict.version,
    proposal: { model: answer.model, runId: context.claim.runId, reasoning },
  };
  try {
    await parts.desk.decide(conflict.id, decision, by, (writer) =>
      writeDown(context, writer, { conflictId: conflict.id, outcome, detail: reasoning, answer }),
    );
  } catch (error) {
    if (!isRefusedByGraph(error)) throw error;
    return refuse(context, conflict, answerProblem(error.message, answer.text), answer);
  }
  return { outcome, detail: reasoning, endRun: null };
}

/** The decision is well formed and the graph does not allow it. */
function isRefusedByGraph(error: unknown): error is AppError {
  const codes = ['NOT_ALLOWED', 'INVALID_INPUT', 'SELF_FACT', 'ROOT_FACT'];
  return error instanceof AppError && codes.includes(error.code);
}

/** @throws CANCELLED as it came, since nothing happened to the conflict */
async function unanswered(context: ItemContext, conflict: Conflict, error: unknown): Promise<ItemResult> {
  const message = error instanceof Error ? error.message : String(error);
  switch (failureScope(error)) {
    case 'cancelled':
      throw error;
    case 'answer':
      return refuse(context, conflict, message, null);
    case 'item':
      return note(context, conflict.id, 'failed', message);
    case 'run':
      return { ...(await note(context, conflict.id, 'failed', message)), endRun: message };
  }
}

async function refuse(
  context: ItemContext,
  conflict: Conflict,
  problem: string,
  answer: ModelAnswer | null,
): Promise<ItemResult> {
  const { id, version: expectedVersion } = conflict;
  let outcome: RunOutcome = 'invalid';
  await context.parts.desk.refuseAnswer(id, { expectedVersion, problem }, async (writer) => {
    const after = await readConflict(writer.reader, id);
    outcome = after?.status === 'needs_human' ? 'needs_human' : 'invalid';
    await writeDown(context, writer, { conflictId: id, outcome, detail: problem, answer });
  });
  return { outcome, detail: problem, endRun: null };
}

/** Writes down what became of a conflict that was not changed. @throws RunOver */
export async function note(
  context: ItemContext,
  conflictId: number,
  outcome: RunOutcome,
  detail: string,
): Promise<ItemResult> {
  await context.parts.store.write((writer) =>
    writeDown(context, writer, { conflictId, outcome, detail, answer: null }),
  );
  return { outcome, detail, endRun: null };
}

interface Line {
  readonly conflictId: number;
  readonly outcome: RunOutcome;
  readonly detail: string;
  readonly answer: ModelAnswer | null;
}

/** The proof that this run, and no heir of it, did what the transaction does. @throws RunOver */
async function writeDown(
  { parts, claim }: ItemContext,
  writer: StoreWriter,
  { conflictId, outcome, detail, answer }: Line,
): Promise<void> {
  await addJournalEntry(writer, claim, {
    ...{ conflictId, outcome, detail },
    at: parts.clock.now(),
    model: answer?.model ?? null,
    inputTokens: answer?.inputTokens ?? 0,
    outputTokens: answer?.outputTokens ?? 0,
    ms: answer?.ms ?? 0,
  });
}
