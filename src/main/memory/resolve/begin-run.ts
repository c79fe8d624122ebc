// Takes a run into this process's hands: the one that nobody performs any more, or a new one. In one transaction, so that
// there are never two. Called by resolution.ts alone.
import type { ResolutionRun } from '../../../shared/model/resolution.ts';
import type { StoreWriter } from '../../store/store.ts';
import { countWaiting, insertFailedRun, insertRun, readRunning } from '../../store/tables/resolution-runs.ts';
import { type RunClaim, takeUpRun } from '../../store/tables/run-claims.ts';
import type { ResolutionParts } from './resolution-parts.ts';

export interface StartedBy {
  readonly startedBy: ResolutionRun['startedBy'];
  readonly actor: string;
}

export interface AskedRun extends StartedBy {
  /** The moment of the schedule; null for a run that a person asked for. */
  readonly due: number | null;
}

/** `nothing`: nothing to take up, or that moment's run was made. */
export type Begun =
  | { readonly kind: 'ours'; readonly claim: RunClaim }
  | { readonly kind: 'running'; readonly runId: number }
  | { readonly kind: 'refused'; readonly runId: number; readonly problem: string }
  | { readonly kind: 'nothing' };

/**
 * @param asked undefined takes up what is under way and starts nothing new
 * @param problem why nobody can be asked; a new run that has something to ask is refused for it, and kept as failed
 */
export async function beginRun(
  { clock, runner, settings }: ResolutionParts,
  writer: StoreWriter,
  asked: AskedRun | undefined,
  problem: string | null,
): Promise<Begun> {
  const at = clock.now();
  const claim = await takeUpRun(writer, runner, at);
  if (claim) return { kind: 'ours', claim };
  const running = await readRunning(writer.reader);
  if (running) return { kind: 'running', runId: running.id };
  if (!asked) return NOTHING;
  const run = { ...asked, runner, at, maxItems: settings().resolution_max_items };
  if (problem !== null && (await countWaiting(writer.reader, at)) > 0) {
    const runId = await insertFailedRun(writer, run, problem);
    return runId === undefined ? NOTHING : { kind: 'refused', runId, problem };
  }
  const begun = await insertRun(writer, run);
  return begun ? { kind: 'ours', claim: begun } : NOTHING;
}

const NOTHING: Begun = { kind: 'nothing' };
