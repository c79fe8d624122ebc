// The containers provider: containers, images, volumes and networks of one Docker or Podman engine, over its socket. It never starts a
// program of the engine's, never gives out the value of an environment variable, and opens one connection a call. Opened by core;
// called by the inventory, the hands and the sampler. Source: agent, What it acts on.
import { stat } from 'node:fs/promises';
import { setTimeout as later } from 'node:timers/promises';
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
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Discovery,
  LogRequest,
  Provider,
  RunningImage,
  Verification,
} from '../../provider.ts';
import { perform, planOf } from './actions.ts';
import { CONTAINER_KINDS, everything, type Found, imageNamed, one, ownId, running } from './catalogue.ts';
import type { Place } from './container-resource.ts';
import { Engine } from './engine.ts';
import { inspectionOf } from './inspection.ts';
import { logLines } from './logs.ts';
import { Stats } from './shapes.ts';
import { type ContainersConfig, findSocket } from './socket.ts';
import { comparable, type Reading, readingOf, SHORTEST_SPAN, samplesOf } from './stats.ts';
import { type Pace, verification } from './verify.ts';

export { ContainersConfig } from './socket.ts';

export interface ContainersParts {
  readonly config: ContainersConfig;
  /** This machine's name, as ids have it. */
  readonly hostname: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a socket lies there; left out: looked for on the disk. */
  isSocket?(path: string): Promise<boolean>;
  /** How long the engine may take for a plain call, ms. */
  readonly timeoutMs?: number;
  readonly pace?: Pace;
}

/** The provider, and the way into what it found. */
export interface Containers extends Provider {
  /** Runs programs in the container a path ends in. @throws AppError NOT_ALLOWED for another path, UNAVAILABLE */
  executor(path: ExecutorPath): Promise<Executor>;
  /** What runs now; nothing where there is no engine. @throws AppError UNAVAILABLE */
  running(signal: AbortSignal): Promise<readonly RunningImage[]>;
}

const TIMEOUT_MS = 10_000;
const PACE: Pace = { againMs: 300, looks: 40, settleMs: 1000 };
/** Most containers whose last reading is kept. */
const MOST_READINGS = 2000;

export function openContainers(parts: ContainersParts): Containers {
  return new EngineProvider(parts);
}

class EngineProvider implements Containers {
  readonly name = 'containers';
  readonly kinds = CONTAINER_KINDS;
  readonly #parts: ContainersParts;
  readonly #host: string;
  readonly #readings = new Map<string, Reading>();
  #engine: Engine | null = null;

  constructor(parts: ContainersParts) {
    this.#parts = parts;
    this.#host = parts.config.host ?? parts.hostname;
  }

  async discover(signal: AbortSignal): Promise<Discovery> {
    const socket = await this.#socket();
    if ('off' in socket) return { resources: [], off: socket.off };
    const engine = this.#engineAt(socket.path);
    return { resources: await everything(engine, this.#place(engine), signal), off: null };
  }

  async find(id: string, signal: AbortSignal): Promise<Resource | null> {
    return (await this.#look(id, signal))?.resource ?? null;
  }

  async inspect(resource: Resource, signal: AbortSignal): Promise<Inspection> {
    return inspectionOf(await this.#there(resource, signal));
  }

  async metrics(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]> {
    const found = await this.#there(resource, signal);
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
    return [...(await this.#measured(found.info.Id, signal)), restarts];
  }

  async *logs(resource: Resource, request: LogRequest, signal: AbortSignal): AsyncIterable<LogLine> {
    const found = await this.#there(resource, signal);
    if (found.kind !== 'docker_container') {
      throw new AppError('NOT_ALLOWED', `${resource.name} has no log: only containers write one`);
    }
    yield* logLines(await this.#reach(), found.info, request, signal);
  }

  async plan(request: ActionRequest, signal: AbortSignal): Promise<ActionPlan> {
    const found = await this.#there(request.resource, signal);
    return planOf(found, request, this.#place(await this.#reach()));
  }

  async act(request: ActionRequest, run: ActionRun): Promise<ActionOutcome> {
    const found = await this.#there(request.resource, run.signal);
    return perform(await this.#reach(), found, request, run);
  }

  async verify(request: ActionRequest, signal: AbortSignal): Promise<Verification> {
    const engine = await this.#reach();
    return verification(
      request,
      {
        look: (within) => this.#look(request.resource.id, within),
        named: (name, within) => imageNamed(engine, name, within),
        wait,
        pace: this.#parts.pace ?? PACE,
      },
      signal,
    );
  }

  async executor(path: ExecutorPath): Promise<Executor> {
    const last = path.at(-1);
    const own = last?.via === 'container_exec' ? ownId(last.target, this.#host) : null;
    if (path.length !== 2 || path[0]?.via !== 'api' || own?.kind !== 'docker_container') {
      throw new AppError('NOT_ALLOWED', `No container of ${this.#host} lies at the end of that way`);
    }
    return new ContainerExecutor({ engine: await this.#reach(), container: own.uid, path });
  }

  async running(signal: AbortSignal): Promise<readonly RunningImage[]> {
    const socket = await this.#socket();
    if ('off' in socket) return [];
    const engine = this.#engineAt(socket.path);
    return running(engine, this.#place(engine), signal);
  }

  /** From the last reading, if it is young enough; otherwise from two. */
  async #measured(id: string, signal: AbortSignal): Promise<Sample[]> {
    const engine = await this.#reach();
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

  async #look(id: string, signal: AbortSignal): Promise<Found | null> {
    const own = ownId(id, this.#host);
    if (!own) return null;
    const engine = await this.#reach();
    return one(engine, this.#place(engine), own, signal);
  }

  async #there({ id, name }: Resource, signal: AbortSignal): Promise<Found> {
    const found = await this.#look(id, signal);
    if (found) return found;
    throw new AppError('NOT_FOUND', `${name} is not there any more: look for it anew`, { resource: id });
  }

  async #reach(): Promise<Engine> {
    const socket = await this.#socket();
    if ('off' in socket) throw new AppError('UNAVAILABLE', socket.off);
    return this.#engineAt(socket.path);
  }

  #socket() {
    const { config, env, isSocket = liesThere } = this.#parts;
    return findSocket({ config, env, isSocket });
  }

  #engineAt(socket: string): Engine {
    if (this.#engine?.socket !== socket) {
      this.#engine = new Engine({ socket, timeoutMs: this.#parts.timeoutMs ?? TIMEOUT_MS });
    }
    return this.#engine;
  }

  #place({ socket }: Engine): Place {
    return { host: this.#host, socket };
  }
}

/** @throws AppError CANCELLED */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await later(ms, undefined, { signal });
  } catch {
    throw new AppError('CANCELLED', 'Stopped while the container engine was asked');
  }
}

async function liesThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isSocket();
  } catch {
    return false;
  }
}
