// Tasks as the others have them: whoever has long work starts it here, and whoever shows tasks lists, watches and cancels them.
// Types alone; task-board.ts keeps the promises. Imported by who starts tasks, and by the doors.
import type { Task } from '../../shared/model/job.ts';

/** What a piece of long work is, before it starts. */
export interface TaskSpec<T> {
  readonly kind: Task['kind'];
  /** For people, such as `Export of everything as JSON Lines`. */
  readonly title: string;
  /** What is counted, in plural. */
  readonly unit: string;
  readonly total?: number | null;
  /** Default true. */
  readonly cancellable?: boolean;
  /** One plain line about what came of it. */
  describe(result: T): string;
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

/** Long work of this process, as `jobs` shows it. */
export interface TaskService {
  /** Newest first; running ones and the latest finished. */
  list(): Task[];
  /** Calls back on every change, progress at most four times a second. @returns stops watching */
  watch(listener: () => void): () => void;
  /** @throws AppError NOT_FOUND, NOT_ALLOWED for work that cannot stop half-way */
  cancel(id: string): Task;
  start<T>(spec: TaskSpec<T>, work: (handle: TaskHandle) => Promise<T>): TaskStarted<T>;
}
