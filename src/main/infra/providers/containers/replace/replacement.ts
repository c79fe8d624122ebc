// Plans an update or a recreation of a container: the setup of the new one, and the names that both get. Reads only; refuses what cannot be recreated.
// Called by replace-actions.ts for the card, and again right before it is done.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../../../../shared/model/envelope.ts';
import { canonicalJson, type Json } from '../../../../store/audit/canonical-json.ts';
import { shortImage } from '../container-resource.ts';
import type { Engine } from '../engine.ts';
import { allSetups, type ContainerSetup, nameOf, readPodmanSetup, readSetup } from './container-setup.ts';
import { type CreateRequest, createRequest } from './create-request.ts';
import { type EngineVersion, readVersion } from './engine-version.ts';
import { bareId, type ImageSetup, readImage } from './image-setup.ts';
import { REPLACED_NAME, REPLACED_RAN, REPLACES } from './kept-containers.ts';
import { composeNote, ownContainerId, refusalOf } from './refusal.ts';
import type { RestartPolicy } from './restart-policy.ts';

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
  /** What the new one is created from; null until it is pulled. */
  readonly imageAfter: ImageSetup | null;
  /** What its image's name means on this machine now; null: nothing. */
  readonly tagged: ImageSetup | null;
  /** Kept from the replacement before: removed once this one is well. */
  readonly older: { readonly id: string; readonly name: string } | null;
  readonly note: string | null;
}

/** @throws AppError NOT_ALLOWED with why it cannot be recreated, NOT_FOUND */
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
  const [imageBefore, tagged] = await Promise.all(
    [setup.Image, setup.Config.Image].map((one) => (one ? readImage(engine, one, version, signal) : null)),
  );
  const { image, imageAfter } = targetImage(setup, action, imageBefore ?? null, tagged ?? null);
  const isRunning = setup.State.Status === 'running';
  const older = others.find(({ Id }) => Id === setup.Config.Labels?.[REPLACES]);
  return {
    action,
    setup,
    version,
    name,
    temporaryName: `${name}-updating-${id.slice(0, 12)}`,
    keptName: `${name}-before-update-${id.slice(0, 12)}`,
    isRunning,
    request: createRequest({
      setup,
      podman,
      image,
      defaults: imageBefore?.Config ?? null,
      labels: { [REPLACES]: id, [REPLACED_NAME]: name, [REPLACED_RAN]: String(isRunning) },
      ...(restartPolicy ? { restartPolicy } : {}),
    }),
    pulls: action === 'update' ? image : null,
    imageBefore: imageBefore ?? null,
    imageAfter,
    tagged: tagged ?? null,
    older: older ? { id: older.Id, name: nameOf(older) } : null,
    note: composeNote(setup),
  };
}

/**
 * What the new container is created from.
 * @param before the image it has; null when that is gone
 * @param tagged what the name of its image means on this machine now; null: nothing
 */
function targetImage(
  setup: ContainerSetup,
  action: ReplaceAction,
  before: ImageSetup | null,
  tagged: ImageSetup | null,
): { readonly image: string; readonly imageAfter: ImageSetup | null } {
  const image = setup.Config.Image ?? '';
  const name = nameOf(setup);
  if (action === 'update') {
    const reason = notPulled(image);
    if (reason) throw new AppError('NOT_ALLOWED', `${name} cannot be updated: ${reason}`);
    return { image, imageAfter: null };
  }
  // A tag may mean another image by now; whoever changes a restart policy wants no other one.
  const isSame = tagged !== null && bareId(tagged.Id) === bareId(setup.Image);
  if (tagged && (isSame || action === 'recreate')) return { image, imageAfter: tagged };
  if (before) return { image: bareId(setup.Image), imageAfter: before };
  throw new AppError(
    'NOT_ALLOWED',
    `${name} cannot be recreated: its image ${shortImage(image)} is gone. Pull it first.`,
  );
}

/** Why there is nothing to pull for a reference, and what to do; null when there is. */
function notPulled(reference: string): string | null {
  if (reference.includes('@sha256:'))
    return `its image is pinned to a digest (${reference}). Change the digest where the container is defined.`;
  if (reference === '' || /^(sha256:)?[0-9a-f]{12,64}$/.test(reference))
    return 'it was created from the id of an image, which no registry knows. Recreate creates it again without a pull.';
  if (reference.startsWith('localhost/'))
    return `its image ${reference} was built or loaded on this machine, and no registry has it. Recreate creates it again from the image that is here.`;
  return null;
}

/** Of the whole setup of the new container, as a precondition of the approval. */
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
