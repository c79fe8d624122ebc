// Images, volumes and networks as resources: named, with who uses them, and what can be done to them as they are. Pure: from an engine's
// lists alone. Source: agent, What it acts on.
import type { ActionName, Resource, ResourceKind } from '../../../../shared/model/resource.ts';
import {
  apiPath,
  digestOf,
  labelOf,
  moment,
  type Place,
  shortImage,
  withEngine,
} from './container-resource.ts';
import type { ContainerList, ImageInfo, NetworkInfo, VolumeInfo } from './shapes.ts';

/** How many containers, running or not, use something of a kind. */
export interface Users {
  readonly images: ReadonlyMap<string, number>;
  readonly volumes: ReadonlyMap<string, number>;
  readonly networks: ReadonlyMap<string, number>;
}

/** Networks that an engine makes itself and never gives up. */
const BUILT_IN = new Set(['bridge', 'host', 'none', 'podman', 'docker_gwbridge', 'ingress']);
const NO_TAG = '<none>:<none>';

export function usersIn(containers: ContainerList): Users {
  return {
    images: counted(containers.map(({ ImageID }) => (ImageID ? [imageUid(ImageID)] : []))),
    volumes: counted(
      containers.map(({ Mounts }) =>
        (Mounts ?? []).flatMap(({ Type, Name }) => (Type === 'volume' && Name ? [Name] : [])),
      ),
    ),
    networks: counted(containers.map(({ NetworkSettings }) => Object.keys(NetworkSettings?.Networks ?? {}))),
  };
}

function counted(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const one of new Set(list)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** The id of an image as ours name it: twelve hex digits, with Docker's prefix or Podman's none. */
export function imageUid(id: string): string {
  return id.replace(/^sha256:/, '').slice(0, 12);
}

/** The names an image can be pulled by. */
export function tagsOf({ RepoTags }: ImageInfo): string[] {
  return (RepoTags ?? []).filter((tag) => tag !== NO_TAG).sort();
}

/** The whole name a pull of an image asks for, of a resource made here. */
export function pullName({ name, aliases }: Resource): string {
  return aliases.find((alias) => shortImage(alias) === name) ?? name;
}

interface Stored {
  readonly kind: ResourceKind;
  readonly uid: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly detail: string;
  readonly actions: readonly ActionName[];
  /** What the digest is of, beside the id. */
  readonly relied: readonly unknown[];
}

function resourceOf(place: Place, stored: Stored): Resource {
  const id = `${stored.kind}:${place.host}:${place.prefix}${stored.uid}`;
  const others = stored.aliases.filter(
    (alias) => alias !== stored.name && alias !== '' && alias.length <= 400,
  );
  return {
    id,
    kind: stored.kind,
    name: stored.name.slice(0, 400),
    aliases: [...new Set(others)].slice(0, 50),
    provider: 'containers',
    parent: `host:${place.host}`,
    state: 'available',
    detail: withEngine(stored.detail, place),
    actions: [...stored.actions],
    reachableVia: [apiPath(place)],
    targetHost: place.host,
    version: digestOf([id, place.address, ...stored.relied]),
  };
}

export function imageResource(info: ImageInfo, users: Users, place: Place): Resource {
  const uid = imageUid(info.Id);
  const tags = tagsOf(info);
  const used = users.images.get(uid) ?? 0;
  const names = tags.map(shortImage);
  return resourceOf(place, {
    kind: 'docker_image',
    uid,
    name: names[0] ?? uid,
    aliases: [info.Id, uid, ...names, ...tags],
    detail: `${size(info.Size)}, made ${moment(new Date(info.Created * 1000).toISOString())}, ${usedBy(used)}${tags.length === 0 ? ', no name' : ''}`,
    actions: [...(tags.length > 0 ? (['pull'] as const) : []), ...(used === 0 ? (['remove'] as const) : [])],
    relied: [info.Id, tags, used],
  });
}

export function volumeResource(info: VolumeInfo, users: Users, place: Place): Resource {
  const used = users.volumes.get(info.Name) ?? 0;
  const label = labelOf(info.Labels, 'volume');
  return resourceOf(place, {
    kind: 'docker_volume',
    uid: info.Name,
    name: info.Name,
    aliases: label ? [label] : [],
    detail: `${info.Driver} volume, made ${moment(info.CreatedAt)}, ${usedBy(used)}`,
    actions: used === 0 ? ['remove'] : [],
    relied: [info.Driver, info.CreatedAt ?? '', info.Mountpoint ?? '', used],
  });
}

export function networkResource(info: NetworkInfo, users: Users, place: Place): Resource {
  const used = users.networks.get(info.Name) ?? 0;
  const label = labelOf(info.Labels, 'network');
  const subnets = subnetsOf(info);
  const kept = BUILT_IN.has(info.Name) || info.Ingress === true;
  return resourceOf(place, {
    kind: 'docker_network',
    uid: info.Id.slice(0, 12),
    name: info.Name,
    aliases: [info.Id.slice(0, 12), info.Id, ...(label ? [label] : [])],
    detail: `${info.Driver} network${subnets.length > 0 ? ` ${subnets.join(', ')}` : ''}, ${kept ? 'the engine’s own' : usedBy(used)}`,
    actions: used === 0 && !kept ? ['remove'] : [],
    relied: [info.Id, info.Name, info.Driver, subnets, used],
  });
}

export function subnetsOf({ IPAM }: NetworkInfo): string[] {
  return (IPAM?.Config ?? []).flatMap(({ Subnet }) => (Subnet ? [Subnet] : []));
}

const usedBy = (count: number): string =>
  count === 0 ? 'used by nothing' : count === 1 ? 'used by 1 container' : `used by ${count} containers`;

/** `142 MB`, as registries count: by thousands. */
export function size(bytes: number): string {
  const [value, unit] =
    bytes >= 1e9 ? [bytes / 1e9, 'GB'] : bytes >= 1e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e3, 'kB'];
  return `${value >= 10 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`;
}
