// The parts of an action that are about conflicts, as its events carry them.
import type { NewConflict } from '../../store/tables/conflict-queue.ts';
import { type ClaimState, type ConflictState, conflictState } from '../../store/tables/conflict-updates.ts';
import type { StoredConflict } from '../../store/tables/conflicts.ts';
import { type ConflictDelta, conflictRecord } from './deltas.ts';
import type { ConflictAction } from './draft.ts';

/** A conflict of the queue that changed. */
export function conflictDelta(
  action: ConflictAction,
  row: StoredConflict,
  after: ConflictState,
): ConflictDelta {
  return {
    action,
    claim: claimOf(row),
    before: conflictRecord(conflictState(row)),
    after: conflictRecord(after),
    seenCount: row.seenCount,
  };
}

/** Who made a claim, before and by now; who waits against what stays. */
export interface Counted {
  readonly before: ClaimState;
  readonly after: ClaimState;
}

/** A claim of the queue that counts for more, or for less, than it did. */
export function countPart(row: StoredConflict, counted: Counted): ConflictDelta {
  return { action: 'count', claim: claimOf(row), before: null, after: null, counted };
}

/** A fact that went into the queue. @param counted where it waited there already and was counted once more */
export function openedPart(
  conflict: NewConflict,
  tokenOf: (id: number) => string,
  counted?: Counted,
): ConflictDelta {
  const { concept, dim, existing, incoming, type, correction } = conflict;
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
    action: counted ? 'count' : 'open',
    claim: {
      ...{ concept: tokenOf(concept), parent: tokenOf(incoming.parent) },
      ...{ dimension: tokenOf(dim), isIsa: incoming.isIsa },
      ...(correction === 'ends' ? { ends: true as const } : {}),
    },
    before: null,
    after: counted ? null : after,
    ...(counted ? { counted } : { seenCount: 1 }),
  };
}

function claimOf({ concept, dimension, incoming, correction }: StoredConflict): ConflictDelta['claim'] {
  return {
    ...{ concept: concept.token, parent: incoming.parent },
    ...{ dimension: dimension.token, isIsa: incoming.isIsa },
    ...(correction === 'ends' ? { ends: true as const } : {}),
  };
}
