// The demo's things as they are at this moment: what runs since when, what is done to it, and what that does to what lies in it. In memory: a demo that is
// started again begins anew. Changes itself only by `act`; owns no words of the provider's. Called by provider.ts.
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName } from '../../../../shared/model/resource.ts';
import { caddyfileProblem } from './caddyfile.ts';
import { Files } from './files.ts';
import { Journal } from './journal.ts';
import { ALLOWED, CADDY, type Condition, JELLYFIN, PAPERLESS, THINGS, type Thing, within } from './things.ts';

const HOUR = 3_600_000;

export interface Run {
  readonly condition: Condition;
  /** Epoch milliseconds; null while it does not run. */
  readonly since: number | null;
  /** How often it was started since the demo began. */
  readonly starts: number;
  /** Something is being done to it. */
  readonly busy: boolean;
  /** It ran when what it is in was stopped, and comes back with that. */
  readonly comesBack: boolean;
}

/** What an action leads to. */
const LEADS_TO: Readonly<Partial<Record<ActionName, Condition>>> = {
  ...{ start: 'running', restart: 'running', reboot: 'running', resume: 'running' },
  ...{ stop: 'stopped', shutdown: 'stopped', kill: 'stopped', pause: 'paused' },
};

const STARTED: Readonly<Record<string, string>> = {
  [JELLYFIN]: '[INF] Kestrel is listening on 0.0.0.0:8096',
  [PAPERLESS]: '[INFO] [celery] Worker ready; 0 tasks wait',
  [CADDY]: 'serving initial configuration',
};

export class World {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly files: Files;
  /** How long something takes that is done, in milliseconds. */
  readonly #paceMs: number;
  readonly #runs = new Map<string, Run>();

  constructor({ clock, paceMs }: { readonly clock: Clock; readonly paceMs: number }) {
    this.clock = clock;
    this.#paceMs = paceMs;
    const now = clock.now();
    this.journal = new Journal(now);
    this.files = new Files((id) => this.journal.text(id));
    for (const { id, upHours } of THINGS)
      this.#runs.set(id, {
        ...{ condition: 'running', since: upHours === null ? null : now - upHours * HOUR },
        ...{ starts: 0, busy: false, comesBack: false },
      });
  }

  /** @throws AppError NOT_FOUND */
  run(id: string): Run {
    const run = this.#runs.get(id);
    if (run) return run;
    throw new AppError('NOT_FOUND', `There is no ${id.slice(0, 200)} in the demo.`);
  }

  /** Whether what it lies in runs. */
  isReachable({ parent }: Thing): boolean {
    return parent === null || this.run(parent).condition === 'running';
  }

  allowed(thing: Thing): readonly ActionName[] {
    const { condition, busy } = this.run(thing.id);
    return busy || !this.isReachable(thing) ? [] : (ALLOWED[thing.kind]?.[condition] ?? []);
  }

  /** Hours it has been up; 0 while it does not run. */
  upHours(id: string): number {
    const { since } = this.run(id);
    return since === null ? 0 : Math.max(0, this.clock.now() - since) / HOUR;
  }

  /** Does it, once. @throws AppError UNAVAILABLE, NOT_ALLOWED, EXECUTION_FAILED, CANCELLED */
  async act(thing: Thing, action: ActionName, signal: AbortSignal): Promise<void> {
    if (!this.isReachable(thing))
      throw new AppError('UNAVAILABLE', `${thing.targetHost} does not run: nothing in it can be reached.`);
    const wanted = LEADS_TO[action];
    if (wanted === undefined || !this.allowed(thing).includes(action))
      throw new AppError(
        'NOT_ALLOWED',
        `${thing.name} is ${this.run(thing.id).condition} and allows no ${action}.`,
      );
    this.#change(thing.id, { busy: true });
    try {
      await this.#while(signal);
      if (wanted === 'running') this.#start(thing, action);
      else this.#end(thing, wanted, false);
    } finally {
      this.#change(thing.id, { busy: false });
    }
  }

  #start(thing: Thing, action: ActionName): void {
    const { id } = thing;
    const { since, starts } = this.run(id);
    const now = this.clock.now();
    if (action === 'resume') {
      this.#change(id, { condition: 'running' });
      this.journal.write(id, now, 'resumed');
      return;
    }
    if (action !== 'start') this.journal.write(id, now, `stopping for a ${action}`);
    const problem = id === CADDY ? caddyfileProblem(this.files.caddyfile()) : null;
    if (problem !== null) {
      this.#change(id, { condition: 'failed', since: null });
      this.journal.write(id, now, `!adapting config using caddyfile: ${problem}`);
      throw new AppError('EXECUTION_FAILED', `caddy.service failed to start: ${problem}`);
    }
    // A start is later than the one before, whatever the clock of the host says.
    this.#change(id, { condition: 'running', since: Math.max(now, (since ?? 0) + 1), starts: starts + 1 });
    this.journal.write(id, now, STARTED[id] ?? 'started');
    for (const inner of within(id))
      if (this.run(inner.id).comesBack || action === 'reboot') this.#back(inner);
  }

  /** What ran in something comes back with it. */
  #back(thing: Thing): void {
    const { condition, comesBack } = this.run(thing.id);
    this.#change(thing.id, { comesBack: false });
    if (!comesBack && condition !== 'running') return;
    try {
      this.#start(thing, 'start');
    } catch {
      // It says so itself, by its state and in its log: what it is in runs all the same.
    }
  }

  #end({ id }: Thing, condition: Condition, comesBack: boolean): void {
    const since = condition === 'paused' ? this.run(id).since : null;
    this.#change(id, { condition, since, comesBack });
    this.journal.write(id, this.clock.now(), condition === 'paused' ? 'paused' : 'stopped');
    if (condition !== 'stopped') return;
    for (const inner of within(id)) {
      const was = this.run(inner.id).condition;
      if (was === 'running' || was === 'paused') this.#end(inner, 'stopped', was === 'running');
    }
  }

  #change(id: string, change: Partial<Run>): void {
    this.#runs.set(id, { ...this.run(id), ...change });
  }

  /** @throws AppError CANCELLED */
  async #while(signal: AbortSignal): Promise<void> {
    const cancelled = () => new AppError('CANCELLED', 'It was cancelled before it was done.');
    if (signal.aborted) throw cancelled();
    if (this.#paceMs <= 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stop = this.clock.after(this.#paceMs, resolve);
    const giveUp = () => reject(cancelled());
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      stop();
      signal.removeEventListener('abort', giveUp);
    }
  }
}
