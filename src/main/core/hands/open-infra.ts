// The providers this host has, the ways they reach what they find, what they see and what is measured of it. Opened by hands-side.ts. What
// config.yaml says of hosts and providers holds from the start of the program on. Source: agent, What it acts on.
import { readFileSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ProviderName, ProviderState } from '../../../shared/model/resource.ts';
import type { Known, Measured } from '../../agent/hands/parts.ts';
import type { UpstreamDesk } from '../../console/upstreams/upstream-desk.ts';
import type { AlertFacts } from '../../infra/alerts/alert-facts.ts';
import type { Executors } from '../../infra/executor.ts';
import { LaunchedPrograms } from '../../infra/executors/launch/launched-programs.ts';
import { LocalExecutor } from '../../infra/executors/local-executor.ts';
import { OpenExecutors } from '../../infra/executors/open-executors.ts';
import { SshLinks } from '../../infra/executors/ssh/ssh-links.ts';
import { Inventory } from '../../infra/inventory/inventory.ts';
import { Sampler } from '../../infra/metrics/sampler.ts';
import type { ContainerUpdate, Provider, RunningImage } from '../../infra/provider.ts';
import { type Containers, openContainers } from '../../infra/providers/containers/containers.ts';
import { ImageUpdates } from '../../infra/providers/containers/image-updates/image-updates.ts';
import { RegistryClient } from '../../infra/providers/containers/image-updates/registry-client.ts';
import type { DemoProvider } from '../../infra/providers/demo/provider.ts';
import { openHost } from '../../infra/providers/host/open-host.ts';
import { KubernetesProvider } from '../../infra/providers/kubernetes/provider.ts';
import { openOllama } from '../../infra/providers/ollama/ollama-provider.ts';
import { ProxmoxProvider } from '../../infra/providers/proxmox/provider.ts';
import { BOOT_ID } from '../../infra/providers/ssh/far-machine.ts';
import { SshProvider } from '../../infra/providers/ssh/ssh-provider.ts';
import type { Ground } from '../ground.ts';
import type { MemorySide } from '../memory-side.ts';
import type { ProxySide } from '../proxy-side.ts';
import { AskedModels } from './asked-models.ts';

const RUNNING_MS = 30_000;
const IMAGE_BEAT_MS = 5 * 60_000;
const FIRST_LOOK_MS = 5_000;

export interface InfraParts extends Ground {
  readonly memorySide: MemorySide;
  readonly proxySide: ProxySide;
  readonly upstreamDesk: UpstreamDesk;
  /** With `--demo`: what there is to act on beside what is really here. */
  readonly demoHome?: DemoProvider | undefined;
}

export interface Infra {
  readonly known: Known & {
    providers(): readonly ProviderState[];
    /** Looks at everything anew. */
    look(): Promise<void>;
    /** Told when something is another than before. @returns stops watching */
    watch(listener: () => void): () => void;
  };
  readonly series: Measured['series'];
  /** What the alert rules are given of resources and upstreams, as they are known now. */
  observed(): Pick<AlertFacts, 'resources' | 'providers' | 'recent' | 'upstreams' | 'askedAt'>;
  readonly executors: Executors;
  /** Whether an id names the machine this program runs on, by whichever way. */
  isOwnHost(id: string): boolean;
  /** Asks the registries which containers have a newer image. @throws AppError UNAVAILABLE */
  checkUpdates(signal: AbortSignal): Promise<readonly ContainerUpdate[]>;
  /** What runs in containers now. @throws AppError UNAVAILABLE */
  running(): Promise<readonly RunningImage[]>;
  /** Measures what one provider has found, now. */
  measure(provider: ProviderName): Promise<void>;
  /** Everything listens: looks, measures, from now on. */
  start(): void;
}

