// Everything about one container, image, volume or network that may be shown. Environment variables leave by name alone; a value is taken
// out of the command line too, should it stand there. Pure. Source: agent, What it acts on.
import type { Inspection } from '../../../../shared/model/resource.ts';
import { redact } from '../../../../shared/redact.ts';
import type { ContainerUpdate } from '../../provider.ts';
import { utcMinute } from '../../utc-words.ts';
import type { Found } from './catalogue.ts';
import { type ComposeProject, servicesOf } from './compose/compose-project.ts';
import { labelOf, moment, type Place, shortImage, timeOf } from './container-resource.ts';
import { policyText } from './replace/restart-policy.ts';
import type { ContainerInfo, ImageInfo, NetworkInfo, VolumeInfo } from './shapes.ts';
import { size, subnetsOf, tagsOf } from './stored-resources.ts';
import { withoutValues } from './without-values.ts';

/** `available (sha256:…), checked 2026-11-24 14:02 UTC` */
function updateWords({ state, reason, digest, checkedAt }: ContainerUpdate): string {
  const found =
    state === 'available'
      ? `available (${digest})`
      : state === 'current'
        ? 'none: it runs the newest image of its tag'
        : `${state}: ${reason}`;
  return `${found}, checked ${utcMinute(checkedAt)}`;
}

type Facts = Inspection['facts'];
type Mounts = Inspection['mounts'];
type Rest = Omit<Inspection, 'resource'>;

const EMPTY: Rest = { facts: [], ports: [], mounts: [], configPaths: [], logPaths: [], environment: [] };
/** Shorter values stand in too many words to be taken out of them. */
const SHORTEST_HIDDEN = 6;
const MOST_NAMES = 500;
const LONGEST_COMMAND = 65_536;
/** Of a command line for each value that may stand in it, characters: under 100 ms at the worst. */
const MOST_LOOKED = 2_000_000;
const LONGEST_SHOWN = 2000;
const MARK = '[redacted]';

/** Endings of paths that hold configuration or logs, whatever is mounted there. */
const CONFIG_ENDINGS = [
  '.conf',
  '.cfg',
  '.ini',
  '.json',
  '.toml',
  '.yaml',
  '.yml',
  '.env',
  '.properties',
  '.xml',
];
const CONFIG_FOLDERS = new Set(['config', 'conf', 'conf.d', 'etc', 'settings', '.config']);
const LOG_FOLDERS = new Set(['log', 'logs']);

/** @param update what its registry said last, where it was asked */
export function inspectionOf(found: Found, place: Place, update?: ContainerUpdate): Inspection {
  const { resource } = found;
  const { facts, ...rest } = restOf(found);
  const updates = factsOf([['image update', update && updateWords(update)]]);
  return { resource, ...rest, facts: [...factsOf(engineFacts(place)), ...facts, ...updates] };
}

function restOf(found: Found): Rest {
  switch (found.kind) {
    case 'docker_container':
      return containerRest(found.info);
    case 'docker_image':
      return { ...EMPTY, facts: factsOf(imageFacts(found.info)) };
    case 'docker_volume':
      return { ...EMPTY, facts: factsOf(volumeFacts(found.info)) };
    case 'docker_network':
      return { ...EMPTY, facts: factsOf(networkFacts(found.info)) };
    case 'compose_project':
      return { ...EMPTY, facts: factsOf(composeFacts(found.info)), configPaths: several(found.info.files) };
  }
}

const engineFacts = ({ engine, address, dockerCommand }: Place): Row[] => [
  ['engine', `${engine} at ${address}`],
  ['docker command', dockerCommand && `run from here, it talks to another engine: ${dockerCommand}`],
];

function containerRest(info: ContainerInfo): Rest {
  const mounts = mountsOf(info);
  const labels = info.Config.Labels;
  const directory = labelOf(labels, 'project.working_dir');
  const files = (labelOf(labels, 'project.config_files') ?? '').split(',').map((file) => file.trim());
  const ownLog = info.LogPath ?? '';
  return {
    facts: factsOf(containerFacts(info)),
    ports: portsOf(info),
    mounts,
    configPaths: several([
      ...files.map((file) =>
        file === '' || file.startsWith('/') || !directory ? file : `${directory}/${file}`,
      ),
      ...mounts.filter(({ to, from }) => isConfig(to) || isConfig(from)).map(({ from }) => from),
    ]),
    logPaths: several([ownLog, ...mounts.filter(({ to }) => isLog(to)).map(({ from }) => from)]),
    environment: environmentOf(info),
  };
}

type Row = readonly [string, string | number | null | undefined];

