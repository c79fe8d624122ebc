// Takes the lease and, with it, the run: the one that nobody performs any more, or a new one. In one transaction, so
// that there is never a lease without a run or two runs. Called by resolution.ts alone.
import type { ResolutionRun } from '../../../shared/model/resolution.ts';
import type { StoreWriter } from '../../store/store.ts';
import { acquireLease, type Lease, releaseLease } from '../../store/tables/leases.ts';
import {
  changeRunner,
  countWaiting,
  insertFailedRun,
  insertRun,
  type NewRun,
  readRunning,
} from '../../store/tables/resolution-runs.ts';
import type { ResolutionParts } from './resolution-parts.ts';

export const LEASE_NAME = 'resolution';
/** A holder that has not said for so long that it lives is taken for dead. */
export const LEASE_MS = 15_000;

export interface StartedBy {
  readonly startedBy: ResolutionRun['startedBy'];
  readonly actor: string;
}

export interface AskedRun extends StartedBy {
  /** The moment of the schedule; null for a run that a person asked for. */
  readonly slot: number | null;
}

/** `busy`: the lease is held though nothing runs, for a moment. `nothing`: nothing to take up, or the slot was run. */
export type Begun =
  | { readonly kind: 'ours'; readonly runId: number; readonly lease: Lease }
  | { readonly kind: 'running'; readonly runId: number }
  | { readonly kind: 'refused'; readonly runId: number; readonly problem: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'nothing' };

/**
 * @param asked undefined takes up what is under way and starts nothing new
 * @param problem why nobody can be asked; a new run that has something to ask is refused for it, and kept as failed
 */
export async function beginRun(
  parts: ResolutionParts,
  writer: StoreWriter,
  asked: AskedRun | undefined,
  problem: string | null,
): Promise<Begun> {
  const { clock, runner, settings } = parts;
  const at = clock.now();
  const lease = await acquireLease(writer, { name: LEASE_NAME, holder: runner, ttlMs: LEASE_MS, now: at });
  const running = await readRunning(writer.reader);
  if (!lease) return running ? { kind: 'running', runId: running.id } : { kind: 'busy' };
  if (running) {
    await changeRunner(writer, running.id, runner);
    return { kind: 'ours', runId: running.id, lease };
  }
  const maxItems = settings().resolution_max_items;
  const begun = asked ? await insert(writer, { ...asked, runner, at, maxItems }, lease, problem) : NOTHING;
  if (begun.kind !== 'ours') await releaseLease(writer, lease);
  return begun;
}

const NOTHING: Begun = { kind: 'nothing' };

async function insert(
  writer: StoreWriter,
  run: NewRun,
  lease: Lease,
  problem: string | null,
): Promise<Begun> {
  if (problem !== null && (await countWaiting(writer.reader, run.at)) > 0) {
    const runId = await insertFailedRun(writer, run, problem);
    return runId === undefined ? NOTHING : { kind: 'refused', runId, problem };
  }
  const runId = await insertRun(writer, run);
  return runId === undefined ? NOTHING : { kind: 'ours', runId, lease };
}
