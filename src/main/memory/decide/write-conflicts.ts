// Puts what a draft does to conflicts into the tables, in its order, and says it in parts of the action. Decides nothing.
// Called by write-action.ts, after the edges: a conflict may wait against one of them. Source: memory D11, D13.
import { AppError } from '../../../shared/model/envelope.ts';
import type { StoreWriter } from '../../store/store.ts';
import { type NewConflict, queueConflicts } from '../../store/tables/conflict-queue.ts';
import {
  type ClaimState,
  claimState,
  updateClaim,
  updateConflict,
} from '../../store/tables/conflict-updates.ts';
import { readConflicts, readOpenAt, type StoredConflict } from '../../store/tables/conflicts.ts';
import { conflictDelta, countPart, openedPart } from './conflict-delta.ts';
import type { ConflictDelta } from './deltas.ts';
import type { Draft } from './draft.ts';

/** Claims put into the queue in one go. */
const CLAIMS_PER_SLICE = 250;

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
  const opening: NewConflict[] = [];
  const flush = async () => {
    if (opening.length > 0) results.push(...(await queue(writer, opening.splice(0), tokenOf)));
  };
  for (const step of draft.conflicts) {
    if (step.action === 'open') {
      const { existing } = step.conflict;
      opening.push({ ...step.conflict, existing: existing && withId(existing) });
      if (opening.length >= CLAIMS_PER_SLICE) await flush();
      continue;
    }
    await flush();
    if (step.action === 'count') {
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
  await flush();
  return results;
}

/** Puts facts into the queue. Where a claim waits already, its part says who had made it before. */
async function queue(
  writer: StoreWriter,
  conflicts: readonly NewConflict[],
  tokenOf: (id: number) => string,
): Promise<ConflictResult[]> {
  const waiting = new Map(
    (await readOpenAt(writer.reader, conflicts)).map((row) => [rowKey(row), claimState(row)]),
  );
  const results: ConflictResult[] = [];
  for (const part of withoutRepeats(conflicts)) {
    const queued = await queueConflicts(writer, part);
    const counted = queued.flatMap(({ id, opened }) => (opened ? [] : id));
    const now = await readConflicts(writer.reader, counted);
    for (const [i, conflict] of part.entries()) {
      const one = queued[i];
      if (!one) throw new AppError('INTERNAL', 'A conflict was queued without an id.');
      const key = claimKey(conflict);
      const before = waiting.get(key);
      const row = now.get(one.id);
      const after = row && claimState(row);
      if (after) waiting.set(key, after);
      const delta = openedPart(conflict, tokenOf, before && after && { before, after });
      results.push({ id: one.id, project: conflict.project, part: delta, opened: true });
      if (one.opened) waiting.set(key, firstState(conflict));
    }
  }
  return results;
}

/** Runs in which no claim is made twice: the second of two is counted on the first. */
function withoutRepeats(conflicts: readonly NewConflict[]): NewConflict[][] {
  const runs: NewConflict[][] = [[]];
  let seen = new Set<string>();
  for (const conflict of conflicts) {
    const key = claimKey(conflict);
    if (seen.has(key)) {
      runs.push([]);
      seen = new Set();
    }
    seen.add(key);
    runs.at(-1)?.push(conflict);
  }
  return runs;
}

/** A claim that has just been made. */
function firstState({ incoming, priority, provenance, correction }: NewConflict): ClaimState {
  const { source, confidence } = incoming;
  return { source, confidence, priority, seenCount: 1, provenance, isCorrection: correction !== null };
}

function claimKey({ project, concept, dim, incoming, correction }: NewConflict): string {
  return [concept, dim, incoming.parent, incoming.isIsa, correction === 'ends', project].join(' ');
}

function rowKey({ project, concept, dimension, incoming, correction }: StoredConflict): string {
  const names = [concept.id, dimension.id, incoming.parentId, incoming.isIsa];
  return [...names, correction === 'ends', project].join(' ');
}
