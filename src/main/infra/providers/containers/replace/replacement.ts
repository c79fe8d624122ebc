// What an update or a recreation of a container comes to, before any of it is done: the new one's set-up, the names both get, the calls. Reads
// only; refuses what cannot be made anew. Called by containers.ts for the card, and again right before it is done.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../../../../shared/model/envelope.ts';
import { canonicalJson, type Json } from '../../../../store/audit/canonical-json.ts';
import { shortImage } from '../container-resource.ts';
import type { Engine } from '../engine.ts';
import { ContainerList } from '../shapes.ts';
import {
  bareId,
  type ContainerSetup,
  type EngineVersion,
  type ImageSetup,
  nameOf,
  readImage,
  readPodmanSetup,
  readSetup,
  readVersion,
} from './container-setup.ts';
import {
  type CreateRequest,
  createRequest,
  REPLACED_NAME,
  REPLACED_RAN,
  REPLACES,
  type RestartPolicy,
} from './create-request.ts';
import { composeNote, ownContainerId, refusalOf } from './refusal.ts';

const AT_ONCE = 8;

export type ReplaceAction = 'update' | 'recreate' | 'set_restart_policy';

export interface Replacement {
  readonly action: ReplaceAction;
  readonly setup: ContainerSetup;
  readonly version: EngineVersion;
  readonly name: string;
  /** The new one until the old one has stopped. */
  readonly temporaryName: string;
  /** The old one afterwards. */
  readonly keptName: string;
  readonly isRunning: boolean;
  readonly request: CreateRequest;
  /** What is pulled first; null: nothing. */
  readonly pulls: string | null;
  readonly imageBefore: ImageSetup | null;
  /** What the new one is made from; null until it is pulled. */
  readonly imageAfter: ImageSetup | null;
  /** Kept from the replacement before: removed once this one is well. */
  readonly older: { readonly id: string; readonly name: string } | null;
  readonly note: string | null;
}

export const keptName = (name: string, id: string): string => `${name}-before-update-${id.slice(0, 12)}`;
export const temporaryName = (name: string, id: string): string => `${name}-updating-${id.slice(0, 12)}`;

/** @throws AppError NOT_ALLOWED with why it cannot be made anew, NOT_FOUND */
export async function prepareReplacement(
  engine: Engine,
  id: string,
  { action, restartPolicy }: { action: ReplaceAction; restartPolicy?: RestartPolicy },
  signal: AbortSignal,
): Promise<Replacement> {
  const [setup, version, others] = await Promise.all([
    readSetup(engine, id, signal),
    readVersion(engine, signal),
    allSetups(engine, signal),
  ]);
  const podman = version.podman ? await readPodmanSetup(engine, id, signal) : null;
  const refusal = refusalOf({ setup, podman, others, ownId: ownContainerId() });
  if (refusal !== null) throw new AppError('NOT_ALLOWED', refusal);
  const name = nameOf(setup);
  const before = await readImage(engine, setup.Image, version, signal);
  const target = await targetImage(engine, { setup, action, before, version }, signal);
  const isRunning = setup.State.Status === 'running';
  const replaced = setup.Config.Labels?.[REPLACES];
  const older = others.find(({ Id }) => Id === replaced);
  return {
    ...{ action, setup, version, name, isRunning },
    temporaryName: temporaryName(name, id),
    keptName: keptName(name, id),
    request: createRequest({
      ...{ setup, podman, image: target.reference },
      defaults: before?.Config ?? null,
      labels: { [REPLACES]: id, [REPLACED_NAME]: name, [REPLACED_RAN]: String(isRunning) },
      ...(restartPolicy ? { restartPolicy } : {}),
    }),
    pulls: action === 'update' ? target.reference : null,
    imageBefore: before,
    imageAfter: target.image,
    older: older ? { id: older.Id, name: nameOf(older) } : null,
    note: composeNote(setup),
  };
}

interface TargetImage {
  readonly reference: string;
  readonly image: ImageSetup | null;
}

async function targetImage(
  engine: Engine,
  {
    setup,
    action,
    before,
    version,
  }: {
    readonly setup: ContainerSetup;
    readonly action: ReplaceAction;
    readonly before: ImageSetup | null;
    readonly version: EngineVersion;
  },
  signal: AbortSignal,
): Promise<TargetImage> {
  const reference = setup.Config.Image ?? '';
  const name = nameOf(setup);
  if (action === 'update') {
    const reason = notPulled(reference);
    if (reason) throw new AppError('NOT_ALLOWED', `${name} cannot be updated: ${reason}`);
    return { reference, image: null };
  }
  const tagged = reference === '' ? null : await readImage(engine, reference, version, signal);
  // A tag may mean another image by now; whoever changes a restart policy wants no other one.
  const isSame = tagged !== null && bareId(tagged.Id) === bareId(setup.Image);
  if (tagged && (isSame || action === 'recreate')) return { reference, image: tagged };
  if (!before)
    throw new AppError(
      'NOT_ALLOWED',
      `${name} cannot be made anew: its image ${shortImage(reference)} is gone. Pull it first.`,
    );
  return { reference: bareId(setup.Image), image: before };
}

/** Why there is nothing to pull for a reference, and what to do; null when there is. */
export function notPulled(reference: string): string | null {
  if (reference.includes('@sha256:'))
    return `its image is pinned to a digest (${reference}). Change the digest where the container is defined.`;
  if (reference === '' || /^(sha256:)?[0-9a-f]{12,64}$/.test(reference))
    return 'it was made from the id of an image, which no registry knows. Recreate makes it anew without a pull.';
  if (reference.startsWith('localhost/'))
    return `its image ${reference} was built or loaded on this machine, and no registry has it. Recreate makes it anew from the image that is here.`;
  return null;
}

export async function allSetups(engine: Engine, signal: AbortSignal): Promise<ContainerSetup[]> {
  const list = await engine.ask(
    { method: 'GET', path: '/containers/json', query: { all: 1 } },
    ContainerList,
    signal,
  );
  const setups: ContainerSetup[] = [];
  const waiting = list.values();
  const worker = async () => {
    for (const { Id } of waiting) {
      const setup = await readSetup(engine, Id, signal).catch((error: unknown) => {
        // Gone since the list was made.
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      });
      if (setup) setups.push(setup);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return setups;
}

/** Of the whole set-up the new one gets: another one by the time it is done, and it is not done. */
export function requestDigest({ body, networks }: CreateRequest): string {
  const { HostConfig, ...config } = body as { HostConfig: { Binds?: string[] }; Env?: string[] };
  // Podman lists them in another order each time.
  const sorted = {
    ...{ ...config, Env: config.Env?.toSorted() },
    HostConfig: { ...HostConfig, Binds: HostConfig.Binds?.toSorted() },
    networks: networks.toSorted((a, b) => (a.network < b.network ? -1 : 1)),
  };
  return hash('sha256', canonicalJson(z.json().parse(JSON.parse(JSON.stringify(sorted))) as Json));
}
