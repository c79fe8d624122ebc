// What a run has come to, small enough to be kept after every step: a process that dies loses nothing but the step it was in.
// Source: agent, The loop (sessions).
import * as z from 'zod';
import { PROFILES } from '../../../shared/model/assistant/words.ts';

const RunStateSchema = z.object({
  id: z.string(),
  by: z.string(),
  profile: z.enum(PROFILES),
  model: z.string().nullable(),
  /** Why writes need no discovery in this run; null where they do. */
  loose: z.string().nullable(),
  startedAt: z.number(),
  turn: z.number(),
  calls: z.number(),
  failedTurns: z.number(),
  /** Some tool succeeded in this run. */
  anyWorked: z.boolean(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number().nullable(),
  /** Ids of what the operator's own words named. */
  named: z.array(z.string()),
  /** Ids of what was written, and of what that is in. */
  written: z.array(z.string()),
  /** Ids of what a blocked call of the last turn would have written. */
  waiting: z.array(z.string()),
  /** When the operator spoke last, epoch milliseconds. */
  askedAt: z.number().default(0),
  nudgedAt: z.number(),
  askedTooSoon: z.number(),
  /** Questions that the operator was asked. */
  questions: z.number().default(0),
  /** The answer was cut by the model’s limit and asked to go on. */
  continued: z.boolean().default(false),
  /** Answers that were sent back for verification since the last write. */
  sentBack: z.number().default(0),
  /** A write was verified in this run, and nothing was asked by the operator since. */
  afterWrite: z.boolean().default(false),
  /** Some call of the last turn found or did something new. */
  lastTurnBroughtNews: z.boolean().default(true),
  /** Writes that the operator denied, or nobody decided in time, since they spoke last (ask.ts). */
  denied: z.array(z.object({ key: z.string(), reason: z.string() })).default([]),
  /** Where words from outside came from, newest last. */
  outside: z.array(z.string()),
});
export type RunState = z.infer<typeof RunStateSchema>;

/** Null for what is none. */
export function readRunState(stored: unknown): RunState | null {
  const parsed = RunStateSchema.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

type Given = Pick<RunState, 'id' | 'by' | 'profile' | 'model' | 'loose' | 'startedAt'>;

export const newRun = (given: Given): RunState => ({
  ...given,
  ...{ turn: 0, calls: 0, failedTurns: 0, anyWorked: false, inputTokens: 0, outputTokens: 0, cost: null },
  ...{
    named: [],
    written: [],
    waiting: [],
    askedAt: given.startedAt,
    nudgedAt: 0,
    askedTooSoon: 0,
    questions: 0,
    sentBack: 0,
    continued: false,
  },
  ...{ afterWrite: false, lastTurnBroughtNews: true, denied: [], outside: [] },
});
