// What waits for the operator's word: asked, decided, asked anew when the world has changed. A word is taken and the start is written in one
// transaction, in which everything is looked at once more; only then does begun.ts carry it out. Never runs anything itself.
// Reached by the hands (agent/hands) and the console. Source: agent, Approvals; decision 053.
import type { Approval, ApprovalStatus, UnknownOutcome } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { ActionName } from '../../../shared/model/resource.ts';
import {
  type ApprovalFilter,
  decideApproval,
  insertApproval,
  linkReplacement,
  listApprovals,
  type NewApproval,
  NOT_DECIDED,
  readApproval,
  readDueApprovals,
  readSamePending,
  type StoredApproval,
} from '../../store/hands/approvals.ts';
import {
  readExecution,
  readLastActions,
  readUnknownOf,
  type StoredExecution,
} from '../../store/hands/executions.ts';
import { readRules } from '../../store/hands/rules.ts';
import { begin, type Word } from './begin.ts';
import { Begun } from './begun.ts';
import { ruleCovers } from './match-rule.ts';
import { note, noteAsked } from './note.ts';
import { isSameAsker } from './outside.ts';
import type { ApprovalParts, Asker } from './parts.ts';
import { MAX_PENDING, refuseOverPendingLimit } from './pending-limits.ts';
import { changedFile, type Planned, planHash, planShape, type Seen } from './planned.ts';
import { redactDeep, redactPlan } from './redact-deep.ts';
import {
  changed,
  decided,
  gone,
  impossible,
  noApproval,
  readPending,
  refuseLocked,
  refuseUndecidable,
  said,
} from './refuse.ts';

/** Planning asks providers; one that hangs must not hold up who waits for the answer. */
const PLAN_MS = 20_000;
/** So long the operator is told of what ended nobody knows how. */
const UNKNOWN_TOLD_MS = 24 * 3_600_000;
/** After these a resource is not expected to run. */
const STOPS: ReadonlySet<ActionName> = new Set(['stop', 'shutdown', 'kill', 'remove']);

