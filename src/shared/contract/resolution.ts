// The resolution job: start it, watch it, stop it, read its journal.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { JournalEntry, ResolutionRun, ResolutionState } from '../model/resolution.ts';
import { read, write } from './base.ts';

export const resolution = {
  state: read('/resolution').output(ResolutionState),
  /** The state now, then one whenever it changes. */
  watch: read('/resolution-watch').output(eventIterator(ResolutionState)),
  /** Starts a run, or answers with the one that is running already. */
  run: write('/resolution/run', 'memory').output(ResolutionRun),
  stop: write('/resolution/stop', 'memory').output(ResolutionState),
  runs: read('/resolution/runs')
    .input(z.strictObject({ limit: z.number().int().min(1).max(200).default(20) }))
    .output(z.array(ResolutionRun)),
  /** Newest first. */
  journal: read('/resolution/journal')
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
