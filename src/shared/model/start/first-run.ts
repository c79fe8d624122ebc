// The first run: six steps, each looked at in the running program, and what of it was put aside. Source: console, First run.
import * as z from 'zod';

export const FIRST_RUN_STEPS = ['folder', 'upstream', 'database', 'model', 'request', 'reader'] as const;
export const FirstRunStepName = z.enum(FIRST_RUN_STEPS);
export type FirstRunStepName = z.infer<typeof FirstRunStepName>;

export const FirstRunStep = z.strictObject({
  name: FirstRunStepName,
  /** `open`: nothing is wrong, and something can still be done. */
  state: z.enum(['ok', 'open', 'bad']),
  /** What is so now, in one sentence. */
  said: z.string(),
  /** What to do about it; null where nothing needs doing. */
  fix: z.string().nullable(),
  /** A line to copy that does it, or changes what only the start can change; null where there is none. */
  line: z.string().nullable(),
  /** The operator put it aside. */
  skipped: z.boolean(),
});
export type FirstRunStep = z.infer<typeof FirstRunStep>;

export const FirstRun = z.strictObject({
  /** Whether it is shown by itself. */
  isOpen: z.boolean(),
  /** All six, in their order. */
  steps: z.array(FirstRunStep),
  /** Epoch milliseconds. */
  checkedAt: z.number().int(),
});
export type FirstRun = z.infer<typeof FirstRun>;

/** What became of the demo. */
export const DemoRemoved = z.strictObject({
  facts: z.number().int(),
  conflicts: z.number().int(),
  sessions: z.number().int(),
  documents: z.number().int(),
  requests: z.number().int(),
  /** The action that took facts and conflicts out, and can be undone; null where there was nothing to take out. */
  actionId: z.number().int().nullable(),
});
export type DemoRemoved = z.infer<typeof DemoRemoved>;
