// What the screen knows of kinds and states by table: their order, their icons, how a state is coloured, and which kinds have a log or are
// measured, so that nobody is asked in vain. Words are in the catalogue. Source: console, Resources; look, Tokens (meaning colours).
import {
  Blocks,
  Boxes,
  BoxSelect,
  BrainCircuit,
  Circle,
  CircleAlert,
  CircleHelp,
  CirclePause,
  CirclePlay,
  CircleStop,
  Cog,
  Container,
  Cpu,
  Database,
  GitFork,
  HardDrive,
  Layers,
  LoaderCircle,
  type LucideIcon,
  MemoryStick,
  MonitorCog,
  Network,
  Package,
  Save,
  Server,
  Share2,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import type { ResourceKind, ResourceState } from '../../../../shared/model/resource.ts';

/** In the order in which groups stand: what one comes for first, what one seldom looks at last. */
export const KIND_ORDER = [
  ...([
    'host',
    'node',
    'upstream',
    'model',
    'compose_project',
    'docker_container',
    'k8s_cluster',
    'k8s_deployment',
  ] as const),
  ...(['k8s_pod', 'k8s_service', 'vm', 'lxc', 'service', 'gpu', 'disk', 'storage', 'backup'] as const),
  ...(['docker_image', 'docker_volume', 'docker_network', 'process'] as const),
  ...(['concept', 'dimension', 'conflict'] as const),
] satisfies readonly ResourceKind[];

const PLACE = new Map<ResourceKind, number>(KIND_ORDER.map((kind, at) => [kind, at]));
export const kindPlace = (kind: ResourceKind): number => PLACE.get(kind) ?? KIND_ORDER.length;

export const KIND_ICON: Readonly<Record<ResourceKind, LucideIcon>> = {
  host: Server,
  node: Server,
  upstream: Share2,
  model: BrainCircuit,
  docker_container: Container,
  docker_image: Layers,
  docker_volume: Database,
  docker_network: Network,
  compose_project: Blocks,
  service: Cog,
  process: Cpu,
  gpu: MemoryStick,
  disk: HardDrive,
  storage: Database,
  backup: Save,
  vm: MonitorCog,
  lxc: Package,
  k8s_cluster: Boxes,
  k8s_deployment: BoxSelect,
  k8s_pod: Package,
  k8s_service: Network,
  concept: Circle,
  dimension: GitFork,
  conflict: TriangleAlert,
};

type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'muted';

export const STATE_MARK: Readonly<Record<ResourceState, { readonly icon: LucideIcon; readonly tone: Tone }>> =
  {
    running: { icon: CirclePlay, tone: 'ok' },
    available: { icon: Circle, tone: 'muted' },
    stopped: { icon: CircleStop, tone: 'muted' },
    paused: { icon: CirclePause, tone: 'wait' },
    changing: { icon: LoaderCircle, tone: 'info' },
    degraded: { icon: TriangleAlert, tone: 'wait' },
    failed: { icon: CircleAlert, tone: 'bad' },
    unreachable: { icon: Unplug, tone: 'bad' },
    unknown: { icon: CircleHelp, tone: 'muted' },
  };

/** What a person should look at. Stopped and paused are somebody's wish. */
export const WRONG_STATES: ReadonlySet<ResourceState> = new Set(['failed', 'degraded', 'unreachable']);

/** Many, and seldom what one came for: folded until asked for. */
export const FOLDED: ReadonlySet<ResourceKind> = new Set([
  'process',
  'docker_image',
  'docker_volume',
  'docker_network',
]);

/** Kinds whose CPU, memory, space or use is measured over time. */
export const MEASURED: ReadonlySet<ResourceKind> = new Set([
  ...(['host', 'disk', 'gpu', 'upstream', 'node', 'storage', 'model', 'lxc', 'vm'] as const),
  ...(['docker_container', 'k8s_deployment', 'k8s_pod', 'service'] as const),
]);

/** Kinds that have a log. */
export const LOGGED: ReadonlySet<ResourceKind> = new Set(['docker_container', 'service', 'k8s_pod']);

/** In the order in which a filter offers them. */
export const RESOURCE_STATES_SHOWN = [
  ...(['failed', 'unreachable', 'degraded', 'changing', 'running', 'paused'] as const),
  ...(['stopped', 'available', 'unknown'] as const),
] satisfies readonly ResourceState[];
