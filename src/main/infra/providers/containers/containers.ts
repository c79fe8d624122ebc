// The containers provider: containers, images, volumes and networks of Docker and Podman engines. Whatever is done to a resource goes
// to the engine that listed it. It never starts a program of an engine's, never gives out the value of an environment variable, and
// opens one connection a call. Opened by core; called by the inventory, the hands and the sampler. Source: agent, What it acts on.
import { AppError } from '../../../../shared/model/envelope.ts';
import type {
  ExecutorPath,
  Inspection,
  LogLine,
  Resource,
  Sample,
} from '../../../../shared/model/resource.ts';
import type { Executor } from '../../executor.ts';
import { ContainerExecutor } from '../../executors/container-executor.ts';
import type {
  ActionEffect,
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  ContainerUpdate,
  Discovery,
  LogRequest,
  Provider,
  RunningImage,
  Verification,
} from '../../provider.ts';
import { perform, planOf } from './actions.ts';
import {
  CONTAINER_KINDS,
  checkedContainers,
  idNamed,
  imageNamed,
  ownId,
  running,
  wholeContainerId,
} from './catalogue.ts';
import { type ComposeParts, noExecutor, performCompose, planCompose } from './compose/compose-actions.ts';
import { verifyCompose } from './compose/verify-compose.ts';
import type { ContainersConfig } from './config.ts';
import type { Place } from './container-resource.ts';
import type { Engine } from './engine.ts';
import { EngineSet, type LocatedResource } from './engine-set.ts';
import { realSocket } from './find-engines.ts';
import type { ImageUpdates } from './image-updates/image-updates.ts';
import { inspectionOf } from './inspection.ts';
import { logLines } from './logs.ts';
import { HEALTH_PACE, type HealthPace } from './replace/health-check.ts';
import {
  isReplaceAction,
  performReplaceAction,
  planReplaceAction,
  verifyReplaceAction,
} from './replace/replace-actions.ts';
import { Stats } from './shapes.ts';
import { comparable, type Reading, readingOf, SHORTEST_SPAN, samplesOf } from './stats.ts';
import { type Pace, verification } from './verify.ts';
import { wait } from './wait.ts';

export interface ContainersParts {
  readonly config: ContainersConfig;
  /** This machine's name, as ids have it. */
  readonly hostname: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home folder, where Docker keeps its contexts. */
  readonly home: string;
  /** The real path of a socket, null if there is none; left out: looked for on the disk. */
  realSocket?(path: string): Promise<string | null>;
  /** How long an engine may take for a plain call, ms. */
  readonly timeoutMs?: number;
  /** How long an engine may take to list all it has, ms. */
  readonly listMs?: number;
  readonly pace?: Pace;
  /** Knows what registries have; left out: none is asked. */
  readonly updates?: ImageUpdates;
  /** Runs programs on a machine, by its name as ids have it. @throws AppError UNAVAILABLE where none can be run */
  hostExecutor?(host: string): Promise<Executor>;
  /** How long a container that took another's place is looked at. */
  readonly healthPace?: HealthPace;
}

/** The provider, and the way into what it found. */
export interface Containers extends Provider {
  /** Runs programs in the container a path ends in. @throws AppError NOT_ALLOWED for another path, NOT_FOUND, UNAVAILABLE */
  executor(path: ExecutorPath): Promise<Executor>;
  /** Asks the registries which containers have a newer image. @throws AppError UNAVAILABLE for an engine, CANCELLED */
  checkUpdates(signal: AbortSignal): Promise<readonly ContainerUpdate[]>;
  /** What runs now; nothing where there is no engine. @throws AppError UNAVAILABLE */
  running(signal: AbortSignal): Promise<readonly RunningImage[]>;
}

const TIMEOUT_MS = 10_000;
/** Less than the inventory waits for all engines together. */
const LIST_MS = 8000;
const PACE: Pace = { againMs: 300, looks: 40, settleMs: 1000 };
/** Most containers whose last reading is kept. */
const MOST_READINGS = 2000;

