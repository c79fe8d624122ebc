// The closed lists of the assistant: how it may run, which state it is in, which gates a call passes, how a run ends. Read by the loop, both doors and
// the screen. Source: agent, The loop.

/** How a run may act. `plan`: reads, then one plan approved as one. `investigation`: reads only. `autonomous`: what the operator allowed by name. */
export const PROFILES = ['interactive', 'plan', 'investigation', 'autonomous'] as const;
export type Profile = (typeof PROFILES)[number];

/** `RESOLVING`: nothing is discovered yet. `WRITING`: a write or its approval is in flight. `VERIFYING`: a write is not proven yet. */
export const FSM_STATES = ['RESOLVING', 'READING', 'WRITING', 'VERIFYING'] as const;
export type FsmState = (typeof FSM_STATES)[number];

/** What stands before every call, in this order. */
export const GATES = [
  'schema',
  'profile',
  'fsm',
  'resolution',
  'routing',
  'intent',
  'secrets',
  'repetition',
  'knowledge',
  'policy',
  'approval',
] as const;
export type GateName = (typeof GATES)[number];

export const GATE_VERDICTS = ['passed', 'blocked', 'answered'] as const;

export const DONE_REASONS = ['answer', 'stopped', 'budget', 'turns', 'error'] as const;
export type DoneReason = (typeof DONE_REASONS)[number];

/** Why what had been shown is shown no more. */
export const REPLACED_REASONS = ['phantom', 'verify', 'markup'] as const;

export const TOOL_STATUSES = ['running', 'waiting', 'done', 'failed', 'blocked'] as const;
export type ToolStatus = (typeof TOOL_STATUSES)[number];

/**
 * `verified`: done, and the resource is as it should be. `not_verified`: done, and nothing proves its effect. `verification_failed`: done, and the
 * resource is not as it should be. `rejected`: it never ran (a gate, a change before it began). `unknown`: begun, and its process ended.
 */
export const WRITE_OUTCOMES = [
  'failed',
  'verification_failed',
  'unknown',
  'not_verified',
  'denied',
  'expired',
  'rejected',
  'pending',
  'running',
  'verified',
] as const;
export type WriteOutcome = (typeof WRITE_OUTCOMES)[number];

/** Turns of a run; the last one is for words only. */
export const MAX_TURNS = 20;
/** Messages that may wait while it works. */
export const MAX_STEERING = 8;

/** Stands in `tool` for what code looked up before the model saw the message, and gave to it: the model looked at nothing itself. */
export const PREFETCH = 'prefetch';
