// Plans taking an action back: its parts in reverse, each checked against the present. What was changed since stands in
// the way and is named; later testimonies for the same edge or claim do not, and stay. A redo is the same on the undo's own parts.
// Source: memory D11; brief 1.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type { ActionKind } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import {
  partsBackwards,
  readAction,
  readLatestRedo,
  type StoredAction,
  type StoredDelta,
} from '../../store/tables/actions.ts';
import { actionState } from '../decide/actions.ts';
import { QuestionDelta } from '../decide/deltas.ts';
import { MOST_TAKEN_BACK } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';
import type { ActionHead } from '../decide/write-action.ts';
import type { Taking } from './later-testimonies.ts';
import { letClaimsWait } from './orphaned-claims.ts';
import { undoConflicts } from './undo-conflicts.ts';
import { EdgesTakenBack } from './undo-edges.ts';

export interface UndoneBy {
  readonly actor: string;
  readonly reason: string;
}

/** Parts from which on an action is read as a large one. */
const LARGE = 1000;

/** @throws AppError NOT_FOUND, NOT_ALLOWED, STALE_VERSION naming what stands in the way */
export async function planUndo(planning: Planning, id: number, by: UndoneBy): Promise<ActionHead> {
  const action = await requireAction(planning, id);
  refuseFinal(action);
  if (action.undoneBy !== null) {
    throw new AppError('STALE_VERSION', `Action ${id} was undone already, by action ${action.undoneBy}.`, {
      ...{ actionId: id, undoneBy: action.undoneBy },
    });
  }
  // What put it in force last is what is taken back: the action itself, or its latest redo.
  const latest = (await readLatestRedo(planning.reader, id)) ?? action;
  await reverse(planning, latest, { out: [id, latest.id], back: null }, by);
  return head(action, 'undo', by, { undoes: action });
}

/** @throws AppError NOT_FOUND, NOT_ALLOWED, STALE_VERSION naming what stands in the way */
export async function planRedo(planning: Planning, id: number, by: UndoneBy): Promise<ActionHead> {
  const action = await requireAction(planning, id);
  refuseFinal(action);
  if (action.undoneBy === null) {
    throw new AppError('STALE_VERSION', `Action ${id} is in force; there is nothing to redo.`, {
      actionId: id,
    });
  }
  const undo = await requireAction(planning, action.undoneBy);
  await reverse(planning, undo, { out: [undo.id], back: id }, by);
  return head(action, 'redo', by, { undoes: undo, revives: action.id });
}

async function reverse(
  planning: Planning,
  action: StoredAction,
  taking: Taking,
  by: UndoneBy,
): Promise<void> {
  if (action.parts > LARGE) await planning.isLarge();
  const edges = new EdgesTakenBack(planning, action, taking);
  const others: StoredDelta[] = [];
  for await (const parts of partsBackwards(planning.reader, action)) {
    await edges.take(parts);
    for (const part of parts) if (part.edgeId === null) others.push(part);
    await yieldLoop();
  }
  const { kept, homeless, orphaned } = await edges.end();
  undoQuestions(planning, others);
  await undoConflicts(planning, others, { kept, actor: by.actor, isRedo: taking.back !== null });
  await letClaimsWait(planning, orphaned);
  // After the conflicts: where the claim waits again, these testimonies are counted on it.
  for (const fact of homeless) planning.draft.enter(fact);
}

/** What a dimension asked before, it asks again. @throws AppError STALE_VERSION where it was changed since */
function undoQuestions({ draft }: Planning, parts: readonly StoredDelta[]): void {
  for (const { kind, project, payload } of parts) {
    if (kind !== 'dimension.changed') continue;
    const { dimension, dimensionId: dim, before, after } = QuestionDelta.parse(JSON.parse(payload));
    const present = draft.ownQuestion(project, dim);
    if (present !== after) {
      const now = present === null ? 'nothing of its own' : `"${present}"`;
      throw new AppError('STALE_VERSION', `[${dimension}] asks ${now} by now. Nothing was undone.`, {
        dimension,
      });
    }
    draft.ask(project, dim, before);
  }
}

async function requireAction({ reader }: Planning, id: number): Promise<StoredAction> {
  const action = await readAction(reader, id);
  if (!action) throw new AppError('NOT_FOUND', `There is no action ${id}.`, { actionId: id });
  return action;
}

function refuseFinal(action: StoredAction): void {
  const { id, kind, undoes, parts } = action;
  if (parts > MOST_TAKEN_BACK) {
    throw new AppError(
      'NOT_ALLOWED',
      `Action ${id} changed ${parts} things; at most ${MOST_TAKEN_BACK} are undone at once.`,
    );
  }
  if (actionState(action) !== 'final') return;
  const instead =
    kind === 'expired'
      ? 'the end of its facts has passed. Tell them again, without an end or with a later one'
      : kind === 'undo' || kind === 'redo'
        ? `it is the ${kind} of action ${undoes}; undo or redo the first action instead`
        : 'nothing was kept that could be taken back';
  throw new AppError('NOT_ALLOWED', `Action ${id} cannot be undone: ${instead}.`, { actionId: id });
}

function head(
  action: StoredAction,
  kind: ActionKind & ('undo' | 'redo'),
  by: UndoneBy,
  link: Pick<ActionHead, 'undoes' | 'revives'>,
): ActionHead {
  const summary = `${kind === 'undo' ? 'Undone' : 'Redone'}: ${action.summary}`;
  return { project: action.project, kind, actor: by.actor, reason: by.reason, summary, ...link };
}
