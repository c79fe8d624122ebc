// The resolution job as people see it: runs, their progress, and what became of each conflict.
// Source: memory, Conflicts.
import * as z from 'zod';

export const RUN_STATUSES = ['running', 'done', 'failed', 'stopped'] as const;

/** What a run did to a conflict. `invalid`: the model's answer could not be used; `failed`: the model did not answer. */
export const RUN_OUTCOMES = [
  'decomposed',
  'updated',
  'redimensioned',
  'dismissed',
  'invalid',
  'needs_human',
  'failed',
  'skipped',
] as const;
export const RunOutcome = z.enum(RUN_OUTCOMES);
export type RunOutcome = z.infer<typeof RunOutcome>;

export const RunCounts = z.strictObject(
  Object.fromEntries(RUN_OUTCOMES.map((outcome) => [outcome, z.number().int()])) as Record<
    RunOutcome,
    z.ZodNumber
  >,
);
export type RunCounts = z.infer<typeof RunCounts>;

export const ResolutionRun = z.strictObject({
  id: z.number().int(),
  startedBy: z.enum(['schedule', 'http', 'console', 'cli']),
  actor: z.string(),
  status: z.enum(RUN_STATUSES),
  /** The process that runs it. */
  runner: z.string(),
  startedAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  total: z.number().int(),
  /** Conflicts looked at so far. */
  done: z.number().int(),
  counts: RunCounts,
  error: z.string().nullable(),
});
export type ResolutionRun = z.infer<typeof ResolutionRun>;

export const JournalEntry = z.strictObject({
  id: z.number().int(),
  runId: z.number().int(),
  conflictId: z.number().int(),
  at: z.number().int(),
  concept: z.string(),
  dimension: z.string(),
  outcome: RunOutcome,
  /** The model's reasoning, or what was wrong with its answer. */
  detail: z.string(),
  model: z.string().nullable(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  ms: z.number().int(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

export const ResolutionState = z.strictObject({
  running: ResolutionRun.nullable(),
  last: ResolutionRun.nullable(),
  /** Open conflicts the next run would take. */
  waiting: z.number().int(),
  nextAt: z.number().int().nullable(),
  schedule: z.string(),
  paused: z.boolean(),
  /** Why a run could not decide anything now (no model chosen, budget spent); null when it could. */
  problem: z.string().nullable(),
});
export type ResolutionState = z.infer<typeof ResolutionState>;
