// What a session tells as it goes on, one JSON object an event: over SSE and to the console the same. A transcript is what all of them come to.
// Source: agent, Over HTTP.
import * as z from 'zod';
import { Approval } from '../approval.ts';
import { ERROR_CODES } from '../envelope.ts';
import {
  AnswerEntry,
  ContextEntry,
  EndEntry,
  GateVerdict,
  PlanEntry,
  Session,
  SummaryEntry,
  ToolEntry,
  ToolErrorBody,
  UserEntry,
} from './transcript.ts';
import { REPLACED_REASONS } from './words.ts';
import { WriteRecord } from './write-record.ts';

const Id = z.string();
const At = z.number().int();

export const ChatEvent = z.discriminatedUnion('type', [
  /** It is another by now: its title, its state, what it waits for. */
  z.strictObject({ type: z.literal('session'), session: Session }),
  z.strictObject({ type: z.literal('message'), ...UserEntry.omit({ kind: true }).shape }),
  z.strictObject({ type: z.literal('context'), ...ContextEntry.omit({ kind: true }).shape }),
  z.strictObject({
    type: z.literal('content'),
    run_id: Id,
    message_id: Id,
    at: At,
    turn: z.number().int(),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('thinking'),
    run_id: Id,
    message_id: Id,
    at: At,
    turn: z.number().int(),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('content_replaced'),
    message_id: Id,
    text: z.string(),
    reason: z.enum(REPLACED_REASONS),
  }),
  /** The answer of a turn is whole, with what it took. */
  z.strictObject({
    type: z.literal('usage'),
    message_id: Id,
    /** `yielded`: an agent wanted the model; the answer is withdrawn, and said again under another id. */
    state: z.enum([...AnswerEntry.shape.state.options, 'yielded']),
    ...AnswerEntry.pick({
      model: true,
      input_tokens: true,
      output_tokens: true,
      cost: true,
      ms: true,
    }).shape,
    truncated: z.boolean().optional(),
    /** What the model can hold, in tokens, and how much of it this request took; null where nobody knows. */
    context_tokens: z.number().int().nullable(),
  }),
  z.strictObject({
    type: z.literal('tool_start'),
    call_id: Id,
    ...ToolEntry.pick({ run_id: true, at: true, turn: true, tool: true, arguments: true, as_text: true })
      .shape,
  }),
  z.strictObject({ type: z.literal('gate'), call_id: Id, ...GateVerdict.shape }),
  z.strictObject({
    type: z.literal('tool_end'),
    call_id: Id,
    ...ToolEntry.pick({ status: true, resource: true, write: true, result: true, outside: true, ms: true })
      .shape,
    error: ToolErrorBody.nullable(),
  }),
  z.strictObject({
    type: z.literal('approval_needed'),
    call_id: Id,
    approval_id: Id,
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    /** Exactly what runs. */
    command: z.string(),
    plan_hash: z.string(),
    resource_id: z.string(),
    resource_kind: z.string(),
    resource_name: z.string(),
    path: Approval.shape.plan.shape.path,
    risk: Approval.shape.plan.shape.risk,
    description: z.string(),
    preview: z.string().nullable(),
    expires_at: z.iso.datetime(),
  }),
  z.strictObject({
    type: z.literal('approval_decided'),
    call_id: Id,
    approval_id: Id,
    status: Approval.shape.status,
    by: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  /** More is known of a write than when it ended. */
  z.strictObject({ type: z.literal('write_checked'), call_id: Id, write: WriteRecord }),
  z.strictObject({
    type: z.literal('question'),
    question_id: Id,
    run_id: Id,
    at: At,
    question: z.string(),
    options: z.array(z.string()),
  }),
  z.strictObject({ type: z.literal('answered'), question_id: Id, answer: z.string().nullable() }),
  z.strictObject({
    type: z.literal('summary'),
    /** The entry it stands before; null: at the end. */
    before: Id.nullable(),
    ...SummaryEntry.omit({ kind: true }).shape,
  }),
  z.strictObject({ type: z.literal('plan'), ...PlanEntry.omit({ kind: true }).shape }),
  z.strictObject({ type: z.literal('plan_decided'), plan_id: Id, state: PlanEntry.shape.state }),
  z.strictObject({
    type: z.literal('error'),
    id: Id,
    run_id: Id,
    at: At,
    code: z.enum(ERROR_CODES),
    message: z.string(),
  }),
  z.strictObject({ type: z.literal('done'), ...EndEntry.omit({ kind: true }).shape }),
  /** Everything from this entry on is taken back: it is said anew. */
  z.strictObject({ type: z.literal('rewound'), from_id: Id }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;
