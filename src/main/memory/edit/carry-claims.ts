// What becomes of claims that wait where an edit changes the meaning: each goes on waiting at the place that took over from its
// own, comes true where that says the same, or is withdrawn where it says nothing any more. Called by the plans of this folder.
// Source: memory D7, D13.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import { checkFact, collisionType } from '../../graph/columns/collision.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { NewConflict } from '../../store/tables/conflict-queue.ts';
import { conflictState } from '../../store/tables/conflict-updates.ts';
import { readOpenNaming, type StoredConflict } from '../../store/tables/conflicts.ts';
import type { Resolution } from '../decide/deltas.ts';
import { type Draft, isOpen, type OpenStep } from '../decide/draft.ts';
import { knowConcepts, type Planning } from '../decide/planning.ts';
import { cameTrue } from '../decide/settle-others.ts';
import { assentTo } from '../write/confirmation.ts';

/** What a claim says from now on, in database ids. */
export interface CarriedTo {
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
  /** Whether it is let in where its place is free: whoever says where it belongs has decided about it. */
  readonly letIn?: boolean;
}

/** Where a claim belongs from now on; null to withdraw it, undefined to leave it as it is. */
export type Carrying = (claim: NewConflict) => CarriedTo | null | undefined;

const CLAIMS_PER_SLICE = 250;

/**
 * Carries every open claim that names a concept: those of the queue, and those that the draft put there.
 * @param why said of those that do not wait at their old place any more
 */
export async function carryClaims(
  planning: Planning,
  named: { readonly project: string; readonly concept: number },
  carrying: Carrying,
  { actor, why }: { readonly actor: string; readonly why: string },
): Promise<void> {
  const { draft, now, actionId } = planning;
  const opened = openedNaming(draft, named);
  for (const [i, row] of (await waitingNaming(planning, named)).entries()) {
    if (i % CLAIMS_PER_SLICE === 0) await yieldLoop();
    const claim = claimOf(row);
    const to = carrying(claim);
    if (to === undefined) continue;
    if (to !== null && enters(draft, claim, to, true)) {
      draft.setConflict('came_true', row, cameTrue(row, actor, now, actionId));
      continue;
    }
    const resolution: Resolution = {
      ...{ decision: to === null ? 'withdrawn' : 'carried', reason: why },
      ...{ model: null, runId: null, actionId },
    };
    draft.setConflict('withdraw', row, {
      ...{ ...conflictState(row), status: 'dismissed', decidedBy: actor, resolvedAt: now },
      resolution: JSON.stringify(resolution),
    });
  }
  const moved = new Map<OpenStep, CarriedTo | null>();
  for (const step of opened) {
    const to = carrying(step.conflict);
    if (to !== undefined) moved.set(step, to);
  }
  draft.unopen(new Set(moved.keys()));
  let i = 0;
  for (const [step, to] of moved) {
    if (i++ % CLAIMS_PER_SLICE === 0) await yieldLoop();
    if (to !== null) enters(draft, step.conflict, to, step.isCarried);
  }
}

/** Claims of the draft's own that say by now what stands, or wait against something else. Edits later in a list may do that. */
export function settleOpened(draft: Draft): void {
  const meanwhile = draft.conflicts.filter((step): step is OpenStep => {
    if (step.action !== 'open') return false;
    const { project, concept, dim, existing } = step.conflict;
    const standing = draft.edgeAt(project, concept, dim);
    return standing?.edgeId !== existing?.edgeId || standing?.parent !== existing?.parent;
  });
  draft.unopen(new Set(meanwhile));
  for (const { conflict, isCarried } of meanwhile) {
    const { concept, dim, incoming } = conflict;
    enters(draft, conflict, { concept, parent: incoming.parent, dim }, isCarried);
  }
}

