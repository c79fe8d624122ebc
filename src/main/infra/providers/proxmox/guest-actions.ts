// What can be done to a guest: the exact call of each action, waiting for its task to end, and looking afterwards whether the guest
// is as it should be. Never judges by the call's answer alone. Called by the provider. Source: agent, What it acts on, Approvals.
import type { Clock } from '../../../../shared/model/clock.ts';
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName, Resource } from '../../../../shared/model/resource.ts';
import { actionRule } from '../../../../shared/model/resource-actions.ts';
import type { ActionOutcome, ActionPlan, ActionRequest, ActionRun, Verification } from '../../provider.ts';
import { lookUntil } from '../remote/wait.ts';
import { spanWords } from '../remote/words.ts';
import type { ProxmoxApi } from './api.ts';
import { type GuestPlace, guestPath } from './ids.ts';
import { awaitTask } from './task-end.ts';
import { GuestStatus } from './wire.ts';

interface Step {
  readonly wanted: 'running' | 'stopped';
  readonly done: string;
  readonly undo: string | null;
  readonly preview: string | null;
  readonly long: boolean;
}

const STEPS: Readonly<Partial<Record<ActionName, Step>>> = {
  start: { wanted: 'running', done: 'started', undo: 'Shut it down again.', preview: null, long: false },
  shutdown: {
    wanted: 'stopped',
    done: 'shut down',
    undo: 'Start it again.',
    preview: 'It is asked to end by itself; when it does not within the time, it keeps running.',
    long: true,
  },
  reboot: {
    wanted: 'running',
    done: 'rebooted',
    undo: null,
    preview: 'It is asked to end by itself and started again; changes that wait for a restart take effect.',
    long: true,
  },
  stop: {
    wanted: 'stopped',
    done: 'stopped',
    undo: 'Start it again; what it had not written is lost.',
    preview: 'It is switched off at once: what it has not written is lost.',
    long: false,
  },
};

const VERIFY_MS = 2 * 60_000;
/** Between what two clocks call a second. */
const SLACK_S = 5;
const MAX_REMEMBERED = 1000;

interface Planned {
  readonly step: Step;
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
}

/** @throws AppError NOT_ALLOWED, INVALID_INPUT */
function planned(place: GuestPlace, { resource, action, arguments: given }: ActionRequest): Planned {
  const step = STEPS[action];
  const rule = actionRule(resource.kind, action);
  if (step === undefined || rule === undefined || !resource.actions.includes(action)) {
    throw new AppError(
      'NOT_ALLOWED',
      `${resource.name} allows no ${action} as it is now (${resource.detail}).`,
    );
  }
  const read = rule.arguments.safeParse(given);
  if (!read.success) {
    throw new AppError(
      'INVALID_INPUT',
      `${action} of ${resource.name}: ${read.error.issues[0]?.message ?? 'unreadable arguments'}.`,
    );
  }
  const { timeout_s: seconds } = read.data as { timeout_s?: number };
  return {
    step,
    path: `${guestPath(place)}/status/${action}`,
    form: seconds === undefined ? {} : { timeout: String(seconds) },
  };
}

export function planGuest(place: GuestPlace, request: ActionRequest, url: string): ActionPlan {
  const { step, path, form } = planned(place, request);
  const words = Object.entries(form).map(([name, value]) => ` ${name}=${value}`);
  return {
    runs: `POST ${path}${words.join('')}`,
    argv: null,
    path: [{ via: 'api', target: request.resource.id, words: url }],
    undo: step.undo,
    preview: step.preview,
    long: step.long,
  };
}

export class GuestActions {
  readonly #clock: Clock;
  /** When a reboot began here, by resource: what its uptime is held against. */
  readonly #began = new Map<string, { readonly uptime: number; readonly at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async act(
    api: ProxmoxApi,
    place: GuestPlace,
    request: ActionRequest,
    run: ActionRun,
  ): Promise<ActionOutcome> {
    const { step, path, form } = planned(place, request);
    if (request.action === 'reboot') await this.#remember(api, place, request.resource, run.signal);
    run.progress(0, 1);
    const task = await api.begin(path, form, run.signal);
    await awaitTask({ api, clock: this.#clock, node: place.node, task }, run.signal);
    run.progress(1, 1);
    return { summary: step.done, exitCode: null };
  }

  /** Asks the node until the guest is as the action promised. */
  async verify(
    api: ProxmoxApi,
    place: GuestPlace,
    request: ActionRequest,
    signal: AbortSignal,
  ): Promise<Verification> {
    const step = STEPS[request.action];
    if (step === undefined) return { ok: false, evidence: `there is no ${request.action} of a guest` };
    let evidence = 'nothing seen yet';
    const seen = await lookUntil(this.#clock, VERIFY_MS, signal, async () => {
      const now = await this.#status(api, place, signal);
      const uptime = now.uptime ?? 0;
      evidence = now.status === 'running' ? `running, up ${spanWords(uptime)}` : now.status;
      const isThere = now.status === step.wanted && (now.lock ?? '') === '';
      if (now.lock !== null && now.lock !== '') evidence += `, locked: ${now.lock}`;
      if (!isThere) return undefined;
      if (request.action !== 'reboot') return { ok: true, evidence };
      return this.#isRebooted(request.resource.id, uptime) ? { ok: true, evidence } : undefined;
    });
    return (
      seen ?? {
        ok: false,
        evidence: `${evidence}; wanted ${step.wanted}${request.action === 'reboot' ? ' since the reboot' : ''}`,
      }
    );
  }

  async #status(api: ProxmoxApi, place: GuestPlace, signal: AbortSignal): Promise<GuestStatus> {
    return (await api.get(`${guestPath(place)}/status/current`, GuestStatus, signal)).data;
  }

  async #remember(api: ProxmoxApi, place: GuestPlace, { id }: Resource, signal: AbortSignal): Promise<void> {
    const { uptime } = await this.#status(api, place, signal);
    if (this.#began.size >= MAX_REMEMBERED) this.#began.clear();
    this.#began.set(id, { uptime: uptime ?? 0, at: this.#clock.monotonic() });
  }

  /** Up for less time than has passed, and for less than it would be, had it run on. */
  #isRebooted(id: string, uptime: number): boolean {
    const began = this.#began.get(id);
    if (began === undefined) return false;
    const passed = (this.#clock.monotonic() - began.at) / 1000;
    return uptime <= passed + SLACK_S && uptime < began.uptime + passed;
  }
}
