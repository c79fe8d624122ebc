// The job that makes a revision of a brief, found by its key. Called by advisory/outputs. Source: advisory, Profiles.
import type { JobStatus } from '../../../shared/model/job.ts';
import type { StoreReader } from '../store-access.ts';

export interface FoundJob {
  readonly id: string;
  readonly status: JobStatus;
  readonly result: string | null;
  readonly lastError: string | null;
}

/** Undefined where there is none, or no more. */
export async function findJob(reader: StoreReader, kind: string, key: string): Promise<FoundJob | undefined> {
  const row = await reader
    .selectFrom('job')
    .select(['id', 'status', 'result', 'last_error'])
    .where('kind', '=', kind)
    .where('job_key', '=', key)
    .executeTakeFirst();
  return (
    row && {
      ...{ id: String(row.id), status: row.status as JobStatus },
      ...{ result: row.result, lastError: row.last_error },
    }
  );
}
