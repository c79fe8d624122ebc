// What an engine holds, as resources: all of it, or one asked anew. Both are made from the same answers, so that a version says whether
// something changed and not how it was asked for. Changes nothing. Used by containers.ts and by what does and verifies actions.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Resource } from '../../../../shared/model/resource.ts';
import type { RunningImage } from '../../provider.ts';
import { type ComposeProject, composeProjects, composeResource } from './compose/compose-project.ts';
import { containerResource, type Place } from './container-resource.ts';
import type { Engine, EngineCall } from './engine.ts';
import type { CheckedContainer } from './image-updates/image-updates.ts';
import { recordedEnds } from './recorded-ends.ts';
import { replaceRoles } from './replace/kept-containers.ts';
import { runningImage } from './running-images.ts';
import {
  ContainerInfo,
  ContainerList,
  EngineInfo,
  type ImageInfo,
  ImageList,
  type NetworkInfo,
  NetworkList,
  type VolumeInfo,
  VolumeList,
} from './shapes.ts';
import {
  imageResource,
  imageUid,
  networkResource,
  type Users,
  usersIn,
  volumeResource,
} from './stored-resources.ts';

/** The kinds that are one thing each, by what their ids end with. */
export type Found =
  | { readonly kind: 'docker_container'; readonly info: ContainerInfo; readonly resource: Resource }
  | { readonly kind: 'docker_image'; readonly info: ImageInfo; readonly resource: Resource }
  | { readonly kind: 'docker_volume'; readonly info: VolumeInfo; readonly resource: Resource }
  | { readonly kind: 'docker_network'; readonly info: NetworkInfo; readonly resource: Resource }
  | { readonly kind: 'compose_project'; readonly info: ComposeProject; readonly resource: Resource };
export type ContainerKind = Found['kind'];
export const CONTAINER_KINDS = [
  'docker_container',
  'docker_image',
  'docker_volume',
  'docker_network',
  'compose_project',
] as const;

/** How many containers are asked after at once. */
const AT_ONCE = 8;
const SHORT_ID = /^[0-9a-f]{12}$/;
const WHOLE_ID = /^[0-9a-f]{64}$/;

export interface OwnId {
  readonly kind: ContainerKind;
  /** The first twelve digits of the engine's id, or all of them for a container; of a volume, its name. */
  readonly uid: string;
}

/** The parts of an id, if it may be on the engine of a place; null otherwise. */
export function ownId(id: string, { host, prefix }: Place): OwnId | null {
  for (const kind of CONTAINER_KINDS) {
    const start = `${kind}:${host}:${kind === 'docker_container' ? '' : prefix}`;
    if (!id.startsWith(start)) continue;
    const uid = id.slice(start.length);
    const isNamed = kind === 'docker_volume' || kind === 'compose_project';
    const fits = isNamed ? /^[^/]+$/.test(uid) : SHORT_ID.test(uid);
    return fits ? { kind, uid } : null;
  }
  return null;
}

/** The resource's own id at its engine, as it was when the resource was read; for a volume, its name. */
export const engineIdOf = ({ kind, name, aliases }: Resource, uid: string): string | undefined =>
  kind === 'docker_volume' || kind === 'compose_project'
    ? name
    : [name, ...aliases].find((each) => each.length >= 64 && each.replace(/^sha256:/, '').startsWith(uid));

/** What tells engines apart at different addresses; null if this one doesn't say. */
export async function engineIdentity(engine: Engine, signal: AbortSignal): Promise<string | null> {
  try {
    const { ID, Name, DockerRootDir, BuildahVersion } = await engine.ask(
      { method: 'GET', path: '/info' },
      EngineInfo,
      signal,
    );
    // Podman makes up another ID each time it is asked.
    return BuildahVersion ? `podman ${Name} ${DockerRootDir}` : (ID ?? null);
  } catch {
    return null;
  }
}