export class Approvals {
  readonly #parts: ApprovalParts;
  readonly #begun: Begun;
  /** Arguments of what waits, as they were given: what looks like a secret in them is nowhere else. */
  readonly #given = new Map<string, Readonly<Record<string, unknown>>>();

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
    this.#begun = new Begun(parts, (stored, planned, why) =>
      this.#replace(stored, planned, { from: 'approved', why }),
    );
  }

  /** What was started by an earlier life of this process is lost. Call it once, before anything is asked. */
  recover(): Promise<void> {
    return this.#begun.recover();
  }

  /**
   * Asks the operator, unless a rule of theirs covers it: then it begins; never for an agent from outside. Who asks for what they asked for
   * already gets the same card.
   * @throws AppError LOCKED, BUDGET_EXCEEDED when too much waits
   */
  async ask(planned: Planned, asker: Asker): Promise<Approval> {
    const { clock } = this.#parts;
    const fresh = this.#newApproval(planned, asker);
    const id = await this.#wait(fresh, planned, asker.outside);
    if (id === fresh.id) this.#parts.counted.approval('pending');
    const rule = asker.outside === undefined ? await this.#ruleFor(planned, asker.session) : undefined;
    if (rule && (await this.#beginByRule(id, planned, rule))) return await this.get(id);
    const approval = await this.get(id);
    if (id !== fresh.id) return approval;
    this.#parts.onChange();
    if (clock.now() < approval.expiresAt) this.#parts.onAsked(approval);
    return approval;
  }

  /** @returns whether it has begun. @throws AppError LOCKED, and it waits no longer: whoever asked tries again */
  async #beginByRule(id: string, planned: Planned, rule: string): Promise<boolean> {
    try {
      return await this.#begin(id, planned, { by: `rule ${rule}`, planHash: planHash(planned) }, rule);
    } catch (error) {
      const { status } = await this.get(id);
      // The same was asked at the same time, and has begun.
      if (status === 'approved') return true;
      if (status === 'pending' && error instanceof AppError) await this.deny(id, error.message, 'festinger');
      throw error;
    }
  }

  /** @returns what waits now: this, or the very same that its session (or this agent from outside) asked for before */
  async #wait(
    fresh: NewApproval,
    { plan, arguments: given }: Planned,
    outside: string | undefined,
  ): Promise<string> {
    const { store, clock } = this.#parts;
    this.#given.set(fresh.id, given);
    try {
      const id = await store.write(async (writer) => {
        await refuseLocked(writer.reader, plan);
        const same = await readSamePending(writer.reader, fresh, (by) => isSameAsker(by, outside));
        // What was asked before this process began may have held a secret that is gone.
        if (same !== undefined && this.#given.has(same)) return same;
        await refuseOverPendingLimit(writer.reader, outside, fresh.askedAt);
        await insertApproval(writer, fresh);
        await noteAsked(writer, clock, fresh);
        return fresh.id;
      });
      if (id !== fresh.id) this.#given.delete(fresh.id);
      return id;
    } catch (error) {
      this.#given.delete(fresh.id);
      throw error;
    }
  }

  /**
   * Says yes, and begins.
   * @throws AppError NOT_FOUND, STALE_VERSION (decided already, or another plan by now: `approval_id` is what waits in its place),
   *   LOCKED, INVALID_INPUT without the typed name of what is high risk
   */
  async approve(id: string, word: Word): Promise<Approval> {
    const stored = await this.#decidable(id, word.planHash);
    if (stored.plan.risk === 'high' && word.typedName !== stored.plan.resource.name)
      throw new AppError(
        'INVALID_INPUT',
        `${said(stored.plan)} is high risk (${stored.plan.because}): type the resource's name, ${stored.plan.resource.name}, to approve it.`,
        { field: 'typed_name' },
      );
    const planned = await this.#replan(stored).catch(async (error: unknown) => {
      const { resource } = stored.plan;
      throw (await this.#parts.isGone(resource.id)) ? await this.#endedBy(id, gone(resource)) : error;
    });
    if (planHash(planned) !== stored.planHash) {
      const file = changedFile(stored.plan, redactPlan(planned.plan, this.#parts.redact));
      if (file !== null) throw await this.#endedBy(id, `${file} since approval was requested`);
      const next = await this.#replace(stored, planned, {
        from: 'pending',
        why: 'it has changed since it was asked',
      });
      throw changed(stored.plan, planned.plan, next.id);
    }
    await this.#begin(id, planned, word, null);
    return await this.get(id);
  }

  /** @throws AppError NOT_FOUND, STALE_VERSION */
  async deny(id: string, reason: string, by: string): Promise<Approval> {
    const { store, clock } = this.#parts;
    await store.write(async (writer) => {
      const stored = await readPending(writer, id);
      const decision = { status: 'denied', by, at: clock.now(), reason, rule: null } as const;
      await decideApproval(writer, id, decision);
      await note(writer, this.#parts.clock, 'approval.denied', by, stored, reason);
    });
    this.#settled(id, 'denied');
    return await this.get(id);
  }

  /**
   * Another thing to do in the place of what waits: what the operator made of its arguments.
   * @returns what waits now, to be looked at and approved
   * @throws AppError NOT_FOUND, STALE_VERSION, INVALID_INPUT, NOT_ALLOWED for another resource
   */
  async edit(id: string, given: Readonly<Record<string, unknown>>, word: Word): Promise<Approval> {
    const stored = await this.#decidable(id, word.planHash);
    const planned = await this.#parts.replan(stored.tool, given, AbortSignal.timeout(PLAN_MS));
    if (planned.plan.resource.id !== stored.plan.resource.id)
      throw new AppError(
        'NOT_ALLOWED',
        `That would be done to ${planned.plan.resource.name} instead of ${stored.plan.resource.name}. Deny this one, and ask for the other.`,
      );
    return await this.#replace(stored, planned, { from: 'pending', why: 'edited', by: word.by });
  }

  /** @throws AppError NOT_FOUND */
  async get(id: string): Promise<Approval> {
    const { reader } = this.#parts.store;
    const stored = await readApproval(reader, id);
    if (!stored) throw noApproval(id);
    return this.#shown(stored, (await readExecution(reader, id)) ?? null);
  }

  /** Newest first. */
  async list(filter: ApprovalFilter): Promise<Approval[]> {
    const rows = await listApprovals(this.#parts.store.reader, filter);
    return rows.map(({ approval, execution }) => this.#shown(approval, execution));
  }

  /** What was begun here in the last day and whose end nobody knows, unless something was done to the same resource since. */
  async unknownOutcomes(): Promise<UnknownOutcome[]> {
    const { store, clock, host } = this.#parts;
    const unknown = await readUnknownOf(store.reader, host, clock.now() - UNKNOWN_TOLD_MS);
    return await Promise.all(
      unknown.map(async ({ approvalId, resourceId, startedAt }) => {
        const { plan } = await this.get(approvalId);
        return { resourceId, resourceName: plan.resource.name, what: said(plan), startedAt };
      }),
    );
  }

  /** When an approved action stopped or removed a resource, where nothing was done to it by an action since. */
  async stoppedResources(): Promise<ReadonlyMap<string, number>> {
    const { store, host } = this.#parts;
    const last = await readLastActions(store.reader, host);
    const stopped = last.filter(({ action }) => action !== null && STOPS.has(action));
    return new Map(stopped.map(({ resourceId, finishedAt }) => [resourceId, finishedAt]));
  }

  /** What has waited for too long, or whose resource is gone, is over; what a process of this host left behind is unknown. Call it every few seconds. */
  async sweep(): Promise<void> {
    const { store, clock, host } = this.#parts;
    const due = await readDueApprovals(store.reader, host, clock.now());
    for (const id of due) await this.#end(id, null);
    await this.#begun.sweep();
    const pending = await listApprovals(store.reader, { status: 'pending', limit: MAX_PENDING });
    await Promise.all(
      pending.map(async ({ approval: { id, plan, host: asked } }) => {
        if (asked === host && (await this.#parts.isGone(plan.resource.id)))
          await this.#end(id, gone(plan.resource));
      }),
    );
  }

  /** Resolves with what came of it, or as it is after `ms`. @throws AppError NOT_FOUND */
  async outcome(id: string, ms: number): Promise<Approval> {
    await this.#begun.waitFor(id, ms);
    return await this.get(id);
  }

  /** Asks the world again whether what an approval began came to be. */
  verifyAgain(id: string, signal: AbortSignal): Promise<Seen> {
    return this.#begun.verifyAgain(id, signal);
  }

  /** Waits for what runs, up to a limit; what is still running then is unknown at the next start. */
  close(): Promise<void> {
    return this.#begun.close();
  }

  async #decidable(id: string, seen: string): Promise<StoredApproval> {
    const stored = await readApproval(this.#parts.store.reader, id);
    refuseUndecidable(id, stored, this.#parts.host);
    if (stored.planHash !== seen)
      throw new AppError(
        'STALE_VERSION',
        'What would be done is another than the one you saw. Look at it again.',
        {
          approval_id: id,
          plan_hash: stored.planHash,
        },
      );
    return stored;
  }

  async #replan(stored: StoredApproval): Promise<Planned> {
    const given = this.#given.get(stored.id) ?? stored.arguments;
    if (!this.#given.has(stored.id) && redactDeep(given, this.#parts.redact).hidden)
      throw new AppError(
        'STALE_VERSION',
        'Its arguments held a secret, which is kept nowhere: it cannot be carried out after a restart. Ask for it again.',
      );
    return await this.#parts.replan(stored.tool, given, AbortSignal.timeout(PLAN_MS));
  }

  /** @returns whether it began; false when a rule no longer holds. @throws AppError */
  async #begin(id: string, planned: Planned, word: Word, rule: string | null): Promise<boolean> {
    const begun = await begin(this.#parts, { id, planned, word, rule });
    if (!begun) return false;
    const given = this.#given.get(id) ?? planned.arguments;
    this.#settled(id, 'approved');
    this.#begun.carryOut({ ...begun, given, by: word.by });
    return true;
  }

  async #ruleFor(planned: Planned, session: string | null): Promise<string | undefined> {
    const { store, clock } = this.#parts;
    const rules = await readRules(store.reader, { all: false, now: clock.now() });
    return rules.find(
      (rule) => (rule.session === null || rule.session === session) && ruleCovers(rule.matches, planned),
    )?.id;
  }

  /**
   * What waits is another by now, or what was approved had changed before it ran: `from` says which. A card makes room once.
   * @returns what waits in its place
   */
  async #replace(
    stored: StoredApproval,
    planned: Planned,
    { from, why, by = 'festinger' }: { from: 'pending' | 'approved'; why: string; by?: string },
  ): Promise<Approval> {
    const { store, clock } = this.#parts;
    const fresh = this.#newApproval(planned, { by: stored.askedBy, session: stored.session });
    await store.write(async (writer) => {
      await refuseLocked(writer.reader, planned.plan);
      const current = await readApproval(writer.reader, stored.id);
      if (current?.status !== from || current.replacedBy !== null) throw decided(stored.id, current);
      const decision = { status: 'replaced', by, at: clock.now(), reason: why, rule: null } as const;
      if (from === 'pending') await decideApproval(writer, stored.id, decision);
      await linkReplacement(writer, stored.id, fresh.id);
      const kind = why === 'edited' ? 'approval.edited' : 'approval.replaced';
      await note(writer, this.#parts.clock, kind, by, stored, why, { replaced_by: fresh.id });
      await insertApproval(writer, fresh);
      await noteAsked(writer, clock, fresh);
    });
    this.#parts.counted.approval('pending');
    this.#settled(stored.id, 'replaced');
    this.#given.set(fresh.id, planned.arguments);
    const approval = await this.get(fresh.id);
    this.#parts.onAsked(approval);
    return approval;
  }

  #newApproval(planned: Planned, asker: Asker): NewApproval {
    const { clock, ids, host, expiryMs, redact } = this.#parts;
    const now = clock.now();
    return {
      ...{ id: ids(), host, session: asker.session, tool: planned.plan.tool },
      arguments: redactDeep(planned.arguments, redact).value,
      plan: redactPlan(planned.plan, redact),
      ...{ planHash: planHash(planned), shape: planShape(planned) },
      ...{ askedBy: asker.by, askedAt: now, expiresAt: now + expiryMs() },
    };
  }

  /** Ends what waits, and says why: that, or how it was decided meanwhile. */
  async #endedBy(id: string, reason: string): Promise<AppError> {
    if (await this.#end(id, reason)) return impossible(reason);
    return decided(id, await readApproval(this.#parts.store.reader, id));
  }

  /**
   * What waits is over without a decision.
   * @param reason why it can never be carried out; null: nobody decided in time
   * @returns false when it was over already
   */
  async #end(id: string, reason: string | null): Promise<boolean> {
    const { store, clock } = this.#parts;
    const hasEnded = await store.write(async (writer) => {
      const stored = await readApproval(writer.reader, id);
      const now = clock.now();
      if (stored?.status !== 'pending' || (reason === null && stored.expiresAt > now)) return false;
      await decideApproval(writer, id, { status: 'expired', by: 'festinger', at: now, reason, rule: null });
      await note(writer, clock, 'approval.expired', 'festinger', stored, reason ?? NOT_DECIDED);
      return true;
    });
    if (hasEnded) this.#settled(id, 'expired');
    return hasEnded;
  }

  #settled(id: string, as: ApprovalStatus): void {
    this.#given.delete(id);
    this.#parts.counted.approval(as);
    this.#parts.onChange();
  }

  #shown({ host, ...stored }: StoredApproval, execution: StoredExecution | null): Approval {
    const { host: _host, planHash: _hash, ...shown } = execution ?? { host: '', planHash: '' };
    return {
      ...stored,
      here: host === this.#parts.host,
      execution: execution && (shown as Approval['execution']),
    };
  }
}
