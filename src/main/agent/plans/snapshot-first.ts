// A snapshot that is taken before an action, and goes with its card: of the file systems that hold a container's mounts, else of the guest that the
// container runs in; of a guest itself. Code finds what can take one; where nothing can, the call is refused. Has no effect until the card is approved.
// Called by plan-action.ts. Source: agent, Approvals; decision 079.
import { hash } from 'node:crypto';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ActionName, Resource } from '../../../shared/model/resource.ts';
import { KIND_WORDS } from '../../../shared/resource-words.ts';
import type { ActionPlan, ActionRun } from '../../infra/provider.ts';
import {
  findSnapshotTargets,
  type SnapshotTarget,
  snapshotCommands,
  snapshotShown,
  takeHostSnapshots,
  type UncoveredPath,
  wayBackWords,
} from '../../infra/snapshots/host-snapshots.ts';
import { SNAPSHOT_NAME_PATTERN, snapshotName } from '../../infra/snapshots/snapshot-name.ts';
import type { CallContext } from '../tools/tool.ts';
import { CONTROL_VERBS } from '../tools/words.ts';
import { type Place, placeOf } from './place.ts';

export interface SnapshotFirst {
  /** What runs before the action itself, a line each. */
  readonly runs: readonly string[];
  /** What is snapshotted and what is not, a line each, for the card. */
  readonly lines: readonly string[];
  /** How to go back, before the name is known. */
  readonly undo: string;
  readonly precondition: { readonly what: string; readonly digest: string };
  /** It takes longer than a call may. */
  readonly isLong: boolean;
  /** @throws AppError where one could not be taken: nothing else may be done then */
  take(run: ActionRun): Promise<TakenSnapshot>;
}

export interface TakenSnapshot {
  /** `festinger-20261130-014500` */
  readonly name: string;
  /** Which snapshots were taken, and how to go back. */
  readonly words: string;
}

/** @throws AppError ACTION_NOT_ALLOWED where nothing can take one, with why not */
export async function planSnapshotFirst(
  resource: Resource,
  action: ActionName,
  context: CallContext,
): Promise<SnapshotFirst> {
  if (isGuest(resource)) return await ofGuest(resource, { resource, action }, context);
  const { targets, uncovered, place } = await ofMounts(resource, context);
  if (place !== null && targets.length > 0) return ofFileSystems(resource, { targets, uncovered, place });
  const guest = context.parts.known.within(resource).find(isGuest);
  const reasons = uncovered.map(uncoveredWords);
  if (guest === undefined) {
    throw refusal(resource, [
      ...reasons,
      'it runs in no virtual machine or LXC container that is known here',
    ]);
  }
  try {
    return await ofGuest(guest, { resource, action }, context);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
    throw refusal(resource, [...reasons, error.message]);
  }
}

const isGuest = ({ kind }: Resource): boolean => kind === 'vm' || kind === 'lxc';

const uncoveredWords = ({ path, reason }: UncoveredPath): string => `${path}: ${reason}`;

const refusal = ({ name }: Resource, reasons: readonly string[]): AppError =>
  new AppError(
    'ACTION_NOT_ALLOWED',
    `No snapshot can be taken before: nothing that ${name} writes to supports it (${reasons.join('; ')}). Ask again without \`snapshot_first\`, or back it up first.`,
    { field: 'snapshot_first' },
  );

interface MountCoverage {
  readonly targets: readonly SnapshotTarget[];
  readonly uncovered: readonly UncoveredPath[];
  /** Where the file systems are; null where no program can be run there. */
  readonly place: Place | null;
}

/** Those that it can write to. */
async function ofMounts(resource: Resource, { parts, signal }: CallContext): Promise<MountCoverage> {
  const { known } = parts;
  const containers = resource.kind === 'compose_project' ? containersOf(resource, known) : [resource];
  const inspections = await Promise.all(containers.map((one) => known.inspect(one, signal)));
  const mounts = inspections.flatMap((one) => one.mounts).filter(({ readOnly }) => !readOnly);
  const paths = [...new Set(mounts.map(({ from }) => from))].filter((path) => path.startsWith('/'));
  const elsewhere = mounts
    .filter(({ from }) => !from.startsWith('/'))
    .map(({ from, to }) => ({ path: to, reason: `it is ${from}` }));
  if (paths.length === 0)
    return {
      ...{ targets: [], place: null },
      uncovered: [...elsewhere, { path: resource.name, reason: 'it has no mount that it writes to' }],
    };
  const host = known.within(resource)[0];
  try {
    if (host === undefined) throw new AppError('UNAVAILABLE', `the machine of ${resource.name} is not known`);
    const place = await placeOf(host, parts);
    const found = await findSnapshotTargets(place.executor, paths, signal);
    return { ...found, uncovered: [...found.uncovered, ...elsewhere], place };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'CANCELLED') throw error;
    return { targets: [], place: null, uncovered: paths.map((path) => ({ path, reason: error.message })) };
  }
}

