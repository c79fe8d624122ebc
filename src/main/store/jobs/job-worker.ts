// Works on the jobs of one kind: at once when told that there are some, later after a failure, never two batches at a
// time. A job is finished in the transaction of its effect. Jobs that keep failing are dead and stay visible.
// Knows nothing of what a job does. Used by job-queue.ts. Source: memory, Writing.
import type { Clock } from '../../../shared/model/clock.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Store, StoreLog, StoreWriter } from '../store-access.ts';
import { stopsWrites } from '../store-errors.ts';
import {
  type ClaimedJob,
  ClaimLostError,
  type OnBuried,
  RENEW_CLAIM_MS,
  type RetryPolicy,
  type StoredJob,
  type Unfinished,
} from './job.ts';
import { type JobHandler, type JobKind, readPayload, type SwitchKey } from './job-kind.ts';
import type { StoredJobs } from './stored-jobs.ts';

/** While work is held, and after the database failed, it looks again so often. */
const LOOK_AGAIN_MS = 5000;

export interface WorkerParts {
  readonly table: StoredJobs;
  readonly store: Pick<Store, 'write' | 'refusal'>;
  readonly clock: Clock;
  readonly log: StoreLog;
  /** From 0 up to 1; spreads retries. */
  readonly random: () => number;
  readonly settings: () => Readonly<Record<SwitchKey, boolean>>;
  /** Some were done, put back or handled, or what holds them may be another. */
  readonly onChange: () => void;
}

/**
 * Milliseconds to wait after so many failures: doubling, at most the policy's longest, less up to a quarter.
 * @param random from 0 up to 1
 */
export function retryDelay(policy: RetryPolicy, attempts: number, random: number): number {
  const full = Math.min(policy.firstRetryMs * 2 ** (attempts - 1), policy.longestRetryMs);
  return Math.round(full * (1 - random / 4));
}

/** The kind was paused while the job was under way. */
class BrokenOff extends AppError {
  constructor(reason: string) {
    super('CANCELLED', reason);
  }
}

export class JobWorker<Payload = never> {
  readonly kind: JobKind<Payload>;
  readonly #parts: WorkerParts;
  readonly #handler: JobHandler<Payload>;
  readonly #abort = new AbortController();
  #pause = new AbortController();
  #isStarted = false;
  #begun = false;
  #running: Promise<void> | undefined;
  #again = false;
  #cancelTimer: () => void = () => undefined;
  /** The attempt under way. */
  #attempted: { readonly ids: readonly string[]; readonly lost: AbortController } | undefined;

  constructor(kind: JobKind<Payload>, parts: WorkerParts, handler: JobHandler<Payload>) {
    this.kind = kind;
    this.#parts = parts;
    this.#handler = handler;
  }

  /** Begins with what an earlier run of the program left; nothing wakes it before. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Says that jobs may be due, or that what held them may be over. Returns at once. */
  wake(): void {
    if (!this.#isStarted || this.#isClosed) return;
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
    this.#abort.abort();
    this.#cancelTimer();
    await this.settled();
  }

  get #isClosed(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Whether an operator has paused the kind. */
  get isPaused(): boolean {
    const { pause } = this.kind;
    return pause !== undefined && this.#parts.settings()[pause.setting];
  }

  /** Why no job starts now; null when they do. */
  held(): string | null {
    if (this.isPaused) return `An operator has paused it (${this.kind.pause?.setting}).`;
    return this.#handler.held?.() ?? null;
  }

  /** What held jobs may be over, or has begun: then what is under way is broken off, without blame. Returns at once. */
  reconsider(): void {
    this.#handler.reconsider?.();
    this.#parts.onChange();
    if (this.isPaused) {
      this.#pause.abort(new BrokenOff(this.held() ?? ''));
      this.#pause = new AbortController();
    } else this.wake();
  }

  /** Jobs were ended from without. Returns at once. */
  breakOff(ids: readonly string[]): void {
    this.#loseWhere((id) => ids.includes(id));
  }

  /** The attempt under way is broken off if none of its jobs is ours any more. */
  #loseWhere(isLost: (id: string) => boolean): void {
    const { ids = [], lost } = this.#attempted ?? {};
    if (ids.every(isLost)) lost?.abort(new ClaimLostError(ids.length));
  }

