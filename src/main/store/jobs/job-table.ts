// What a durable queue's table can do, whichever database it lies in: take jobs in within a transaction, hand them out
// to one process at a time, and settle them. When a job runs is job-worker.ts's concern. Implemented by sqlite-jobs.ts
// and pg-boss-jobs.ts; one suite of tests says what both must keep. Source: memory, Writing.
import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/model/envelope.ts';
import { JOB_KINDS, type JobKind, type JobStatus } from '../../../shared/model/job.ts';
import type { StoreWriter } from '../store-handles.ts';

export interface NewJob {
  readonly kind: JobKind;
  /** Two jobs of one kind and key are one job, for as long as the first is remembered. */
  readonly key: string;
  /** JSON. */
  readonly payload: string;
}

/** A job handed out to this process. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly payload: string;
  /** How often it failed before. */
  readonly attempts: number;
  /** Which handing out it was: one that has gone to somebody else since cannot be settled any more. */
  readonly claim: number;
}

export interface StoredJob {
  readonly id: string;
  readonly kind: JobKind;
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

export interface JobFilter {
  readonly kind?: JobKind | undefined;
  /** Any of these; all when left out. */
  readonly statuses?: readonly JobStatus[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

export type JobCountsByKind = Record<JobKind, Record<JobStatus, number>>;

/** What is still to be done is listed with the next first, what has ended with the newest first. */
export function isAhead(statuses: readonly JobStatus[] | undefined): boolean {
  return statuses?.every((status) => status === 'waiting' || status === 'active') ?? false;
}

export function noCounts(): JobCountsByKind {
  const none = () => ({ waiting: 0, active: 0, done: 0, dead: 0 });
  return Object.fromEntries(JOB_KINDS.map((kind) => [kind, none()])) as JobCountsByKind;
}

/** How a kind is tried again. */
export interface RetryPolicy {
  /** The job is dead after so many. */
  readonly maxAttempts: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

export const RETRY_POLICIES: Readonly<Record<JobKind, RetryPolicy>> = {
  learn: { maxAttempts: 8, firstRetryMs: 1000, longestRetryMs: 600_000 },
  ask: { maxAttempts: 8, firstRetryMs: 5000, longestRetryMs: 3_600_000 },
};

/** A claim that nobody renews for so long is given to somebody else. */
export const CLAIM_MS = 15_000;
export const RENEW_CLAIM_MS = 4000;

/** The job went to somebody else meanwhile, or is gone; what was done along with it must not be committed. */
export class ClaimLostError extends AppError {
  constructor(count: number) {
    super('STALE_VERSION', `${count} jobs of this transaction are not this process's any more.`, {}, true);
    this.name = 'ClaimLostError';
  }
}

export interface JobTable {
  /** Takes jobs into the queue that another database brought in the table: after a move, at a start, after a restore. */
  adopt(): Promise<void>;
  /** Adds jobs in the caller's transaction; those whose key is known are left as they are. @returns how many were new */
  enqueue(writer: StoreWriter, jobs: readonly NewJob[]): Promise<number>;
  /** This process starts to work on the kind: what others left behind comes back. */
  begin(kind: JobKind): Promise<void>;
  /**
   * Hands out jobs whose time has come, oldest first, to nobody else until the claim runs out. One whose process ended
   * in the middle comes back; one that did so as often as a job may fail is buried.
   */
  claim(kind: JobKind, limit: number, onBuried?: OnBuried): Promise<ClaimedJob[]>;
  /** The jobs are still being worked on. */
  renew(kind: JobKind, jobs: readonly ClaimedJob[]): Promise<void>;
  /** Marks claimed jobs done, in the transaction of their effect. @throws ClaimLostError */
  finish(writer: StoreWriter, jobs: readonly ClaimedJob[], result: string | null): Promise<void>;
  /** Puts back or buries a claimed job; one that was lost meanwhile is left alone. @returns whether it was ours */
  putBack(writer: StoreWriter, job: ClaimedJob, outcome: Unfinished): Promise<boolean>;
  /** Milliseconds until it is worth claiming again. */
  nextLook(kind: JobKind): Promise<number>;

  get(id: string): Promise<StoredJob | null>;
  /** Waiting and active: next first. Done and dead: newest first. */
  list(filter: JobFilter): Promise<{ jobs: StoredJob[]; total: number }>;
  counts(): Promise<JobCountsByKind>;
  /** Lets a waiting or dead job run at once, with a clean slate. @returns whether there was such a job */
  retry(writer: StoreWriter, id: string): Promise<boolean>;
  /** Removes a job that is not active. @returns whether there was such a job */
  discard(writer: StoreWriter, id: string): Promise<boolean>;
  /** Forgets jobs done longer ago than this; their keys may come again then. */
  forgetDone(olderThanMs: number): Promise<void>;
}

/** One kind and key are one job, on whichever process it is told: its id on PostgreSQL. */
export function jobId({ kind, key }: Pick<NewJob, 'kind' | 'key'>): string {
  const hex = createHash('sha256').update(`${kind}\n${key}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
