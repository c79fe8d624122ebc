// The durable job queue as features have it: jobs go in with the transaction they belong to, and are worked on by the
// one handler of their kind. At least once, idempotent by kind and key, retried later, dead after too many failures;
// finished in the transaction of their effect, so that each takes effect exactly once. Opened by memory/.
import { JOB_KINDS, type JobKind } from '../../../shared/model/job.ts';
import type { StoreWriter } from '../store-access.ts';
import type { JobCounts, JobFilter, NewJob, StoredJob } from './job.ts';
import { type JobHandler, JobWorker, type WorkerParts } from './job-worker.ts';

const FORGET_EVERY_MS = 6 * 3_600_000;
/** Done jobs are remembered so long, for the sake of their keys. */
const KEEP_DONE_MS = 7 * 86_400_000;

export const NO_JOBS: JobCounts = { waiting: 0, active: 0, done: 0, dead: 0 };

export class JobQueue {
  readonly #parts: WorkerParts;
  readonly #workers = new Map<JobKind, JobWorker>();
  #cancelForgetting: () => void = () => undefined;
  #forgetting: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#forget();
  }

  /**
   * Adds jobs in the caller's transaction; wake the kind once it is committed. Those whose key is known stay as they are.
   * @returns how many were new
   */
  enqueue(writer: StoreWriter, jobs: readonly NewJob[]): Promise<number> {
    return this.#parts.table.enqueue(writer, jobs);
  }

  /** Starts to work on a kind, with what an earlier run of the program left. One handler for each kind. */
  work(kind: JobKind, handler: JobHandler): JobWorker {
    const worker = new JobWorker(kind, this.#parts, handler);
    this.#workers.set(kind, worker);
    worker.wake();
    return worker;
  }

  /** Says that jobs may be due, or may start again; without a kind: any. Returns at once. */
  wake(kind?: JobKind): void {
    for (const [of, worker] of this.#workers) if (kind === undefined || of === kind) worker.wake();
  }

  get(id: string): Promise<StoredJob | null> {
    return this.#parts.table.get(id);
  }

  /** Waiting and active: next first. Done and dead: newest first. */
  list(filter: JobFilter): Promise<{ jobs: StoredJob[]; total: number }> {
    return this.#parts.table.list(filter);
  }

  async counts(): Promise<Record<JobKind, JobCounts>> {
    const found = await this.#parts.table.counts();
    return Object.fromEntries(JOB_KINDS.map((kind) => [kind, found[kind] ?? NO_JOBS])) as never;
  }

  /** Lets a waiting or dead job run at once, with a clean slate. @returns whether there was such a job */
  retry(writer: StoreWriter, id: string): Promise<boolean> {
    return this.#parts.table.retry(writer, id);
  }

  /** Removes a job that is not active. @returns whether there was such a job */
  discard(writer: StoreWriter, id: string): Promise<boolean> {
    return this.#parts.table.discard(writer, id);
  }

  /** Resolves when no job is running or due. */
  async settled(): Promise<void> {
    for (const worker of this.#workers.values()) await worker.settled();
  }

  /** Lets the jobs under way end and starts no more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelForgetting();
    await Promise.all([...this.#workers.values()].map((worker) => worker.close()));
    await this.#forgetting;
  }

  #forget(): void {
    const { table, clock, log } = this.#parts;
    this.#forgetting = table
      .forgetDone(KEEP_DONE_MS)
      .catch((error) => log.warn({ err: error }, 'done jobs could not be forgotten'))
      .then(() => {
        if (!this.#closed) this.#cancelForgetting = clock.after(FORGET_EVERY_MS, () => this.#forget());
      });
  }
}