  /** An operator lets a job run again, or takes it out, in this transaction. */
  async handled(
    writer: StoreWriter,
    job: StoredJob,
    how: 'queued' | 'discarded',
    reason: string,
  ): Promise<void> {
    const payload = job.status === 'done' ? null : readPayload(this.kind, job.payload);
    if (payload) await this.#handler.onHandled?.(writer, payload.is, how, reason);
  }

  get #mayStart(): boolean {
    return !this.#isClosed && this.held() === null;
  }

  async #run(): Promise<void> {
    this.#cancelTimer();
    const { table, log } = this.#parts;
    try {
      if (!this.#begun) await table.begin(this.kind.name);
      this.#begun = true;
      while (this.#again && !this.#isClosed) {
        this.#again = false;
        while (this.#mayStart && (await this.#runDue())) {}
      }
      if (this.#isClosed) return;
      this.#wakeIn(this.#mayStart ? await table.nextLook(this.kind.name, this.kind.inOrder) : LOOK_AGAIN_MS);
    } catch (error) {
      this.#again = false;
      if (this.#isClosed) return;
      // The database itself fails: look again later, the jobs are safe in it or were never there.
      log.warn({ err: error, kind: this.kind.name }, 'jobs could not be run; trying again');
      this.#wakeIn(LOOK_AGAIN_MS);
    }
  }

  /** @returns whether there was anything to do */
  async #runDue(): Promise<boolean> {
    const { table, log, store } = this.#parts;
    // A job that is taken and cannot be finished counts as a failed attempt.
    const refusal = store.refusal();
    if (refusal) throw refusal;
    const tell: OnBuried = async (writer, job, outcome) => {
      log.warn({ kind: this.kind.name, job: job.id, reason: outcome.reason }, 'a job is dead');
      await this.#tellPutBack(writer, job, outcome);
    };
    const jobs = await table.claim(this.kind.name, this.#handler.batch, {
      bury: { after: this.kind.retry.maxAttempts, tell },
      inOrder: this.kind.inOrder ?? false,
    });
    if (jobs.length === 0) return false;
    const batches = jobs.some(({ goesAlone }) => goesAlone) ? jobs.map((job) => [job]) : [jobs];
    for (const batch of batches) await this.#workOn(batch, jobs);
    this.#parts.onChange();
    return true;
  }

  /** @param claimed those of the batch and the others that wait for their turn: they stay ours */
  async #workOn(batch: readonly ClaimedJob[], claimed: readonly ClaimedJob[]): Promise<void> {
    const error = this.#mayStart
      ? await this.#attempt(batch, claimed)
      : new BrokenOff(this.held() ?? 'The program is closed.');
    for (const job of error === null ? [] : batch) {
      // Of several, one may be at fault: each gets its own attempt.
      const alone = batch.length === 1 || this.#isClosed ? error : await this.#attempt([job], claimed);
      if (alone !== null) await this.#putBack(job, alone);
    }
  }

  /** @returns what went wrong, null when all is done */
  async #attempt(jobs: readonly ClaimedJob[], claimed: readonly ClaimedJob[]): Promise<unknown> {
    const lost = new AbortController();
    this.#attempted = { ids: jobs.map(({ id }) => id), lost };
    const renewal = this.#keepRenewing(claimed);
    const pause = this.#pause.signal;
    try {
      await this.#handler.perform(
        jobs.map((job) => ({ ...job, payload: this.#read(job.payload) })),
        async (writer, result, done = jobs) => {
          // One under way is not waited for: it may be waiting for this very transaction. It changes no finished job.
          if (done.some(({ id }) => id === jobs.at(-1)?.id)) renewal.stop();
          await this.#parts.table.finish(writer, done, result ?? null);
        },
        AbortSignal.any([this.#abort.signal, pause, lost.signal]),
      );
      return null;
    } catch (error) {
      if (lost.signal.aborted) return lost.signal.reason;
      if (pause.aborted && !(error instanceof ClaimLostError)) return pause.reason;
      return error ?? new Error('a job failed without a reason');
    } finally {
      this.#attempted = undefined;
      renewal.stop();
      await renewal.settled();
    }
  }

  #keepRenewing(jobs: readonly ClaimedJob[]): { stop: () => void; settled: () => Promise<void> } {
    const { table, clock, log } = this.#parts;
    let renewing: Promise<void> = Promise.resolve();
    let cancel = () => {};
    let stopped = false;
    const later = () => {
      cancel = clock.after(RENEW_CLAIM_MS, () => {
        renewing = table
          .renew(jobs)
          .then((ours) => {
            if (!stopped) this.#loseWhere((id) => !ours.includes(id));
          })
          .catch((error) => log.warn({ err: error, kind: this.kind.name }, 'a claim could not be renewed'))
          .finally(() => {
            if (!stopped) later();
          });
      });
    };
    later();
    return {
      stop: () => {
        stopped = true;
        cancel();
      },
      settled: () => renewing,
    };
  }

  async #putBack(job: ClaimedJob, error: unknown): Promise<void> {
    const { table, store, log } = this.#parts;
    const outcome = this.#outcomeOf(job, error);
    if (outcome === null) {
      log.info(
        { kind: this.kind.name, job: job.id },
        'a job is not ours any more: it went to another process, or was ended',
      );
      return;
    }
    const { kind, reason } = outcome;
    if (kind === 'wait') log.info({ kind: this.kind.name, job: job.id, reason }, 'a job waits');
    else
      log.warn(
        { kind: this.kind.name, job: job.id, attempts: job.attempts + 1, dead: kind === 'dead', err: error },
        'a job failed',
      );
    await store.write(async (writer) => {
      if (await table.putBack(writer, job, outcome)) await this.#tellPutBack(writer, job, outcome);
    });
  }

  async #tellPutBack(writer: StoreWriter, job: ClaimedJob, outcome: Unfinished): Promise<void> {
    const payload = readPayload(this.kind, job.payload);
    if (payload) await this.#handler.onPutBack?.(writer, { ...job, payload: payload.is }, outcome);
  }

  /** Null for a job that is not ours any more. */
  #outcomeOf(job: ClaimedJob, error: unknown): Unfinished | null {
    if (error instanceof ClaimLostError) return null;
    if (this.#isClosed) return { kind: 'wait', afterMs: 0, reason: 'The program was closed in the middle.' };
    const reason = error instanceof Error ? error.message : String(error);
    // Not the job's fault.
    if (error instanceof BrokenOff) return { kind: 'wait', afterMs: 0, reason };
    if (error instanceof AppError && stopsWrites(error))
      return { kind: 'wait', afterMs: LOOK_AGAIN_MS, reason };
    const payload = readPayload(this.kind, job.payload);
    const judged = payload && this.#handler.judge?.(error, { ...job, payload: payload.is });
    if (judged) return judged;
    const attempts = job.attempts + 1;
    const policy = this.kind.retry;
    if (attempts >= policy.maxAttempts) return { kind: 'dead', reason };
    return { kind: 'retry', afterMs: retryDelay(policy, attempts, this.#parts.random()), reason };
  }

  /** @throws Error that says what is wrong */
  #read(payload: string): Payload {
    return this.kind.schema.parse(JSON.parse(payload));
  }

  #wakeIn(ms: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#parts.clock.after(ms, () => this.wake());
  }
}
