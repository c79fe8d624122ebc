// What waits in the place of an approval that was replaced, or that was refused as it was about to run: the same thing asked anew, on the same
// resource, by the same one, in the same moment. The core names it only in its answers; here it is found again. Pure.
import type { Approval } from '../../../../shared/model/approval.ts';

/** Both are written in one go; the end of an execution a little later. */
const SAME_MOMENT_MS = 5000;

/** When it made room for another; null when it did not. */
function madeRoomAt({ status, decidedAt, execution }: Approval): number | null {
  if (status === 'replaced') return decidedAt;
  return execution?.state === 'refused' ? execution.finishedAt : null;
}

/** @param among approvals that wait. @returns the id; null for none that is known */
export function successorOf(approval: Approval, among: readonly Approval[]): string | null {
  const at = madeRoomAt(approval);
  if (at === null) return null;
  const next = among.find(
    (one) =>
      one.id !== approval.id &&
      one.tool === approval.tool &&
      one.plan.resource.id === approval.plan.resource.id &&
      one.session === approval.session &&
      one.askedBy === approval.askedBy &&
      Math.abs(one.askedAt - at) <= SAME_MOMENT_MS,
  );
  return next?.id ?? null;
}