/** What is said in the open claims within a dimension, whether or not a fact says it too. */
export async function saidInClaims(
  planning: Planning,
  project: string,
  dim: number,
): Promise<ReadonlySet<number>> {
  const named = { project, concept: dim };
  const waiting = (await waitingNaming(planning, named)).filter(({ dimension }) => dimension.id === dim);
  const opened = openedNaming(planning.draft, named).filter(({ conflict }) => conflict.dim === dim);
  return new Set([
    ...waiting.map(({ incoming }) => incoming.parentId),
    ...opened.map(({ conflict }) => conflict.incoming.parent),
  ]);
}

/** Open claims of the queue, but for those that the draft has decided about. */
async function waitingNaming(
  planning: Planning,
  { project, concept }: { readonly project: string; readonly concept: number },
): Promise<StoredConflict[]> {
  const { draft, reader } = planning;
  const rows = await readOpenNaming(reader, project, concept);
  await knowConcepts(
    planning,
    rows.flatMap((row) => [row.concept.id, row.dimension.id, row.incoming.parentId]),
  );
  const closed = new Set(
    draft.conflicts.flatMap((step) =>
      step.action !== 'open' && step.action !== 'count' && !isOpen(step.after.status) ? step.row.id : [],
    ),
  );
  return rows.filter((row) => !closed.has(row.id));
}

function openedNaming(
  draft: Draft,
  { project, concept: id }: { readonly project: string; readonly concept: number },
): OpenStep[] {
  return draft.conflicts.filter((step): step is OpenStep => {
    if (step.action !== 'open' || step.conflict.project !== project) return false;
    const { concept, dim, incoming } = step.conflict;
    return concept === id || dim === id || incoming.parent === id;
  });
}

function claimOf(row: StoredConflict): NewConflict {
  const { project, incoming, type, correction, priority } = row;
  const { parentId: parent, isIsa, confidence, source, provenance } = incoming;
  return {
    ...{ project, concept: row.concept.id, dim: row.dimension.id, existing: raisedAgainst(row), type },
    ...{
      incoming: { parent, isIsa, confidence, source },
      correction,
      priority,
      provenance,
      at: row.createdAt,
    },
  };
}

/** What a claim was raised against, as far as the queue has it. */
function raisedAgainst({
  project,
  concept,
  dimension,
  existing,
  createdAt,
}: StoredConflict): EdgeRow | undefined {
  if (!existing) return undefined;
  const { edgeId, parentId: parent, isIsa, confidence, source } = existing;
  return {
    ...{ edgeId, project, concept: concept.id, parent, dim: dimension.id, isIsa, confidence, source },
    ...{ lastConfirmed: createdAt, doNotUse: false },
  };
}

/**
 * Puts a claim where it belongs now: it waits there, or is so.
 * @param isCarried whether it waited in the queue before
 * @returns whether it is so
 */
function enters(draft: Draft, claim: NewConflict, to: CarriedTo, isCarried: boolean): boolean {
  const { project, incoming, correction, provenance } = claim;
  const { concept, parent, dim, letIn = false } = to;
  const { isIsa, confidence, source } = incoming;
  const fact = { project, concept, parent, dim, isIsa };
  const standing = draft.edgeAt(project, concept, dim);
  const stands = standing?.parent === parent && standing.isIsa === isIsa;
  if (stands !== (correction === 'ends')) {
    if (standing && correction !== 'ends')
      draft.confirm(
        standing,
        [{ ...assentTo({ ...provenance, source }, confidence), at: claim.at }],
        [{ provenance, confidence }],
      );
    return true;
  }
  const check = checkFact(draft, project, fact);
  if (letIn && check.kind === 'free' && correction === null) {
    draft.enter({ ...fact, confidence, provenance: { ...provenance, source } });
    return true;
  }
  const isCycle = check.kind === 'collision' && check.type === 'cycle';
  const type = standing ? collisionType(standing.isIsa, isIsa) : isCycle ? 'cycle' : claim.type;
  // Where nothing stands, it waits against what it was raised against.
  const existing = standing ?? (isCycle ? undefined : claim.existing);
  draft.open({ ...claim, concept, dim, type, existing, incoming: { ...incoming, parent } }, isCarried);
  return false;
}
