// The resolution job: start it, watch it, stop it, read its journal.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { JournalEntry, ResolutionRun, ResolutionState } from '../model/resolution.ts';
import { procedure } from './base.ts';

export const resolution = {
  state: procedure.route({ method: 'GET', path: '/resolution' }).output(ResolutionState),
  /** The state now, then one whenever it changes. */
  watch: procedure.route({ method: 'GET', path: '/resolution-watch' }).output(eventIterator(ResolutionState)),
  /** Starts a run, or answers with the one that is running already. */
  run: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/resolution/run' })
    .output(ResolutionRun),
  stop: procedure
    .meta({ kind: 'write' })
    .route({ method: 'POST', path: '/resolution/stop' })
    .output(ResolutionState),
  runs: procedure
    .route({ method: 'GET', path: '/resolution/runs' })
    .input(z.strictObject({ limit: z.number().int().min(1).max(200).default(20) }))
    .output(z.array(ResolutionRun)),
  /** Newest first. */
  journal: procedure
    .route({ method: 'GET', path: '/resolution/journal' })
    .input(
      z.strictObject({
        runId: z.number().int().optional(),
        conflictId: z.number().int().optional(),
        limit: z.number().int().min(1).max(500).default(100),
        before: z.number().int().optional(),
      }),
    )
    .output(z.array(JournalEntry)),
};
