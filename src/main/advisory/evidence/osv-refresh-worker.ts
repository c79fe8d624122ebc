// Works on jobs of kind `osv_refresh`, and queues one a day for each ecosystem that came from a mirror. Asks nobody where the settings name no
// mirror. Source: structure S5, Coverage.
import type { Clock } from '../../../shared/model/clock.ts';
import type { TaskBoard } from '../../console/task-board.ts';
import type { ClaimedJob } from '../../store/jobs/job.ts';
import type { Finish, JobHandler } from '../../store/jobs/job-kind.ts';
import type { JobQueue } from '../../store/jobs/job-queue.ts';
import type { Store } from '../../store/store-access.ts';
import type { Ecosystems } from './ecosystems.ts';
import { OSV_REFRESH, type OsvRefreshPayload } from './osv-refresh-job.ts';

const DAY_MS = 86_400_000;
/** How often it is looked which are due. */
const LOOK_MS = 3_600_000;

export interface OsvRefreshParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly tasks: Pick<TaskBoard, 'cancel'>;
  readonly jobs: Pick<JobQueue, 'enqueue' | 'wake'>;
  readonly ecosystems: Pick<Ecosystems, 'import' | 'dueForRefresh'>;
  /** Address of the mirror that the settings name; empty for none. */
  readonly mirror: () => string;
  readonly onError: (error: unknown) => void;
}

export class OsvRefresh implements JobHandler<OsvRefreshPayload> {
  readonly batch = 1;
  readonly #parts: OsvRefreshParts;
  #cancelLook: () => void = () => undefined;

  constructor(parts: OsvRefreshParts) {
    this.#parts = parts;
  }

  /** Looks which ecosystems are due, now and once an hour. */
  start(): void {
    const { clock, onError } = this.#parts;
    void this.queueDue().catch(onError);
    this.#cancelLook = clock.after(LOOK_MS, () => this.start());
  }

  close(): void {
    this.#cancelLook();
  }

  /** Queues a job for each ecosystem that is due; a day's job is queued once, whatever became of it. */
  async queueDue(): Promise<void> {
    const { store, clock, jobs, ecosystems, mirror } = this.#parts;
    if (mirror() === '') return;
    const due = await ecosystems.dueForRefresh(DAY_MS);
    if (due.length === 0) return;
    const day = Math.floor(clock.now() / DAY_MS);
    await store.write((writer) =>
      jobs.enqueue(
        writer,
        due.map((payload) => ({
          kind: OSV_REFRESH.name,
          key: `${payload.project} ${payload.ecosystem} ${day}`,
          payload: JSON.stringify(payload),
        })),
      ),
    );
    jobs.wake(OSV_REFRESH.name);
  }

  async perform(
    [job]: readonly ClaimedJob<OsvRefreshPayload>[],
    finish: Finish,
    signal: AbortSignal,
  ): Promise<void> {
    if (!job) return;
    const { store, tasks, ecosystems, mirror } = this.#parts;
    if (mirror() === '')
      return store.write((writer) => finish(writer, 'Settings name no OSV mirror any more.'));
    const { task, result } = ecosystems.import({ ...job.payload, mirror: mirror(), by: 'schedule' });
    const cancel = () => void tasks.cancel(task.id);
    signal.addEventListener('abort', cancel);
    try {
      const { records, taken, removed } = await result;
      const line = `${records} records, ${taken} new or changed, ${removed} removed`;
      await store.write((writer) => finish(writer, line));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }
}
