// Approvals as scripts read them: the words of the assistant's events, one spelling. Called by ai-routes.ts.
import * as z from 'zod';
import {
  type Approval,
  ApprovalStatus,
  EVIDENCE,
  EXECUTION_STATES,
  PlanFile,
} from '../../../shared/model/approval.ts';
import { Risk } from '../../../shared/model/resource.ts';

const Time = z.iso.datetime();

const ExecutionAnswer = z.strictObject({
  execution_id: z.string(),
  state: z.enum(EXECUTION_STATES),
  started_at: Time,
  finished_at: Time.nullable(),
  summary: z.string().nullable(),
  exit_code: z.number().int().nullable(),
  output: z.string().nullable(),
  verified: z.enum(['yes', 'no', 'unproven']).nullable(),
  evidence: z.string().nullable(),
});

export const ApprovalAnswer = z.strictObject({
  approval_id: z.string(),
  status: ApprovalStatus,
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** Exactly what runs. */
  command: z.string(),
  plan_hash: z.string(),
  resource_id: z.string(),
  resource_name: z.string(),
  path: z.array(z.strictObject({ via: z.string(), target: z.string(), words: z.string() })),
  risk: Risk,
  risk_reason: z.string(),
  description: z.string(),
  /** What the command executes or applies. */
  files: z.array(PlanFile),
  preview: z.string().nullable(),
  evidence: z.enum(EVIDENCE),
  undo: z.string().nullable(),
  session_id: z.string().nullable(),
  asked_by: z.string(),
  asked_at: Time,
  expires_at: Time,
  decided_by: z.string().nullable(),
  decided_at: Time.nullable(),
  reason: z.string().nullable(),
  execution: ExecutionAnswer.nullable(),
});

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

export function approvalAnswer(approval: Approval): z.output<typeof ApprovalAnswer> {
  const { plan, execution } = approval;
  return {
    approval_id: approval.id,
    status: approval.status,
    tool: approval.tool,
    arguments: approval.arguments,
    command: plan.runs,
    plan_hash: approval.planHash,
    resource_id: plan.resource.id,
    resource_name: plan.resource.name,
    path: plan.path,
    risk: plan.risk,
    risk_reason: plan.because,
    description: plan.description,
    files: plan.files,
    preview: plan.preview?.text ?? null,
    evidence: plan.evidence,
    undo: plan.undo,
    session_id: approval.session,
    asked_by: approval.askedBy,
    asked_at: iso(approval.askedAt),
    expires_at: iso(approval.expiresAt),
    decided_by: approval.decidedBy,
    decided_at: isoOrNull(approval.decidedAt),
    reason: approval.reason,
    execution: execution && {
      execution_id: execution.id,
      state: execution.state,
      started_at: iso(execution.startedAt),
      finished_at: isoOrNull(execution.finishedAt),
      summary: execution.summary,
      exit_code: execution.exitCode,
      output: execution.output,
      verified: execution.verified,
      evidence: execution.evidence,
    },
  };
}
