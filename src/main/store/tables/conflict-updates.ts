// Changes of conflicts that are in the queue: decided, reopened, given another known fact, snoozed, annotated.
// Every change raises the version, so that whoever looked before it is told. New ones: conflict-queue.ts.
import { sql } from 'kysely';
import type { CollisionType, ConflictStatus, Provenance, Source } from '../../../shared/model/graph.ts';
import { template } from '../statement-template.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import type { StoredConflict } from './conflicts.ts';
import { claimRow, isClaim, isSameClaim, openFirst, type QueueClaim } from './same-claim.ts';

/** The known fact a conflict is about, in database ids. */
export interface KnownFact {
  readonly edgeId: number;
  readonly parentId: number;
  readonly isIsa: boolean;
  readonly confidence: number;
  readonly source: Source;
}

/** What decisions and undo change of a conflict. */
export interface ConflictState {
  readonly status: ConflictStatus;
  readonly type: CollisionType;
  readonly existing: KnownFact | null;
  readonly attempts: number;
  readonly lastProblem: string | null;
  /** JSON. */
  readonly resolution: string | null;
  readonly decidedBy: string | null;
  readonly resolvedAt: number | null;
}

export function conflictState(row: StoredConflict): ConflictState {
  const { status, type, attempts, lastProblem, resolution, decidedBy, resolvedAt } = row;
  const { existing } = row;
  return {
    ...{ status, type, attempts, lastProblem, resolution, decidedBy, resolvedAt },
    existing: existing && {
      edgeId: existing.edgeId,
      parentId: existing.parentId,
      isIsa: existing.isIsa,
      confidence: existing.confidence,
      source: existing.source,
    },
  };
}

export async function updateConflict(writer: StoreWriter, id: number, state: ConflictState): Promise<void> {
  const { existing } = state;
  await writer.db
    .updateTable('resolution_queue')
    .set({
      status: state.status,
      collision_type: state.type,
      existing_edge_id: existing?.edgeId ?? null,
      existing_parent_id: existing?.parentId ?? null,
      existing_is_isa: existing?.isIsa ?? null,
      existing_confidence: existing?.confidence ?? null,
      existing_source: existing?.source ?? null,
      attempts: state.attempts,
      last_problem: state.lastProblem,
      resolution: state.resolution,
      decided_by: state.decidedBy,
      resolved_at: state.resolvedAt,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Whose word a claim is and how often it was made: what counting it once more changes. */
export interface ClaimState {
  readonly source: Source;
  readonly confidence: number;
  readonly priority: number;
  readonly seenCount: number;
  readonly provenance: Provenance;
  /** Whether it was made as a correction. */
  readonly isCorrection: boolean;
}

export function claimState({ incoming, priority, seenCount, correction }: StoredConflict): ClaimState {
  const { source, confidence, provenance } = incoming;
  return { source, confidence, priority, seenCount, provenance, isCorrection: correction !== null };
}

export async function updateClaim(writer: StoreWriter, id: number, claim: ClaimState): Promise<void> {
  await writer.db
    .updateTable('resolution_queue')
    .set({
      incoming_source: claim.source,
      incoming_confidence: claim.confidence,
      priority: claim.priority,
      seen_count: claim.seenCount,
      provenance: JSON.stringify(claim.provenance),
      correction: claim.isCorrection,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** @param until epoch milliseconds; null wakes it */
export async function snoozeConflict(writer: StoreWriter, id: number, until: number | null): Promise<void> {
  await writer.db
    .updateTable('resolution_queue')
    .set({ snoozed_until: until, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function noteConflict(writer: StoreWriter, id: number, note: string | null): Promise<void> {
  await writer.db
    .updateTable('resolution_queue')
    .set({ note, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** The conflict about the same claim that counts: the open one, otherwise the newest. */
export interface NewestOfClaim {
  readonly id: number;
  readonly status: ConflictStatus;
  readonly existing_edge_id: number | null;
  readonly existing_parent_id: number | null;
  readonly existing_is_isa: boolean | number | null;
  readonly resolution: string | null;
  /** The newest event that ended a period at its place; null when none did. */
  readonly emptied_by: number | null;
}

/** For each claim the open conflict about it, otherwise the one decided last. */
export function readNewestOfClaims(
  writer: StoreWriter,
  claims: readonly QueueClaim[],
): Promise<(NewestOfClaim | null)[]> {
  const newest = template<Record<keyof QueueClaim, string | number | boolean>, NewestOfClaim>(
    newestFirst(writer.reader).where(isSameClaim).limit(1),
  );
  return writer.each(newest, claims.map(claimRow));
}

/** The same of one claim. */
export async function readNewestOfClaim(
  reader: StoreReader,
  claim: QueueClaim,
): Promise<NewestOfClaim | undefined> {
  return newestFirst(reader).where(isClaim(claim)).limit(1).executeTakeFirst();
}

const newestFirst = (reader: StoreReader) =>
  reader
    .selectFrom('resolution_queue')
    .select(['id', 'status', 'existing_edge_id', 'existing_parent_id', 'existing_is_isa'])
    .select((eb) => [
      'resolution',
      eb
        .selectFrom('urd_history')
        .whereRef('urd_history.project', '=', 'resolution_queue.project')
        .whereRef('urd_history.id', '=', 'resolution_queue.concept_id')
        .whereRef('urd_history.dim_id', '=', 'resolution_queue.dim_id')
        .select((history) => history.fn.max('urd_history.event_id').as('newest'))
        .as('emptied_by'),
    ])
    .orderBy(openFirst)
    .orderBy('id', 'desc');

/** Counts a claim once more on a conflict that was decided. @param at epoch milliseconds */
export async function countRepeat(writer: StoreWriter, id: number, at: number): Promise<void> {
  await writer.db
    .updateTable('resolution_queue')
    .set({ seen_count: sql`seen_count + 1`, last_seen: at })
    .where('id', '=', id)
    .execute();
}
