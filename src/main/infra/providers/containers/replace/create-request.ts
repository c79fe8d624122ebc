// What a new container is created from: all that its engine takes of the old one's setup, without what came from the old image, so that the new image's
// own values apply. Pure. Used by replacement.ts.
import { constants } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { ContainerSetup, PodmanSetup } from './container-setup.ts';
import { type ImageDefaults, wholeHealthcheck } from './image-setup.ts';
import { FIXED_ADDRESSES, fixedAddresses } from './podman-command.ts';
import type { RestartPolicy } from './restart-policy.ts';

export interface CreateInput {
  readonly setup: ContainerSetup;
  /** Of the image it was made from; null when that is gone: nothing is taken for a default then. */
  readonly defaults: ImageDefaults | null;
  /** Null: Docker. */
  readonly podman: PodmanSetup | null;
  readonly image: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Another one than it has. */
  readonly restartPolicy?: RestartPolicy;
}

export interface NetworkConnection {
  readonly network: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export interface CreateRequest {
  readonly body: Readonly<Record<string, unknown>>;
  /** Connected before it is started. */
  readonly networks: readonly NetworkConnection[];
}

/** What Podman sets in every container. */
const PODMAN_ENV: readonly string[] = [
  'container=podman',
  'TERM=xterm',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
];
const ROOT: ReadonlySet<string> = new Set(['', '0', 'root', '0:0', 'root:root']);

export function createRequest(input: CreateInput): CreateRequest {
  const { setup, podman } = input;
  const fixed = podman ? fixedAddresses(setup, podman) : {};
  const [first, ...others] = connections(setup, fixed);
  const HostConfig = hostConfig(input);
  const config = ownConfig(input);
  if (Object.keys(fixed).length > 0) config.Labels[FIXED_ADDRESSES] = JSON.stringify(fixed);
  return {
    body: {
      ...config,
      Image: input.image,
      HostConfig: first ? { ...HostConfig, NetworkMode: first.network } : HostConfig,
      ...(first ? { NetworkingConfig: { EndpointsConfig: { [first.network]: first.config } } } : {}),
    },
    networks: others,
  };
}

/** It has no network of its own. */
const sharesNetwork = ({ HostConfig: { NetworkMode } }: ContainerSetup): boolean =>
  NetworkMode === 'host' || NetworkMode === 'none' || (NetworkMode ?? '').startsWith('container:');

/** Its configuration without what the old image gave it. */
function ownConfig(input: CreateInput) {
  const { setup, labels } = input;
  const defaults = input.defaults ?? {};
  const { Env, Cmd, Entrypoint, Labels, Volumes, ExposedPorts, ...rest } = setup.Config;
  const hasOwnEntrypoint = !sameList(Entrypoint, defaults.Entrypoint);
  const config: Record<string, unknown> = { ...rest };
  for (const [key, value] of Object.entries(rest))
    if (isDefault(key, value, defaults[key], input.podman !== null)) delete config[key];
  delete config.OnBuild;
  if (namesItself(setup)) delete config.Hostname;
  return {
    ...config,
    Env: ownEnv(input),
    Labels: { ...without(Labels, defaults.Labels), ...labels } as Record<string, string>,
    Volumes: without(Volumes, defaults.Volumes),
    ...(sharesNetwork(setup) ? {} : { ExposedPorts: without(ExposedPorts, defaults.ExposedPorts) }),
    ...(hasOwnEntrypoint ? { Entrypoint: Entrypoint ?? [] } : {}),
    // With an entry point of its own the image's arguments are none of its.
    ...(hasOwnEntrypoint || !sameList(Cmd, defaults.Cmd) ? { Cmd: Cmd ?? [] } : {}),
  };
}

/** An engine takes the beginning of the id where no name is given; what shares a name space may have no name. */
function namesItself(setup: ContainerSetup): boolean {
  const { Hostname } = setup.Config;
  return (
    !Hostname || setup.Id.startsWith(Hostname) || sharesNetwork(setup) || setup.HostConfig.UTSMode === 'host'
  );
}

function isDefault(key: string, value: unknown, standard: unknown, onPodman: boolean): boolean {
  if (isDeepStrictEqual(value ?? '', standard ?? '')) return true;
  if (key === 'WorkingDir') return (value || '/') === (standard || '/');
  if (key === 'StopSignal')
    return onPodman && signalNumber(value || 'SIGTERM') === signalNumber(standard || 'SIGTERM');
  if (key === 'Healthcheck') {
    const whole = (check: unknown) => wholeHealthcheck(check as ImageDefaults['Healthcheck']);
    return isDeepStrictEqual(whole(value), whole(standard));
  }
  return false;
}

function signalNumber(signal: unknown): unknown {
  const name = String(signal);
  if (/^\d+$/.test(name)) return Number(name);
  return (
    (constants.signals as Readonly<Record<string, number>>)[name.startsWith('SIG') ? name : `SIG${name}`] ??
    name
  );
}

const sameList = (
  a: readonly string[] | null | undefined,
  b: readonly string[] | null | undefined,
): boolean => isDeepStrictEqual(a ?? [], b ?? []);

/** Entries that are not the very same among the defaults. */
export function without<T>(
  own: Readonly<Record<string, T>> | null | undefined,
  defaults: Readonly<Record<string, T>> | null | undefined,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(own ?? {}).filter(([key, value]) => !defaults || !isDeepStrictEqual(defaults[key], value)),
  );
}

