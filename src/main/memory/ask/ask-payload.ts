// What a durable question holds: the name, and sentences it stood in. Written by curiosity.ts, read by ask-worker.ts.
import * as z from 'zod';
import { ProjectName } from '../../../shared/model/graph.ts';

export const AskPayload = z.strictObject({
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
