// What waits for the operator's word, and what became of it. Source: agent, Approvals; console, Approvals.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { Approval, ApprovalRule, ApprovalStatus } from '../model/approval.ts';
import { ERROR_CODES } from '../model/envelope.ts';
import { PlainText } from '../model/plain-text.ts';
import { ResourceId } from '../model/resource.ts';
import { Time } from '../model/time.ts';
import { PushSubscription, SubscribedBrowser } from '../notification-targets.ts';
import { danger, read, write } from './base.ts';

const Id = z.string().min(1).max(100);
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'the plan_hash of the approval as you saw it');
const DenyReason = PlainText.trim().min(1, 'say why: it is told to who asked').max(500);

export const ApprovalsState = z.strictObject({
  /** Oldest first. */
  pending: z.array(Approval),
  /** What is being done now. */
  running: z.array(Approval),
  rules: z.array(ApprovalRule),
});
export type ApprovalsState = z.infer<typeof ApprovalsState>;

const Said = z.array(
  z.strictObject({
    id: z.string(),
    approval: Approval.nullable(),
    problem: z.strictObject({ code: z.enum(ERROR_CODES), message: z.string() }).nullable(),
  }),
);

export const approvals = {
  /** Newest first, with what came of each. */
  list: read('/approvals')
    .input(
      z.strictObject({
        status: ApprovalStatus.optional(),
        resourceId: ResourceId.optional(),
        session: z.string().max(100).optional(),
        before: Time.optional(),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.strictObject({ approvals: z.array(Approval) })),
  /** The state now, then whenever it changes. */
  watch: read('/approvals-watch').output(eventIterator(ApprovalsState)),
  get: read('/approvals/{id}')
    .input(z.strictObject({ id: Id }))
    .output(Approval),
  /** Says yes to exactly what was seen. High risk wants the resource's name. Answers as soon as it has begun. */
  approve: danger('/approvals/{id}/approve', 'memory')
    .input(z.strictObject({ id: Id, planHash: Hash, typedName: z.string().max(400).optional() }))
    .output(Approval),
  /** Several of one shape, none of them high risk. */
  approveMany: danger('/approvals-approve', 'memory')
    .input(
      z.strictObject({
        items: z
          .array(z.strictObject({ id: Id, planHash: Hash }))
          .min(1)
          .max(50),
      }),
    )
    .output(Said),
  deny: write('/approvals/{id}/deny', 'memory')
    .input(z.strictObject({ id: Id, reason: DenyReason }))
    .output(Approval),
  denyMany: write('/approvals-deny', 'memory')
    .input(z.strictObject({ ids: z.array(Id).min(1).max(50), reason: DenyReason }))
    .output(Said),
  /** Other arguments for the same thing on the same resource. What comes back waits in its place, to be looked at. */
  edit: write('/approvals/{id}/edit', 'memory')
    .input(z.strictObject({ id: Id, planHash: Hash, arguments: z.record(z.string(), z.unknown()) }))
    .output(Approval),
  /** Asks for what takes back what was done: a card of its own, through the same gates. */
  takeBack: write('/approvals/{id}/take-back', 'memory')
    .input(z.strictObject({ id: Id }))
    .output(Approval),
  /** Those in force; with `all`, those that no longer are, too. */
  rules: read('/approval-rules')
    .input(z.strictObject({ all: z.boolean().default(false) }))
    .output(z.array(ApprovalRule)),
  makeRule: write('/approval-rules', 'memory')
    .input(
      z.strictObject({
        approvalId: Id,
        resource: z.enum(['this', 'kind']),
        session: z.enum(['this', 'any']),
        /** Places in the command where any one word will do. */
        anyWord: z.array(z.number().int().min(1).max(63)).max(63).default([]),
        expiresAt: Time.nullable().default(null),
      }),
    )
    .output(ApprovalRule),
  revokeRule: write('/approval-rules/{id}/revoke', 'memory')
    .input(z.strictObject({ id: Id }))
    .output(z.array(ApprovalRule)),
};

const Browsers = z.strictObject({
  /** What a browser subscribes with. */
  publicKey: z.string(),
  browsers: z.array(SubscribedBrowser),
});

/** Browsers that are notified of what needs approval. */
export const notifications = {
  browsers: read('/notifications/browsers').output(Browsers),
  /** Sends it a first notification, and keeps it when that was taken. */
  addBrowser: write('/notifications/browsers', 'console', 'label')
    .input(z.strictObject({ subscription: PushSubscription, label: PlainText.trim().min(1).max(100) }))
    .output(Browsers.extend({ id: z.string() })),
  removeBrowser: write('/notifications/browsers/{id}/remove', 'console', 'id')
    .input(z.strictObject({ id: z.string().max(100) }))
    .output(Browsers),
};
