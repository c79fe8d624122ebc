// Jobs of PostgreSQL come home: versions before kept them in pg-boss's schema of the same database. What waits, what
// failed for good, and the keys of what is done, which must not be done again; each as far on its way as it was.
// Source: decision 042
import { type Kysely, sql } from 'kysely';
import type { DialectName } from '../column-types.ts';

/** Failures after which those versions gave a job up, less one: what pg-boss counted as retries. */
const RETRIES = 7;

/** What this program put in there; the schema may be somebody else's, too. */
const OURS = sql`name in ('learn', 'ask')`;

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

export async function takeJobsHome(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return;
  const { rows } = await sql<{ n: string | null }>`select to_regclass('pgboss.job')::text as n`.execute(db);
  if (!rows[0]?.n) return;
  // A process of the version before that still runs finishes nothing any more: it would be done twice.
  await sql`lock table pgboss.job in access exclusive mode`.execute(db);
  const said = sql`coalesce(output->>'message', output->'value'->>'message')`;
  await sql`
    insert into job (kind, job_key, payload, status, attempts, run_at, created_at, finished_at, last_error, result, claimed_until)
    select name, coalesce(data->>'key', id::text), data->>'payload',
      case when state in ('created', 'retry', 'active') then 'waiting' when state = 'completed' then 'done' else 'dead' end,
      -- Handed out so often, less what was nobody's fault: that raised the limit along with the count.
      greatest(0, retry_count + (state in ('retry', 'failed') and started_on is not null)::int - (retry_limit - ${sql.lit(RETRIES)})),
      ${ms('start_after')}, ${ms('created_on')},
      case when state in ('completed', 'failed', 'cancelled') then ${ms('completed_on')} end,
      case when state <> 'completed' then ${said} end, case when state = 'completed' then ${said} end,
      -- Whoever held it ended in the middle.
      case when state = 'active' then 0 end
    from pgboss.job where ${OURS} and data ? 'payload' order by created_on, (data->>'order')::int, id
    on conflict (kind, job_key) do nothing`.execute(db);
  const others = await sql<{ n: number }>`
    select count(*)::int as n from pgboss.queue where not ${OURS} and name not like '\\_\\_pgboss\\_\\_%'`.execute(
    db,
  );
  if (others.rows[0]?.n === 0) await sql`drop schema pgboss cascade`.execute(db);
  else await sql`delete from pgboss.job where ${OURS}`.execute(db);
}