/** @param resources gets everything that must be closed again. */
export function openInfra(parts: InfraParts, resources: AsyncDisposableStack): Infra {
  const { site, clock, ids, log, upstreamDesk, proxySide, demoHome } = parts;
  const { hosts, providers: named } = site.config.current;
  const here = hostname();
  const ownHost = `host:${here}`;
  const registry = new RegistryClient({ clock });
  resources.defer(() => registry.close());
  const containers = openContainers({
    updates: new ImageUpdates({ registry, clock }),
    ...{ config: named.containers, hostname: here, env: process.env },
    home: homedir(),
    hostExecutor: async (host) => {
      if (host === here) return local;
      const paths = inventory.resources().find(({ id }) => id === `host:${host}`)?.reachableVia ?? [];
      const path = paths.find((one) => one.at(-1)?.via !== 'api');
      if (path) return await executors.on(path);
      throw new AppError(
        'UNAVAILABLE',
        `No program can be run on ${host}: add it to \`hosts\` in config.yaml.`,
      );
    },
  });
  const ssh = new SshLinks(hosts, { clock, environment: process.env });
  resources.defer(() => ssh.close());
  const programs = new LaunchedPrograms();
  resources.defer(() => programs.close());
  const opened = new OpenExecutors({
    ...{ clock, ids, ssh, programs },
    containerExec: (path) => containers.executor(path),
  });
  const executors: Executors = { on: async (path) => demoHome?.executor(path) ?? (await opened.on(path)) };
  const asked = new AskedModels(clock);
  resources.defer(proxySide.finished.add((row) => asked.add(row)));
  const ollama = openOllama({
    ...{ upstreams: upstreamDesk, thisHost: here, clock },
    letGo: (upstream, model) => asked.forget(upstream, model),
  });
  resources.defer(() => ollama.close());
  const local = new LocalExecutor([{ via: 'local', target: ownHost, words: 'this machine' }], {
    ids,
    programs,
  });
  const overSsh = new SshProvider({ hosts, executors, clock, here: { id: ownHost, bootId: ownBootId() } });
  const providers: readonly Provider[] = [
    openHost({ clock, executor: local }),
    containers,
    ollama,
    overSsh,
    new ProxmoxProvider(named.proxmox, { clock, env: process.env }),
    new KubernetesProvider(named.kubernetes, { clock, home: homedir() }),
    ...(demoHome ? [demoHome] : []),
  ];
  const inventory = new Inventory({ providers, clock, warn: (message) => log.warn({}, message) });
  resources.defer(() => inventory.close());
  const sampler = new Sampler({
    clock,
    resources: () => inventory.fresh(),
    measure: (resource, signal) => inventory.metrics(resource, signal),
  });
  resources.defer(() => sampler.close());
  return {
    known: {
      resources: () => inventory.resources(),
      fresh: async (olderMs) => void (await inventory.fresh(olderMs)),
      resolve: (wanted) => inventory.resolve(wanted),
      find: (id, signal) => inventory.find(id, signal),
      within: ({ id }) => inventory.parents(id),
      children: (id) => inventory.children(id),
      routeOf(resource) {
        const within = inventory.parents(resource.id);
        // What is right here needs no way to it.
        return within.length === 1 && within[0]?.id === ownHost ? '' : inventory.routeOf(resource);
      },
      providerOf: (resource) => inventory.providerOf(resource),
      inspect: ({ id }) => inventory.inspect(id),
      changed: (id) => void inventory.touched(id),
      providers: () => inventory.providers(),
      look: () => inventory.refresh(),
      watch: (listener) => inventory.watch(listener),
    },
    series: (id, minutes) => sampler.series(id, { minutes }),
    observed: () => ({
      resources: inventory.resources(),
      providers: inventory.providers(),
      recent: (id, metric, minutes) => sampler.recent(id, metric, minutes),
      upstreams: upstreamDesk.state().upstreams,
      askedAt: (upstream, model) => asked.at(upstream, model),
    }),
    executors,
    isOwnHost: (id) => id === ownHost || overSsh.isHere(id),
    checkUpdates: (signal) => containers.checkUpdates(signal),
    running: () => containers.running(AbortSignal.timeout(RUNNING_MS)),
    measure: (provider) => sampler.sample((one) => one.provider === provider),
    start() {
      // Whoever waits for the program to serve is not held up by a look at the whole machine.
      resources.defer(
        clock.after(FIRST_LOOK_MS, () => {
          sampler.start();
          checkImagesOnSchedule(parts, containers, resources);
        }),
      );
    },
  };
}

function ownBootId(): string | null {
  try {
    return readFileSync(BOOT_ID, 'utf8').trim();
  } catch {
    // Another system than Linux.
    return null;
  }
}

/** As often as the setting says; what an operator checks in between does not count. */
function checkImagesOnSchedule(
  { clock, log, memorySide }: InfraParts,
  containers: Containers,
  resources: AsyncDisposableStack,
): void {
  const stopped = new AbortController();
  let checkedAt = 0;
  let cancel = (): void => undefined;
  const beat = async (): Promise<void> => {
    const hours = memorySide.settings.current().image_check_hours;
    if (hours > 0 && clock.now() - checkedAt >= hours * 3_600_000) {
      checkedAt = clock.now();
      await containers
        .checkUpdates(stopped.signal)
        .catch((error: unknown) => log.warn({ err: error }, 'image updates could not be checked'));
    }
    if (!stopped.signal.aborted) cancel = clock.after(IMAGE_BEAT_MS, () => void beat());
  };
  resources.defer(() => {
    stopped.abort();
    cancel();
  });
  void beat();
}
