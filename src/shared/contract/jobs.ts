// Durable jobs, long tasks of this process, and the daily budget of the models we ask.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { Budget, Job, JobCounts, JobKind, JobStatus, Task } from '../model/job.ts';
import { PlainText, Reason } from '../model/plain-text.ts';
import { procedure } from './base.ts';

const id = PlainText.max(100);

const JobsState = z.strictObject({ counts: z.array(JobCounts), tasks: z.array(Task), budget: Budget });

export const jobs = {
  state: procedure.route({ method: 'GET', path: '/jobs/state' }).output(JobsState),
  /** The state now, then one whenever it changes (at most twice a second). */
  watch: procedure.route({ method: 'GET', path: '/jobs-watch' }).output(eventIterator(JobsState)),
  /** Waiting, with what is being worked on: next first. Done and dead: newest first. */
  list: procedure
    .route({ method: 'GET', path: '/jobs' })
    .input(
      z.strictObject({
        kind: JobKind.optional(),
        status: JobStatus.optional(),
        limit: z.number().int().min(1).max(500).default(100),
        offset: z.number().int().min(0).default(0),
      }),
    )
    .output(z.strictObject({ jobs: z.array(Job), total: z.number().int() })),
  /** Back into the queue with a clean slate, to run at once. */
  retry: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/jobs/{id}/retry' })
    .input(z.strictObject({ id }))
    .output(Job),
  /** Out of the queue for good; recorded in the audit. */
  discard: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/jobs/{id}/discard' })
    .input(z.strictObject({ id, reason: Reason }))
    .output(z.strictObject({ discarded: z.boolean() })),
  cancelTask: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/tasks/{id}/cancel' })
    .input(z.strictObject({ id }))
    .output(Task),
};