export async function everything(
  engine: Engine,
  place: Place,
  signal: AbortSignal,
): Promise<{ readonly resources: Resource[]; readonly projects: readonly ComposeProject[] }> {
  const list = await containerList(engine, signal);
  const users = usersIn(list);
  const [containers, images, volumes, networks] = await Promise.all([
    inspected(engine, list, signal),
    engine.ask({ method: 'GET', path: '/images/json' }, ImageList, signal),
    volumeList(engine, signal),
    engine.ask({ method: 'GET', path: '/networks' }, NetworkList, signal),
  ]);
  const ends = await recordedEnds(engine, containers, signal);
  const roles = replaceRoles(list);
  const projects = composeProjects(list);
  const resources = [
    ...containers.map((info) =>
      containerResource(info, place, { role: roles.get(info.Id), recorded: ends.get(info.Id) }),
    ),
    ...onePerImage(images).map((info) => imageResource(info, users, place)),
    ...volumes.map((info) => volumeResource(info, users, place)),
    ...networks.map((info) => networkResource(info, users, place)),
    ...projects.map((project) => composeResource(project, place)),
  ];
  return { resources, projects };
}

/** Every container with the names that registries give its image. */
export async function checkedContainers(
  engine: Engine,
  place: Place,
  signal: AbortSignal,
): Promise<CheckedContainer[]> {
  const list = await containerList(engine, signal);
  const roles = replaceRoles(list);
  const images = await engine.ask({ method: 'GET', path: '/images/json' }, ImageList, signal);
  const digests = new Map(images.map(({ Id, RepoDigests }) => [imageUid(Id), RepoDigests ?? []]));
  return (await inspected(engine, list, signal))
    .filter(({ Id }) => roles.get(Id)?.role !== 'kept')
    .map((info) => {
      const { id: resource, name } = containerResource(info, place);
      const image = info.Config.Image ?? '';
      return { resource, name, image, repoDigests: digests.get(imageUid(info.Image)) ?? [] };
    });
}

/** What runs in containers now. */
export async function running(engine: Engine, place: Place, signal: AbortSignal): Promise<RunningImage[]> {
  const containers = await inspected(engine, await containerList(engine, signal), signal);
  const images = await engine.ask({ method: 'GET', path: '/images/json' }, ImageList, signal);
  return containers
    .filter(({ State }) => State.Status === 'running')
    .map((info) => runningImage(containerResource(info, place).id, info, images));
}

/**
 * One of them as it is now; null when it is gone.
 * @throws AppError STALE_VERSION if several begin with the digits of the id
 */
export async function one(
  engine: Engine,
  place: Place,
  { kind, uid }: OwnId,
  signal: AbortSignal,
): Promise<Found | null> {
  if (kind === 'docker_container') {
    const id = await wholeContainerId(engine, uid, signal);
    const info = id === null ? null : await containerInfo(engine, id, signal);
    if (!info) return null;
    const role = replaceRoles(await containerList(engine, signal)).get(info.Id);
    const recorded = (await recordedEnds(engine, [info], signal)).get(info.Id);
    return { kind, info, resource: containerResource(info, place, { role, recorded }) };
  }
  if (kind === 'compose_project') {
    const info = composeProjects(await containerList(engine, signal)).find(({ name }) => name === uid);
    return info ? { kind, info, resource: composeResource(info, place) } : null;
  }
  // By the list: what an engine says of one alone is measured differently (sizes), and versions would differ.
  const users = usersIn(await containerList(engine, signal));
  return stored(engine, place, { kind, uid }, users, signal);
}

async function stored(
  engine: Engine,
  place: Place,
  { kind, uid }: { kind: Exclude<ContainerKind, 'docker_container' | 'compose_project'>; uid: string },
  users: Users,
  signal: AbortSignal,
): Promise<Found | null> {
  switch (kind) {
    case 'docker_image': {
      const images = await engine.ask({ method: 'GET', path: '/images/json' }, ImageList, signal);
      const info = onlyOne(onePerImage(images), ({ Id }) => imageUid(Id) === uid);
      return info && { kind, info, resource: imageResource(info, users, place) };
    }
    case 'docker_volume': {
      const info = (await volumeList(engine, signal)).find(({ Name }) => Name === uid);
      return info ? { kind, info, resource: volumeResource(info, users, place) } : null;
    }
    case 'docker_network': {
      const networks = await engine.ask({ method: 'GET', path: '/networks' }, NetworkList, signal);
      const info = onlyOne(networks, ({ Id }) => Id.startsWith(uid));
      return info && { kind, info, resource: networkResource(info, users, place) };
    }
  }
}

