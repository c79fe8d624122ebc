// Durable jobs, long tasks of this process, and the daily budget of the models we ask.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { Job, JobStatus, JobsState, Task } from '../model/job.ts';
import { PlainText, Reason } from '../model/plain-text.ts';
import { read, write } from './base.ts';

const id = PlainText.max(100);

export const jobs = {
  state: read('/jobs/state').output(JobsState),
  /** The state now, then one whenever it changes (at most twice a second). */
  watch: read('/jobs-watch').output(eventIterator(JobsState)),
  /** Waiting, with what is being worked on: next first. Done and dead: newest first. */
  list: read('/jobs')
    .input(
      z.strictObject({
        kind: PlainText.max(50).optional(),
        status: JobStatus.optional(),
        limit: z.number().int().min(1).max(500).default(100),
        offset: z.number().int().min(0).default(0),
      }),
    )
    .output(z.strictObject({ jobs: z.array(Job), total: z.number().int() })),
  /** Back into the queue with a clean slate, to run at once. */
  retry: write('/jobs/{id}/retry', 'console', 'id').input(z.strictObject({ id })).output(Job),
  /** Out of the queue for good; recorded in the audit. */
  discard: write('/jobs/{id}/discard', 'memory')
    .input(z.strictObject({ id, reason: Reason }))
    .output(z.strictObject({ discarded: z.boolean() })),
  cancelTask: write('/tasks/{id}/cancel', 'process', 'id').input(z.strictObject({ id })).output(Task),
};
