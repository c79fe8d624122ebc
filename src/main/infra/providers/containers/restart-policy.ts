// Whether a container should run, by its restart policy and by how it ended. A policy that gives way to a stop by hand (`unless-stopped`, `on-failure`)
// does so where the engine recorded a stop; where its record does not reach back, the exit code decides. Pure.
// Called by container-resource.ts and by the ssh provider.
import type { Expectation } from '../../../../shared/model/resource.ts';

/** `stopped`: by hand. `killed`: by a signal sent through the engine. `ended`: neither was recorded, Podman does not record stops. */
export type RecordedEnd = 'stopped' | 'killed' | 'ended';

export interface ContainerEnd {
  /** As engines write it: `always`, `unless-stopped`, `on-failure`, `no` or nothing. */
  readonly policy: string | null | undefined;
  readonly isOver: boolean;
  readonly hasStarted: boolean;
  readonly exitCode: number;
  /** Why the engine could not start it; empty where it could. */
  readonly startError: string;
  /** Null where the engine has no record of it. */
  readonly recorded: RecordedEnd | null;
}

/** Exit codes of a container that ended by itself without a fault, or on the signal of a stop. */
const ENDED_CLEANLY = new Set([0, 130, 143]);

export function restartExpectation(end: ContainerEnd): Expectation | null {
  const { policy, isOver, hasStarted, exitCode, startError } = end;
  if (policy !== 'always' && policy !== 'unless-stopped' && policy !== 'on-failure') return null;
  const reason = `restart policy ${policy}`;
  if (!isOver || startError !== '') return { shouldRun: true, reason };
  // Created and not started yet; one that could not be started has an exit code.
  if (!hasStarted) return { shouldRun: exitCode !== 0, reason };
  if (policy === 'always' || !isIntended(policy, end)) return { shouldRun: true, reason };
  return { shouldRun: false, reason: `${reason}, and it was stopped` };
}

function isIntended(policy: 'unless-stopped' | 'on-failure', { recorded, exitCode }: ContainerEnd): boolean {
  if (recorded === 'stopped') return true;
  if (policy === 'on-failure' && exitCode === 0) return true;
  if (recorded === 'killed') return false;
  // With this policy an engine starts again whatever ends by itself: one that stays ended was stopped.
  if (policy === 'unless-stopped' && recorded === 'ended') return true;
  return ENDED_CLEANLY.has(exitCode);
}
