// Durable work: pieces of a project's evidence get vectors of the chosen model, so many in one job. Done by embed-worker.ts. Source: advisory, Retrieval.
import * as z from 'zod';
import { ProjectName } from '../../../shared/model/graph.ts';
import { inProject, type JobKind } from '../../store/jobs/job-kind.ts';

const EmbedPayload = z.strictObject({
  project: ProjectName,
  /** Whose vectors the pieces up to `after` have; null at the beginning. */
  maker: z.string().max(500).nullable(),
  /** The id of the last piece that was looked at; 0 at the beginning. */
  after: z.number().int().min(0),
});
export type EmbedPayload = z.infer<typeof EmbedPayload>;

export const EMBED: JobKind<EmbedPayload> = {
  name: 'embed',
  schema: EmbedPayload,
  retry: { maxAttempts: 8, firstRetryMs: 5000, longestRetryMs: 3_600_000 },
  describe: ({ project, after }) => ({
    project,
    line: `${after === 0 ? 'Vectors' : 'More vectors'} for evidence${inProject(project)}`,
  }),
  describeWaiting: (count) =>
    `${count} ${count === 1 ? 'pass' : 'passes'} over evidence for vectors ${count === 1 ? 'waits' : 'wait'}`,
  title: 'Vectors of evidence',
  when: 'after evidence came, at the start, once a day, and when another model is chosen',
  mend: {
    text: 'Jobs lets it run again; Settings has the models. Without vectors of the model, evidence is found by the built-in ones.',
    tab: 'models',
  },
};

/** What a model is asked for, to whoever hands out models. Registered by core. */
export const EMBED_PURPOSE = {
  name: 'embed',
  title: 'Vectors of evidence',
  text: 'Makes vectors of evidence and of questions about it, so that what is put in other words is found. A model of Ollama that embeds.',
  none: 'The built-in vectors',
  setting: 'evidence_embed_model_id',
  budgets: {
    day: {
      tokens: ({ evidence_embed_daily_tokens: tokens }: { readonly evidence_embed_daily_tokens: number }) =>
        tokens,
      raisedBy: 'evidence_embed_daily_tokens',
    },
  },
} as const;
