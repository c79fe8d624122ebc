// The durable job queue as features have it: jobs go in with the transaction they belong to, and are worked on by the
// one handler of their kind. At least once, idempotent by kind and key, retried later, dead after too many failures;
// finished in the transaction of their effect, so that each takes effect exactly once. Knows the kinds that features gave it before
// it started, and no other list of them exists. Opened by core/.
import type { Store, StoreWriter } from '../store-access.ts';
import type { JobCounts, JobFilter, NewJob, StoredJob } from './job.ts';
import type { JobHandler, JobKind } from './job-kind.ts';
import { JobWorker, type WorkerParts } from './job-worker.ts';

const FORGET_EVERY_MS = 6 * 3_600_000;
/** Done jobs are remembered so long, for the sake of their keys. */
const KEEP_DONE_MS = 7 * 86_400_000;

const NO_JOBS: JobCounts = { waiting: 0, active: 0, done: 0, dead: 0 };

export type QueueParts = Pick<WorkerParts, 'clock' | 'log' | 'settings'> & {
  readonly store: Pick<Store, 'write' | 'refusal' | 'jobs'>;
  readonly random?: WorkerParts['random'];
};

export class JobQueue {
  readonly #parts: WorkerParts;
  readonly #workers = new Map<string, JobWorker>();
  readonly #listeners = new Set<() => void>();
  #cancelForgetting: () => void = () => undefined;
  #forgetting: Promise<void> = Promise.resolve();
  #isStarted = false;
  #closed = false;

  constructor(parts: QueueParts) {
    this.#parts = { table: parts.store.jobs, random: Math.random, ...parts, onChange: () => this.changed() };
  }

  /** Starts to work on every kind, with what an earlier run of the program left. */
  start(): void {
    this.#isStarted = true;
    this.#forget();
    for (const worker of this.#workers.values()) worker.start();
  }

  /**
   * Adds jobs in the caller's transaction; wake the kind once it is committed. Those whose key is known stay as they are.
   * @returns how many were new
   */
  enqueue(writer: StoreWriter, jobs: readonly NewJob[]): Promise<number> {
    return this.#parts.table.enqueue(writer, jobs);
  }

  /** A kind, and what works on it once the queue starts. @throws Error for a kind that has a handler, and for one too late */
  register<Payload>(kind: JobKind<Payload>, handler: JobHandler<Payload>): JobWorker<Payload> {
    if (this.#isStarted) throw new Error(`Jobs of kind ${kind.name} came after the queue had started`);
    if (this.#workers.has(kind.name)) throw new Error(`Two handlers for jobs of kind ${kind.name}`);
    const worker = new JobWorker(kind, this.#parts, handler);
    // Whoever asks for all kinds gets payloads and handlers of one worker together, and never mixes them.
    this.#workers.set(kind.name, worker as unknown as JobWorker);
    return worker;
  }

  /** Those that are worked on, in the order in which they were given. */
  get kinds(): readonly JobWorker[] {
    return [...this.#workers.values()];
  }

  /** Undefined for one this version of the program does not know; its jobs are kept for one that does. */
  kind(name: string): JobWorker | undefined {
    return this.#workers.get(name);
  }

  /** Calls back whenever jobs changed here, or what holds them may have. @returns stops listening */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Says that jobs may be due, or may start again; without a kind: any. Returns at once. */
  wake(kind?: string): void {
    for (const [of, worker] of this.#workers) if (kind === undefined || of === kind) worker.wake();
  }

  /** Settings or models changed, or an operator wants it tried; without a kind: all of them. Returns at once. */
  reconsider(kind?: string): void {
    for (const [of, worker] of this.#workers) if (kind === undefined || of === kind) worker.reconsider();
  }

  /** Something was done to jobs from without. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  get(id: string): Promise<StoredJob | null> {
    return this.#parts.table.get(id);
  }

  /** Waiting and active: next first. Done and dead: newest first. */
  list(filter: JobFilter): Promise<{ jobs: StoredJob[]; total: number }> {
    return this.#parts.table.list(filter);
  }

  /** By kind: those worked on here, and what else lies in the table. */
  async counts(): Promise<Record<string, JobCounts>> {
    const known = Object.fromEntries([...this.#workers.keys()].map((name) => [name, NO_JOBS]));
    return { ...known, ...(await this.#parts.table.counts()) };
  }

  /** Lets a waiting or dead job run at once, with a clean slate. @returns whether there was such a job */
  retry(writer: StoreWriter, id: string): Promise<boolean> {
    return this.#parts.table.retry(writer, id);
  }

  /** Removes a job that is not active. @returns whether there was such a job */
  discard(writer: StoreWriter, id: string): Promise<boolean> {
    return this.#parts.table.discard(writer, id);
  }

  /**
   * Ends what is still to be done under a key, being worked on or not, in the caller's transaction; `breakOff` them once it is committed.
   * @param result what is said of them from then on
   * @returns the ids of those that were ended; none where there was nothing to do any more
   */
  cancel(writer: StoreWriter, kind: string, key: string, result: string): Promise<string[]> {
    return this.#parts.table.cancel(writer, kind, key, result);
  }

  /** Jobs were ended from without: what is under way of them here is broken off now, elsewhere with the next renewal of its claim. Returns at once. */
  breakOff(kind: string, ids: readonly string[]): void {
    this.#workers.get(kind)?.breakOff(ids);
    this.changed();
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
