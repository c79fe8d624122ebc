// Alerts of a host as they are stored: active ones, history, silences, and which resources the operator says should run. Called by infra/alerts.
// Source: agent, What it acts on (Alerts).
import type { Alert, AlertRule, AlertSilence, ResourceExpectation } from '../../../shared/model/alert.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface StoredAlert extends Omit<Alert, 'silence'> {
  /** What its resource lies in, innermost first, as it was last seen. */
  readonly parents: readonly string[];
  /** The last notice that was sent of it. */
  readonly notified: 'raised' | 'resolved' | null;
  readonly notifiedAt: number | null;
  /** When `session` began. */
  readonly sessionAt: number | null;
}

export async function saveAlert(writer: StoreWriter, host: string, alert: StoredAlert): Promise<void> {
  const changing = {
    severity: alert.severity,
    message: alert.message,
    resource_name: alert.resourceName,
    parents: JSON.stringify(alert.parents),
    ended_at: alert.endedAt,
    acknowledged_by: alert.acknowledged?.by ?? null,
    acknowledged_at: alert.acknowledged?.at ?? null,
    note: alert.acknowledged?.note ?? null,
    notified: alert.notified,
    notified_at: alert.notifiedAt,
    session: alert.session,
    session_at: alert.sessionAt,
  };
  await writer.db
    .insertInto('alert')
    .values({
      id: alert.id,
      host,
      key: alert.key,
      rule: alert.rule,
      resource_id: alert.resourceId,
      finding: alert.finding ?? null,
      started_at: alert.startedAt,
      ...changing,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
    .execute();
}

/** Those that are active, and those that ended or were looked into since then. */
export async function readRecentAlerts(
  reader: StoreReader,
  host: string,
  since: number,
): Promise<StoredAlert[]> {
  const rows = await alertsOf(reader, host)
    .where((eb) =>
      eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', since), eb('session_at', '>=', since)]),
    )
    .orderBy('started_at')
    .execute();
  return rows.map(alertOf);
}

export interface AlertHistoryQuery {
  readonly resourceId?: string | undefined;
  /** Epoch milliseconds: only what started before. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Newest first, active ones among them. */
export async function readAlertHistory(
  reader: StoreReader,
  host: string,
  { resourceId, before, limit }: AlertHistoryQuery,
): Promise<StoredAlert[]> {
  let query = alertsOf(reader, host);
  if (resourceId !== undefined) query = query.where('resource_id', '=', resourceId);
  if (before !== undefined) query = query.where('started_at', '<', before);
  const rows = await query.orderBy('started_at', 'desc').orderBy('id').limit(limit).execute();
  return rows.map(alertOf);
}

/** Forgets ended ones that started before a time, and the oldest past a number. */
export async function forgetAlerts(
  writer: StoreWriter,
  host: string,
  { before, most }: { readonly before: number; readonly most: number },
): Promise<void> {
  const last = await writer.db
    .selectFrom('alert')
    .select('started_at')
    .where('host', '=', host)
    .orderBy('started_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  await writer.db
    .deleteFrom('alert')
    .where('host', '=', host)
    .where('ended_at', 'is not', null)
    .where('started_at', '<=', Math.max(before - 1, last?.started_at ?? 0))
    .execute();
}

const alertsOf = (reader: StoreReader, host: string) =>
  reader
    .selectFrom('alert')
    .select(['id', 'key', 'severity', 'resource_id as resourceId', 'resource_name as resourceName'])
    .select(['message', 'finding', 'parents', 'started_at as startedAt', 'ended_at as endedAt', 'note'])
    .select(['acknowledged_by as by', 'acknowledged_at as at', 'notified', 'notified_at as notifiedAt'])
    .select(['session', 'session_at as sessionAt'])
    .select((eb) => eb.ref('rule').$castTo<AlertRule>().as('rule'))
    .where('host', '=', host);

type AlertRow = Awaited<ReturnType<ReturnType<typeof alertsOf>['execute']>>[number];

const alertOf = ({ finding, parents, by, at, note, ...row }: AlertRow): StoredAlert => ({
  ...row,
  parents: JSON.parse(parents) as string[],
  ...(finding === null ? {} : { finding }),
  acknowledged: by === null ? null : { by, at: at ?? 0, note: note ?? '' },
});

export async function readSilences(reader: StoreReader, host: string): Promise<AlertSilence[]> {
  return await reader
    .selectFrom('alert_silence')
    .select(['id', 'resource_id as resourceId', 'resource_name as resourceName', 'reason', 'until'])
    .select((eb) => eb.ref('rule').$castTo<AlertRule | null>().as('rule'))
    .select(['created_by as createdBy', 'created_at as createdAt'])
    .where('host', '=', host)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertSilence(writer: StoreWriter, host: string, silence: AlertSilence): Promise<void> {
  await writer.db
    .insertInto('alert_silence')
    .values({
      id: silence.id,
      host,
      resource_id: silence.resourceId,
      resource_name: silence.resourceName,
      rule: silence.rule,
      reason: silence.reason,
      until: silence.until,
      created_by: silence.createdBy,
      created_at: silence.createdAt,
    })
    .execute();
}

/** @returns whether there was one */
export async function deleteSilence(writer: StoreWriter, host: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await writer.db
    .deleteFrom('alert_silence')
    .where('host', '=', host)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteEndedSilences(writer: StoreWriter, host: string, now: number): Promise<void> {
  await writer.db.deleteFrom('alert_silence').where('host', '=', host).where('until', '<=', now).execute();
}

export async function readExpectations(reader: StoreReader, host: string): Promise<ResourceExpectation[]> {
  return await reader
    .selectFrom('resource_expectation')
    .select(['resource_id as resourceId', 'expected', 'set_by as setBy', 'set_at as setAt'])
    .where('host', '=', host)
    .orderBy('resource_id')
    .execute();
}

export async function saveExpectation(
  writer: StoreWriter,
  host: string,
  { resourceId, expected, setBy, setAt }: ResourceExpectation,
): Promise<void> {
  const changing = { expected, set_by: setBy, set_at: setAt };
  await writer.db
    .insertInto('resource_expectation')
    .values({ host, resource_id: resourceId, ...changing })
    .onConflict((conflict) => conflict.columns(['host', 'resource_id']).doUpdateSet(changing))
    .execute();
}

export async function deleteExpectation(
  writer: StoreWriter,
  host: string,
  resourceId: string,
): Promise<void> {
  await writer.db
    .deleteFrom('resource_expectation')
    .where('host', '=', host)
    .where('resource_id', '=', resourceId)
    .execute();
}
