// What the routes of /api/ai take. Read by ai-routes.ts and described by ai-openapi.ts.
import * as z from 'zod';
import { ApprovalStatus } from '../../../shared/model/approval.ts';
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