function ownEnv({ setup, defaults, podman }: CreateInput): string[] {
  const { Env, Hostname, User } = setup.Config;
  const given = new Set([
    ...(defaults?.Env ?? []),
    ...(podman === null ? [] : [...PODMAN_ENV, `HOSTNAME=${Hostname ?? ''}`]),
    ...(podman !== null && ROOT.has(User ?? '') ? ['HOME=/root'] : []),
  ]);
  return (Env ?? []).filter((entry) => !given.has(entry));
}

function hostConfig({ setup, podman, restartPolicy }: CreateInput): Record<string, unknown> {
  const { HostConfig, Mounts } = setup;
  const config: Record<string, unknown> = { ...HostConfig };
  config.ContainerIDFile = '';
  config.Links = (HostConfig.Links ?? []).map(asLink);
  Object.assign(config, withVolumes(HostConfig, Mounts ?? []));
  if (sharesNetwork(setup)) config.PortBindings = {};
  if (restartPolicy) config.RestartPolicy = restartPolicy;
  if (podman === null) return config;
  // What Podman tells otherwise than it takes it.
  config.Ulimits = (HostConfig.Ulimits ?? []).map((limit) => ({
    ...limit,
    Name: limit.Name.replace(/^RLIMIT_/, '').toLowerCase(),
  }));
  config.Devices = (HostConfig.Devices ?? []).map((device) => ({
    ...device,
    CgroupPermissions: device.CgroupPermissions || 'rwm',
  }));
  if (HostConfig.MemorySwappiness === -1) delete config.MemorySwappiness;
  const size = podman.HostConfig?.LogConfig?.Size;
  if (size && size !== '0B')
    config.LogConfig = { ...(HostConfig.LogConfig as object), Config: { 'max-size': size } };
  return config;
}

/** `/db:/web/database` as it is told, `db:database` as it is taken. */
function asLink(link: string): string {
  const [from = '', to = ''] = link.split(':');
  return `${from.replace(/^\//, '')}:${to.slice(to.lastIndexOf('/') + 1)}`;
}

/** Volumes without a name of their own go on in the new container, by the name the engine gave them. */
function withVolumes(
  { Binds, Mounts }: ContainerSetup['HostConfig'],
  mounted: NonNullable<ContainerSetup['Mounts']>,
): Record<string, unknown> {
  const volumes = new Map(
    mounted.flatMap((mount) =>
      mount.Type === 'volume' && mount.Name ? [[mount.Destination, mount] as const] : [],
    ),
  );
  const named = (Mounts ?? []).map((mount) => {
    const volume = mount.Type === 'volume' && !mount.Source ? volumes.get(mount.Target ?? '') : undefined;
    return volume ? { ...mount, Source: volume.Name } : mount;
  });
  const bound = new Set([
    ...(Binds ?? []).flatMap((bind) => bind.split(':').slice(1, 2)),
    ...named.map(({ Target }) => Target ?? ''),
  ]);
  const unnamed = [...volumes].filter(([destination]) => !bound.has(destination));
  return {
    Binds: [
      ...(Binds ?? []),
      ...unnamed.map(([destination, { Name, RW }]) => `${Name}:${destination}${RW === false ? ':ro' : ''}`),
    ],
    ...(Mounts ? { Mounts: named } : {}),
  };
}

/** The network it is made with first. */
function connections(setup: ContainerSetup, fixed: Readonly<Record<string, string>>): NetworkConnection[] {
  if (sharesNetwork(setup)) return [];
  const { NetworkMode } = setup.HostConfig;
  const all = Object.entries(setup.NetworkSettings?.Networks ?? {});
  const chosen = all.filter(([name]) => name === NetworkMode);
  return [...chosen, ...all.filter(([name]) => name !== NetworkMode)].map(([network, endpoint]) => ({
    network,
    config: endpointConfig(endpoint, setup.Id, fixed[network]),
  }));
}

type Endpoint = NonNullable<NonNullable<ContainerSetup['NetworkSettings']>['Networks']>[string];

function endpointConfig(
  { IPAMConfig, Aliases, Links, DriverOpts }: Endpoint,
  id: string,
  fixed: string | undefined,
): Record<string, unknown> {
  const aliases = (Aliases ?? []).filter((alias) => alias !== id.slice(0, 12));
  const address = fixed === undefined ? IPAMConfig : { IPv4Address: fixed };
  return {
    ...(address ? { IPAMConfig: address } : {}),
    ...(aliases.length > 0 ? { Aliases: aliases } : {}),
    ...(Links?.length ? { Links } : {}),
    ...(DriverOpts ? { DriverOpts } : {}),
  };
}
