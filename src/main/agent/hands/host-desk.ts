// The desk at which the operator sees and decides what is done to the host: resources, approvals, rules and locks, as the console's calls and the
// routes of HTTP ask for them. Holds no rule of its own. Source: console, Resources, Approvals.
import type { Approval, ApprovalRule, ResourceLock } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type {
  ActionName,
  LogLine,
  ProviderState,
  ReadConfinement,
  Resource,
} from '../../../shared/model/resource.ts';
import { confinementText } from '../../../shared/resource-words.ts';
import type { Alerts } from '../../infra/alerts/alerts.ts';
import type { Approvals } from '../../infra/approvals/approvals.ts';
import type { RulesAndLocks } from '../../infra/approvals/rules-and-locks.ts';
import type { Hands } from './hands.ts';
import type { HandsParts, Known, Measured } from './parts.ts';

/** What the list shows is no older. */
const LIST_MS = 5_000;

export interface DeskParts {
  readonly hands: Hands;
  readonly approvals: Approvals;
  readonly rulesAndLocks: RulesAndLocks;
  readonly known: Known & { providers(): readonly ProviderState[]; look(): Promise<void> };
  readonly measured: Measured;
  readonly alerts: Alerts;
  readonly checkUpdates: HandsParts['checkUpdates'];
  redact(text: string): string;
  /** How reads are confined there; null where no program runs. */
  confinementOf(resource: Resource): Promise<ReadConfinement | null>;
}

export interface ManySaid {
  readonly id: string;
  readonly approval: Approval | null;
  readonly problem: { readonly code: AppError['code']; readonly message: string } | null;
}

