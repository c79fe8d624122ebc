// What waits for the operator's word, and what was said. A decision is written onto what is still pending and nothing else: who comes second
// learns what the first one said. Called by infra/approvals. Source: agent, Approvals.
import { hash } from 'node:crypto';
import type { ApprovalStatus } from '../../../shared/model/approval.ts';
import { Plan } from '../../../shared/model/approval.ts';
import { canonicalJson } from '../audit/canonical-json.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { readExecutionsOf, type StoredExecution } from './executions.ts';

export interface StoredApproval {
  readonly id: string;
  readonly host: string;
  readonly session: string | null;
  readonly status: ApprovalStatus;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly plan: Plan;
  readonly planHash: string;
  readonly shape: string;
  readonly askedBy: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly reason: string | null;
  readonly rule: string | null;
  readonly replacedBy: string | null;
}

export type NewApproval = Omit<
  StoredApproval,
  'status' | 'decidedBy' | 'decidedAt' | 'reason' | 'rule' | 'replacedBy'
>;

const COLUMNS = [
  'id',
  'host',
  'session',
  'status',
  'tool',
  'arguments',
  'plan',
  'plan_hash as planHash',
  'shape',
  'asked_by as askedBy',
  'asked_at as askedAt',
  'expires_at as expiresAt',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
  'reason',
  'rule',
  'replaced_by as replacedBy',
] as const;

const parsed = <Row extends { arguments: string; plan: string }>(row: Row) => ({
  ...row,
  arguments: JSON.parse(row.arguments) as Record<string, unknown>,
  plan: Plan.parse(JSON.parse(row.plan)),
});

/** The columns that never change. */
function askedRow(approval: NewApproval) {
  const { id, host, session, tool, shape } = approval;
  return {
    ...{ id, host, session, tool, shape },
    arguments: JSON.stringify(approval.arguments),
    resource_id: approval.plan.resource.id,
    plan: JSON.stringify(approval.plan),
    plan_hash: approval.planHash,
    asked_by: approval.askedBy,
    asked_at: approval.askedAt,
    expires_at: approval.expiresAt,
  };
}

export type AskedRow = ReturnType<typeof askedRow>;

/** Of all that was asked, as it is stored: its event carries it. */
export const askedDigest = (approval: NewApproval): string => digestOfAsked(askedRow(approval));

export function digestOfAsked(row: AskedRow): string {
  const { id, host, session, tool, shape, resource_id, plan, plan_hash, asked_by, asked_at, expires_at } =
    row;
  const identity = { id, host, session, tool, shape, resource_id, plan_hash, asked_by, asked_at, expires_at };
  return hash('sha256', canonicalJson({ ...identity, plan, arguments: row.arguments }));
}

export async function insertApproval(writer: StoreWriter, approval: NewApproval): Promise<void> {
  await writer.db.insertInto('approval').values(askedRow(approval)).execute();
}

export async function readApproval(reader: StoreReader, id: string): Promise<StoredApproval | undefined> {
  const row = await reader.selectFrom('approval').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && parsed(row);
}

export interface ApprovalFilter {
  readonly status?: ApprovalStatus | undefined;
  readonly resourceId?: string | undefined;
  readonly session?: string | undefined;
  /** Only those asked before it, epoch milliseconds. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Newest first, with what came of each. */
export async function listApprovals(
  reader: StoreReader,
  filter: ApprovalFilter,
): Promise<{ approval: StoredApproval; execution: StoredExecution | null }[]> {
  let query = reader.selectFrom('approval').select(COLUMNS);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.resourceId !== undefined) query = query.where('resource_id', '=', filter.resourceId);
  if (filter.session !== undefined) query = query.where('session', '=', filter.session);
  if (filter.before !== undefined) query = query.where('asked_at', '<', filter.before);
  const rows = await query.orderBy('asked_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute();
  const executions = await readExecutionsOf(
    reader,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ approval: parsed(row), execution: executions.get(row.id) ?? null }));
}

/** Who asked for each pending approval that has not expired at `now` (epoch milliseconds), on whatever host. */
export async function readPendingAskers(reader: StoreReader, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('approval')
    .select('asked_by')
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .execute();
  return rows.map((row) => row.asked_by);
}

/** What the event of an approval says that expired; one that ended for another reason has that. */
export const NOT_DECIDED = 'nobody decided in time';

export interface Decision {
  readonly status: Exclude<ApprovalStatus, 'pending'>;
  readonly by: string;
  readonly at: number;
  readonly reason: string | null;
  readonly rule: string | null;
}

/** @returns whether it was still pending, and is decided so now */
export async function decideApproval(writer: StoreWriter, id: string, decision: Decision): Promise<boolean> {
  const { numUpdatedRows } = await writer.db
    .updateTable('approval')
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_at: decision.at,
      reason: decision.reason,
      rule: decision.rule,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What waits in its place. */
export async function linkReplacement(writer: StoreWriter, id: string, next: string): Promise<void> {
  await writer.db.updateTable('approval').set({ replaced_by: next }).where('id', '=', id).execute();
}

/** The very same, asked for by the same session on the same host, that still waits. */
export async function readSamePending(
  reader: StoreReader,
  { host, session, planHash, askedAt }: NewApproval,
  isSameAsker: (askedBy: string) => boolean,
): Promise<string | undefined> {
  const rows = await reader
    .selectFrom('approval')
    .select(['id', 'asked_by'])
    .where('status', '=', 'pending')
    .where('host', '=', host)
    .where('session', session === null ? 'is' : '=', session)
    .where('plan_hash', '=', planHash)
    .where('expires_at', '>', askedAt)
    .execute();
  return rows.find(({ asked_by: by }) => isSameAsker(by))?.id;
}

/** Ids of pending ones of a host whose time is over. */
export async function readDueApprovals(reader: StoreReader, host: string, now: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('approval')
    .select('id')
    .where('status', '=', 'pending')
    .where('host', '=', host)
    .where('expires_at', '<=', now)
    .execute();
  return rows.map((row) => row.id);
}
