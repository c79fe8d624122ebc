// Takes back what an action did to conflicts: decided ones wait again, raised ones are withdrawn, reopened ones are as
// decided as they were, counted ones are whose word they were. Plans on the draft, after its edges. Called by plan-undo.ts.
import { setImmediate as turn } from 'node:timers/promises';
import { AppError } from '../../../shared/model/envelope.ts';
import type { StoredPart } from '../../store/actions.ts';
import {
  type ClaimState,
  type ConflictState,
  claimState,
  conflictState,
} from '../../store/conflict-updates.ts';
import { readConflicts, readOpenClaim, type StoredConflict } from '../../store/conflicts.ts';
import { isOpen } from '../decide/draft.ts';
import { ConflictPart, parseResolution, type Resolution } from '../decide/parts.ts';
import type { Planning } from '../decide/planning.ts';
import { isClaim, rebased } from '../decide/settle-others.ts';

const PARTS_PER_TURN = 250;

/** @param parts newest first @throws AppError STALE_VERSION, NOT_ALLOWED */
export async function undoConflicts(
  planning: Planning,
  parts: readonly StoredPart[],
  actor: string,
): Promise<void> {
  const ids = parts.flatMap((part) => part.conflictId ?? []);
  const rows = await readConflicts(planning.reader, ids);
  const claims = new Map([...rows].map(([id, row]) => [id, claimState(row)]));
  for (const [i, part] of parts.entries()) {
    if (i % PARTS_PER_TURN === 0) await turn();
    const row = rows.get(part.conflictId ?? 0);
    if (!row) continue;
    if (part.kind === 'conflict.opened') withdraw(planning, row, actor);
    else if (part.kind === 'conflict.changed') {
      await undoChange(planning, row, ConflictPart.parse(JSON.parse(part.payload)), claims, actor);
    }
  }
}

async function undoChange(
  planning: Planning,
  row: StoredConflict,
  { action, before, after, counted }: ConflictPart,
  claims: Map<number, ClaimState>,
  actor: string,
): Promise<void> {
  switch (action) {
    case 'open':
      return withdraw(planning, row, actor);
    case 'count':
      return counted && uncount(planning, row, counted, claims);
    case 'rebase':
      return before && after ? unrebase(planning, row, before, after) : undefined;
    default:
      if (!before || !after) return;
      if (isOpen(before.status)) await reopen(planning, row, before, after, actor);
      else decideAgain(planning, row, before);
  }
}

/**
 * A claim counts for what it did before. Whose words came since is not kept of a claim, so one that was made again since
 * stays as it is; and a redo lends such a claim its word anew, as saying it would.
 */
function uncount(
  { draft }: Planning,
  row: StoredConflict,
  { before, after }: NonNullable<ConflictPart['counted']>,
  claims: Map<number, ClaimState>,
): void {
  const isBack = draft.conflicts.some((step) => step.action === 'reopen' && step.row.id === row.id);
  if (!isOpen(row.status) && !isBack)
    throw changedSince(row, `it was decided by ${row.decidedBy ?? 'somebody'}`);
  const held = claims.get(row.id) ?? claimState(row);
  const isRedo = before.seenCount > after.seenCount;
  const isSaidSince = held.seenCount !== after.seenCount;
  if (isSaidSince && !isRedo) return;
  const back = isSaidSince ? repeated(held, before) : before;
  draft.setClaim(row, held, back);
  claims.set(row.id, back);
}

/** As the queue does it: see conflict-queue.ts. */
function repeated(held: ClaimState, said: ClaimState): ClaimState {
  const { source, provenance, priority } = said.priority > held.priority ? said : held;
  const confidence = Math.max(held.confidence, said.confidence);
  return { source, provenance, priority, confidence, seenCount: held.seenCount + 1 };
}

/** Who waits against what follows from the edges (settle-others.ts); what it was raised as does not. */
function unrebase(
  { draft }: Planning,
  row: StoredConflict,
  before: ConflictState,
  after: ConflictState,
): void {
  const isAsLeft = row.type === after.type && row.existing?.edgeId === after.existing?.edgeId;
  const standing = draft.edgeAt(row.project, row.concept.id, row.dimension.id);
  if (!isOpen(row.status) || !isAsLeft || (standing && isClaim(row, standing))) return;
  const { type, existing } = before;
  draft.setConflict('rebase', row, rebased(row, standing, draft, { ...conflictState(row), type, existing }));
}

async function reopen(
  planning: Planning,
  row: StoredConflict,
  before: ConflictState,
  after: ConflictState,
  actor: string,
): Promise<void> {
  const { draft, reader } = planning;
  const { project, concept, dimension, incoming } = row;
  const decision = parseResolution(row.resolution);
  if (isOpen(row.status) || decision?.actionId !== parseResolution(after.resolution)?.actionId) {
    throw changedSince(row, 'it is not decided the way it was');
  }
  const claim = {
    project,
    concept: concept.id,
    dim: dimension.id,
    parent: incoming.parentId,
    isIsa: incoming.isIsa,
  };
  const again = await readOpenClaim(reader, claim);
  if (again !== undefined)
    throw changedSince(row, `the same claim waits again as conflict ${again}; decide that one`);
  const standing = draft.edgeAt(project, concept.id, dimension.id);
  if (standing && isClaim(row, standing)) {
    throw changedSince(row, `its claim stands in the graph since (edge ${standing.edgeId})`);
  }
  // A model would propose the same again the next night; whoever took it back has the word now.
  const byModel = decision?.model
    ? { status: 'needs_human' as const, lastProblem: `${actor} took back what ${decision.model} decided.` }
    : { status: before.status, lastProblem: before.lastProblem };
  const waiting = rebased(row, standing, draft);
  draft.setConflict('reopen', row, {
    ...waiting,
    ...byModel,
    ...{ attempts: before.attempts, resolution: null, decidedBy: null, resolvedAt: null },
  });
}

function decideAgain({ draft }: Planning, row: StoredConflict, before: ConflictState): void {
  if (!isOpen(row.status)) throw changedSince(row, `it was decided anew by ${row.decidedBy ?? 'somebody'}`);
  draft.setConflict('redo', row, before);
}

function withdraw({ draft, now, actionId }: Planning, row: StoredConflict, actor: string): void {
  if (!isOpen(row.status)) throw changedSince(row, `it was decided by ${row.decidedBy ?? 'somebody'}`);
  const resolution: Resolution = {
    ...{ decision: 'withdrawn', reason: 'What raised it was undone.', model: null, runId: null, actionId },
  };
  draft.setConflict('withdraw', row, {
    ...conflictState(row),
    ...{ status: 'dismissed', decidedBy: actor, resolvedAt: now, resolution: JSON.stringify(resolution) },
  });
}

function changedSince(row: StoredConflict, what: string): AppError {
  const name = `Conflict ${row.id} (${row.concept.token}: [${row.dimension.token}] ${row.incoming.parent})`;
  return new AppError('STALE_VERSION', `${name} stands in the way: ${what}. Nothing was undone.`, {
    ...{ conflictId: row.id, version: row.version, status: row.status },
  });
}
