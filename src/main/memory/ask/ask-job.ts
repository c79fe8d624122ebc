// A durable question: the name, and sentences it stood in. Put into the queue by curiosity.ts, asked by ask-worker.ts.
import * as z from 'zod';
import { ProjectName } from '../../../shared/model/graph.ts';
import { inProject, type JobKind } from '../../store/jobs/job-kind.ts';

const AskPayload = z.strictObject({
  project: ProjectName,
  /** The canonical token. */
  concept: z.string().min(1),
  conceptId: z.number().int(),
  /** Newest first; redacted. */
  sentences: z
    .array(
      z.strictObject({
        text: z.string().max(280),
        role: z.enum(['user', 'assistant']),
        client: z.string().nullable(),
        conversation: z.string().nullable(),
        segment: z.string().nullable(),
        at: z.number().int(),
      }),
    )
    .max(3),
});
export type AskPayload = z.infer<typeof AskPayload>;

/** A model is asked what a concept is. */
export const ASK: JobKind<AskPayload> = {
  name: 'ask',
  schema: AskPayload,
  retry: { maxAttempts: 8, firstRetryMs: 5000, longestRetryMs: 3_600_000 },
  describe: ({ project, concept }) => ({ project, line: `What is ${concept}?${inProject(project)}` }),
  describeWaiting: (count) =>
    `${count} ${count === 1 ? 'question' : 'questions'} about new names ${count === 1 ? 'waits' : 'wait'}`,
  title: 'Questions to a model',
  when: 'asked once a name is used often',
  pause: { setting: 'ask_paused', label: 'Ask a model about new names' },
  mend: {
    text: 'Jobs shows what is left of the budget and lets them run again; Settings has the models.',
    tab: 'models',
  },
};
