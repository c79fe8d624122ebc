// The assistant's sessions: what was said and done in each, live; saying something, steering, stopping; and what starts runs by itself.
// Source: agent, The loop; console, Chat.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { ChatEvent } from '../model/assistant/events.ts';
import { Schedule, ScheduleWish } from '../model/assistant/schedule.ts';
import { Entry, Mention, Session } from '../model/assistant/transcript.ts';
import { PROFILES } from '../model/assistant/words.ts';
import { PlainText } from '../model/plain-text.ts';
import { ResourceKind } from '../model/resource.ts';
import { danger, read, write } from './base.ts';

const Id = z.string().min(1).max(100);
const Message = PlainText.min(1, 'say something').max(32_000, 'at most 32,000 characters');
const ModelId = z.string().max(80).nullable();

/** Whom a run would ask now, and what it may still use. */
export const AssistantModel = z.strictObject({
  id: z.string().nullable(),
  label: z.string().nullable(),
  isLocal: z.boolean(),
  /** Why it cannot be asked, or what it cannot do; null when all is well. */
  problem: z.string().nullable(),
  /** What it can do; null where nobody knows. */
  tools: z.boolean().nullable(),
  contextTokens: z.number().int().nullable(),
});

export const AssistantState = z.strictObject({
  /** Newest first, pinned before all. */
  sessions: z.array(Session),
  total: z.number().int(),
  model: AssistantModel,
  budget: z.strictObject({
    runTokens: z.number().int(),
    dayTokens: z.number().int(),
    usedToday: z.number().int(),
  }),
  /** Nothing is written whatever the profile says. */
  readOnly: z.boolean(),
});
export type AssistantState = z.infer<typeof AssistantState>;

/** All of a session as it stands, and where what follows begins. */
export const SessionSnapshot = z.strictObject({
  session: Session,
  entries: z.array(Entry),
  /** Messages that wait for the next turn. */
  steering: z.array(z.string()),
  lastEventId: z.string(),
});
export type SessionSnapshot = z.infer<typeof SessionSnapshot>;

/** What can be named with an @. */
export const Mentionable = z.strictObject({
  id: z.string(),
  kind: z.union([ResourceKind, z.enum(['concept', 'finding'])]),
  name: z.string(),
  /** Where it is, or what it is. */
  detail: z.string(),
});
export type Mentionable = z.infer<typeof Mentionable>;

const One = z.strictObject({ id: Id });

export const assistant = {
  /** The sessions, the model, the budgets. */
  state: read('/assistant')
    .input(
      z.strictObject({
        search: z.string().max(200).default(''),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(AssistantState),
  /** Says that `state` is another by now. */
  watch: read('/assistant-watch').output(eventIterator(z.strictObject({ changed: z.literal(true) }))),
  session: read('/assistant/sessions/{id}').input(One).output(SessionSnapshot),
  /** What happens after an event id; null events for a gap: read the session anew. */
  follow: read('/assistant/sessions/{id}/follow')
    .input(z.strictObject({ id: Id, lastEventId: z.string().max(100).optional() }))
    .output(eventIterator(z.strictObject({ id: z.string(), events: z.array(ChatEvent).nullable() }))),
  /** Says something: begins a run, in a new session where none is named. */
  send: write('/assistant/send', 'memory')
    .input(
      z.strictObject({
        id: Id.nullable(),
        message: Message,
        mentions: z.array(Mention).max(20).default([]),
        profile: z.enum(PROFILES).optional(),
        modelId: ModelId.optional(),
        /** Writes need no discovery in this run; for the record, why. */
        looseBecause: PlainText.trim().min(1).max(300).optional(),
      }),
    )
    .output(z.strictObject({ session: Session, runId: z.string() })),
  /** Hands over something while it works. */
  steer: write('/assistant/sessions/{id}/steer', 'memory')
    .input(z.strictObject({ id: Id, message: Message }))
    .output(z.strictObject({ waiting: z.number().int() })),
  stop: write('/assistant/sessions/{id}/stop', 'memory').input(One).output(Session),
  answer: write('/assistant/questions/{id}/answer', 'memory')
    .input(z.strictObject({ id: Id, answer: PlainText.trim().min(1).max(4000) }))
    .output(z.strictObject({ answered: z.literal(true) })),
  /** Says yes or no to a plan as a whole. */
  decidePlan: danger('/assistant/plans/{id}/decide', 'memory')
    .input(
      z.strictObject({
        id: Id,
        planHash: z.string().max(64),
        approve: z.boolean(),
        reason: PlainText.max(500).default(''),
      }),
    )
    .output(z.strictObject({ decided: z.literal(true) })),
  /** Its title, whether it is pinned, how it runs, which model it asks. */
  update: write('/assistant/sessions/{id}', 'memory')
    .input(
      z.strictObject({
        id: Id,
        title: PlainText.trim().min(1).max(120).optional(),
        pinned: z.boolean().optional(),
        profile: z.enum(PROFILES).optional(),
        modelId: ModelId.optional(),
      }),
    )
    .output(Session),
  /** Takes back everything from one of the operator's messages on, so that it can be said anew. What was done stays done. */
  rewind: danger('/assistant/sessions/{id}/rewind', 'memory')
    .input(z.strictObject({ id: Id, entryId: Id }))
    .output(SessionSnapshot),
  remove: danger('/assistant/sessions/{id}/remove', 'memory')
    .input(One)
    .output(z.strictObject({ removed: z.literal(true) })),
  /** Names like a few letters, the likeliest first. */
  mentionables: read('/assistant/mentionables')
    .input(
      z.strictObject({
        text: z.string().max(200).default(''),
        limit: z.number().int().min(1).max(50).default(12),
      }),
    )
    .output(z.array(Mentionable)),
  /** Nothing is written by the assistant while it is on, whatever was approved by rule. */
  setReadOnly: write('/assistant/read-only', 'memory')
    .input(z.strictObject({ on: z.boolean() }))
    .output(AssistantState),
  schedules: read('/assistant/schedules').output(z.array(Schedule)),
  saveSchedule: write('/assistant/schedules', 'memory')
    .input(z.strictObject({ id: Id.nullable(), wish: ScheduleWish }))
    .output(z.array(Schedule)),
  removeSchedule: write('/assistant/schedules/{id}/remove', 'memory').input(One).output(z.array(Schedule)),
  /** Starts it now, beside its times. */
  runSchedule: write('/assistant/schedules/{id}/run', 'memory').input(One).output(Session),
};
