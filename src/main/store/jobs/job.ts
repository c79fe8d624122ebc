// What a durable job is on its way: new, handed out, stored, put back. Kept by stored-jobs.ts, worked on by
// job-worker.ts. Source: memory, Writing.
import { AppError } from '../../../shared/model/envelope.ts';
import type { JobStatus } from '../../../shared/model/job.ts';
import type { StoreWriter } from '../store-handles.ts';

export interface NewJob {
  readonly kind: string;
  /** Two jobs of one kind and key are one job, for as long as the first is remembered. */
  readonly key: string;
  /** JSON. */
  readonly payload: string;
}

/** A job handed out to this process. */
export interface ClaimedJob<Payload = string> {
  readonly id: string;
  readonly kind: string;
  readonly payload: Payload;
  /** How often it failed before. */
  readonly attempts: number;
  /** Which handing out it was: one that has gone to somebody else since cannot be settled any more. */
  readonly claim: number;
  /** A process ended in the middle of this one or of one beside it: which of them it was shows when each goes alone. */
  readonly goesAlone: boolean;
}

export interface StoredJob {
  readonly id: string;
  readonly kind: string;
  readonly status: JobStatus;
  readonly payload: string;
  readonly attempts: number;
  /** Epoch milliseconds, as all times here. */
  readonly createdAt: number;
  readonly runAt: number;
  readonly finishedAt: number | null;
  readonly lastError: string | null;
  /** What came of it. */
  readonly result: string | null;
}

/** What becomes of a job that was not done. `wait` counts no attempt: nobody is to blame. */
export type Unfinished = { readonly reason: string } & (
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'wait'; readonly afterMs: number }
  | { readonly kind: 'dead' }
);

/** Told of a job that died without anybody settling it, within that transaction. */
export type OnBuried = (
  writer: StoreWriter,
  job: ClaimedJob,
  outcome: Extract<Unfinished, { kind: 'dead' }>,
) => Promise<void>;

/** What is said of a job whose claim ran out: perhaps it was the job that ended its process. */
export const CRASHED = 'The process that ran it ended in the middle.';

/** How jobs of a kind are handed out. */
export interface ClaimRules {
  /** One that ended its process so often is dead, and told of. */
  readonly bury?: { readonly after: number; readonly tell: OnBuried };
  /** To nobody while somebody else holds any of the kind. */
  readonly inOrder?: boolean;
}

export interface JobFilter {
  readonly kind?: string | undefined;
  /** Any of these; all when left out. */
  readonly statuses?: readonly JobStatus[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

export type JobCounts = Readonly<Record<JobStatus, number>>;

/** What is still to be done is listed with the next first, what has ended with the newest first. */
export function isAhead(statuses: readonly JobStatus[] | undefined): boolean {
  return statuses?.every((status) => status === 'waiting' || status === 'active') ?? false;
}

/** How a kind is tried again. */
export interface RetryPolicy {
  /** The job is dead after so many. */
  readonly maxAttempts: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

/** A claim that nobody renews for so long is given to somebody else. */
export const CLAIM_MS = 10_000;
export const RENEW_CLAIM_MS = 4000;

/** The job went to somebody else meanwhile, or is gone; what was done along with it must not be committed. */
export class ClaimLostError extends AppError {
  constructor(count: number) {
    super('STALE_VERSION', `${count} jobs of this transaction are not this process's any more.`, {}, true);
    this.name = 'ClaimLostError';
  }
}
