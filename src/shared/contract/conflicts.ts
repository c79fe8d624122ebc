// The queue of facts that collided with what the graph holds, and what a person can do about them.
import * as z from 'zod';
import {
  Action,
  Decision,
  DecisionOptions,
  DecisionPreview,
  ManyAnswer,
  Suggestion,
} from '../model/decision.ts';
import { Conflict, ConflictKind, ProjectName } from '../model/graph.ts';
import { PlainText, Reason } from '../model/plain-text.ts';
import { Time } from '../model/time.ts';
import { read, write } from './base.ts';

const id = z.number().int();
/** The `version` the caller saw; another one by now is STALE_VERSION and nothing is written. */
const expectedVersion = z.number().int();

export const conflicts = {
  /** Open: operator and gutask before the rest, then oldest. Snoozed: soonest first. Decided: newest first. */
  list: read('/conflicts')
    .input(
      z.strictObject({
        project: ProjectName.optional(),
        view: z.enum(['open', 'snoozed', 'decided', 'all']).default('open'),
        type: ConflictKind.optional(),
        search: PlainText.max(200).optional(),
        limit: z.number().int().min(1).max(500).default(100),
        offset: z.number().int().min(0).default(0),
      }),
    )
    .output(
      z.strictObject({ conflicts: z.array(Conflict), total: z.number().int(), open: z.number().int() }),
    ),
  get: read('/conflicts/{id}').input(z.strictObject({ id })).output(Conflict),
  options: read('/conflicts/{id}/options').input(z.strictObject({ id })).output(DecisionOptions),
  /** What a decision would do, without doing it. */
  preview: read('/conflicts/{id}/preview')
    .input(z.strictObject({ id, decision: Decision }))
    .output(DecisionPreview),
  decide: write('/conflicts/{id}', 'memory')
    .input(z.strictObject({ id, decision: Decision, reason: Reason, expectedVersion }))
    .output(z.strictObject({ conflict: Conflict, action: Action })),
  /** One decision for many; each in its own transaction, each answered for itself. */
  decideMany: write('/conflicts-bulk', 'memory')
    .input(
      z.strictObject({
        items: z.array(z.strictObject({ id, expectedVersion })).min(1).max(500),
        decision: Decision,
        reason: Reason,
      }),
    )
    .output(z.array(ManyAnswer)),
  /** Until a time in epoch milliseconds; null wakes it. */
  snooze: write('/conflicts/{id}/snooze', 'memory')
    .input(z.strictObject({ id, until: Time.nullable(), expectedVersion }))
    .output(Conflict),
  note: write('/conflicts/{id}/note', 'memory')
    .input(z.strictObject({ id, note: PlainText.max(2000), expectedVersion }))
    .output(Conflict),
  /** Asks the resolve model what it would do; applies nothing. */
  suggest: write('/conflicts/{id}/suggest', 'process', 'id').input(z.strictObject({ id })).output(Suggestion),
};
