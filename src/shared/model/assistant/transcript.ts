// What was said and done in a session, entry by entry, as the operator sees it and as a script reads it: the words of the wire, one spelling. Made of
// events alone (apply-event.ts), so that a page that reads it anew and one that followed along hold the same. No secret is in it.
// Source: agent, Over HTTP; console, Chat.
import * as z from 'zod';
import { ERROR_CODES } from '../envelope.ts';
import {
  DONE_REASONS,
  FSM_STATES,
  GATE_VERDICTS,
  GATES,
  PROFILES,
  REPLACED_REASONS,
  TOOL_STATUSES,
} from './words.ts';
import { RunOutcome, WriteRecord } from './write-record.ts';

const Id = z.string().min(1).max(100);
/** Epoch milliseconds. */
const At = z.number().int();

export const Mention = z.strictObject({
  id: z.string().min(1).max(400),
  /** A resource's kind, `concept` or `finding`. */
  kind: z.string().min(1).max(40),
  name: z.string().min(1).max(400),
  /** Where it stands in the message, in UTF-16 units. */
  start: z.number().int().min(0),
  end: z.number().int().min(1),
});
export type Mention = z.infer<typeof Mention>;

export const ToolErrorBody = z.strictObject({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  blocked: z.boolean().optional(),
  failed: z.boolean().optional(),
  retryable: z.boolean().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export const GateVerdict = z.strictObject({
  gate: z.enum(GATES),
  verdict: z.enum(GATE_VERDICTS),
  code: z.enum(ERROR_CODES).nullable(),
  /** One plain line; null where it passed. */
  reason: z.string().nullable(),
});
export type GateVerdict = z.infer<typeof GateVerdict>;

const common = { id: Id, run_id: Id, at: At };

export const UserEntry = z.strictObject({
  ...common,
  kind: z.literal('user'),
  text: z.string(),
  mentions: z.array(Mention),
  /** Typed while it worked, handed over at the next turn. */
  steering: z.boolean(),
});

export const ContextEntry = z.strictObject({
  ...common,
  kind: z.literal('context'),
  /** What was looked at: resources, and findings that were named. */
  resources: z.array(z.strictObject({ id: z.string(), kind: z.string(), name: z.string() })),
  not_found: z.array(z.string()),
  /** Exactly what the model was given. */
  text: z.string(),
});

export const AnswerEntry = z.strictObject({
  ...common,
  kind: z.literal('answer'),
  turn: z.number().int(),
  text: z.string(),
  thinking: z.string(),
  /** `streaming`: more may come. `said`: words before calls. `final`: it ended the run. `broken`: it broke off. */
  state: z.enum(['streaming', 'said', 'final', 'broken']),
  /** It still ends early: the model’s limit cut it twice. */
  truncated: z.boolean().default(false),
  /** What stood there before, and why it does not any more. */
  replaced: z.strictObject({ reason: z.enum(REPLACED_REASONS), original: z.string() }).nullable(),
  model: z.string().nullable(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** US dollars; null where the model has no price. */
  cost: z.number().nullable(),
  ms: z.number().int().nullable(),
});

export const ToolEntry = z.strictObject({
  ...common,
  kind: z.literal('tool'),
  turn: z.number().int(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  resource: z.strictObject({ id: z.string(), kind: z.string(), name: z.string() }).nullable(),
  /** The model wrote it into its text instead of calling it. */
  as_text: z.boolean(),
  gates: z.array(GateVerdict),
  status: z.enum(TOOL_STATUSES),
  approval_id: z.string().nullable(),
  /** What is known of the write; null for what writes nothing. */
  write: WriteRecord.nullable().default(null),
  /** Whole, for the operator; the model got less. */
  result: z.unknown(),
  error: ToolErrorBody.nullable(),
  /** Where the words in the result come from, which nobody here vouches for: `log of web-1`. */
  outside: z.string().nullable(),
  ms: z.number().int().nullable(),
});

export const QuestionEntry = z.strictObject({
  ...common,
  kind: z.literal('question'),
  question: z.string(),
  options: z.array(z.string()),
  answer: z.string().nullable(),
  open: z.boolean(),
});

export const NoticeEntry = z.strictObject({
  ...common,
  kind: z.literal('notice'),
  code: z.enum(ERROR_CODES),
  text: z.string(),
});

/** Older turns that the model is told of in a summary from here on; the transcript keeps them. */
export const SummaryEntry = z.strictObject({
  ...common,
  kind: z.literal('summary'),
  /** How many messages it stands for. */
  messages: z.number().int(),
  /** The model wrote a part of it; otherwise code wrote all. */
  by_model: z.boolean(),
  /** Exactly what the model is given in their place. */
  text: z.string(),
});

/** Writes to be looked at whole and approved as one. */
export const PlanEntry = z.strictObject({
  ...common,
  kind: z.literal('plan'),
  /** Of all steps together; the operator's word is bound to it. */
  plan_hash: z.string(),
  steps: z.array(
    z.strictObject({
      description: z.string(),
      runs: z.string(),
      resource: z.string(),
      risk: z.string(),
      preview: z.string().nullable(),
      undo: z.string().nullable(),
    }),
  ),
  state: z.enum(['waiting', 'approved', 'denied', 'expired']),
});

export const EndEntry = z.strictObject({
  ...common,
  kind: z.literal('end'),
  reason: z.enum(DONE_REASONS),
  /** Names of resources whose writes are not proven. */
  unverified: z.array(z.string()),
  /** The record of the run, as the page shows it above the answer. */
  outcomes: z.array(RunOutcome).default([]),
  turns: z.number().int(),
  calls: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cost: z.number().nullable(),
  ms: z.number().int(),
});

export const Entry = z.discriminatedUnion('kind', [
  UserEntry,
  ContextEntry,
  AnswerEntry,
  ToolEntry,
  QuestionEntry,
  NoticeEntry,
  SummaryEntry,
  PlanEntry,
  EndEntry,
]);
export type Entry = z.infer<typeof Entry>;
export type EntryOf<K extends Entry['kind']> = Extract<Entry, { kind: K }>;

/** A session as lists show it. */
export const Session = z.strictObject({
  id: Id,
  title: z.string(),
  pinned: z.boolean(),
  /** It belongs to this console; another host's are shown and go on there. */
  here: z.boolean(),
  profile: z.enum(PROFILES),
  /** Of the table of models; null: the one in Settings. */
  model_id: z.string().nullable(),
  state: z.enum(FSM_STATES),
  /** The run under way; null when none is. */
  run_id: z.string().nullable(),
  /** What it waits for. `agent`: the model answers an agent first, and the assistant again after it. */
  waits: z.enum(['model', 'agent', 'approval', 'answer', 'tool']).nullable(),
  /** Names of resources whose writes are not proven. */
  unverified: z.array(z.string()),
  /** `operator`, `schedule: …` or `alert: …`. */
  started_by: z.string(),
  created_at: At,
  updated_at: At,
});
export type Session = z.infer<typeof Session>;
