// The first run, and the end of the demo.
import * as z from 'zod';
import { DemoRemoved, FirstRun, FirstRunStepName } from '../model/start/first-run.ts';
import { danger, read, write } from './base.ts';

export const start = {
  /** The five steps as they are now: each is looked at anew. */
  look: read('/start').output(FirstRun),
  /** Ends the first run or begins it again, and puts steps aside or takes them up; what is left out stays. */
  set: write('/start', 'console', 'open', 'skipped')
    .input(
      z.strictObject({
        open: z.boolean().optional(),
        skipped: z.array(FirstRunStepName).max(5).optional(),
      }),
    )
    .output(FirstRun),
  /** Takes out what the demo brought, and stops what acts for it. Facts and conflicts can be brought back by undoing the action. */
  removeDemo: danger('/start/remove-demo', 'console').output(DemoRemoved),
};
