// Sentences of one speaker in one conversation that wait to be read by a model. Put into the queue by sentence-collector.ts, read by
// reader-worker.ts.
import * as z from 'zod';
import { ProjectName } from '../../../shared/model/graph.ts';
import { inProject, type JobKind } from '../../store/jobs/job-kind.ts';
import { MOST_SENTENCES } from './reader-question.ts';

const ReadPayload = z.strictObject({
  project: ProjectName,
  client: z.string().nullable(),
  conversation: z.string().nullable(),
  role: z.enum(['user', 'assistant']),
  sentences: z
    .array(
      z.strictObject({
        /** Redacted. */
        text: z.string().max(400),
        paragraph: z.number().int(),
        segment: z.string().nullable(),
        hash: z.string(),
        /** Epoch milliseconds. */
        at: z.number().int(),
        /** Read already: shown for what points back at it, and nothing is taken from it. */
        isKnown: z.boolean(),
      }),
    )
    .min(1)
    .max(MOST_SENTENCES),
});
export type ReadPayload = z.infer<typeof ReadPayload>;

/** A model reads what somebody said. */
export const READ_JOB: JobKind<ReadPayload> = {
  name: 'read',
  schema: ReadPayload,
  retry: { maxAttempts: 8, firstRetryMs: 5000, longestRetryMs: 3_600_000 },
  describe({ project, role, sentences }) {
    const count = sentences.filter(({ isKnown }) => !isKnown).length;
    const whose = role === 'user' ? 'a person' : 'an assistant';
    return {
      project,
      line: `${count} ${count === 1 ? 'sentence' : 'sentences'} of ${whose}${inProject(project)}`,
    };
  },
  describeWaiting: (count) =>
    `${count} ${count === 1 ? 'batch' : 'batches'} of sentences ${count === 1 ? 'waits' : 'wait'} for the reader`,
  title: 'Reader',
  when: 'read in the background, while no agent waits for the model',
  pause: { setting: 'reader_paused', label: 'Read statements with a model' },
  mend: { text: 'Check the model of the reader and its daily tokens in Settings.', tab: 'models' },
};
