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

const Many = z.strictObject({ ids: z.array(z.number().int()).min(1).max(500), reason: Reason });

export const audit = {
  /** Of one chain, newest first. `actor` and `search` (content or actor) match parts, without regard to case. */
  events: read('/audit/events')
    .input(
      z.strictObject({
        chain: OneChain,
        project: ProjectName.optional(),
        kind: PlainText.max(60).optional(),
        actor: PlainText.max(200).optional(),
        search: PlainText.max(200).optional(),
        edgeId: z.number().int().optional(),
        conflictId: z.number().int().optional(),
        from: Time.optional(),
        to: Time.optional(),
        before: z.number().int().optional(),
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
  /** Newest first. `search` matches a part of what was done, by whom or why, without regard to case. */
  actions: read('/audit/actions')
    .input(
      z.strictObject({
        project: ProjectName.optional(),
        kind: ActionKind.optional(),
        search: PlainText.max(200).optional(),
        before: z.number().int().optional(),
        limit: z.number().int().min(1).max(200).default(50),
      }),
    )
    .output(z.array(Action)),
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
  /** Every period of every edge a concept has or had, newest first. */
  history: read('/concepts/{token}/history')
    .input(z.strictObject({ project: ProjectName.default('default'), token: z.string().min(1).max(500) }))
    .output(z.array(EdgePeriod)),
};
