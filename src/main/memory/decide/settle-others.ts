// What an action means for the other conflicts that wait at the places it changes: some came true with it, the rest
// wait against another known fact. Their version rises, so that nobody decides on what he saw before.
// Source: memory D7.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { type CheckedGraph, collisionType } from '../../graph/columns/collision.ts';
import type { EdgeRow } from '../../graph/types.ts';
import { type ConflictState, conflictState, type KnownFact } from '../../store/tables/conflict-updates.ts';
import { readOpenAt, type StoredConflict } from '../../store/tables/conflicts.ts';
import type { EdgePlace } from '../write/overlay.ts';
import type { Resolution } from './deltas.ts';
import type { Draft } from './draft.ts';
import type { Planning } from './planning.ts';

/** Places looked at before others get their turn. */
const PLACES_PER_SLICE = 5000;

/** Adds to the draft what becomes of other open conflicts where the draft changes an edge. */
export async function settleOthers(planning: Planning, actor: string): Promise<void> {
  const { draft, reader, now, actionId } = planning;
  const handled = new Set(
    draft.conflicts.flatMap((step) => (step.action === 'open' || step.action === 'count' ? [] : step.row.id)),
  );
  const places = await contestedPlaces(draft);
  if (places.length === 0) return;
  for (const row of await readOpenAt(reader, places)) {
    if (handled.has(row.id)) continue;
    const standing = draft.edgeAt(row.project, row.concept.id, row.dimension.id);
    if (isSo(row, standing)) {
      draft.setConflict('came_true', row, cameTrue(row, actor, now, actionId));
    } else draft.setConflict('rebase', row, rebased(row, standing, draft));
  }
}

async function contestedPlaces(draft: Draft): Promise<EdgePlace[]> {
  const places: EdgePlace[] = [];
  let looked = 0;
  for (const place of draft.changedPlaces()) {
    if (++looked % PLACES_PER_SLICE === 0) await yieldLoop();
    if (draft.graph.pendingAt(place.project, place.concept, place.dim) > 0) places.push(place);
  }
  return places;
}

/** Whether what the conflict claims is so: that the fact stands, or of a correction that ends it, that it does not. */
export function isSo(row: StoredConflict, standing: Pick<EdgeRow, 'parent' | 'isIsa'> | undefined): boolean {
  const { parentId, isIsa } = row.incoming;
  const stands = standing?.parent === parentId && standing.isIsa === isIsa;
  return stands !== (row.correction === 'ends');
}

/** @param decidedBy the id of the action or the event it came true with */
export function cameTrue(row: StoredConflict, actor: string, now: number, decidedBy: number): ConflictState {
  const resolution: Resolution = {
    ...{ decision: 'came_true', reason: 'What it claims is so now.', model: null, runId: null },
    actionId: decidedBy,
  };
  return {
    ...conflictState(row),
    ...{ status: 'resolved', decidedBy: actor, resolvedAt: now },
    resolution: JSON.stringify(resolution),
  };
}

/**
 * The conflict against what stands at its place now; where nothing does, it keeps what it was raised against.
 * @param state as it is, or as it was before an action that is taken back
 */
export function rebased(
  row: StoredConflict,
  standing: EdgeRow | undefined,
  graph: CheckedGraph,
  state = conflictState(row),
): ConflictState {
  const { project, concept, dimension, incoming } = row;
  const leadsBack = graph.wouldCycle(project, concept.id, incoming.parentId, dimension.id);
  if (!standing) return leadsBack ? { ...state, type: 'cycle', existing: null } : state;
  const type = state.type === 'cycle' && leadsBack ? 'cycle' : collisionType(standing.isIsa, incoming.isIsa);
  return { ...state, type, existing: knownFact(standing) };
}

/** An edge the action is about to insert keeps its provisional id; write-action.ts puts in the real one. */
export function knownFact(edge: EdgeRow): KnownFact {
  const { edgeId, parent: parentId, isIsa, confidence, source } = edge;
  return { edgeId, parentId, isIsa, confidence, source };
}

export function placeOf(row: StoredConflict): EdgePlace {
  return { project: row.project, concept: row.concept.id, dim: row.dimension.id };
}
