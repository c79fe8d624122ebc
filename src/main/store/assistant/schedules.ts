// What starts investigations by itself, as it is stored. Called by agent/sessions. Source: agent, The loop (execution profiles).
import type { ScheduleWish } from '../../../shared/model/assistant/schedule.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';

export interface StoredSchedule extends ScheduleWish {
  readonly id: string;
  readonly host: string;
  readonly madeBy: string;
  readonly madeAt: number;
  readonly lastAt: number | null;
  readonly lastSession: string | null;
  readonly skipped: string | null;
}

export async function keepSchedule(writer: StoreWriter, schedule: StoredSchedule): Promise<void> {
  const { id, host, title, message, cron, madeBy, madeAt } = schedule;
  const changing = {
    ...{ title, message, cron, enabled: schedule.enabled ? 1 : 0, skipped: schedule.skipped },
    ...{ last_at: schedule.lastAt, last_session: schedule.lastSession },
  };
  await writer.db
    .insertInto('assistant_schedule')
    .values({ id, host, ...changing, made_by: madeBy, made_at: madeAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changing))
    .execute();
}

/** Says what came of its last turn; a schedule that was removed meanwhile stays removed. */
export async function recordScheduleRun(
  writer: StoreWriter,
  id: string,
  run: { readonly last_at?: number; readonly last_session?: string; readonly skipped: string | null },
): Promise<void> {
  await writer.db.updateTable('assistant_schedule').set(run).where('id', '=', id).execute();
}

export async function removeSchedule(writer: StoreWriter, id: string): Promise<boolean> {
  const { numDeletedRows } = await writer.db
    .deleteFrom('assistant_schedule')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Of a host, by title. */
export async function readSchedules(reader: StoreReader, host: string): Promise<StoredSchedule[]> {
  const rows = await reader
    .selectFrom('assistant_schedule')
    .selectAll()
    .where('host', '=', host)
    .orderBy('title')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, host: row.host, title: row.title, message: row.message, cron: row.cron },
    ...{ enabled: row.enabled === 1, madeBy: row.made_by, madeAt: row.made_at, skipped: row.skipped },
    ...{ lastAt: row.last_at, lastSession: row.last_session },
  }));
}
