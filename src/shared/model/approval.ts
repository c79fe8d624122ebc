// What is to be done to a resource, what the operator says of it, and what came of it. A plan is what code makes of a call of a tool: its hash
// binds an approval to exactly this. Nothing here holds a secret. Source: agent, Approvals.
import * as z from 'zod';
import { ActionName, ExecutorPath, ResourceId, ResourceKind, Risk } from './resource.ts';

/** What the target's identity rests on. `verified`: asked this moment; `partial`: some of it; `inferred`: from elsewhere. */
export const EVIDENCE = ['verified', 'partial', 'inferred', 'unknown'] as const;

/** A file that a command executes or applies, on the machine it runs on. */
export const PlanFile = z.discriminatedUnion('covered', [
  z.strictObject({
    /** The approval is for exactly this content. */
    covered: z.literal(true),
    path: z.string(),
    /** Bytes. */
    size: z.number().int(),
    sha256: z.string(),
    /** The content, of a small text file; null otherwise. */
    text: z.string().nullable(),
    /** A program of the same command that runs earlier, and could change it; null: none. */
    after: z.string().nullable(),
  }),
  z.strictObject({
    covered: z.literal(false),
    /** As far as it is known. */
    path: z.string(),
    /** Why its content is not part of the approval. */
    reason: z.string(),
  }),
]);
export type PlanFile = z.infer<typeof PlanFile>;

export const Plan = z.strictObject({
  tool: z.string().max(64),
  /** What the sentence on the card begins with: `Restart`, `Edit`, `Run a command on`. */
  verb: z.string().max(80),
  /** What the verb is done with, where that is not the resource itself: the model that an upstream pulls. */
  object: z.string().max(400).optional(),
  action: ActionName.nullable(),
  resource: z.strictObject({
    id: ResourceId,
    kind: ResourceKind,
    name: z.string(),
    /** For people: `via node delly → lxc 141`. */
    place: z.string(),
    /** What it lives in, and what that lives in. */
    within: z.array(ResourceId),
  }),
  path: ExecutorPath,
  /** Exactly what runs. */
  runs: z.string(),
  /** The literal argument vector; null for what is no command, or more than one. */
  argv: z.array(z.string()).nullable(),
  risk: Risk,
  because: z.string(),
  description: z.string(),
  /** What it executes or applies; one that is another by the time it runs, and it does not. */
  files: z.array(PlanFile).default([]),
  preview: z.strictObject({ kind: z.enum(['text', 'diff']), text: z.string() }).nullable(),
  evidence: z.enum(EVIDENCE),
  /** How to take it back; null when it cannot be. */
  undo: z.string().nullable(),
  /** The call that takes it back once it is done, asked for like any other; null where there is none, or where words alone say how. */
  takeBack: z
    .strictObject({ tool: z.string().max(64), arguments: z.record(z.string(), z.unknown()) })
    .nullable()
    .default(null),
  /** Digests of what it relies on; another one by the time it runs, and it does not. */
  preconditions: z.array(z.strictObject({ what: z.string(), digest: z.string() })),
  /** It becomes a task with progress. */
  long: z.boolean(),
});
export type Plan = z.infer<typeof Plan>;

/**
 * `started`: it runs, or ran when its process ended. `refused`: it never ran, because the resource had changed. `unknown`: it was started and
 * nobody knows what came of it; it is never run again.
 */
export const EXECUTION_STATES = ['started', 'done', 'failed', 'refused', 'unknown'] as const;

export const Execution = z.strictObject({
  id: z.string(),
  approvalId: z.string(),
  resourceId: ResourceId,
  state: z.enum(EXECUTION_STATES),
  startedAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  /** One plain line. */
  summary: z.string().nullable(),
  exitCode: z.number().int().nullable(),
  /** What it printed, redacted and cut. */
  output: z.string().nullable(),
  /** Whether the world is as it should be, asked of the world; null before it was asked. */
  verified: z.enum(['yes', 'no', 'unproven']).nullable(),
  evidence: z.string().nullable(),
});
export type Execution = z.infer<typeof Execution>;

/** A write that was begun and whose end nobody knows. */
export interface UnknownOutcome {
  readonly resourceId: string;
  readonly resourceName: string;
  /** `Restart web-1`. */
  readonly what: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** `replaced`: the resource or the arguments changed, and another was asked in its place. */
export const APPROVAL_STATUSES = ['pending', 'approved', 'denied', 'expired', 'replaced'] as const;
export const ApprovalStatus = z.enum(APPROVAL_STATUSES);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

export const Approval = z.strictObject({
  id: z.string(),
  /** This console carries it out; another host's are shown and decided there. */
  here: z.boolean(),
  session: z.string().nullable(),
  status: ApprovalStatus,
  tool: z.string(),
  /** Redacted. */
  arguments: z.record(z.string(), z.unknown()),
  plan: Plan,
  planHash: z.string(),
  /** Equal for those that may be decided together. */
  shape: z.string(),
  askedBy: z.string(),
  askedAt: z.number().int(),
  expiresAt: z.number().int(),
  decidedBy: z.string().nullable(),
  decidedAt: z.number().int().nullable(),
  reason: z.string().nullable(),
  /** The rule that said yes; null when a person did. */
  rule: z.string().nullable(),
  /** What waits, or waited, in its place. */
  replacedBy: z.string().nullable(),
  execution: Execution.nullable(),
});
export type Approval = z.infer<typeof Approval>;

/** What a rule lets happen; every member that is given must fit. */
export const RuleMatch = z.strictObject({
  tool: z.string().max(64),
  action: ActionName.nullable(),
  /** Word by word; null stands for any one word that is no option. The command has exactly as many words. */
  argv: z.array(z.string().max(1000).nullable()).min(1).max(64).nullable(),
  /** Other arguments, exactly. */
  arguments: z.record(z.string(), z.unknown()),
  resourceId: ResourceId.nullable(),
  resourceKind: ResourceKind,
  /** The way there, exactly, but for where it leads into. */
  hops: z.array(z.string()).min(1),
  /** The files that it executes or applies, with the content that was approved. */
  files: z.array(z.strictObject({ path: z.string(), sha256: z.string() })).default([]),
});
export type RuleMatch = z.infer<typeof RuleMatch>;

export const ApprovalRule = z.strictObject({
  id: z.string(),
  summary: z.string(),
  matches: RuleMatch,
  session: z.string().nullable(),
  madeBy: z.string(),
  madeAt: z.number().int(),
  expiresAt: z.number().int().nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: z.number().int().nullable(),
  used: z.number().int(),
  lastUsedAt: z.number().int().nullable(),
});
export type ApprovalRule = z.infer<typeof ApprovalRule>;

export const ResourceLock = z.strictObject({
  resourceId: ResourceId,
  name: z.string(),
  note: z.string(),
  lockedBy: z.string(),
  lockedAt: z.number().int(),
});
export type ResourceLock = z.infer<typeof ResourceLock>;
