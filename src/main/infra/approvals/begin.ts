// The beginning of what was approved: in one transaction everything is looked at once more, the word is taken and the start is written down,
// or nothing is. Runs nothing itself. Called by approvals.ts. Source: agent, Approvals (Exactly once).
import type { Plan } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { decideApproval, readApproval, type StoredApproval } from '../../store/hands/approvals.ts';
import { insertExecution, isLost, loseExecution, readRunning } from '../../store/hands/executions.ts';
import { noteRuleUsed, readRuleInForce } from '../../store/hands/rules.ts';
import type { StoreWriter } from '../../store/store.ts';
import { ruleCovers } from './match-rule.ts';
import { note } from './note.ts';
import type { ApprovalParts } from './parts.ts';
import { type Planned, planHash } from './planned.ts';
import { changed, expired, refuseLocked, refuseUndecidable, said } from './refuse.ts';

export interface Word {
  readonly by: string;
  /** What the operator saw. */
  readonly planHash: string;
  /** The resource's name, for what is high risk. */
  readonly typedName?: string | undefined;
}

interface Beginning {
  readonly id: string;
  readonly planned: Planned;
  readonly word: Word;
  /** The rule that says yes; null when a person does. */
  readonly rule: string | null;
}

/**
 * @returns the execution and what it carries out; null when the rule covers it no longer
 * @throws AppError NOT_FOUND, STALE_VERSION, LOCKED, NOT_ALLOWED
 */
export function begin(
  { store, clock, ids, host }: ApprovalParts,
  { id, planned, word, rule }: Beginning,
): Promise<{ readonly id: string; readonly stored: StoredApproval } | null> {
  const hashOf = planHash(planned);
  const execution = ids();
  return store.write(async (writer) => {
    const now = clock.now();
    const current = await readApproval(writer.reader, id);
    refuseUndecidable(id, current, host);
    if (current.planHash !== hashOf || word.planHash !== hashOf)
      throw changed(current.plan, planned.plan, id);
    if (current.expiresAt <= now) throw expired(current.plan);
    await refuseLocked(writer.reader, planned.plan);
    await refuseBusy(writer, clock, planned.plan, now);
    if (rule !== null && !(await stillCovers(writer, rule, planned, current.session, now))) return null;
    await decideApproval(writer, id, { status: 'approved', by: word.by, at: now, reason: null, rule });
    await insertExecution(writer, {
      ...{ id: execution, approvalId: id, planHash: hashOf, host, startedAt: now },
      resourceId: planned.plan.resource.id,
    });
    await note(writer, clock, 'approval.approved', word.by, current, said(current.plan));
    await note(writer, clock, 'execution.started', word.by, current, current.plan.runs, { execution });
    return { id: execution, stored: current };
  });
}

async function stillCovers(
  writer: StoreWriter,
  id: string,
  planned: Planned,
  session: string | null,
  now: number,
): Promise<boolean> {
  const rule = await readRuleInForce(writer.reader, id, now);
  if (!rule || (rule.session !== null && rule.session !== session)) return false;
  if (!ruleCovers(rule.matches, planned)) return false;
  await noteRuleUsed(writer, id, now);
  return true;
}

/** One write at a time: another one that runs refuses this, unless nobody has heard of it for too long. */
async function refuseBusy(
  writer: StoreWriter,
  clock: ApprovalParts['clock'],
  plan: Plan,
  now: number,
): Promise<void> {
  const running = await readRunning(writer.reader, plan.resource.id);
  if (!running) return;
  if (!(await isLost(writer, running.id, now)))
    throw new AppError(
      'LOCKED',
      `Something else is being done to ${plan.resource.name}. Try again when that is over.`,
      { execution: running.id },
      true,
    );
  const why = `not heard of since it was started by ${running.host}`;
  await loseExecution(writer, running.id, now, why);
  const lost = await readApproval(writer.reader, running.approvalId);
  if (lost) await note(writer, clock, 'execution.unknown', 'festinger', lost, why, { execution: running.id });
}