/**
 * The whole id of a container; null when none has one that begins so. By the list: asked for the beginning of an id, an engine
 * prefers a container that is named like it.
 */
export async function wholeContainerId(
  engine: Engine,
  uid: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (WHOLE_ID.test(uid)) return uid;
  const list = await containerList(engine, signal, { filters: JSON.stringify({ id: [uid] }) });
  return onlyOne(list, ({ Id }) => Id.startsWith(uid))?.Id ?? null;
}

function onlyOne<T extends { readonly Id: string }>(all: readonly T[], fits: (one: T) => boolean): T | null {
  const [first = null, ...others] = all.filter(fits);
  if (others.length === 0) return first;
  const ids = [first, ...others].map((each) => each?.Id).join(', ');
  throw new AppError('STALE_VERSION', `Several ids begin alike, and none of them is taken: ${ids}`);
}

/** What a whole name of an image means now, as an image's id of twelve digits; null when nothing has it. */
export async function imageNamed(engine: Engine, name: string, signal: AbortSignal): Promise<string | null> {
  const images = await engine.ask({ method: 'GET', path: '/images/json' }, ImageList, signal);
  const image = images.find(({ RepoTags }) => RepoTags?.includes(name));
  return image ? imageUid(image.Id) : null;
}

/** A container by its whole id; null when it is gone, though another is named like its id. */
export async function containerInfo(
  engine: Engine,
  id: string,
  signal: AbortSignal,
): Promise<ContainerInfo | null> {
  const info = await engine.find({ method: 'GET', path: `/containers/${id}/json` }, ContainerInfo, signal);
  return info?.Id === id ? info : null;
}

/** The whole id of the container with exactly that name; null when none has it. */
export async function idNamed(engine: Engine, name: string, signal: AbortSignal): Promise<string | null> {
  const list = await containerList(engine, signal);
  return list.find(({ Names }) => Names?.some((one) => one.replace(/^\//, '') === name))?.Id ?? null;
}

export function containerList(engine: Engine, signal: AbortSignal, more: EngineCall['query'] = {}) {
  const call = { method: 'GET', path: '/containers/json', query: { all: 1, ...more } } as const;
  return engine.ask(call, ContainerList, signal);
}

async function volumeList(engine: Engine, signal: AbortSignal): Promise<VolumeInfo[]> {
  return (await engine.ask({ method: 'GET', path: '/volumes' }, VolumeList, signal)).Volumes ?? [];
}

/** Podman lists an image with several names once for each. */
function onePerImage(images: ImageList): ImageInfo[] {
  const byId = new Map<string, ImageInfo>();
  for (const image of images) {
    const known = byId.get(image.Id);
    byId.set(
      image.Id,
      known
        ? { ...known, RepoTags: [...new Set([...(known.RepoTags ?? []), ...(image.RepoTags ?? [])])] }
        : image,
    );
  }
  return [...byId.values()];
}

/** Each of them as its engine describes it, in the same order; without those that are gone since the list was made. */
export async function inspectEach<T>(
  list: ContainerList,
  inspect: (id: string) => Promise<T | null>,
): Promise<T[]> {
  const results: (T | null)[] = [];
  const waiting = list.entries();
  const worker = async () => {
    for (const [at, { Id }] of waiting) results[at] = await inspect(Id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results.filter((result) => result !== null);
}

const inspected = (engine: Engine, list: ContainerList, signal: AbortSignal): Promise<ContainerInfo[]> =>
  inspectEach(list, (id) => containerInfo(engine, id, signal));
