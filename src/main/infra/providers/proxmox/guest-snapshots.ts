// Taking a snapshot of a guest and going back to one: the exact call, waiting for its task, and whether the guest's own list of snapshots says so.
// Called by the provider. Source: agent, What it acts on, Approvals; decision 079.
import { hash } from 'node:crypto';
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName } from '../../../../shared/model/resource.ts';
import type {
  ActionEffect,
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Verification,
} from '../../provider.ts';
import { SNAPSHOT_NAME_PATTERN, snapshotName } from '../../snapshots/snapshot-name.ts';
import { lookUntil } from '../remote/wait.ts';
import type { ProxmoxApi } from './api.ts';
import { type GuestPlace, guestPath } from './ids.ts';
import { readSnapshots, requireSnapshotFeature, snapshotWords } from './snapshots.ts';
import { awaitTask } from './task-end.ts';
import { GuestStatus, type SnapshotRow } from './wire.ts';

const VERIFY_MS = 2 * 60_000;

export const isSnapshotAction = (action: ActionName): boolean =>
  action === 'snapshot' || action === 'rollback';

export interface SnapshotDeps {
  readonly api: ProxmoxApi;
  readonly clock: Clock;
  /** Where the API is, for the card. */
  readonly url: string;
}

/** @throws AppError NOT_ALLOWED with why not, NOT_FOUND for a snapshot that is not there */
export async function planSnapshot(
  deps: SnapshotDeps,
  place: GuestPlace,
  request: ActionRequest,
  signal: AbortSignal,
): Promise<ActionPlan> {
  const { resource, action } = request;
  requireOffered(request);
  const shared = {
    argv: null,
    path: [{ via: 'api' as const, target: resource.id, words: deps.url }],
    long: true,
  };
  if (action === 'snapshot') {
    await requireSnapshotFeature(deps.api, place, resource.name, signal);
    return {
      ...shared,
      runs: `POST ${guestPath(place)}/snapshot snapname=${SNAPSHOT_NAME_PATTERN}`,
      undo: `Delete the snapshot in Proxmox. It takes up space until then.`,
      preview:
        'A snapshot of all its disks and its configuration. Memory is not part of it: programs that run find their files as after a power cut.',
    };
  }
  const { row, runs } = await rollbackOf(deps, place, request, signal);
  return {
    ...shared,
    runs,
    undo: null,
    preview: `${resource.name} goes back to ${snapshotWords(row)}: all that was written to its disks since then is lost, and so are changes of its configuration. ${
      resource.state === 'stopped'
        ? 'It stays stopped.'
        : 'It is stopped without being asked, and started again afterwards.'
    }`,
    preconditions: [
      { what: `the snapshot ${row.name}`, digest: hash('sha256', `${row.name} ${row.snaptime}`) },
    ],
  };
}

/** @throws AppError EXECUTION_FAILED in the words of the task, NOT_ALLOWED, UNAVAILABLE, TIMEOUT, CANCELLED */
export async function takeOrRestoreSnapshot(
  deps: SnapshotDeps,
  place: GuestPlace,
  request: ActionRequest,
  run: ActionRun,
): Promise<ActionOutcome> {
  const { api, clock } = deps;
  requireOffered(request);
  run.progress(0, 1);
  if (request.action === 'snapshot') {
    const name = snapshotName(clock.now());
    const form = { snapname: name, description: descriptionOf(request, run) };
    await begun(deps, place, api.begin(`${guestPath(place)}/snapshot`, form, run.signal), run);
    const summary = `snapshot ${name} taken`;
    return { summary, exitCode: null, effect: { changed: true, snapshot: name } };
  }
  const { row, path, form } = await rollbackOf(deps, place, request, run.signal);
  await begun(deps, place, api.begin(path, form, run.signal), run);
  return {
    summary: `rolled back to snapshot ${row.name}`,
    exitCode: null,
    effect: { changed: true, snapshot: row.name },
  };
}