/** Those of the same engine that say they are of the project. */
function containersOf(project: Resource, known: CallContext['parts']['known']): readonly Resource[] {
  const engine = project.reachableVia[0]?.[0];
  return known
    .resources()
    .filter(
      ({ kind, aliases, reachableVia }) =>
        kind === 'docker_container' &&
        aliases.some((alias) => alias.startsWith(`${project.name}/`)) &&
        reachableVia[0]?.[0]?.words === engine?.words &&
        reachableVia[0]?.[0]?.target === engine?.target,
    );
}

function ofFileSystems(
  resource: Resource,
  { targets, uncovered, place: { executor } }: MountCoverage & { readonly place: Place },
): SnapshotFirst {
  const back = (name: string): string =>
    `The data as of before: stop ${resource.name}, then ${targets.map((one) => wayBackWords(one, name)).join('; ')}.`;
  return {
    runs: snapshotCommands(targets, SNAPSHOT_NAME_PATTERN).map((argv) => argv.join(' ')),
    lines: [
      ...targets.map(
        (one) =>
          `Snapshot ${snapshotShown(one, SNAPSHOT_NAME_PATTERN)} first: holds ${one.paths.join(', ')}, as after a power cut`,
      ),
      ...uncovered.map((one) => `Not in a snapshot: ${uncoveredWords(one)}`),
    ],
    undo: back(SNAPSHOT_NAME_PATTERN),
    precondition: {
      what: 'what the snapshot holds',
      digest: hash('sha256', JSON.stringify([targets, uncovered])),
    },
    isLong: false,
    async take({ signal }) {
      const name = snapshotName(Date.now());
      await takeHostSnapshots(executor, targets, name, signal);
      const shown = targets.map((one) => snapshotShown(one, name)).join(', ');
      return { name, words: `Snapshot taken before: ${shown}. ${back(name)}` };
    },
  };
}

/** By the guest's own provider, as a snapshot that is asked for by itself. */
async function ofGuest(
  known: Resource,
  { resource, action }: { readonly resource: Resource; readonly action: ActionName },
  { parts, signal }: CallContext,
): Promise<SnapshotFirst> {
  const guest = known.id === resource.id ? resource : await parts.known.find(known.id, signal);
  if (guest === null) throw new AppError('NOT_FOUND', `${known.name} is no longer there`);
  const provider = parts.known.providerOf(guest);
  const description = `Before: ${CONTROL_VERBS[action]} ${resource.name}`.slice(0, 200);
  const request = { resource: guest, action: 'snapshot' as const, arguments: { description } };
  const { runs }: ActionPlan = await provider.plan(request, signal);
  const title = `the ${KIND_WORDS[guest.kind]} ${guest.name}`;
  const back = (name: string): string =>
    `Everything as of before: roll ${title} back to the snapshot ${name}, which loses all that was written in it since.`;
  return {
    runs: [runs],
    lines: [
      `Snapshot ${guest.name}@${SNAPSHOT_NAME_PATTERN} first: all disks of ${title}, as after a power cut`,
    ],
    undo: back(SNAPSHOT_NAME_PATTERN),
    precondition: { what: `${guest.name} is what takes the snapshot`, digest: hash('sha256', guest.id) },
    isLong: true,
    async take(run) {
      const { effect } = await provider.act(request, run);
      const { ok, evidence } = await provider.verify(request, run.signal, effect);
      const name = effect?.snapshot;
      if (ok && name !== undefined)
        return { name, words: `Snapshot taken before: ${guest.name}@${name}. ${back(name)}` };
      throw new AppError('EXECUTION_FAILED', `The snapshot of ${guest.name} is not proven: ${evidence}`);
    },
  };
}
