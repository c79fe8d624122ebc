// Plans one decision about one conflict: checks that it may be decided, names the dimensions, plans the outcome and what
// becomes of the conflict itself. The same plan serves the deed and its preview. Source: memory, Conflicts, D6, D13.
import type { Decision } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Provenance } from '../../../shared/model/graph.ts';
import { canonicalToken } from '../../graph/text/tokenise.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { StoreReader } from '../../store/store.ts';
import { type ConflictState, conflictState } from '../../store/tables/conflict-updates.ts';
import { readConflict, type StoredConflict } from '../../store/tables/conflicts.ts';
import { readProvenance } from '../../store/tables/edges.ts';
import { parseResolution } from './deltas.ts';
import { isOpen } from './draft.ts';
import { type Case, planOutcome, TAKES_CLAIM } from './outcomes.ts';
import { knowConcepts, type Planning } from './planning.ts';
import { knownFact } from './settle-others.ts';
import type { ActionHead } from './write-action.ts';

/** Who decides, and on what ground. */
export interface DecidedBy {
  /** A client, an operator, or the run that decides for a model. */
  readonly actor: string;
  readonly reason: string;
  /** The version the decider saw; null decides on whatever is there now (plain HTTP only). */
  readonly expectedVersion: number | null;
  /** Where a model proposed it; its word adds no trust to a fact. */
  readonly proposal?: { readonly model: string; readonly runId: number | null; readonly reasoning: string };
}

/** @throws AppError NOT_FOUND */
export async function requireConflict(reader: StoreReader, id: number): Promise<StoredConflict> {
  const row = await readConflict(reader, id);
  if (!row) throw new AppError('NOT_FOUND', `There is no conflict ${id}.`, { conflictId: id });
  return row;
}

/** @throws AppError STALE_VERSION saying what happened meanwhile */
export function refuseStale(row: StoredConflict, expectedVersion: number | null): void {
  const details = { conflictId: row.id, version: row.version, status: row.status };
  if (!isOpen(row.status)) {
    const decision = parseResolution(row.resolution)?.decision ?? row.status;
    const when = row.resolvedAt === null ? '' : ` at ${new Date(row.resolvedAt).toISOString()}`;
    throw new AppError(
      'STALE_VERSION',
      `Conflict ${row.id} was decided already: ${decision}, by ${row.decidedBy ?? 'somebody'}${when}. Undo that first to decide anew.`,
      details,
    );
  }
  if (expectedVersion === null || expectedVersion === row.version) return;
  throw new AppError(
    'STALE_VERSION',
    `Conflict ${row.id} changed since you looked: it is at version ${row.version}, you saw ${expectedVersion}. Look again and decide on what it says now.`,
    details,
  );
}

/** The decision with its names as tokens. @throws AppError INVALID_INPUT for a name nothing is left of */
export function canonicalDecision(decision: Decision): Decision {
  const canonical = (name: string) => {
    const token = canonicalToken(name);
    if (token === '')
      throw new AppError('INVALID_INPUT', `"${name}" is not a name: it has no letter or digit.`);
    return token;
  };
  switch (decision.decision) {
    case 'split':
      return {
        ...decision,
        existingDimension: canonical(decision.existingDimension),
        newDimension: canonical(decision.newDimension),
      };
    case 'move':
      return { ...decision, dimension: canonical(decision.dimension) };
    default:
      return decision;
  }
}

/** Dimensions in the order in which new ones are made: ids descend in the block, so the claim's comes first (memory D6). */
function dimensionsOf(decision: Decision): string[] {
  switch (decision.decision) {
    case 'split':
      return [decision.newDimension, decision.existingDimension];
    case 'move':
      return [decision.dimension];
    default:
      return [];
  }
}

/** Fills the planning's draft. @throws AppError NOT_FOUND, STALE_VERSION, NOT_ALLOWED, INVALID_INPUT */
export async function planDecision(
  planning: Planning,
  id: number,
  asked: Decision,
  by: DecidedBy,
): Promise<ActionHead> {
  const { draft, reader, now } = planning;
  const decision = canonicalDecision(asked);
  const conflict = await requireConflict(reader, id);
  refuseStale(conflict, by.expectedVersion);
  const { project, concept, dimension, incoming } = conflict;
  await knowConcepts(planning, [concept.id, dimension.id, incoming.parentId]);
  const standing = draft.edgeAt(project, concept.id, dimension.id);
  const cycle = draft.cycle({ project, concept: concept.id, dim: dimension.id }, incoming.parentId);
  const tokens = dimensionsOf(decision);
  const ids = await planning.idsOf(tokens);
  const provenance = await readProvenance(
    reader,
    [...cycle, ...(standing ? [standing] : [])].map((edge) => edge.edgeId),
  );
  const it: Case = {
    ...{ draft, conflict, standing, cycle: cycle },
    assent: by.proposal ? undefined : { confidence: 1, source: 'operator', at: now },
    provenanceOf: (edge) => provenance.get(edge.edgeId)?.at(-1) ?? unknownOrigin(edge),
    dimensions: new Map(tokens.map((token, i) => [token, ids[i] ?? 0])),
  };
  const summary = planOutcome(it, decision);
  draft.setConflict('decide', conflict, decided(planning, conflict, standing, decision, by));
  return { project, kind: 'decision', actor: by.actor, reason: reasonOf(by), summary };
}

function reasonOf({ reason, proposal }: DecidedBy): string {
  return reason === '' ? (proposal?.reasoning ?? '') : reason;
}

function decided(
  { now, actionId }: Planning,
  conflict: StoredConflict,
  standing: EdgeRow | undefined,
  decision: Decision,
  by: DecidedBy,
): ConflictState {
  const { proposal } = by;
  const resolution = {
    ...decision,
    ...{ reason: reasonOf(by), model: proposal?.model ?? null, runId: proposal?.runId ?? null, actionId },
    ...(proposal ? { reasoning: proposal.reasoning } : {}),
  };
  return {
    ...conflictState(conflict),
    status: TAKES_CLAIM[decision.decision] ? 'resolved' : 'dismissed',
    // What it was decided against, which may have come later than the claim (memory D7).
    ...(standing ? { existing: knownFact(standing) } : {}),
    ...{ resolution: JSON.stringify(resolution), decidedBy: by.actor, resolvedAt: now, lastProblem: null },
  };
}

function unknownOrigin(edge: EdgeRow): Provenance {
  return {
    ...{ source: edge.source, client: null, conversation: null, role: null, segment: null, sentence: null },
    at: edge.lastConfirmed,
  };
}
