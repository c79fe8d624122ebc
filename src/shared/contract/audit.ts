// The record of every change, its hash chain, and undo and redo of what people and runs did.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import { AuditEvent, ChainName, ChainState } from '../model/audit.ts';
import { Action, ActionKind, ManyAnswer } from '../model/decision.ts';
import { Edge, ProjectName } from '../model/graph.ts';
import { PlainText, Reason } from '../model/plain-text.ts';
import { Time } from '../model/time.ts';
import { read, write } from './base.ts';

/** A stretch of time during which an edge held, or holds (`validTo` null). */
const EdgePeriod = z.strictObject({
  edgeId: z.number().int(),
  concept: z.string(),
  parent: z.string(),
  dimension: z.string(),
  isIsa: z.boolean(),
  confidence: z.number(),
  source: Edge.shape.source,
  validFrom: z.number().int(),
  validTo: z.number().int().nullable(),
  /** The event that ended it. */
  endedBy: z.number().int().nullable(),
});

/** Whoever names none asks for the memory's. */
const OneChain = ChainName.default('memory');

const Actions = z.strictObject({
  project: ProjectName.optional(),
  kind: ActionKind.optional(),
  /** A part of who did it, without regard to case; `by` is all of it, to the letter. */
  actor: PlainText.max(200).optional(),
  by: PlainText.max(200).optional(),
  search: PlainText.max(200).optional(),
  from: Time.optional(),
  to: Time.optional(),
});

const Many = z.strictObject({ ids: z.array(z.number().int()).min(1).max(500), reason: Reason });

export const audit = {
  /** Of one chain, newest first, or oldest first where `descending` is off; `offset` skips as many. `actor` and `search` (content or actor) match parts, without regard to case. */
  events: read('/audit/events')
    .input(
      z.strictObject({
        chain: OneChain,
        project: ProjectName.optional(),
        kind: PlainText.max(60).optional(),
        actor: PlainText.max(200).optional(),
        /** All of who did it, to the letter. */
        by: PlainText.max(200).optional(),
        search: PlainText.max(200).optional(),
        edgeId: z.number().int().optional(),
        conflictId: z.number().int().optional(),
        from: Time.optional(),
        to: Time.optional(),
        before: z.number().int().optional(),
        descending: z.boolean().default(true),
        offset: z.number().int().min(0).default(0),
        limit: z.number().int().min(1).max(500).default(100),
      }),
    )
    .output(
      z.strictObject({
        events: z.array(AuditEvent),
        /** Null when counting them all would take too long. */
        total: z.number().int().nullable(),
        kinds: z.array(z.string()),
      }),
    ),
  /** Newest first, or in another order. `search` matches a part of what was done, by whom or why, without regard to case. */
  actions: read('/audit/actions')
    .input(
      Actions.extend({
        before: z.number().int().optional(),
        sort: z.enum(['at', 'kind', 'actor']).default('at'),
        descending: z.boolean().default(true),
        offset: z.number().int().min(0).default(0),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.array(Action)),
  /** How many actions a filter matches. */
  countActions: read('/audit/actions-count')
    .input(Actions)
    .output(z.strictObject({ total: z.number().int() })),
  /** Who acted among the newest 20,000 events of a chain, most often first, or among all actions; at most 100. */
  actors: read('/audit/actors')
    .input(z.strictObject({ of: z.enum(['actions', ...ChainName.options]) }))
    .output(z.array(z.string())),
  undo: write('/audit/actions/{id}/undo', 'memory')
    .input(z.strictObject({ id: z.number().int(), reason: Reason }))
    .output(Action),
  redo: write('/audit/actions/{id}/redo', 'memory')
    .input(z.strictObject({ id: z.number().int(), reason: Reason }))
    .output(Action),
  /** Many of them, the newest first; each for itself, and answered in that order. */
  undoMany: write('/audit/undo', 'memory').input(Many).output(z.array(ManyAnswer)),
  /** The oldest first. */
  redoMany: write('/audit/redo', 'memory').input(Many).output(z.array(ManyAnswer)),
  /** What the last check found; null before the first one of this process. */
  chain: read('/audit/chain')
    .input(z.strictObject({ chain: OneChain }))
    .output(ChainState.nullable()),
  /** Recomputes every hash. */
  verify: read('/audit/verify')
    .input(z.strictObject({ chain: OneChain }))
    .output(ChainState),
  /** All events the filter matches, of one chain or one chain after the other, oldest first, as pieces of JSON Lines. */
  export: read('/audit/export')
    .input(
      z.strictObject({
        chain: ChainName.optional(),
        project: ProjectName.optional(),
        from: Time.optional(),
        to: Time.optional(),
      }),
    )
    .output(eventIterator(z.strictObject({ chunk: z.string() }))),
  /** The facts about a concept as they were at a moment. */
  asOf: read('/concepts/{token}/as-of')
    .input(
      z.strictObject({
        project: ProjectName.default('default'),
        token: z.string().min(1).max(500),
        at: Time,
      }),
    )
    .output(z.array(EdgePeriod)),
  /**
   * What was done about a concept, newest first: each action once, and what agents and prompts brought by itself. Of the facts it is
   * the subject of, and of conflicts about it. `before` is the id of the last one of the page before.
   */
  record: read('/concepts/{token}/record')
    .input(
      z.strictObject({
        project: ProjectName.default('default'),
        token: z.string().min(1).max(500),
        before: z.number().int().optional(),
        limit: z.number().int().min(1).max(100).default(20),
      }),
    )
    .output(
      z.strictObject({
        entries: z.array(
          z.strictObject({
            /** Of its newest event that touched the concept. */
            id: z.number().int(),
            at: z.number().int(),
            actor: z.string(),
            /** An event's, where there is no action. */
            kind: z.string(),
            summary: z.string(),
            action: Action.nullable(),
          }),
        ),
        /** The id to go on before; null when that was all. */
        next: z.number().int().nullable(),
      }),
    ),
  /** Every period of every edge a concept has or had, newest first. */
  history: read('/concepts/{token}/history')
    .input(z.strictObject({ project: ProjectName.default('default'), token: z.string().min(1).max(500) }))
    .output(z.array(EdgePeriod)),
};
