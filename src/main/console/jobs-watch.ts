// Keeps an eye on the durable queue for the console, the state of the program and the metrics: how much waits, what
// failed, why nothing starts. Looks at the database by itself every few seconds.
import type { Clock } from '../../shared/model/clock.ts';
import { type Budget, JOB_KINDS, type JobCounts, type JobKind } from '../../shared/model/job.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { JobsService, JobsState, TaskService } from '../api/services.ts';
import type { Memory } from '../memory/memory.ts';
import type { JobCounts as Counts } from '../store/jobs/job.ts';
import { NO_JOBS } from '../store/jobs/job-queue.ts';

/** Between two looks by itself: with nobody watching, and with somebody. */
const IDLE_MS = 5000;
const WATCHED_MS = 1000;
/** After something happened; watchers hear at most twice a second. */
const SOON_MS = 500;

const PAUSED_BY = { learn: 'learn_paused', ask: 'ask_paused' } as const satisfies Record<
  JobKind,
  keyof Settings
>;

export interface JobsWatchParts {
  readonly memory: Memory;
  readonly tasks: Pick<TaskService, 'list' | 'watch'>;
  readonly budget: { today(): Promise<Budget> };
  readonly settings: () => Settings;
  readonly clock: Clock;
  /** Something that the program's state shows has changed. */
  readonly onChange: () => void;
}

export class JobsWatch implements JobsService {
  readonly #parts: JobsWatchParts;
  readonly #watchers = new Set<(state: JobsState) => void>();
  readonly #stops: (() => void)[];
  #counts: Record<JobKind, Counts> = { learn: NO_JOBS, ask: NO_JOBS };
  #told = '';
  #looking = false;
  #closed = false;
  #cancel: () => void = () => undefined;
  #soon = false;

  constructor(parts: JobsWatchParts) {
    this.#parts = parts;
    const soon = () => this.lookSoon();
    this.#stops = [parts.memory.on('learned', soon), parts.memory.on('asked', soon), parts.tasks.watch(soon)];
    void this.#look();
  }

  /** As of the last look; at most a few seconds old. */
  get counts(): Record<JobKind, Counts> {
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

  /** Why no job of the kind starts now; null when they do. */
  held(kind: JobKind): string | null {
    const { memory, settings } = this.#parts;
    if (kind === 'ask') return memory.askHeld;
    return settings().learn_paused ? 'An operator has paused it (learn_paused).' : null;
  }

  /** Kinds of which jobs wait and none starts. */
  heldKinds(): { kind: JobKind; waiting: number; reason: string }[] {
    return JOB_KINDS.flatMap((kind) => {
      const { waiting } = this.#counts[kind];
      const reason = waiting > 0 ? this.held(kind) : null;
      return reason === null ? [] : [{ kind, waiting, reason }];
    });
  }

  async state(): Promise<JobsState> {
    const { memory, tasks, budget } = this.#parts;
    this.#counts = await memory.jobs.counts();
    return {
      counts: JOB_KINDS.map((kind) => this.#shown(kind)),
      tasks: tasks.list(),
      budget: await budget.today(),
    };
  }

  watch(listener: (state: JobsState) => void): () => void {
    this.#watchers.add(listener);
    this.#told = '';
    this.lookSoon();
    return () => this.#watchers.delete(listener);
  }

  /** Something happened to jobs, or to what holds them. Returns at once. */
  lookSoon(): void {
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
      else this.#counts = await this.#parts.memory.jobs.counts();
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

  #shown(kind: JobKind): JobCounts {
    const paused = this.#parts.settings()[PAUSED_BY[kind]];
    return { kind, paused, held: this.held(kind), ...this.#counts[kind] };
  }

  #lookIn(ms: number): void {
    this.#cancel();
    this.#cancel = this.#parts.clock.after(ms, () => void this.#look());
  }
}
