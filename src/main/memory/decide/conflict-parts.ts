// The parts of an action that are about conflicts, as its events carry them.
import type { NewConflict } from '../../store/conflict-queue.ts';
import { type ConflictState, conflictState } from '../../store/conflict-updates.ts';
import type { StoredConflict } from '../../store/conflicts.ts';
import type { ConflictAction } from './draft.ts';
import { type ConflictPart, conflictRecord } from './parts.ts';

/** A conflict of the queue that changed. */
export function conflictPart(
  action: ConflictAction,
  row: StoredConflict,
  after: ConflictState,
): ConflictPart {
  const { concept, dimension, incoming } = row;
  return {
    action,
    claim: {
      ...{ concept: concept.token, parent: incoming.parent },
      ...{ dimension: dimension.token, isIsa: incoming.isIsa },
    },
    before: conflictRecord(conflictState(row)),
    after: conflictRecord(after),
  };
}

/** A fact that went into the queue. @param opened false when it waited there already and was counted once more */
export function openedPart(
  conflict: NewConflict,
  opened: boolean,
  tokenOf: (id: number) => string,
): ConflictPart {
  const { concept, dim, existing, incoming, type } = conflict;
  const after = {
    ...{ status: 'pending' as const, type, attempts: 0, lastProblem: null },
    existing: existing
      ? {
          ...{ edgeId: existing.edgeId, parentId: existing.parent, isIsa: existing.isIsa },
          ...{ confidence: existing.confidence, source: existing.source },
        }
      : null,
    ...{ resolution: null, decidedBy: null, resolvedAt: null },
  };
  return {
    action: opened ? 'open' : 'count',
    claim: {
      ...{ concept: tokenOf(concept), parent: tokenOf(incoming.parent) },
      ...{ dimension: tokenOf(dim), isIsa: incoming.isIsa },
    },
    before: null,
    after: opened ? after : null,
  };
}