export function openContainers(parts: ContainersParts): Containers {
  return new ContainersProvider(parts);
}

class ContainersProvider implements Containers {
  readonly name = 'containers';
  readonly kinds = CONTAINER_KINDS;
  readonly #engines: EngineSet;
  readonly #pace: Pace;
  readonly #healthPace: HealthPace;
  readonly #updates: ImageUpdates | undefined;
  readonly #hostExecutor: (host: string) => Promise<Executor>;
  readonly #readings = new Map<string, Reading>();

  constructor({ pace = PACE, healthPace = HEALTH_PACE, ...parts }: ContainersParts) {
    this.#pace = pace;
    this.#healthPace = healthPace;
    this.#updates = parts.updates;
    this.#hostExecutor = parts.hostExecutor ?? noExecutor;
    this.#engines = new EngineSet({ realSocket, timeoutMs: TIMEOUT_MS, listMs: LIST_MS, ...parts });
  }

  async discover(signal: AbortSignal): Promise<Discovery> {
    const { resources, ...rest } = await this.#engines.list(signal);
    return { ...rest, resources: resources.map((resource) => this.#withUpdate(resource)) };
  }

  async find(id: string, signal: AbortSignal): Promise<Resource | null> {
    const located = await this.#engines.findById(id, signal);
    return located && this.#withUpdate(located.found.resource);
  }

  async inspect(resource: Resource, signal: AbortSignal): Promise<Inspection> {
    const { found, place } = await this.#there(resource, signal);
    return inspectionOf(found, place, this.#updates?.of(resource.id));
  }

  async metrics(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]> {
    const { found, engine } = await this.#there(resource, signal);
    if (found.kind !== 'docker_container') return [];
    const restarts: Sample = {
      metric: 'restarts',
      unit: 'count',
      value: found.info.RestartCount ?? 0,
      limit: null,
    };
    if (found.resource.state !== 'running' && found.resource.state !== 'degraded') {
      this.#readings.delete(found.info.Id);
      return [restarts];
    }
    return [...(await this.#measured(engine, found.info.Id, signal)), restarts];
  }

  async *logs(resource: Resource, request: LogRequest, signal: AbortSignal): AsyncIterable<LogLine> {
    const { found, engine } = await this.#there(resource, signal);
    if (found.kind !== 'docker_container') {
      throw new AppError('NOT_ALLOWED', `${resource.name} has no log: only containers write one`);
    }
    yield* logLines(engine, found.info, request, signal);
  }

  async plan(request: ActionRequest, signal: AbortSignal): Promise<ActionPlan> {
    const located = await this.#there(request.resource, signal);
    if (located.found.kind === 'compose_project')
      return planCompose(this.#composed(located, request), signal);
    if (isReplaceAction(request.action))
      return planReplaceAction({ located, request, updates: this.#updates }, signal);
    return planOf(located.found, request, located.place);
  }

  async act(request: ActionRequest, run: ActionRun): Promise<ActionOutcome> {
    const located = await this.#there(request.resource, run.signal);
    if (located.found.kind === 'compose_project')
      return performCompose(this.#composed(located, request), run);
    if (isReplaceAction(request.action))
      return performReplaceAction({ located, request, updates: this.#updates }, run, this.#healthPace);
    return perform(located.engine, located.found, request, run);
  }

  async verify(request: ActionRequest, signal: AbortSignal, effect?: ActionEffect): Promise<Verification> {
    const { resource } = request;
    if (resource.kind === 'compose_project') {
      const { found, engine } = await this.#there(resource, signal);
      return verifyCompose({ engine, request, updates: this.#updates }, found, effect, signal);
    }
    if (isReplaceAction(request.action)) {
      const place = await this.#engines.placeOf(resource.reachableVia[0]);
      if (!place) return { ok: false, evidence: `the engine of ${resource.name} is no longer used` };
      return verifyReplaceAction(this.#engines.engineAt(place), request, signal, effect);
    }
    return verification(
      request,
      {
        look: async (within) => (await this.#engines.findAgain(resource, within))?.found ?? null,
        named: async (name, within) => {
          const place = await this.#engines.placeOf(resource.reachableVia[0]);
          return place ? imageNamed(this.#engines.engineAt(place), name, within) : null;
        },
        sameName: async (name, within) => {
          const place = await this.#engines.placeOf(resource.reachableVia[0]);
          return place ? idNamed(this.#engines.engineAt(place), name, within) : null;
        },
        wait,
        pace: this.#pace,
        effect,
      },
      signal,
    );
  }

  async checkUpdates(signal: AbortSignal): Promise<readonly ContainerUpdate[]> {
    if (!this.#updates) return [];
    const check = (place: Place) => checkedContainers(this.#engines.engineAt(place), place, signal);
    return this.#updates.check((await Promise.all((await this.#engines.places()).map(check))).flat(), signal);
  }

  async executor(path: ExecutorPath): Promise<Executor> {
    const [last, place] = [path.at(-1), await this.#engines.placeOf(path)];
    const own = last?.via === 'container_exec' && place ? ownId(last.target, place) : null;
    if (path.length !== 2 || !last || !place || own?.kind !== 'docker_container')
      throw new AppError(
        'NOT_ALLOWED',
        'No container of a container engine in use is at the end of that path',
      );
    const engine = this.#engines.engineAt(place);
    const container = await wholeContainerId(engine, own.uid, AbortSignal.timeout(engine.timeoutMs));
    if (container === null)
      throw new AppError('NOT_FOUND', `${last.words} no longer exists on ${place.engine}`, {
        resource: last.target,
      });
    return new ContainerExecutor({ engine, container, path });
  }

  async running(signal: AbortSignal): Promise<readonly RunningImage[]> {
    const lists = await Promise.all(
      (await this.#engines.places()).map((place) => running(this.#engines.engineAt(place), place, signal)),
    );
    // An engine at two addresses is asked twice.
    return [...new Map(lists.flat().map((one) => [one.resource, one])).values()];
  }

  /** From the last reading, if it is young enough; otherwise from two. */
  async #measured(engine: Engine, id: string, signal: AbortSignal): Promise<Sample[]> {
    const read = async () =>
      readingOf(
        await engine.ask(
          // Podman knows no one-shot, and is it all the same.
          { method: 'GET', path: `/containers/${id}/stats`, query: { stream: false, 'one-shot': true } },
          Stats,
          signal,
        ),
      );
    let before = this.#readings.get(id);
    let after = await read();
    if (!comparable(before, after)) {
      before = after;
      await wait(SHORTEST_SPAN + 50, signal);
      after = await read();
    }
    this.#keep(id, after);
    return before && comparable(before, after) ? samplesOf(before, after) : [];
  }

  #keep(id: string, reading: Reading): void {
    this.#readings.delete(id);
    this.#readings.set(id, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > MOST_READINGS && oldest !== undefined) this.#readings.delete(oldest);
  }

  /** Only the line that is shown: an approval relies on the container as it is. */
  #withUpdate(resource: Resource): Resource {
    const isNewer = this.#updates?.of(resource.id)?.state === 'available';
    if (!isNewer || !resource.actions.includes('update')) return resource;
    return { ...resource, detail: `update available, ${resource.detail.slice(0, 470)}` };
  }

  #composed({ found, engine, place }: LocatedResource, request: ActionRequest): ComposeParts {
    if (found.kind !== 'compose_project' || !found.resource.actions.includes(request.action))
      throw new AppError(
        'NOT_ALLOWED',
        `${request.resource.name} allows ${found.resource.actions.join(', ')} now.`,
      );
    return {
      ...{ engine, place, request, project: found.info },
      executor: () => this.#hostExecutor(place.host),
    };
  }

  async #there(resource: Resource, signal: AbortSignal): Promise<LocatedResource> {
    const located = await this.#engines.findAgain(resource, signal);
    if (located) return located;
    const { id, name } = resource;
    throw new AppError('NOT_FOUND', `${name} is not there any more: look for it anew`, { resource: id });
  }
}
