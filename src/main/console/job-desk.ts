// Durable jobs as an operator sees and handles them: lists with a line about each, retry, discard with an event.
// What a kind wants to note of it, it notes in the same transaction. Called by api/. Source: console, Jobs.
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import type { Job } from '../../shared/model/job.ts';
import { appendHostEvent } from '../store/audit/chain.ts';
import type { JobFilter, StoredJob } from '../store/jobs/job.ts';
import { readPayload } from '../store/jobs/job-kind.ts';
import type { JobQueue } from '../store/jobs/job-queue.ts';
import type { Store } from '../store/store.ts';

export interface JobDeskParts {
  readonly store: Store;
  readonly jobs: JobQueue;
  readonly clock: Clock;
}

export class JobDesk {
  readonly #parts: JobDeskParts;

  constructor(parts: JobDeskParts) {
    this.#parts = parts;
  }

  /** @throws AppError INVALID_INPUT for a kind that is none */
  async list(filter: JobFilter): Promise<{ jobs: Job[]; total: number }> {
    if (filter.kind !== undefined) await this.#checkKind(filter.kind);
    const { jobs, total } = await this.#parts.jobs.list(filter);
    return { jobs: jobs.map((job) => this.#shown(job)), total };
  }

  /** Lets a waiting or dead job run at once. @throws AppError NOT_FOUND, NOT_ALLOWED */
  async retry(id: string): Promise<Job> {
    const { store, jobs } = this.#parts;
    const job = await this.#get(id);
    await store.write(async (writer) => {
      if (!(await jobs.retry(writer, id))) throw notNow(job, 'run again');
      await jobs.kind(job.kind)?.handled(writer, job, 'queued', '');
    });
    // As it was queued: it may run as soon as it is looked at again.
    const queued = await this.#get(id);
    jobs.reconsider(job.kind);
    return this.#shown(queued);
  }

  /** Takes a job out of the queue for good. @throws AppError NOT_FOUND, NOT_ALLOWED */
  async discard(id: string, reason: string, actor: string): Promise<void> {
    const { store, jobs, clock } = this.#parts;
    const job = await this.#get(id);
    const { project, line } = this.#about(job);
    await store.write(async (writer) => {
      if (!(await jobs.discard(writer, id))) throw notNow(job, 'be discarded');
      await jobs
        .kind(job.kind)
        ?.handled(writer, job, 'discarded', reason === '' ? 'By an operator.' : reason);
      const payload = { job: id, kind: job.kind, summary: line, reason };
      await appendHostEvent(writer, clock.now(), { project, kind: 'job.discarded', actor, payload });
    });
    jobs.changed();
  }

  /** Another version's kinds may be asked for as long as there are jobs of them. */
  async #checkKind(name: string): Promise<void> {
    if (this.#parts.jobs.kind(name)) return;
    const there = Object.keys(await this.#parts.jobs.counts());
    if (there.includes(name)) return;
    const known = there.join(', ');
    throw new AppError('INVALID_INPUT', `There is no kind of job ${name}. Ask for one of: ${known}.`, {
      field: 'kind',
    });
  }

  async #get(id: string): Promise<StoredJob> {
    const job = await this.#parts.jobs.get(id);
    if (!job) throw new AppError('NOT_FOUND', `There is no job ${id.slice(0, 100)} any more.`);
    return job;
  }

  /** One plain line of what a job is about, whatever its payload holds. */
  #about({ kind: name, payload }: StoredJob): { readonly project: string; readonly line: string } {
    const kind = this.#parts.jobs.kind(name)?.kind;
    const read = kind && readPayload(kind, payload);
    if (read) return kind.describe(read.is);
    const line = kind
      ? 'It cannot be read.'
      : `Of kind ${name}, which this version of the program does not know.`;
    return { project: DEFAULT_PROJECT, line };
  }

  #shown(job: StoredJob): Job {
    const { id, kind, status, attempts, createdAt, runAt, finishedAt, lastError, result } = job;
    const { line: summary } = this.#about(job);
    const title = this.#parts.jobs.kind(kind)?.kind.title ?? kind;
    const ended = { finishedAt, lastError, ...(result === null ? {} : { result }) };
    return { id, kind, title, status, summary, attempts, createdAt, runAt, ...ended };
  }
}

function notNow(job: StoredJob, what: string): AppError {
  const why = job.status === 'done' ? 'it is done' : 'it is being worked on';
  return new AppError('NOT_ALLOWED', `The job cannot ${what}: ${why}.`, { status: job.status });
}
