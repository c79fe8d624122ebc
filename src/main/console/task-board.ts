// Long work of this process that a person may want to see or stop: imports, exports, backups, restores, checks.
// Knows nothing of what the work is, and keeps nothing over a restart. Filled by whoever has long work, shown by api/jobs.ts.
import type { Clock, Ids } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import type { Task } from '../../shared/model/job.ts';
import { Watched } from '../streams/watched.ts';

/** Finished tasks are shown until so many newer ones have finished. */
const KEEP_FINISHED = 50;
/** Watchers hear of progress at most this often. */
const PROGRESS_MS = 250;

/** What a piece of long work is, before it starts. */
export interface TaskSpec<T> {
  readonly kind: Task['kind'];
  /** For people, such as `Export of everything as JSON Lines`. */
  readonly title: string;
  /** The id of the resource it is done to. */
  readonly about?: string;
  /** What is counted, in plural. */
  readonly unit: string;
  readonly total?: number | null;
  /** Default true. */
  readonly cancellable?: boolean;
  /** One plain line about what came of it. */
  describe(result: T): string;
  /** The name of the file it became, for who looks for it where several lie. */
  file?(result: T): string;
}

/** What the work itself sees of its task. */
export interface TaskHandle {
  readonly id: string;
  /** Aborted with the AppError to throw when somebody cancels. */
  readonly signal: AbortSignal;
  /** @param total null while unknown; left out: as it was */
  progress(done: number, total?: number | null): void;
}

export interface TaskStarted<T> {
  /** As it was at the start; `list` has it as it is. */
  readonly task: Task;
  readonly result: Promise<T>;
}

interface Entry {
  task: Task;
  readonly abort: AbortController;
}

export class TaskBoard {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #shown: Watched<void>;

  constructor(clock: Clock, ids: Ids) {
    this.#clock = clock;
    this.#ids = ids;
    this.#shown = new Watched<void>(() => {}, PROGRESS_MS, clock);
  }

  /** Newest first; running ones and the latest finished. */
  list(): Task[] {
    return [...this.#entries.values()].map(({ task }) => task).reverse();
  }

  /** Calls back on every change, progress at most four times a second. @returns stops watching */
  watch(listener: () => void): () => void {
    return this.#shown.watch(listener);
  }

  /** @throws AppError NOT_FOUND, NOT_ALLOWED for work that cannot stop half-way */
  cancel(id: string): Task {
    const entry = this.#entries.get(id);
    if (!entry) throw new AppError('NOT_FOUND', `There is no task ${id.slice(0, 100)}.`);
    if (entry.task.status !== 'running') return entry.task;
    if (!entry.task.cancellable) {
      throw new AppError(
        'NOT_ALLOWED',
        `"${entry.task.title}" cannot be stopped half-way; wait until it is done.`,
      );
    }
    entry.abort.abort(new AppError('CANCELLED', `"${entry.task.title}" was cancelled.`));
    return entry.task;
  }

  start<T>(spec: TaskSpec<T>, work: (handle: TaskHandle) => Promise<T>): TaskStarted<T> {
    const entry: Entry = { task: this.#newTask(spec), abort: new AbortController() };
    this.#entries.set(entry.task.id, entry);
    this.#shown.tell();
    const handle: TaskHandle = {
      id: entry.task.id,
      signal: entry.abort.signal,
      progress: (done, total) => this.#progress(entry, done, total),
    };
    const result = Promise.resolve().then(() => work(handle));
    const settled = result.then(
      (value) => this.#finish(entry, 'done', spec.describe(value), spec.file?.(value)),
      (error: unknown) => this.#fail(entry, error),
    );
    this.#running.add(settled);
    void settled.then(() => this.#running.delete(settled));
    // The caller may look at the task alone; a failure nobody awaits is on the board and must not end the process.
    result.catch(() => undefined);
    return { task: entry.task, result };
  }

  /** Cancels what can be, and waits for the rest. */
  async close(): Promise<void> {
    for (const { task, abort } of this.#entries.values()) {
      if (task.status === 'running' && task.cancellable)
        abort.abort(new AppError('CANCELLED', 'Festinger is stopping.'));
    }
    await Promise.all(this.#running);
    this.#shown.close();
  }

  #newTask(spec: TaskSpec<never>): Task {
    return {
      id: this.#ids(),
      kind: spec.kind,
      title: spec.title,
      about: spec.about ?? null,
      status: 'running',
      startedAt: this.#clock.now(),
      finishedAt: null,
      done: 0,
      total: spec.total ?? null,
      unit: spec.unit,
      result: null,
      cancellable: spec.cancellable ?? true,
    };
  }

  #progress(entry: Entry, done: number, total: number | null | undefined): void {
    if (entry.task.status !== 'running') return;
    entry.task = { ...entry.task, done, total: total === undefined ? entry.task.total : total };
    this.#shown.changed();
  }

  #fail(entry: Entry, error: unknown): void {
    const cancelled = error instanceof AppError && error.code === 'CANCELLED';
    this.#finish(
      entry,
      cancelled ? 'cancelled' : 'failed',
      error instanceof Error ? error.message : String(error),
    );
  }

  #finish(entry: Entry, status: 'done' | 'failed' | 'cancelled', result: string, file?: string): void {
    const ended = { status, result, finishedAt: this.#clock.now(), cancellable: false };
    entry.task = { ...entry.task, ...ended, ...(file === undefined ? {} : { file }) };
    const finished = [...this.#entries].filter(([, { task }]) => task.status !== 'running');
    for (const [id] of finished.slice(0, Math.max(0, finished.length - KEEP_FINISHED)))
      this.#entries.delete(id);
    this.#shown.tell();
  }
}
