// For tests: a world of resources that change when told to, and remember what was done to them. Everything that is asked of it or done to it can be
// held until the test lets it go on, so that a test says what happens before what.
import type { Plan } from '../../../../shared/model/approval.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Risk } from '../../../../shared/model/resource.ts';
import { MemoLog, type TempStore } from '../../../store/testing/temp-store.ts';
import { Approvals } from '../approvals.ts';
import type { Planned } from '../planned.ts';

export interface Done {
  readonly resource: string;
  /** Of the resource, as it was when it was looked at for the last time: what comes after that no look can see. */
  readonly version: number;
  readonly how: string;
  readonly by: string;
}

export class World {
  readonly done: Done[] = [];
  readonly versions = new Map<string, number>();
  readonly secrets = new Set<string>();
  readonly gone = new Set<string>();
  /** Digests of the files that a plan relies on, by path; null: not covered. */
  readonly files = new Map<string, string | null>();
  risk: Risk = 'medium';
  within: string[] = [];
  argv: string[] | null = null;
  /** What waits to go on, oldest first. */
  readonly held: { readonly what: string; readonly go: () => void }[] = [];
  holding = new Set<'plan' | 'perform' | 'verify'>();
  works = true;
  /** What must never be, and was. */
  readonly faults: string[] = [];
  /** By resource: when it was marked "never touch", in ticks of this world. */
  readonly #locked = new Map<string, number>();
  readonly #atWork = new Set<{ readonly resource: string; readonly isAlive: () => boolean }>();
  #tick = 0;

  /** The mark is on record. */
  lock(resource: string): void {
    this.#locked.set(resource, ++this.#tick);
  }

  unlock(resource: string): void {
    this.#locked.delete(resource);
  }

  versionOf(resource: string): number {
    return this.versions.get(resource) ?? 1;
  }

  change(resource: string): void {
    this.versions.set(resource, this.versionOf(resource) + 1);
  }

  /** What a process of this world plans; `isAlive` false: it was killed, and does nothing any more. */
  async plan(given: Readonly<Record<string, unknown>>, by: string, isAlive: () => boolean): Promise<Planned> {
    await this.#hold('plan');
    const resource = String(given.resource);
    const how = String(given.how ?? 'restart');
    if (this.gone.has(resource) || resource.includes('gone'))
      throw new AppError('NOT_FOUND', `${resource} is not there any more.`);
    const version = this.versionOf(resource);
    const plannedAt = ++this.#tick;
    const world = this;
    const plan: Plan = {
      ...{ tool: 'control', verb: 'Restart', action: 'restart' },
      resource: {
        id: resource,
        kind: 'docker_container',
        name: resource.split(':').at(-1) ?? '',
        place: '',
        within: this.within,
      },
      path: [{ via: 'api', target: 'host:here', words: 'socket' }],
      runs: `POST /containers/${resource}/${how}`,
      argv: this.argv,
      ...{ risk: this.risk, because: 'of the test', description: `Restart ${resource}`, preview: null },
      ...{ evidence: 'verified', undo: null, takeBack: null, long: false },
      files: [...this.files].map(([path, sha256]) =>
        sha256 === null
          ? { covered: false, path, reason: 'it cannot be read' }
          : { covered: true, path, size: 1, sha256, text: null, after: null },
      ),
      preconditions: [{ what: 'it is as it was', digest: `version ${version}` }],
    };
    return {
      plan,
      arguments: given,
      async perform() {
        if (!isAlive()) return await new Promise<never>(() => undefined);
        const atWork = { resource, isAlive };
        world.#blame(resource, plannedAt);
        world.#atWork.add(atWork);
        try {
          // It happens as soon as it is asked for; the answer may take its time.
          world.done.push({ resource, version, how, by });
          world.change(resource);
          await world.#hold('perform');
          if (!isAlive()) return await new Promise<never>(() => undefined);
          if (!world.works) throw new AppError('EXECUTION_FAILED', 'it would not');
          return { summary: 'restarted', exitCode: null, output: null };
        } finally {
          world.#atWork.delete(atWork);
        }
      },
      async verify() {
        await world.#hold('verify');
        return { ok: world.works, evidence: `version ${world.versionOf(resource)}` };
      },
    };
  }

  /** A mark from before it was looked at for the last time counts, and so does another who is at work. */
  #blame(resource: string, plannedAt: number): void {
    const lockedAt = this.#locked.get(resource);
    if (lockedAt !== undefined && lockedAt < plannedAt)
      this.faults.push(`${resource} was written while locked`);
    for (const other of this.#atWork)
      if (other.resource === resource && other.isAlive())
        this.faults.push(`${resource} was written by two at once`);
  }

  /** Resolves once something waits. */
  async holds(): Promise<void> {
    while (this.held.length === 0) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets one go on that waits; the oldest unless told otherwise. */
  release(nth = 0): boolean {
    const [next] = this.held.splice(this.held.length === 0 ? 0 : nth % this.held.length, 1);
    next?.go();
    return next !== undefined;
  }

  async #hold(what: 'plan' | 'perform' | 'verify'): Promise<void> {
    if (!this.holding.has(what)) return;
    await new Promise<void>((go) => this.held.push({ what, go }));
  }
}

export interface Console extends AsyncDisposable {
  readonly approvals: Approvals;
  readonly asked: string[];
  /** From now on this process does nothing any more. */
  kill(): void;
}

let ids = 0;

/** A process over the store: with the same `host` it is the one that was started again. */
export async function consoleOver(
  temp: TempStore,
  world: World,
  host = 'here',
  store = temp.store,
): Promise<Console> {
  let alive = true;
  const asked: string[] = [];
  const never = () => new Promise<never>(() => undefined);
  // A process that was killed writes no more; what it was writing is written whole or not at all.
  const write: typeof store.write = (work, ...more) => (alive ? store.write(work, ...more) : never());
  const approvals = new Approvals({
    ...{ clock: temp.clock, log: new MemoLog() as never, host },
    store: { write, reader: store.reader },
    ids: () => `id-${String(++ids).padStart(6, '0')}`,
    expiryMs: () => 300_000,
    replan: (_tool, given) => world.plan(given, host, () => alive),
    isGone: async (id) => world.gone.has(id),
    redact: (text) =>
      [...world.secrets].reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text),
    startTask: ({ work }) => void work({ signal: new AbortController().signal, progress: () => undefined }),
    counted: { approval: () => undefined, execution: () => undefined },
    onChange: () => undefined,
    onAsked: ({ id }) => void asked.push(id),
  });
  await approvals.recover();
  return {
    approvals,
    asked,
    kill: () => {
      alive = false;
    },
    async [Symbol.asyncDispose]() {
      if (alive) await approvals.close();
    },
  };
}

/** Asks for a resource to be restarted. */
export async function askFor(
  { approvals }: Console,
  world: World,
  resource: string,
  more: Record<string, unknown> = {},
  by = 'ada',
) {
  const planned = await world.plan({ resource, ...more }, 'asker', () => true);
  return await approvals.ask(planned, { by, session: 's1' });
}
