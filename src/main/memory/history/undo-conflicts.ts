// Takes back what an action did to conflicts: decided ones wait again, raised ones are withdrawn, reopened ones are as
// decided as they were, counted ones are whose they were. Plans on the draft, after its edges. Called by plan-undo.ts.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { AppError } from '../../../shared/model/envelope.ts';
import { SOURCES } from '../../../shared/model/graph.ts';
import type { StoredDelta } from '../../store/tables/actions.ts';
import {
  type ClaimState,
  type ConflictState,
  claimState,
  conflictState,
} from '../../store/tables/conflict-updates.ts';
import { readConflicts, readOpenClaim, type StoredConflict } from '../../store/tables/conflicts.ts';
import { ConflictDelta, parseResolution, type Resolution } from '../decide/deltas.ts';
import { isOpen } from '../decide/draft.ts';
import type { Planning } from '../decide/planning.ts';
import { cameTrue, isSo, rebased } from '../decide/settle-others.ts';

const DELTAS_PER_SLICE = 250;

/** What the queue is taken back with. */
export interface Retaking {
  /** Edges that stay by later testimonies. */
  readonly kept: ReadonlySet<number>;
  readonly actor: string;
  /** Doing an action again withdraws what it withdrew, whoever claims it since. */
  readonly isRedo: boolean;
}

/** @param parts newest first @throws AppError STALE_VERSION, NOT_ALLOWED */
export async function undoConflicts(
  planning: Planning,
  parts: readonly StoredDelta[],
  retaking: Retaking,
): Promise<void> {
  const ids = parts.flatMap((part) => part.conflictId ?? []);
  const rows = await readConflicts(planning.reader, ids);
  const reopened = new Set<number>();
  const claims = new Map([...rows].map(([id, row]) => [id, claimState(row)]));
  for (const [i, part] of parts.entries()) {
    if (i % DELTAS_PER_SLICE === 0) await yieldLoop();
    const row = rows.get(part.conflictId ?? 0);
    if (!row) continue;
    if (part.kind === 'conflict.opened') withdraw(planning, row, retaking.actor);
    else if (part.kind === 'conflict.changed') {
      const change = ConflictDelta.parse(JSON.parse(part.payload));
      await undoChange({ ...planning, ...retaking, claims, reopened }, row, change);
    }
  }
}

interface Undoing extends Planning, Retaking {
  /** Whose each claim is by now, as planned. */
  readonly claims: Map<number, ClaimState>;
  /** Those that wait again, as planned. */
  readonly reopened: Set<number>;
}

async function undoChange(undoing: Undoing, row: StoredConflict, part: ConflictDelta): Promise<void> {
  const { action, before, after, counted } = part;
  switch (action) {
    case 'open':
      return isMadeSince(undoing, row, part) ? undefined : withdraw(undoing, row, undoing.actor);
    case 'count':
      return counted && uncount(undoing, row, counted);
    case 'rebase':
      return before && after ? unrebase(undoing, row, before, after) : undefined;
    default:
      if (!before || !after) return;
      if (isOpen(before.status)) await reopen(undoing, row, before, after);
      else if (undoing.isRedo || !isWithdrawn(before) || !isMadeSince(undoing, row, part))
        decideAgain(undoing, row, before, after);
  }
}

/** Whether somebody else claims the same by now: then it waits on, whatever raised it. */
function isMadeSince({ claims }: Undoing, row: StoredConflict, { seenCount }: ConflictDelta): boolean {
  const held = claims.get(row.id) ?? claimState(row);
  return isOpen(row.status) && seenCount !== undefined && held.seenCount > seenCount;
}

function isWithdrawn({ resolution }: ConflictState): boolean {
  return parseResolution(resolution)?.decision === 'withdrawn';
}

/**
 * A claim counts for what it did before. Who made it since is not kept of a claim, so one that was made again since
 * stays as it is; and a redo lends such a claim its word anew, as saying it would.
 */
function uncount(
  { draft, claims, reopened }: Undoing,
  row: StoredConflict,
  { before, after }: NonNullable<ConflictDelta['counted']>,
): void {
  if (!isOpen(row.status) && !reopened.has(row.id))
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
  const isMoreTrusted =
    SOURCES.indexOf(said.source) < SOURCES.indexOf(held.source) ||
    (said.source === held.source && said.priority > held.priority);
  const { source, provenance } = isMoreTrusted ? said : held;
  const priority = Math.max(held.priority, said.priority);
  const isCorrection = held.isCorrection || said.isCorrection;
  const confidence = Math.max(held.confidence, said.confidence);
  return { source, provenance, priority, confidence, seenCount: held.seenCount + 1, isCorrection };
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
  if (!isOpen(row.status) || !isAsLeft || isSo(row, standing)) return;
  const { type, existing } = before;
  draft.setConflict('rebase', row, rebased(row, standing, draft, { ...conflictState(row), type, existing }));
}

async function reopen(
  { draft, reader, now, actionId, kept, actor, reopened }: Undoing,
  row: StoredConflict,
  before: ConflictState,
  after: ConflictState,
): Promise<void> {
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
    ends: row.correction === 'ends',
  };
  const again = await readOpenClaim(reader, claim);
  if (again !== undefined)
    throw changedSince(row, `the same claim waits again as conflict ${again}; decide that one`);
  const standing = draft.edgeAt(project, concept.id, dimension.id);
  if (isSo(row, standing)) {
    // Others said so since: it came true with their word.
    if (!standing || row.correction === 'ends' || kept.has(standing.edgeId))
      return draft.setConflict('came_true', row, cameTrue(row, actor, now, actionId));
    throw changedSince(row, `its claim stands in the graph since (edge ${standing.edgeId})`);
  }
  // A model would propose the same again the next night; whoever took it back has the word now.
  const byModel = decision?.model
    ? { status: 'needs_human' as const, lastProblem: `${actor} took back what ${decision.model} decided.` }
    : { status: before.status, lastProblem: before.lastProblem };
  const waiting = rebased(row, standing, draft);
  reopened.add(row.id);
  draft.setConflict('reopen', row, {
    ...waiting,
    ...byModel,
    ...{ attempts: before.attempts, resolution: null, decidedBy: null, resolvedAt: null },
  });
}

function decideAgain(
  { draft }: Planning,
  row: StoredConflict,
  before: ConflictState,
  after: ConflictState,
): void {
  const isAsLeft = row.resolution === after.resolution;
  if (!isOpen(row.status) && !isAsLeft)
    throw changedSince(row, `it was decided anew by ${row.decidedBy ?? 'somebody'}`);
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
