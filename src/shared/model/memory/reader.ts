// What the reader (a model that reads statements in prompts) did and would do, as it crosses a border. Source: structure S2.
import * as z from 'zod';

/** What became of a statement: taken as a new fact, known already, waiting as a conflict, or refused by the checks. */
export const READING_OUTCOMES = ['inserted', 'confirmed', 'conflict', 'refused'] as const;
export const ReadingOutcome = z.enum(READING_OUTCOMES);
export type ReadingOutcome = z.infer<typeof ReadingOutcome>;

/** One statement that a model found in a sentence. */
const Statement = z.strictObject({
  sentence: z.string(),
  concept: z.string(),
  parent: z.string(),
  dimension: z.string(),
  isIsa: z.boolean(),
  /** Why it was refused; null where it was not. */
  reason: z.string().nullable(),
});

export const Reading = Statement.extend({
  id: z.number().int(),
  at: z.number().int(),
  model: z.string(),
  isLocal: z.boolean(),
  client: z.string().nullable(),
  role: z.string(),
  outcome: ReadingOutcome,
  /** The fact and the conflict it became; of a refused one, when the operator accepted it. */
  edgeId: z.number().int().nullable(),
  conflictId: z.number().int().nullable(),
  /** Whether the operator can store it although it was refused. */
  canAccept: z.boolean(),
  /** The concept of the fact that an accepted statement became; null where it was not accepted or became a conflict. */
  acceptedAs: z.string().nullable(),
});
export type Reading = z.infer<typeof Reading>;

export const ReaderState = z.strictObject({
  /** The label of the model that reads; null while the reader is off. */
  model: z.string().nullable(),
  isLocal: z.boolean(),
  /** By the operator: sentences wait. */
  isPaused: z.boolean(),
  /** Why the model cannot be asked now; null where it can. */
  problem: z.string().nullable(),
  /** Jobs that wait, and sentences kept to be tried on. */
  waiting: z.number().int(),
  recent: z.number().int(),
  tokensToday: z.number().int(),
  tokensLimit: z.number().int(),
  /** Of the project, by model. */
  models: z.array(
    z.strictObject({
      model: z.string(),
      sentences: z.number().int(),
      inserted: z.number().int(),
      confirmed: z.number().int(),
      conflict: z.number().int(),
      refused: z.number().int(),
    }),
  ),
});
export type ReaderState = z.infer<typeof ReaderState>;

/** What a model would have read in the newest prompts; nothing of it is written. */
export const ReaderPreview = z.strictObject({
  model: z.string(),
  isLocal: z.boolean(),
  ms: z.number(),
  sentences: z.array(z.string()),
  statements: z.array(Statement),
});
export type ReaderPreview = z.infer<typeof ReaderPreview>;
