// The durable job table: at-least-once, idempotent by key, retried later, dead after too many failures.
// The interface is small on purpose: on Postgres a queue server may stand behind it later. When a job runs is the
// worker's concern (memory/job-worker.ts).
import type { JobStatus } from './schema.ts';
import { param, template } from './statement-template.ts';
import type { StoreReader, StoreWriter } from './store-access.ts';

export interface NewJob {
  readonly kind: string;
  /** Two jobs of one kind and key are one job, for as long as the first is remembered. */
  readonly key: string;
  /** JSON. */
  readonly payload: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface DueJob {
  readonly id: number;
  readonly payload: string;
  readonly attempts: number;
}

export interface JobFailure {
  readonly id: number;
  readonly attempts: number;
  readonly error: string;
  /** When to try again, epoch milliseconds; null when it shall not be tried again. */
  readonly retryAt: number | null;
}

/** Adds jobs; those whose key is known are left as they are. @returns how many were new */
export async function enqueueJobs(writer: StoreWriter, jobs: readonly NewJob[]): Promise<number> {
  const insert = template<Record<keyof NewJob, string | number>, { id: number }>(
    writer.db
      .insertInto('job')
      .values({
        kind: param('kind'),
        job_key: param('key'),
        payload: param('payload'),
        run_at: param('at'),
        created_at: param('at'),
      })
      .onConflict((conflict) => conflict.columns(['kind', 'job_key']).doNothing())
      .returning('id'),
  );
  const rows = await writer.each(
    insert,
    jobs.map((job) => ({ ...job })),
  );
  return rows.filter((row) => row !== null).length;
}

/** Jobs whose time has come, oldest first. They stay `waiting` until they are finished in one transaction. */
export async function readDueJobs(
  reader: StoreReader,
  kind: string,
  now: number,
  limit: number,
): Promise<DueJob[]> {
  return reader
    .selectFrom('job')
    .select(['id', 'payload', 'attempts'])
    .where('kind', '=', kind)
    .where('status', '=', 'waiting')
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** When the next job of the kind is due, epoch milliseconds; null when none waits. */
export async function readNextDue(reader: StoreReader, kind: string): Promise<number | null> {
  const row = await reader
    .selectFrom('job')
    .select((eb) => eb.fn.min('run_at').as('at'))
    .where('kind', '=', kind)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Marks jobs done; in the transaction of their effect, so that neither is there without the other. */
export async function finishJobs(writer: StoreWriter, ids: readonly number[], at: number): Promise<void> {
  const finish = template<{ id: number; at: number }>(
    writer.db
      .updateTable('job')
      .set({ status: 'done', finished_at: param('at'), last_error: null })
      .where('id', '=', param('id')),
  );
  await writer.each(
    finish,
    ids.map((id) => ({ id, at })),
  );
}

export async function failJob(writer: StoreWriter, failure: JobFailure, at: number): Promise<void> {
  const { id, attempts, error, retryAt } = failure;
  await writer.db
    .updateTable('job')
    .set(
      retryAt === null
        ? { status: 'dead', attempts, last_error: error, finished_at: at }
        : { attempts, last_error: error, run_at: retryAt },
    )
    .where('id', '=', id)
    .execute();
}

export async function countJobs(reader: StoreReader): Promise<Record<JobStatus, number>> {
  const rows = await reader
    .selectFrom('job')
    .groupBy('status')
    .select((eb) => ['status', eb.fn.countAll<number>().as('n')])
    .execute();
  const counts: Record<JobStatus, number> = { waiting: 0, done: 0, dead: 0 };
  for (const row of rows) counts[row.status] = Number(row.n);
  return counts;
}

/** Forgets jobs done before the given time; their keys may come again then. */
export async function forgetDoneJobs(writer: StoreWriter, before: number): Promise<void> {
  await writer.db.deleteFrom('job').where('status', '=', 'done').where('finished_at', '<', before).execute();
}
