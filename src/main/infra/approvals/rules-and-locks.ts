// What the operator says once and for all: what may be done without being asked, and what is never to be touched. Each is seen, and taken back.
// Reached by the console. Source: agent, Approvals (rules, Locks).

import type { ApprovalRule, ResourceLock } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import { deedOf } from '../../../shared/resource-words.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import { type AgentKind, appendAgentEvent } from '../../store/audit/chain.ts';
import { readApproval } from '../../store/hands/approvals.ts';
import {
  deleteLock,
  insertLock,
  insertRule,
  readLocks,
  readRules,
  revokeRule,
} from '../../store/hands/rules.ts';
import type { StoreWriter } from '../../store/store.ts';
import { ruleFor } from './match-rule.ts';
import type { ApprovalParts } from './parts.ts';
import { noApproval } from './refuse.ts';

export interface RuleWish {
  /** The approval it is made from. */
  readonly approvalId: string;
  readonly resource: 'this' | 'kind';
  /** Only for the approval's own session, or for everybody. */
  readonly session: 'this' | 'any';
  readonly anyWord: readonly number[];
  /** Epoch milliseconds; null: until it is revoked. */
  readonly expiresAt: number | null;
}

type Parts = Pick<ApprovalParts, 'store' | 'clock' | 'ids' | 'onChange'>;

export class RulesAndLocks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Newest first; with `all`, those that no longer hold too. */
  rules(all = false): Promise<ApprovalRule[]> {
    return readRules(this.#parts.store.reader, { all, now: this.#parts.clock.now() });
  }

  locks(): Promise<ResourceLock[]> {
    return readLocks(this.#parts.store.reader);
  }

  /** @throws AppError NOT_FOUND, NOT_ALLOWED for what no rule may cover, INVALID_INPUT */
  async makeRule(wish: RuleWish, by: string): Promise<ApprovalRule> {
    const { store, clock, ids, onChange } = this.#parts;
    const now = clock.now();
    if (wish.expiresAt !== null && wish.expiresAt <= now)
      throw new AppError('INVALID_INPUT', 'A rule ends in the future, or is revoked by hand.');
    const approval = await readApproval(store.reader, wish.approvalId);
    if (!approval) throw noApproval(wish.approvalId);
    if (wish.session === 'this' && approval.session === null)
      throw new AppError(
        'INVALID_INPUT',
        'This was asked outside of any session: make the rule for all of them.',
      );
    const matches = ruleFor(approval, wish);
    const target =
      matches.resourceId === null
        ? `any ${matches.resourceKind} reached the same way`
        : approval.plan.resource.name;
    const what = matches.argv ? matches.argv.map((word) => word ?? '…').join(' ') : deedOf(approval.plan);
    const paths = matches.files.map(({ path }) => path).join(', ');
    const withFiles = paths === '' ? '' : `, as long as ${paths} stays the same`;
    const rule = {
      ...{ id: ids(), matches, summary: `${what} on ${target}${withFiles}`, madeBy: by, madeAt: now },
      session: wish.session === 'this' ? approval.session : null,
      expiresAt: wish.expiresAt,
    };
    await store.write(async (writer) => {
      await insertRule(writer, rule);
      await this.#note(writer, 'rule.made', by, {
        summary: rule.summary,
        rule: rule.id,
        ...{ matches: matches as Json, session: rule.session, expires_at: rule.expiresAt },
      });
    });
    onChange();
    return { ...rule, revokedBy: null, revokedAt: null, used: 0, lastUsedAt: null };
  }

  /** @throws AppError NOT_FOUND when there is none in force */
  async revokeRule(id: string, by: string): Promise<void> {
    const { store, clock, onChange } = this.#parts;
    await store.write(async (writer) => {
      if (!(await revokeRule(writer, id, by, clock.now())))
        throw new AppError('NOT_FOUND', `There is no rule ${id.slice(0, 100)} in force.`);
      await this.#note(writer, 'rule.revoked', by, { summary: 'no longer without being asked', rule: id });
    });
    onChange();
  }

  /** Marks a resource, and all that is in it, never to be touched. Marking it again changes nothing. */
  async lock(
    resource: { readonly id: string; readonly name: string },
    note: string,
    by: string,
  ): Promise<void> {
    const { store, clock, onChange } = this.#parts;
    const lockedAt = clock.now();
    await store.write(async (writer) => {
      const lock = { resourceId: resource.id, name: resource.name, note, lockedBy: by, lockedAt };
      if (!(await insertLock(writer, lock))) return;
      const summary = `never touch ${resource.name}${note ? `: ${note}` : ''}`;
      await this.#note(writer, 'lock.set', by, { summary, resource: resource.id });
    });
    onChange();
  }

  /** @throws AppError NOT_FOUND */
  async unlock(resourceId: string, by: string): Promise<void> {
    const { store, onChange } = this.#parts;
    await store.write(async (writer) => {
      if (!(await deleteLock(writer, resourceId)))
        throw new AppError('NOT_FOUND', `${resourceId.slice(0, 200)} is not marked "never touch".`);
      await this.#note(writer, 'lock.lifted', by, { summary: 'may be touched again', resource: resourceId });
    });
    onChange();
  }

  #note(
    writer: StoreWriter,
    kind: AgentKind,
    actor: string,
    payload: Readonly<Record<string, Json>>,
  ): Promise<void> {
    return appendAgentEvent(writer, this.#parts.clock.now(), {
      project: DEFAULT_PROJECT,
      kind,
      actor,
      payload,
    });
  }
}
