// Six things of the demo to act on, behind the same interface as real ones: found, looked into, measured, started and stopped, proven. They live in
// memory and reach nothing outside of this process. Made by core with `--demo` alone. Source: agent, What it acts on.
import { AppError } from '../../../../shared/model/envelope.ts';
import type {
  ExecutorPath,
  Inspection,
  LogLine,
  Resource,
  Sample,
} from '../../../../shared/model/resource.ts';
import type { Executor } from '../../executor.ts';
import type {
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Discovery,
  LogRequest,
  Provider,
  Verification,
} from '../../provider.ts';
import { type Before, DONE, planOf, verificationOf } from './actions.ts';
import { DemoExecutor } from './executor.ts';
import { samplesOf } from './figures.ts';
import { inspectionOf, resourceOf } from './shown.ts';
import { NODE, THINGS, type Thing, thingOf } from './things.ts';
import type { World } from './world.ts';

export class DemoProvider implements Provider {
  readonly name = 'demo';
  readonly kinds = ['node', 'lxc', 'docker_container', 'service', 'storage'] as const;
  readonly #world: World;
  /** How each was when something was last done to it. */
  readonly #before = new Map<string, Before>();

  #isGone = false;

  constructor(world: World) {
    this.#world = world;
  }

  /** From now on there is nothing of it. */
  leave(): void {
    this.#isGone = true;
  }

  async discover(): Promise<Discovery> {
    if (this.#isGone) return { resources: [], off: 'The demo was removed.' };
    return { resources: THINGS.map((thing) => resourceOf(this.#world, thing)), off: null };
  }

  async find(id: string): Promise<Resource | null> {
    const thing = this.#isGone ? undefined : thingOf(id);
    return thing ? resourceOf(this.#world, thing) : null;
  }

  async inspect(resource: Resource): Promise<Inspection> {
    return inspectionOf(this.#world, must(resource));
  }

  async metrics(resource: Resource): Promise<readonly Sample[]> {
    return samplesOf(this.#world, must(resource));
  }

  async *logs(resource: Resource, { tail, follow }: LogRequest, signal: AbortSignal): AsyncIterable<LogLine> {
    const { id, kind, name } = must(resource);
    if (kind === 'storage') throw new AppError('NOT_ALLOWED', `${name} has no log: a storage writes none.`);
    const { journal } = this.#world;
    if (follow) yield* journal.follow(id, tail, signal);
    else yield* journal.last(id, tail);
  }

  async plan(request: ActionRequest): Promise<ActionPlan> {
    return planOf(this.#world, must(request.resource), request);
  }

  async act({ resource, action }: ActionRequest, { signal, progress }: ActionRun): Promise<ActionOutcome> {
    const thing = must(resource);
    this.#before.set(thing.id, { starts: this.#world.run(thing.id).starts });
    progress(0, 1);
    await this.#world.act(thing, action, signal);
    progress(1, 1);
    return { summary: DONE[action] ?? action, exitCode: thing.kind === 'lxc' ? null : 0 };
  }

  async verify({ resource, action }: ActionRequest): Promise<Verification> {
    const thing = must(resource);
    return verificationOf(this.#world, thing, action, this.#before.get(thing.id));
  }

  /** Of a way that leads through the demo's node; null for any other. */
  executor(path: ExecutorPath): Executor | null {
    return !this.#isGone && path[0]?.target === NODE ? new DemoExecutor(this.#world, path) : null;
  }
}

/** @throws AppError NOT_FOUND */
function must({ id, name }: Resource): Thing {
  const thing = thingOf(id);
  if (thing) return thing;
  throw new AppError('NOT_FOUND', `${name} is not there any more: look for it anew.`, { resource: id });
}
