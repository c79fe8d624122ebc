// Why a word on an approval, or the beginning of what it says, is refused. Called within the transaction that would write it.
// Source: agent, Approvals.
import type { Plan } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { sentenceOf } from '../../../shared/resource-words.ts';
import { readApproval, type StoredApproval } from '../../store/hands/approvals.ts';
import { readLockOn } from '../../store/hands/rules.ts';
import type { StoreReader, StoreWriter } from '../../store/store.ts';

/** `Restart web-1`. */
export const said = (plan: Plan): string => sentenceOf(plan, plan.resource.name);

export async function readPending(writer: StoreWriter, id: string): Promise<StoredApproval> {
  const stored = await readApproval(writer.reader, id);
  if (!stored) throw noApproval(id);
  if (stored.status !== 'pending') throw decided(id, stored);
  return stored;
}

/** @throws AppError LOCKED: never to be touched, it or what it lives in */
export async function refuseLocked(reader: StoreReader, { resource }: Plan): Promise<void> {
  const lock = await readLockOn(reader, [resource.id, ...resource.within]);
  if (!lock) return;
  const inside = lock.resourceId === resource.id ? '' : `, which ${resource.name} is in,`;
  throw new AppError(
    'LOCKED',
    `${lock.name}${inside} is marked "never touch" by ${lock.lockedBy}${lock.note ? `: ${lock.note}` : ''}. Lift that in Resources first.`,
    { lock: lock.resourceId },
  );
}

export function refuseUndecidable(
  id: string,
  stored: StoredApproval | undefined,
  host: string,
): asserts stored is StoredApproval {
  if (!stored) throw noApproval(id);
  if (stored.status !== 'pending') throw decided(id, stored);
  if (stored.host !== host)
    throw new AppError('NOT_ALLOWED', 'It was asked on another console; only that one can carry it out.', {
      host: stored.host,
    });
}

export const noApproval = (id: string) =>
  new AppError('NOT_FOUND', `There is no approval ${id.slice(0, 100)}.`);

export function decided(id: string, stored: StoredApproval | undefined): AppError {
  if (!stored) return noApproval(id);
  const { status, decidedBy } = stored;
  return new AppError(
    'STALE_VERSION',
    `It is decided already: ${status}${decidedBy ? ` by ${decidedBy}` : ''}.`,
    { status, decided_by: decidedBy, decided_at: stored.decidedAt, reason: stored.reason },
  );
}

export const expired = (plan: Plan) =>
  new AppError('STALE_VERSION', `${said(plan)} waited for too long and is over. Ask for it again.`, {
    status: 'expired',
  });

export const gone = ({ name }: Plan['resource']): string => `${name} no longer exists`;

/** What waited has ended, since it can never be carried out as it was asked. @param reason a sentence without its full stop */
export const impossible = (reason: string) =>
  new AppError('STALE_VERSION', `${reason}. Nothing was done. Propose it again if it is still wanted.`, {
    status: 'expired',
    reason,
  });

/** @param now the same planned anew, where it was @param next what waits in its place */
export function changed(plan: Plan, now: Plan, next: string): AppError {
  const before = new Map(plan.preconditions.map(({ what, digest }) => [what, digest]));
  const broken = now.preconditions.filter(({ what, digest }) => before.get(what) !== digest);
  const what = broken.map(({ what: promised }) => promised.replace(/ is as it was( read)?$/, '')).join(', ');
  return new AppError(
    'STALE_VERSION',
    `${what || said(plan)} has changed since this was asked, and nothing was done. It is asked again as it is now.`,
    { approval_id: next },
  );
}
