// Durable jobs as an operator sees and handles them: lists with a line about each, retry, discard with an event.
// Called by api/ through memory.ts. Source: console, Jobs.
import type { Clock } from '../../shared/model/clock.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import type { Job, JobKind } from '../../shared/model/job.ts';
import { appendEvents, holdChain } from '../store/audit/events.ts';
import type { JobFilter, StoredJob } from '../store/jobs/job.ts';
import type { JobQueue } from '../store/jobs/job-queue.ts';
import type { Store, StoreWriter } from '../store/store.ts';
import { noteQuestion } from '../store/tables/concept-questions.ts';
import { AskPayload } from './ask/ask-payload.ts';
import { LearnPayload } from './write/learner.ts';

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

  async list(filter: JobFilter): Promise<{ jobs: Job[]; total: number }> {
    const { jobs, total } = await this.#parts.jobs.list(filter);
    return { jobs: jobs.map(shown), total };
  }

  /** Lets a waiting or dead job run at once. @throws AppError NOT_FOUND, NOT_ALLOWED */
  async retry(id: string): Promise<Job> {
    const { store, jobs } = this.#parts;
    const job = await this.#get(id);
    await store.write(async (writer) => {
      if (!(await jobs.retry(writer, id))) throw notNow(job, 'run again');
      await this.#noteQuestion(writer, job, 'queued', '');
    });
    jobs.wake(job.kind as JobKind);
    return shown(await this.#get(id));
  }

  /** Takes a job out of the queue for good. @throws AppError NOT_FOUND, NOT_ALLOWED */
  async discard(id: string, reason: string, actor: string): Promise<void> {
    const { store, jobs, clock } = this.#parts;
    const job = await this.#get(id);
    const { project, line } = about(job);
    await store.write(async (writer) => {
      if (!(await jobs.discard(writer, id))) throw notNow(job, 'be discarded');
      await this.#noteQuestion(writer, job, 'discarded', reason === '' ? 'By an operator.' : reason);
      const last = await holdChain(writer);
      await appendEvents(writer, [
        {
          ...{
            at: Math.max(clock.now(), last.at),
            project,
            kind: 'job.discarded',
            actor,
            edgeId: null,
            conflictId: null,
          },
          payload: { job: id, kind: job.kind, summary: line, reason },
        },
      ]);
    });
  }

  async #get(id: string): Promise<StoredJob> {
    const job = await this.#parts.jobs.get(id);
    if (!job) throw new AppError('NOT_FOUND', `There is no job ${id.slice(0, 100)} any more.`);
    return job;
  }

  async #noteQuestion(
    writer: StoreWriter,
    job: StoredJob,
    outcome: 'queued' | 'discarded',
    detail: string,
  ): Promise<void> {
    const asked =
      job.kind === 'ask' && job.status !== 'done' ? AskPayload.safeParse(parsed(job.payload)) : null;
    if (!asked?.success) return;
    const { project, conceptId: concept } = asked.data;
    await noteQuestion(writer, { project, concept, outcome, detail });
  }
}

function notNow(job: StoredJob, what: string): AppError {
  const why = job.status === 'done' ? 'it is done' : 'it is being worked on';
  return new AppError('NOT_ALLOWED', `The job cannot ${what}: ${why}.`, { status: job.status });
}

function shown(job: StoredJob): Job {
  const { id, kind, status, attempts, createdAt, runAt, finishedAt, lastError, result } = job;
  const { line: summary } = about(job);
  const ended = { finishedAt, lastError, ...(result === null ? {} : { result }) };
  return { id, kind: kind as JobKind, status, summary, attempts, createdAt, runAt, ...ended };
}

/** One plain line of what a job is about, whatever its payload holds. */
function about({ kind, payload }: StoredJob): { readonly project: string; readonly line: string } {
  if (kind === 'ask') {
    const ask = AskPayload.safeParse(parsed(payload));
    if (ask.success)
      return { project: ask.data.project, line: `What is ${ask.data.concept}?${inProject(ask.data)}` };
  } else {
    const learn = LearnPayload.safeParse(parsed(payload));
    if (learn.success) {
      const { concept, isIsa, parent, dimension } = learn.data.fact;
      const fact = `${concept} ${isIsa ? '-isa' : '-ispart'} ${parent} in context of ${dimension}`;
      return { project: learn.data.project, line: `${fact}${inProject(learn.data)}` };
    }
  }
  return { project: DEFAULT_PROJECT, line: 'It cannot be read.' };
}

function inProject({ project }: { readonly project: string }): string {
  return project === DEFAULT_PROJECT ? '' : ` (project ${project})`;
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}
