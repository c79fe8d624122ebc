// What is being done and was done to resources. A row is there before anything is done; the database lets an approval have one, and a resource
// one that runs. A process that runs one says every few seconds that it lives; who is not heard of holds nobody up for ever. Called by
// infra/approvals. Source: agent, Approvals (Exactly once).
import { sql } from 'kysely';
import * as z from 'zod';
import type { Execution } from '../../../shared/model/approval.ts';
import { ActionName } from '../../../shared/model/resource.ts';
import { databaseTime } from '../database-time.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

const PlannedAction = z.object({ action: ActionName.nullable() });

/** Longer than any pause of a process that lives. */
export const LEASE_MS = 30_000;

export interface StoredExecution extends Execution {
  readonly host: string;
  readonly planHash: string;
}

const COLUMNS = [
  'id',
  'approval_id as approvalId',
  'resource_id as resourceId',
  'host',
  'plan_hash as planHash',
  'state',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'summary',
  'exit_code as exitCode',
  'output',
  'verified',
  'evidence',
] as const;

export interface NewExecution {
  readonly id: string;
  readonly approvalId: string;
  readonly planHash: string;
  readonly host: string;
  readonly resourceId: string;
  readonly startedAt: number;
}

/** @throws ConstraintError when the approval was carried out already, or another write to the resource runs */
export async function insertExecution(writer: StoreWriter, execution: NewExecution): Promise<void> {
  await writer.db
    .insertInto('execution')
    .values({
      id: execution.id,
      approval_id: execution.approvalId,
      plan_hash: execution.planHash,
      host: execution.host,
      resource_id: execution.resourceId,
      state: 'started',
      started_at: execution.startedAt,
      lease_until: sql`${databaseTime(writer, execution.startedAt)} + ${sql.lit(LEASE_MS)}`,
    })
    .execute();
}

/** What runs on a resource, if anything does. */
export function readRunning(reader: StoreReader, resourceId: string): Promise<StoredExecution | undefined> {
  return reader
    .selectFrom('execution')
    .select(COLUMNS)
    .where('resource_id', '=', resourceId)
    .where('state', '=', 'started')
    .executeTakeFirst();
}

export function readExecution(reader: StoreReader, approvalId: string): Promise<StoredExecution | undefined> {
  return reader
    .selectFrom('execution')
    .select(COLUMNS)
    .where('approval_id', '=', approvalId)
    .executeTakeFirst();
}

/** By approval. */
export async function readExecutionsOf(
  reader: StoreReader,
  approvalIds: readonly string[],
): Promise<Map<string, StoredExecution>> {
  const rows = await inChunks(approvalIds, (ids) =>
    reader
      .selectFrom('execution')
      .select(COLUMNS)
      .where('approval_id', 'in', [...ids])
      .execute(),
  );
  return new Map(rows.map((row) => [row.approvalId, row]));
}

export type Outcome = Pick<Execution, 'summary' | 'exitCode' | 'output' | 'verified' | 'evidence'> & {
  readonly state: 'done' | 'failed' | 'refused';
  readonly finishedAt: number;
};

/** Also of one that was taken for lost meanwhile: what came of it is known after all. */
export async function finishExecution(writer: StoreWriter, id: string, outcome: Outcome): Promise<void> {
  await writer.db
    .updateTable('execution')
    .set({
      state: outcome.state,
      finished_at: outcome.finishedAt,
      summary: outcome.summary,
      exit_code: outcome.exitCode,
      output: outcome.output,
      verified: outcome.verified,
      evidence: outcome.evidence,
    })
    .where('id', '=', id)
    .where('state', 'in', ['started', 'unknown'])
    .execute();
}

/** The process that runs them lives. */
export async function renewExecutions(
  writer: StoreWriter,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await writer.db
    .updateTable('execution')
    .set({ lease_until: sql`${databaseTime(writer, now)} + ${sql.lit(LEASE_MS)}` })
    .where('id', 'in', [...ids])
    .where('state', '=', 'started')
    .execute();
}

/** Those of a host that were started and never finished: at its start, all of them are lost. */
export function readStartedOf(reader: StoreReader, host: string): Promise<StoredExecution[]> {
  return reader
    .selectFrom('execution')
    .select(COLUMNS)
    .where('host', '=', host)
    .where('state', '=', 'started')
    .execute();
}

/** The newest of each resource, where that ended unknown since then. */
export async function readUnknownOf(
  reader: StoreReader,
  host: string,
  since: number,
): Promise<Pick<StoredExecution, 'approvalId' | 'resourceId' | 'startedAt'>[]> {
  return await reader
    .selectFrom('execution as one')
    .select(['one.approval_id as approvalId', 'one.resource_id as resourceId', 'one.started_at as startedAt'])
    .where('one.host', '=', host)
    .where('one.state', '=', 'unknown')
    .where('one.finished_at', '>=', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('execution as later')
            .select('later.id')
            .whereRef('later.resource_id', '=', 'one.resource_id')
            .whereRef('later.id', '!=', 'one.id')
            .whereRef('later.started_at', '>=', 'one.finished_at')
            .where('later.state', 'in', ['done', 'failed', 'unknown']),
        ),
      ),
    )
    .orderBy('one.started_at')
    .limit(100)
    .execute();
}

/** Of each resource that something was done to by this host: the newest action, and when it was done. */
export async function readLastActions(
  reader: StoreReader,
  host: string,
): Promise<
  { readonly resourceId: string; readonly action: ActionName | null; readonly finishedAt: number }[]
> {
  const rows = await reader
    .selectFrom('execution as one')
    .innerJoin('approval', 'approval.id', 'one.approval_id')
    .select(['one.resource_id as resourceId', 'approval.plan as plan', 'one.finished_at as finishedAt'])
    .where('one.host', '=', host)
    .where('one.state', '=', 'done')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('execution as later')
            .select('later.id')
            .whereRef('later.resource_id', '=', 'one.resource_id')
            .whereRef('later.started_at', '>', 'one.started_at')
            .where('later.state', '=', 'done'),
        ),
      ),
    )
    .orderBy('one.started_at', 'desc')
    .limit(5000)
    .execute();
  return rows.map(({ resourceId, plan, finishedAt }) => ({
    resourceId,
    action: PlannedAction.parse(JSON.parse(plan)).action,
    finishedAt: finishedAt ?? 0,
  }));
}

/** Whoever runs it has not been heard of for too long. */
export async function isLost(writer: StoreWriter, id: string, now: number): Promise<boolean> {
  const row = await writer.db
    .selectFrom('execution')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'started')
    .where('lease_until', '<=', databaseTime(writer, now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Nobody knows what came of it. @returns false when it was over by now */
export async function loseExecution(
  writer: StoreWriter,
  id: string,
  now: number,
  why: string,
): Promise<boolean> {
  const { numUpdatedRows } = await writer.db
    .updateTable('execution')
    .set({ state: 'unknown', finished_at: now, summary: why, verified: 'unproven' })
    .where('id', '=', id)
    .where('state', '=', 'started')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
