// How often a job failed, as PostgreSQL can tell: pg-boss counts how often it was handed out. Used by the queue there
// (pg-boss-jobs.ts) and by what takes jobs elsewhere (job-move.ts).
import { JOB_KINDS, type JobKind } from '../../../shared/model/job.ts';
import { RETRY_POLICIES } from './job-table.ts';

/** A kind's limit to begin with. pg-boss's limit counts retries, ours attempts. */
export function firstLimit(kind: JobKind): number {
  return RETRY_POLICIES[kind].maxAttempts - 1;
}

/** SQL: a kind's limit to begin with. */
export const FIRST_LIMIT = `case name ${JOB_KINDS.map((kind) => `when '${kind}' then ${firstLimit(kind)}`).join(' ')} else 0 end`;

/** SQL: waiting without blame raises the limit with the count, so failures are what is left of it. */
export const ATTEMPTS = `greatest(0, retry_count + (state in ('retry', 'failed') and started_on is not null)::int
  - (retry_limit - ${FIRST_LIMIT}))`;

/** The same for a job that is handed out: how often it failed before. */
export function failuresBefore(kind: JobKind, retryCount: number, retryLimit: number): number {
  return Math.max(0, retryCount - (retryLimit - firstLimit(kind)));
}