function containerFacts(info: ContainerInfo): Row[] {
  const { Config, HostConfig, State, NetworkSettings } = info;
  const labels = Config.Labels;
  const policy = HostConfig.RestartPolicy;
  const addresses = Object.entries(NetworkSettings?.Networks ?? {}).map(([name, { IPAddress }]) =>
    IPAddress ? `${name} ${IPAddress}` : name,
  );
  return [
    [
      'image',
      `${shortImage(Config.Image || info.Image)} (${info.Image.replace(/^sha256:/, '').slice(0, 12)})`,
    ],
    ['command', commandOf(info)],
    ['user', Config.User],
    ['directory', Config.WorkingDir],
    ['made', moment(info.Created)],
    ['started', timeOf(State.StartedAt) === null ? null : moment(State.StartedAt)],
    ['exit code', State.Status === 'exited' ? State.ExitCode : null],
    ['health', State.Health?.Status],
    ['restart policy', policyText(policy)],
    ['restarts', info.RestartCount ?? 0],
    ['log driver', HostConfig.LogConfig?.Type],
    ['networks', addresses.length > 0 ? addresses.join(', ') : HostConfig.NetworkMode],
    ['privileged', HostConfig.Privileged ? 'yes' : null],
    ['memory limit', HostConfig.Memory ? size(HostConfig.Memory) : null],
    ['processor limit', HostConfig.NanoCpus ? `${HostConfig.NanoCpus / 1e9} cores` : null],
    ['compose project', labelOf(labels, 'project')],
    ['compose service', labelOf(labels, 'service')],
    ['compose directory', labelOf(labels, 'project.working_dir')],
  ];
}

function imageFacts(info: ImageInfo): Row[] {
  return [
    ['id', info.Id],
    ['names', tagsOf(info).join(', ')],
    ['digests', (info.RepoDigests ?? []).join(', ')],
    ['size', size(info.Size)],
    ['made', moment(new Date(info.Created * 1000).toISOString())],
  ];
}

function volumeFacts(info: VolumeInfo): Row[] {
  return [
    ['driver', info.Driver],
    ['lies in', info.Mountpoint],
    ['made', moment(info.CreatedAt)],
    ['compose project', labelOf(info.Labels, 'project')],
  ];
}

function composeFacts(project: ComposeProject): Row[] {
  return [
    ['services', servicesOf(project).join(', ')],
    ['containers', project.containers.map(({ name, state }) => `${name} (${state})`).join(', ')],
    ['directory', project.directory],
  ];
}

function networkFacts(info: NetworkInfo): Row[] {
  return [
    ['id', info.Id],
    ['driver', info.Driver],
    ['subnets', subnetsOf(info).join(', ')],
    ['reaches outside', info.Internal ? 'no' : 'yes'],
    ['compose project', labelOf(info.Labels, 'project')],
  ];
}

function factsOf(rows: readonly Row[]): Facts {
  return rows.flatMap(([label, value]) =>
    value === null || value === undefined || value === ''
      ? []
      : [{ label, value: String(value).slice(0, 2000) }],
  );
}

/** Names alone. */
function environmentOf({ Config }: ContainerInfo): string[] {
  return (Config.Env ?? [])
    .map((entry) => entry.split('=', 1)[0] ?? '')
    .filter((name) => name !== '')
    .slice(0, MOST_NAMES);
}

function commandOf(info: ContainerInfo): string {
  const command = [info.Path ?? '', ...(info.Args ?? [])].join(' ');
  // Shown only when every value was looked for in all of it: half of one would not be found.
  if (command.length > LONGEST_COMMAND) return `${command.length} characters, too long to be shown`;
  const values = valuesOf(info).filter(({ length }) => length <= command.length);
  if (command.length * values.length > MOST_LOOKED)
    return `${command.length} characters in which ${values.length} values of its environment may stand, too much to be shown`;
  return redact(withoutValues(command, values, MARK)).slice(0, LONGEST_SHOWN);
}

/** Values of the environment do not leave by the command line either. */
function valuesOf({ Config }: ContainerInfo): string[] {
  const values = (Config.Env ?? []).map((entry) => entry.slice(entry.indexOf('=') + 1));
  return [...new Set(values)].filter((value) => value.length >= SHORTEST_HIDDEN);
}

/** `8080/tcp on 0.0.0.0:80`; what is open inside alone: `9000/tcp, not published`. */
function portsOf({ NetworkSettings, HostConfig }: ContainerInfo): string[] {
  if (HostConfig.NetworkMode === 'host') return ['the ports of its host: it has no network of its own'];
  return Object.entries(NetworkSettings?.Ports ?? {})
    .flatMap(([inside, outside]) =>
      outside && outside.length > 0
        ? outside.map(({ HostIp, HostPort }) => `${inside} on ${addressOf(HostIp)}:${HostPort ?? ''}`)
        : [`${inside}, not published`],
    )
    .slice(0, 200);
}

const addressOf = (ip: string | null | undefined): string =>
  ip ? (ip.includes(':') ? `[${ip}]` : ip) : '0.0.0.0';

function mountsOf({ Mounts }: ContainerInfo): Mounts {
  return (Mounts ?? [])
    .map(({ Type, Name, Source, Destination, RW }) => ({
      from: Source || (Name ? `volume ${Name}` : (Type ?? 'nothing that lasts')),
      to: Destination,
      readOnly: RW === false,
    }))
    .slice(0, 200);
}

function isConfig(path: string): boolean {
  const parts = path.split('/');
  return (
    parts.some((part) => CONFIG_FOLDERS.has(part)) || CONFIG_ENDINGS.some((ending) => path.endsWith(ending))
  );
}

const isLog = (path: string): boolean =>
  path.endsWith('.log') || path.split('/').some((part) => LOG_FOLDERS.has(part));

function several(paths: readonly string[]): string[] {
  return [...new Set(paths.filter((path) => path.startsWith('/')))].slice(0, 100);
}
