// Actions as people see them. Pure. Source: decision.ts.
import type { Action } from '../../../shared/model/decision.ts';
import type { StoredAction } from '../../store/tables/actions.ts';

export function shownAction(stored: StoredAction): Action {
  const { id, at, project, kind, actor, reason, summary } = stored;
  return { id, at, project, kind, actor, reason, summary, state: actionState(stored) };
}

/**
 * An undo is taken back by redoing what it undid; an action without parts holds nothing to take back; a fact whose end has passed
 * would end again at once.
 */
export function actionState({ kind, parts, undoneBy }: StoredAction): Action['state'] {
  if (kind === 'undo' || kind === 'redo' || kind === 'expired' || parts === 0) return 'final';
  return undoneBy === null ? 'done' : 'undone';
}
