// What the operator lets happen without being asked, and what is never to be touched. Called by infra/approvals.
// Source: agent, Approvals (rules, Locks).
import { sql } from 'kysely';
import { type ApprovalRule, type ResourceLock, RuleMatch } from '../../../shared/model/approval.ts';
import { inChunks } from '../in-chunks.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

const COLUMNS = [
  'id',
  'summary',
  'matches',
  'session',
  'made_by as madeBy',
  'made_at as madeAt',
  'expires_at as expiresAt',
  'revoked_by as revokedBy',
  'revoked_at as revokedAt',
  'used',
  'last_used_at as lastUsedAt',
] as const;

const parsed = <Row extends { matches: string }>(row: Row) => ({
  ...row,
  matches: RuleMatch.parse(JSON.parse(row.matches)),
});

type NewRule = Pick<
  ApprovalRule,
  'id' | 'summary' | 'matches' | 'session' | 'madeBy' | 'madeAt' | 'expiresAt'
>;

export async function insertRule(writer: StoreWriter, rule: NewRule): Promise<void> {
  await writer.db
    .insertInto('approval_rule')
    .values({
      id: rule.id,
      tool: rule.matches.tool,
      matches: JSON.stringify(rule.matches),
      summary: rule.summary,
      session: rule.session,
      made_by: rule.madeBy,
      made_at: rule.madeAt,
      expires_at: rule.expiresAt,
    })
    .execute();
}

/** Newest first; those in force, or all that ever were. */
export async function readRules(
  reader: StoreReader,
  filter: { readonly all: boolean; readonly now: number },
): Promise<ApprovalRule[]> {
  let query = reader.selectFrom('approval_rule').select(COLUMNS).orderBy('made_at', 'desc').limit(500);
  if (!filter.all)
    query = query
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', filter.now)]));
  return (await query.execute()).map(parsed);
}

/** @returns the rule, if it is in force in this transaction */
export async function readRuleInForce(
  reader: StoreReader,
  id: string,
  now: number,
): Promise<ApprovalRule | undefined> {
  const row = await reader
    .selectFrom('approval_rule')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
  return row && parsed(row);
}

export async function noteRuleUsed(writer: StoreWriter, id: string, at: number): Promise<void> {
  await writer.db
    .updateTable('approval_rule')
    .set({ used: sql`used + 1`, last_used_at: at })
    .where('id', '=', id)
    .execute();
}

/** @returns whether it was in force until now */
export async function revokeRule(writer: StoreWriter, id: string, by: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await writer.db
    .updateTable('approval_rule')
    .set({ revoked_by: by, revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const LOCK_COLUMNS = [
  'resource_id as resourceId',
  'name',
  'note',
  'locked_by as lockedBy',
  'locked_at as lockedAt',
] as const;

export function readLocks(reader: StoreReader): Promise<ResourceLock[]> {
  return reader.selectFrom('resource_lock').select(LOCK_COLUMNS).orderBy('locked_at', 'desc').execute();
}

/** The lock on any of these, if there is one. */
export async function readLockOn(
  reader: StoreReader,
  resourceIds: readonly string[],
): Promise<ResourceLock | undefined> {
  const [lock] = await inChunks(resourceIds, (ids) =>
    reader
      .selectFrom('resource_lock')
      .select(LOCK_COLUMNS)
      .where('resource_id', 'in', [...ids])
      .execute(),
  );
  return lock;
}

/** Locking what is locked keeps the first lock. @returns whether it is new */
export async function insertLock(writer: StoreWriter, lock: ResourceLock): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await writer.db
    .insertInto('resource_lock')
    .values({
      resource_id: lock.resourceId,
      name: lock.name,
      note: lock.note,
      locked_by: lock.lockedBy,
      locked_at: lock.lockedAt,
    })
    .onConflict((conflict) => conflict.column('resource_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns whether there was one */
export async function deleteLock(writer: StoreWriter, resourceId: string): Promise<boolean> {
  const { numDeletedRows } = await writer.db
    .deleteFrom('resource_lock')
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
