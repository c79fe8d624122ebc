// Starts, stops and restarts a service, and proves that it came to be by asking systemd anew. A fixed argument vector, never a
// shell; never the unit this program runs in. How it was before it was acted on is kept in memory: after a crash in between, what
// cannot be proven is said to be unproven. Called by services.ts. Source: agent, D2, What it acts on (host).
import type { Clock } from '../../../../../shared/model/clock.ts';
import { AppError } from '../../../../../shared/model/envelope.ts';
import type { Executor } from '../../../executor.ts';
import type { ActionOutcome, ActionPlan, ActionRequest, ActionRun, Verification } from '../../../provider.ts';
import { actionsOf } from './service-resource.ts';
import type { Unit } from './unit.ts';
import type { Units } from './units.ts';

export type ServiceVerb = 'start' | 'stop' | 'restart';
const VERBS: readonly string[] = ['start', 'stop', 'restart'] satisfies ServiceVerb[];
const DONE: Readonly<Record<ServiceVerb, string>> = {
  start: 'started',
  stop: 'stopped',
  restart: 'restarted',
};

const UNDO: Readonly<Record<ServiceVerb, string | null>> = {
  start: 'Stop it again.',
  stop: 'Start it again.',
  restart: null,
};

/** A unit gets 90 s to start and as long to stop, unless it says otherwise. */
const ACT_MS = 200_000;
const POLL_MS = 250;
/** A service that is up at two looks that far apart did not end at once. */
const SETTLE_MS = 750;
/** Of what was acted on, how it was before. */
const MOST_KEPT = 200;

interface Parts {
  readonly units: Units;
  readonly executor: Executor;
  readonly clock: Clock;
  readonly ownUnits: () => Promise<readonly string[]>;
}

export class ServiceActions {
  readonly #parts: Parts;
  readonly #before = new Map<string, Unit>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param name the unit's. @throws AppError NOT_ALLOWED, NOT_FOUND, UNAVAILABLE */
  async plan(name: string, request: ActionRequest, signal: AbortSignal): Promise<ActionPlan> {
    const { verb } = await this.#allowed(name, request.action, signal);
    const argv = argvOf(verb, name);
    const [path] = request.resource.reachableVia;
    if (!path) throw new AppError('NOT_ALLOWED', `Nothing here reaches ${name}.`);
    const runs = `systemctl ${verb} ${name}`;
    return { runs, argv, path, undo: UNDO[verb], preview: null, long: false };
  }

  /** @throws AppError NOT_ALLOWED, NOT_FOUND, UNAVAILABLE, EXECUTION_FAILED, TIMEOUT, CANCELLED */
  async act(name: string, request: ActionRequest, { signal }: ActionRun): Promise<ActionOutcome> {
    const { verb, unit } = await this.#allowed(name, request.action, signal);
    this.#remember(request.resource.id, unit);
    const { exitCode, stderr } = await this.#parts.executor.run(
      { argv: argvOf(verb, name), timeoutMs: ACT_MS, maxOutputBytes: 64 * 1024, writes: true },
      signal,
    );
    if (exitCode === 0) return { summary: DONE[verb], exitCode };
    const said = stderr.trim().slice(0, 500) || `systemctl ended with ${exitCode ?? 'a signal'}`;
    throw new AppError('EXECUTION_FAILED', `${name} was not ${DONE[verb]}: ${said}`, { exit_code: exitCode });
  }

  async verify(name: string, request: ActionRequest, signal: AbortSignal): Promise<Verification> {
    const verb = verbOf(request.action);
    const before = this.#before.get(request.resource.id) ?? null;
    let seen: Verification = { ok: false, evidence: `systemd was not asked about ${name}` };
    let upSince = { invocation: '', at: 0 };
    while (!signal.aborted) {
      const unit = await this.#parts.units.one(name, signal).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
      if (unit === undefined) break;
      seen = judge(verb, name, before, unit);
      if (isFinal(verb, unit, seen.ok === true)) return seen;
      const now = this.#parts.clock.monotonic();
      const invocation = seen.ok && unit ? unit.invocation : '';
      if (invocation !== upSince.invocation) upSince = { invocation, at: now };
      if (invocation !== '' && now - upSince.at >= SETTLE_MS) return seen;
      await pause(this.#parts.clock, POLL_MS, signal);
    }
    return { ok: false, evidence: `${seen.evidence}; it had not settled when time was up` };
  }

  async #allowed(
    name: string,
    action: string,
    signal: AbortSignal,
  ): Promise<{ verb: ServiceVerb; unit: Unit }> {
    const verb = verbOf(action);
    const unit = await this.#parts.units.one(name, signal);
    if (!unit) throw new AppError('NOT_FOUND', `There is no service ${name}: list the services of the host.`);
    const own = await this.#parts.ownUnits();
    if (own.includes(name) && verb !== 'start') {
      throw new AppError('NOT_ALLOWED', `${name} is what this program runs in: ${verb} it from outside.`);
    }
    if (!actionsOf(unit, own).includes(verb)) {
      throw new AppError('NOT_ALLOWED', `${name} is ${unit.active} (${unit.load}): there is no ${verb} now.`);
    }
    return { verb, unit };
  }

  #remember(id: string, unit: Unit): void {
    this.#before.delete(id);
    this.#before.set(id, unit);
    const [oldest] = this.#before.keys();
    if (this.#before.size > MOST_KEPT && oldest !== undefined) this.#before.delete(oldest);
  }
}

/** Whether a unit is as the action promised. @param before null when nobody knows how it was */
export function judge(verb: ServiceVerb, name: string, before: Unit | null, unit: Unit | null): Verification {
  if (!unit) return { ok: verb === 'stop', evidence: `systemd knows no ${name}` };
  const now = `${name} is ${unit.active} (${unit.sub})`;
  if (verb === 'stop') return { ok: unit.active === 'inactive' || unit.active === 'failed', evidence: now };
  const since = unit.activeSince === '' ? now : `${now} since ${unit.activeSince}`;
  const ranAndEnded = unit.active === 'inactive' && unit.result === 'success';
  if (!before) {
    const unproven = `${since}; how it was before is not known`;
    return verb === 'start' && unit.active === 'active'
      ? { ok: true, evidence: since }
      : { ok: false, evidence: unproven };
  }
  const isAnother = unit.invocation !== before.invocation && unit.invocation !== '';
  const evidence = isAnother
    ? `${since}; another run than before (${before.active} since ${before.activeSince || 'never'})`
    : `${since}; the same run as before`;
  return { ok: isAnother && (unit.active === 'active' || ranAndEnded), evidence };
}

/** Nothing more will come of it by itself; of what is up nobody knows before it has been so for a moment. */
function isFinal(verb: ServiceVerb, unit: Unit | null, isOk: boolean): boolean {
  if (!unit) return true;
  return isOk
    ? unit.active !== 'active' || unit.sub === 'exited'
    : verb !== 'stop' && unit.active === 'failed';
}

function verbOf(action: string): ServiceVerb {
  if (VERBS.includes(action)) return action as ServiceVerb;
  throw new AppError('NOT_ALLOWED', `A service is started, stopped or restarted; there is no ${action}.`);
}

function argvOf(verb: ServiceVerb, name: string): readonly [string, ...string[]] {
  return ['systemctl', '--no-ask-password', '--no-pager', verb, '--', name];
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => end());
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
