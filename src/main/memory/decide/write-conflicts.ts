// Puts what a draft does to conflicts into the tables, in its order, and says it in parts of the action. Decides nothing.
// Called by write-action.ts, after the edges: a conflict may wait against one of them. Source: memory D11, D13.
import { AppError } from '../../../shared/model/envelope.ts';
import type { StoreWriter } from '../../store/store.ts';
import { type NewConflict, queueConflicts } from '../../store/tables/conflict-queue.ts';
import { claimState, updateClaim, updateConflict } from '../../store/tables/conflict-updates.ts';
import { readConflict, readOpenClaim } from '../../store/tables/conflicts.ts';
import { conflictDelta, countPart, openedPart } from './conflict-delta.ts';
import type { ConflictDelta } from './deltas.ts';
import type { Draft } from './draft.ts';

export interface ConflictResult {
  readonly id: number;
  readonly project: string;
  readonly part: ConflictDelta;
  /** Whether the draft put it into the queue, or found it there. */
  readonly opened: boolean;
}

/** @param edgeIds ids of inserted edges by the provisional ones of the draft */
export async function writeConflicts(
  writer: StoreWriter,
  draft: Draft,
  edgeIds: ReadonlyMap<number, number>,
): Promise<ConflictResult[]> {
  const results: ConflictResult[] = [];
  const tokenOf = (id: number) => draft.tokenOf(id);
  const withId = <T extends { readonly edgeId: number }>(edge: T): T => ({
    ...edge,
    edgeId: edgeIds.get(edge.edgeId) ?? edge.edgeId,
  });
  for (const step of draft.conflicts) {
    if (step.action === 'open') {
      const conflict = {
        ...step.conflict,
        existing: step.conflict.existing && withId(step.conflict.existing),
      };
      results.push(await queue(writer, conflict, tokenOf));
    } else if (step.action === 'count') {
      const { id, project } = step.row;
      await updateClaim(writer, id, step.counted.after);
      results.push({ id, project, part: countPart(step.row, step.counted), opened: false });
    } else {
      const after = { ...step.after, existing: step.after.existing && withId(step.after.existing) };
      await updateConflict(writer, step.row.id, after);
      const { id, project } = step.row;
      const part = conflictDelta(step.action, step.row, after);
      results.push({ id, project, part, opened: false });
    }
  }
  return results;
}

/** Puts a fact into the queue. Where its claim waits already, the part says who had made it before. */
async function queue(
  writer: StoreWriter,
  conflict: NewConflict,
  tokenOf: (id: number) => string,
): Promise<ConflictResult> {
  const { project, concept, dim, incoming, correction } = conflict;
  const { parent, isIsa } = incoming;
  const claimed = async (id: number | undefined) => {
    const row = id === undefined ? undefined : await readConflict(writer.reader, id);
    return row && claimState(row);
  };
  const claim = { project, concept, dim, parent, isIsa, ends: correction === 'ends' };
  const before = await claimed(await readOpenClaim(writer.reader, claim));
  const [queued] = await queueConflicts(writer, [conflict]);
  if (!queued) throw new AppError('INTERNAL', 'A conflict was queued without an id.');
  const after = before && (await claimed(queued.id));
  const part = openedPart(conflict, tokenOf, before && after && { before, after });
  return { id: queued.id, project, part, opened: true };
}