async function begun(
  { api, clock }: SnapshotDeps,
  { node }: GuestPlace,
  started: Promise<string>,
  run: ActionRun,
): Promise<void> {
  await awaitTask({ api, clock, node, task: await started }, run.signal);
  run.progress(1, 1);
}

const descriptionOf = ({ arguments: { description } }: ActionRequest, { approval }: ActionRun): string =>
  [typeof description === 'string' ? description : 'Taken by Festinger', approval && `approval ${approval}`]
    .filter(Boolean)
    .join(', ');

/** Asks for the guest's snapshots until they are as the action promised. @param effect which snapshot this very call took or went back to */
export async function verifySnapshot(
  { api, clock }: SnapshotDeps,
  place: GuestPlace,
  { action, resource }: ActionRequest,
  effect: ActionEffect | undefined,
  signal: AbortSignal,
): Promise<Verification> {
  const name = effect?.snapshot;
  let evidence = 'nothing seen yet';
  const seen = await lookUntil(clock, VERIFY_MS, signal, async () => {
    const { taken, parent } = await readSnapshots(api, place, signal);
    const newest = taken.at(-1);
    if (name === undefined) {
      const last = newest === undefined ? 'it has no snapshot' : `its newest is ${snapshotWords(newest)}`;
      return { ok: false, evidence: `whether this call did anything is not known; ${last}` };
    }
    const row = taken.find((one) => one.name === name);
    if (row === undefined) {
      evidence = `${resource.name} has no snapshot ${name}`;
      return undefined;
    }
    if (action === 'snapshot') {
      evidence = `${resource.name} lists ${snapshotWords(row)}`;
      return row.snapstate === null ? { ok: true, evidence } : undefined;
    }
    const { data } = await api.get(`${guestPath(place)}/status/current`, GuestStatus, signal);
    const lock = data.lock === null || data.lock === '' ? '' : `, locked: ${data.lock}`;
    evidence = `${resource.name} goes on from ${parent ?? 'no snapshot'}, ${data.status}${lock}`;
    const isBack = parent === name && lock === '';
    return isBack && data.status === (resource.state === 'stopped' ? 'stopped' : 'running')
      ? { ok: true, evidence }
      : undefined;
  });
  return seen ?? { ok: false, evidence };
}

function requireOffered({ resource, action }: ActionRequest): void {
  if (resource.actions.includes(action)) return;
  throw new AppError(
    'NOT_ALLOWED',
    `${resource.name} allows no ${action} as it is now (${resource.detail}).`,
  );
}

interface RollbackCall {
  readonly row: SnapshotRow;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly runs: string;
}

/** To the snapshot that is named, or to the newest. */
async function rollbackOf(
  { api }: SnapshotDeps,
  place: GuestPlace,
  { resource, arguments: { snapshot } }: ActionRequest,
  signal: AbortSignal,
): Promise<RollbackCall> {
  const { taken } = await readSnapshots(api, place, signal);
  const row = snapshot === undefined ? taken.at(-1) : taken.find(({ name }) => name === snapshot);
  if (row === undefined) {
    const names = taken.map(({ name }) => name).join(', ');
    throw new AppError(
      'NOT_FOUND',
      names === ''
        ? `${resource.name} has no snapshot to go back to.`
        : `${resource.name} has no snapshot ${snapshot}. It has ${names}.`,
      { field: 'snapshot' },
    );
  }
  if (row.snapstate !== null)
    throw new AppError('NOT_ALLOWED', `The snapshot ${row.name} is not complete (${row.snapstate}).`);
  const path = `${guestPath(place)}/snapshot/${encodeURIComponent(row.name)}/rollback`;
  const starts = resource.state !== 'stopped';
  return {
    ...{ row, path, form: starts ? { start: '1' } : {} },
    runs: `POST ${path}${starts ? ' start=1' : ''}`,
  };
}
