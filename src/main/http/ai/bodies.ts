// What the routes of /api/ai take. Read by ai-routes.ts and described by ai-openapi.ts.
import * as z from 'zod';
import { ApprovalStatus } from '../../../shared/model/approval.ts';
import { Mention } from '../../../shared/model/assistant/transcript.ts';
import { PROFILES } from '../../../shared/model/assistant/words.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { PlainText } from '../../../shared/model/plain-text.ts';
import { ProviderName, ResourceId, ResourceKind } from '../../../shared/model/resource.ts';

export const ApprovalsQuery = z.strictObject({
  status: ApprovalStatus.optional(),
  resource_id: ResourceId.optional(),
  session_id: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const ApproveBody = z.strictObject({
  /** Of the approval as you saw it. */
  plan_hash: z.string().regex(/^[0-9a-f]{64}$/, 'the plan_hash of the approval as you saw it'),
  /** The resource's name, where the risk is high. */
  typed_name: z.string().max(400).optional(),
  /** Other arguments for the same resource; refused where that makes it riskier. */
  edited_arguments: z.record(z.string(), z.unknown()).optional(),
});

export const DenyBody = z.strictObject({ reason: z.string().trim().min(1).max(500) });

export const ResourcesQuery = z.strictObject({
  kind: ResourceKind.optional(),
  provider: ProviderName.optional(),
});

export const ToolBody = z.strictObject({ arguments: z.record(z.string(), z.unknown()).default({}) });

export const ChatBody = z.strictObject({
  /** Goes on with a session; without it a new one begins. */
  session_id: z.string().min(1).max(100).optional(),
  message: PlainText.min(1).max(32_000),
  mentions: z.array(Mention).max(20).default([]),
  /** Of the table of models; without it the session's, or the one in Settings. */
  model: z.string().max(80).optional(),
  profile: z.enum(PROFILES).optional(),
  /** Writes need no discovery in this run; for the record, why. */
  loose_because: PlainText.trim().min(1).max(300).optional(),
});

export const SteerBody = z.strictObject({ message: PlainText.min(1).max(32_000) });

export const AnswerBody = z.strictObject({ answer: PlainText.trim().min(1).max(4000) });

export const PlanBody = z.strictObject({
  plan_hash: z.string().max(64),
  approve: z.boolean(),
  reason: PlainText.max(500).default(''),
});

export const SessionsQuery = z.strictObject({
  search: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

/** @throws AppError INVALID_INPUT */
export function jsonOf(body: unknown, what: string): unknown {
  if (typeof body !== 'string' || body === '') return {};
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new AppError('INVALID_INPUT', `${what}: the body is not JSON: ${(error as Error).message}`);
  }
}
