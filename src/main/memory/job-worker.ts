// Runs durable jobs of one kind: at once when told that there are some, later after a failure, never twice at a time.
// A job is marked done in the transaction of its effect. Jobs that keep failing are dead and stay visible.
// Knows nothing of what a job does. Source: memory.md Writing ("The job queue is durable").
import type { Clock } from '../../shared/model/clock.ts';
import { type DueJob, failJob, finishJobs, readDueJobs, readNextDue } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import type { MemoryLog } from './memory-log.ts';
import type { Alongside } from './record-facts.ts';

const JOBS_PER_RUN = 200;
const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 600_000;
const LONGEST_SLEEP_MS = 60_000;

export interface JobWorkerParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: MemoryLog;
  readonly kind: string;
  /**
   * Does the jobs' work in one transaction, calling `finish` within it; all of them or none.
   * @throws when any of them cannot be done; each is then tried alone
   */
  readonly perform: (jobs: readonly DueJob[], finish: Alongside) => Promise<void>;
}

/** Milliseconds to wait after so many failures: 1 s doubling to 10 min. */
export function retryDelay(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

export class JobWorker {
  readonly #parts: JobWorkerParts;
  #running: Promise<void> | undefined;
  #again = false;
  #cancelTimer: () => void = () => undefined;
  #closed = false;

  constructor(parts: JobWorkerParts) {
    this.#parts = parts;
  }

  /** Says that jobs may be due. Returns at once. */
  wake(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Resolves when no job is running or due. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Lets the jobs under way end and starts no more; what is left runs after the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer();
    await this.settled();
  }

  async #run(): Promise<void> {
    this.#cancelTimer();
    try {
      while (this.#again && !this.#closed) {
        this.#again = false;
        while (!this.#closed && (await this.#runDue())) {}
      }
      if (!this.#closed) await this.#sleepUntilDue();
    } catch (error) {
      // The database itself fails: look again later, the jobs are safe in it or were never there.
      this.#parts.log.error({ err: error, kind: this.#parts.kind }, 'jobs could not be run; trying again');
      if (!this.#closed) this.#wakeIn(LONGEST_SLEEP_MS);
    }
  }

  /** @returns whether there was anything to do */
  async #runDue(): Promise<boolean> {
    const { store, clock, kind } = this.#parts;
    const jobs = await readDueJobs(store.reader, kind, clock.now(), JOBS_PER_RUN);
    if (jobs.length === 0) return false;
    const error = await this.#attempt(jobs);
    if (error === null) return true;
    for (const job of jobs) {
      if (this.#closed) break;
      // Of several, one may be at fault: each gets its own attempt.
      const alone = jobs.length === 1 ? error : await this.#attempt([job]);
      if (alone !== null) await this.#fail(job, alone);
    }
    return true;
  }

  /** @returns what went wrong, null when all is done */
  async #attempt(jobs: readonly DueJob[]): Promise<unknown> {
    const ids = jobs.map((job) => job.id);
    try {
      await this.#parts.perform(jobs, (writer) => finishJobs(writer, ids, this.#parts.clock.now()));
      return null;
    } catch (error) {
      return error ?? new Error('a job failed without a reason');
    }
  }

  async #fail(job: DueJob, error: unknown): Promise<void> {
    const { store, clock, log, kind } = this.#parts;
    const attempts = job.attempts + 1;
    const now = clock.now();
    const retryAt = attempts < MAX_ATTEMPTS ? now + retryDelay(attempts) : null;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ kind, job: job.id, attempts, dead: retryAt === null, err: error }, 'a job failed');
    await store.write((writer) => failJob(writer, { id: job.id, attempts, error: reason, retryAt }, now));
  }

  async #sleepUntilDue(): Promise<void> {
    const due = await readNextDue(this.#parts.store.reader, this.#parts.kind);
    if (due !== null) this.#wakeIn(Math.min(Math.max(due - this.#parts.clock.now(), 1), LONGEST_SLEEP_MS));
  }

  #wakeIn(ms: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#parts.clock.after(ms, () => this.wake());
  }
}
