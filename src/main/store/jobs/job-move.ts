// Jobs on their way between the two queues: SQLite keeps them in `job`, PostgreSQL in pg-boss. A moved database brings
// them in `job`; PostgreSQL takes them from there into its queue at the next start, in one transaction. Nothing of a job
// is lost: what waits, what failed for good, and the keys of what is done, which must not be done again.
import { CompiledQuery, sql } from 'kysely';
import { JOB_KINDS, type JobKind } from '../../../shared/model/job.ts';
import type { JobTable } from '../schema.ts';
import type { StoreReader, StoreWriter } from '../store-access.ts';
import { jobId } from './job-table.ts';
import { ATTEMPTS } from './pg-boss-attempts.ts';

type JobRow = Omit<{ [K in keyof JobTable]: JobTable[K] }, 'id' | 'status' | 'attempts' | 'claim'> & {
  readonly status: 'waiting' | 'done' | 'dead';
  readonly attempts: number;
};

/** Cells of a job's row, in the order of `readBossJobs`. */
export const JOB_CELLS = [
  ...(['kind', 'job_key', 'payload', 'status', 'attempts', 'run_at', 'last_error'] as const),
  ...(['created_at', 'finished_at', 'result'] as const),
];

const STATE = { waiting: 'retry', done: 'completed', dead: 'failed' } as const;

/** Takes jobs out of `job` into pg-boss's queue. */
export async function adoptJobs(
  writer: StoreWriter,
  queue: {
    enqueue(
      writer: StoreWriter,
      jobs: readonly { kind: JobKind; key: string; payload: string }[],
    ): Promise<number>;
  },
  schema: string,
): Promise<void> {
  const rows = (await writer.db
    .selectFrom('job')
    .select(JOB_CELLS)
    .where('kind', 'in', JOB_KINDS)
    .orderBy('id')
    .execute()) as JobRow[];
  if (rows.length === 0) return;
  for (const row of rows) {
    const job = { kind: row.kind as JobKind, key: row.job_key, payload: row.payload };
    // One that is in the queue already is the same job, further on its way.
    if ((await queue.enqueue(writer, [job])) === 0) continue;
    const isTried = row.attempts > 0 || row.status !== 'waiting';
    const said = row.status === 'done' ? row.result : row.last_error;
    await writer.db.executeQuery(
      CompiledQuery.raw(
        `update ${schema}.job set state = $3::${schema}.job_state, retry_count = $4::int,
            created_on = to_timestamp($5::float8 / 1000), start_after = to_timestamp($6::float8 / 1000),
            started_on = case when $7::boolean then to_timestamp($5::float8 / 1000) end,
            completed_on = to_timestamp($8::float8 / 1000), output = $9::jsonb
          where name = $1 and id = $2`,
        [
          ...[job.kind, jobId(job), isTried ? STATE[row.status] : 'created', Math.max(0, row.attempts - 1)],
          ...[row.created_at, row.run_at, isTried, row.finished_at],
          said === null ? null : JSON.stringify({ message: said }),
        ],
      ),
    );
  }
  await writer.db.deleteFrom('job').where('kind', 'in', JOB_KINDS).execute();
}

/** Empties pg-boss's queue of our kinds, for a restore that brings the jobs of another moment. */
export async function clearBossJobs(writer: StoreWriter): Promise<void> {
  if (!(await hasBossQueue(writer.reader))) return;
  await sql`delete from pgboss.job where name in (${sql.join(JOB_KINDS)})`.execute(writer.db);
}

async function hasBossQueue(reader: StoreReader): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_catalog.pg_tables where schemaname = 'pgboss' and tablename = 'job'
  `.execute(reader as never);
  return rows[0]?.n === 1;
}

/** Jobs of pg-boss's queue as rows of `job`; none where there is no such queue. */
export async function readBossJobs(reader: StoreReader): Promise<(string | number | null)[][]> {
  if (!(await hasBossQueue(reader))) return [];
  const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::bigint`);
  const { rows } = await sql<Record<(typeof JOB_CELLS)[number], string | number | null>>`
    select name as kind, coalesce(data->>'key', id::text) as job_key, data->>'payload' as payload,
      case when state in ('created', 'retry', 'active') then 'waiting' when state = 'completed' then 'done'
        else 'dead' end as status,
      ${sql.raw(ATTEMPTS)}::int as attempts,
      ${ms('start_after')} as run_at,
      case when state <> 'completed' then coalesce(output->>'message', output->'value'->>'message') end as last_error,
      ${ms('created_on')} as created_at,
      case when state in ('completed', 'failed', 'cancelled') then ${ms('coalesce(completed_on, created_on)')} end
        as finished_at,
      case when state = 'completed' then output->>'message' end as result
    from pgboss.job where name in (${sql.join(JOB_KINDS)}) order by created_on, (data->>'order')::int, id
  `.execute(reader as never);
  return rows.map((row) => JOB_CELLS.map((cell) => row[cell]));
}
