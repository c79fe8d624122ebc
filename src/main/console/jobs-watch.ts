// Keeps an eye on the durable queue for the console, the state of the program and the metrics: how much waits, what
// failed, why nothing starts. Looks at the database by itself every few seconds.
import type { Clock } from '../../shared/model/clock.ts';
import type { Budget, JobCounts, JobsState } from '../../shared/model/job.ts';
import type { JobCounts as Counts } from '../store/jobs/job.ts';
import type { JobKind } from '../store/jobs/job-kind.ts';
import type { JobQueue } from '../store/jobs/job-queue.ts';
import type { TaskBoard } from './task-board.ts';

/** Between two looks by itself: with nobody watching, and with somebody. */
const IDLE_MS = 5000;
const WATCHED_MS = 1000;
/** After something happened; watchers hear at most twice a second. */
const SOON_MS = 500;

const UNKNOWN = 'This version of the program does not know them; they are kept for one that does.';

export interface JobsWatchParts {
  readonly jobs: JobQueue;
  readonly tasks: Pick<TaskBoard, 'list' | 'watch'>;
  readonly budget: { today(): Promise<Budget> };
  readonly clock: Clock;
  /** Something that the program's state shows has changed. */
  readonly onChange: () => void;
}

export class JobsWatch {
  readonly #parts: JobsWatchParts;
  readonly #watchers = new Set<(state: JobsState) => void>();
  readonly #stops: (() => void)[];
  #counts: Readonly<Record<string, Counts>> = {};
  #told = '';
  #looking = false;
  #closed = false;
  #cancel: () => void = () => undefined;
  #soon = false;

  constructor(parts: JobsWatchParts) {
    this.#parts = parts;
    const soon = () => this.#lookSoon();
    this.#stops = [parts.jobs.onChange(soon), parts.tasks.watch(soon)];
    void this.#look();
  }

  /** As of the last look; at most a few seconds old. */
  get counts(): Readonly<Record<string, Counts>> {
    return this.#counts;
  }

  /** Of all kinds. */
  totals(): { jobsPending: number; jobsDead: number } {
    const kinds = Object.values(this.#counts);
    return {
      jobsPending: kinds.reduce((sum, { waiting, active }) => sum + waiting + active, 0),
      jobsDead: kinds.reduce((sum, { dead }) => sum + dead, 0),
    };
  }

  /** Kinds of which jobs wait and none starts: how many, why, and what to do. */
  heldKinds(): { waiting: string; reason: string; fix: string }[] {
    return Object.entries(this.#counts).flatMap(([name, { waiting }]) => {
      const worker = this.#parts.jobs.kind(name);
      const reason = worker ? worker.held() : UNKNOWN;
      if (waiting === 0 || reason === null) return [];
      const { describeWaiting, mend } = worker?.kind ?? foreign(name);
      return [{ waiting: describeWaiting(waiting), reason, fix: mend.text }];
    });
  }

  /** @throws AppError UNAVAILABLE when the database cannot be read */
  async state(): Promise<JobsState> {
    const { jobs, tasks, budget } = this.#parts;
    this.#counts = await jobs.counts();
    return {
      counts: Object.entries(this.#counts).map(([kind, counts]) => this.#shown(kind, counts)),
      tasks: tasks.list(),
      budget: await budget.today(),
    };
  }

  /** Calls back on every change, at most twice a second. @returns stops watching */
  watch(listener: (state: JobsState) => void): () => void {
    this.#watchers.add(listener);
    this.#told = '';
    this.#lookSoon();
    return () => this.#watchers.delete(listener);
  }

  /** Something happened to jobs, or to what holds them. Returns at once. */
  #lookSoon(): void {
    if (this.#closed || this.#soon) return;
    this.#soon = true;
    if (!this.#looking) this.#lookIn(SOON_MS);
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    for (const stop of this.#stops) stop();
    this.#watchers.clear();
  }

  async #look(): Promise<void> {
    this.#looking = true;
    this.#soon = false;
    const before = JSON.stringify(this.#counts);
    try {
      if (this.#watchers.size > 0) this.#tell(await this.state());
      else this.#counts = await this.#parts.jobs.counts();
    } catch {
      // The change feed says that the database does not answer; the counts stay as they were.
    }
    this.#looking = false;
    if (this.#closed) return;
    if (JSON.stringify(this.#counts) !== before) this.#parts.onChange();
    this.#lookIn(this.#soon ? SOON_MS : this.#watchers.size > 0 ? WATCHED_MS : IDLE_MS);
  }

  #tell(state: JobsState): void {
    const text = JSON.stringify(state);
    if (text === this.#told) return;
    this.#told = text;
    for (const watcher of this.#watchers) watcher(state);
  }

  #shown(kind: string, counts: Counts): JobCounts {
    const worker = this.#parts.jobs.kind(kind);
    if (!worker) return { kind, title: kind, when: '', pause: null, paused: false, held: UNKNOWN, ...counts };
    const { title, when, pause = null, mend } = worker.kind;
    const { tab: mendIn } = mend;
    const held = worker.held();
    return { kind, title, when, pause, paused: worker.isPaused, held, ...(mendIn && { mendIn }), ...counts };
  }

  #lookIn(ms: number): void {
    this.#cancel();
    this.#cancel = this.#parts.clock.after(ms, () => void this.#look());
  }
}

/** What can be said of a kind that is another version's. */
function foreign(name: string): Pick<JobKind, 'describeWaiting' | 'mend'> {
  return {
    describeWaiting: (count) =>
      `${count} ${count === 1 ? 'job' : 'jobs'} of kind ${name} ${count === 1 ? 'waits' : 'wait'}`,
    mend: { text: 'Start the version that knows them, or discard them in Jobs.' },
  };
}