export class HostDesk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  get hands(): Hands {
    return this.#parts.hands;
  }

  get approvals(): Approvals {
    return this.#parts.approvals;
  }

  get alerts(): Alerts {
    return this.#parts.alerts;
  }

  get rules(): RulesAndLocks {
    return this.#parts.rulesAndLocks;
  }

  /** As it is known; null where there is none. */
  resourceOf(id: string | null): Resource | null {
    return this.#parts.known.resources().find((one) => one.id === id) ?? null;
  }

  async resources() {
    const { known, measured, alerts, rulesAndLocks } = this.#parts;
    await known.fresh(LIST_MS);
    return {
      resources: [...known.resources()],
      providers: [...known.providers()],
      alerts: [...measured.alerts()],
      silences: [...alerts.silences()],
      expectations: [...alerts.expectations()],
      locks: await rulesAndLocks.locks(),
    };
  }

  /** Looks at everything anew. */
  async look() {
    await this.#parts.known.look();
    return await this.resources();
  }

  /** Asks the registries which containers have a newer image. @throws AppError UNAVAILABLE, CANCELLED */
  async checkImages(signal: AbortSignal) {
    await this.#parts.checkUpdates(signal);
    return await this.look();
  }

  /** @throws AppError NOT_FOUND, UNAVAILABLE */
  async inspect(id: string, signal: AbortSignal) {
    const { known, redact, confinementOf } = this.#parts;
    const resource = await this.#found(id, signal);
    const [inspection, confinement] = await Promise.all([
      known.inspect(resource, signal),
      confinementOf(resource),
    ]);
    const facts = inspection.facts.map(({ label, value }) => ({ label, value: redact(value) }));
    const reads = confinement === null ? [] : [{ label: 'reads', value: confinementText(confinement) }];
    return {
      inspection: { ...inspection, facts: [...facts, ...reads] },
      within: [...known.within(resource)],
      route: known.routeOf(resource),
    };
  }

  series(id: string, minutes: number) {
    return { series: [...this.#parts.measured.series(id, minutes)] };
  }

  /** Lines as they come, without secrets. @throws AppError NOT_FOUND, NOT_ALLOWED for what has no log */
  async *logs(
    id: string,
    request: { readonly tail: number; readonly follow: boolean },
    signal: AbortSignal,
  ): AsyncGenerator<LogLine> {
    const { known, redact } = this.#parts;
    const resource = await this.#found(id, signal);
    for await (const line of known.providerOf(resource).logs(resource, request, signal))
      yield { ...line, text: redact(line.text) };
  }

  /** @throws AppError */
  propose(
    wish: { readonly id: string; readonly action: ActionName; readonly arguments: Record<string, unknown> },
    by: string,
  ): Promise<Approval> {
    const { id: resource, action, arguments: given } = wish;
    return this.#ask('control', { resource, action, arguments: given }, by);
  }

  /**
   * Asks for what takes back what an approval has done.
   * @throws AppError NOT_FOUND, NOT_ALLOWED for what was not done or cannot be taken back, and whatever asking for it throws
   */
  async takeBack(id: string, by: string): Promise<Approval> {
    const { here, plan, execution } = await this.#parts.approvals.get(id);
    if (!here) throw new AppError('NOT_ALLOWED', 'It was done by another console: take it back there.');
    if (execution?.state !== 'done')
      throw new AppError('NOT_ALLOWED', 'It was not done, or not all of it: there is nothing to take back.');
    if (plan.takeBack === null)
      throw new AppError('NOT_ALLOWED', plan.undo ?? 'What it did cannot be taken back.');
    return await this.#ask(plan.takeBack.tool, plan.takeBack.arguments, by);
  }

  /** The operator's own wish passes the same gates as anybody's. */
  async #ask(tool: string, given: Readonly<Record<string, unknown>>, by: string): Promise<Approval> {
    const { hands, approvals } = this.#parts;
    const answer = await hands.call(
      { tool, by, session: null, permission: 'assistant', arguments: given },
      approvals,
    );
    if (!answer.ok) throw asThrown(answer.error);
    if (!('approval' in answer)) throw new AppError('INTERNAL', 'A wish came back as a result.');
    return answer.approval;
  }

  async approvalsState(): Promise<{ pending: Approval[]; running: Approval[]; rules: ApprovalRule[] }> {
    const { approvals, rulesAndLocks } = this.#parts;
    const [pending, approved, rules] = await Promise.all([
      approvals.list({ status: 'pending', limit: 200 }),
      approvals.list({ status: 'approved', limit: 50 }),
      rulesAndLocks.rules(),
    ]);
    const running = approved.filter(({ execution }) => execution?.state === 'started');
    return { pending: pending.toReversed(), running, rules };
  }

  /**
   * Several of one shape. One that is refused does not hold the others.
   * @throws AppError INVALID_INPUT when they differ, or one is high risk
   */
  async approveMany(
    items: readonly { readonly id: string; readonly planHash: string }[],
    by: string,
  ): Promise<ManySaid[]> {
    const { approvals } = this.#parts;
    const asked = await Promise.all(items.map(({ id }) => approvals.get(id)));
    if (new Set(asked.map(({ shape }) => shape)).size > 1)
      throw new AppError(
        'INVALID_INPUT',
        'These are not the same thing to be done: approve them one by one.',
      );
    if (asked.some(({ plan }) => plan.risk === 'high'))
      throw new AppError('INVALID_INPUT', 'High risk is approved one by one, with the name typed.');
    return await each(items, ({ id, planHash }) => approvals.approve(id, { by, planHash }));
  }

  denyMany(ids: readonly string[], reason: string, by: string): Promise<ManySaid[]> {
    return each(
      ids.map((id) => ({ id })),
      ({ id }) => this.#parts.approvals.deny(id, reason, by),
    );
  }

  /** @throws AppError NOT_FOUND */
  async lock(id: string, note: string, by: string): Promise<ResourceLock[]> {
    const { known, rulesAndLocks } = this.#parts;
    await known.fresh();
    const { exact } = known.resolve(id);
    if (!exact) throw new AppError('NOT_FOUND', `There is no ${id.slice(0, 200)}.`);
    await rulesAndLocks.lock(exact, note, by);
    return await rulesAndLocks.locks();
  }

  async unlock(id: string, by: string): Promise<ResourceLock[]> {
    await this.#parts.rulesAndLocks.unlock(id, by);
    return await this.#parts.rulesAndLocks.locks();
  }

  async #found(id: string, signal: AbortSignal): Promise<Resource> {
    const found = await this.#parts.known.find(id, signal);
    if (!found) throw new AppError('NOT_FOUND', `${id.slice(0, 200)} is not there (any more).`);
    return found;
  }
}

/** One after another: what the first one does may refuse the second. */
async function each<T extends { readonly id: string }>(
  items: readonly T[],
  say: (item: T) => Promise<Approval>,
): Promise<ManySaid[]> {
  const said: ManySaid[] = [];
  for (const item of items) {
    try {
      said.push({ id: item.id, approval: await say(item), problem: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      said.push({ id: item.id, approval: null, problem: { code: error.code, message: error.message } });
    }
  }
  return said;
}

function asThrown({
  code,
  message,
  details,
  retryable,
}: {
  code: AppError['code'];
  message: string;
  details?: Record<string, unknown>;
  retryable?: boolean;
}): AppError {
  return new AppError(code, message, details, retryable);
}
