// What the events of an action carry: whole edges and conflicts, before and after. Written by write-action.ts, read
// back by undo and by the audit. Ids and tokens both, so that an event can be read without the tables.
import * as z from 'zod';
import { ACTION_KINDS } from '../../../shared/model/decision.ts';
import { COLLISION_TYPES, CONFLICT_STATUSES, Provenance, SOURCES } from '../../../shared/model/graph.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { ConflictState } from '../../store/tables/conflict-updates.ts';
import type { DatedEdge } from '../../store/tables/edge-changes.ts';

const id = z.number().int();
const Source = z.enum(SOURCES);

export const EdgeRecord = z.object({
  edgeId: id,
  project: z.string(),
  concept: z.string(),
  parent: z.string(),
  dimension: z.string(),
  conceptId: id,
  parentId: id,
  dimensionId: id,
  isIsa: z.boolean(),
  confidence: z.number(),
  lastConfirmed: id,
  source: Source,
  doNotUse: z.boolean(),
  /** Only an assistant said it; older events leave it out. */
  isGuess: z.literal(true).optional(),
  /** Left out of a fact without an end. */
  until: id.optional(),
  validFrom: id,
});
export type EdgeRecord = z.infer<typeof EdgeRecord>;

export const EdgeDelta = z.object({
  action: z.enum(['insert', 'confirm', 'move', 'mark', 'retire', 'restore']),
  before: EdgeRecord.nullable(),
  after: EdgeRecord.nullable(),
  /** The newest testimony for the edge by then, 0 for none; older events leave it out, and then no later one is known. */
  heard: id.optional(),
  /** Words of the action that the edge's provenance does not keep: those of whoever decided. */
  voices: z.array(z.object({ confidence: z.number(), source: Source, at: id })).optional(),
});
export type EdgeDelta = z.infer<typeof EdgeDelta>;

/** `dimension.changed`: what it asks. */
export const QuestionDelta = z.object({
  dimension: z.string(),
  dimensionId: id,
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type QuestionDelta = z.infer<typeof QuestionDelta>;

const ConflictRecord = z.object({
  status: z.enum(CONFLICT_STATUSES),
  type: z.enum(COLLISION_TYPES),
  existing: z
    .object({ edgeId: id, parentId: id, isIsa: z.boolean(), confidence: z.number(), source: Source })
    .nullable(),
  attempts: id,
  lastProblem: z.string().nullable(),
  resolution: z.string().nullable(),
  decidedBy: z.string().nullable(),
  resolvedAt: id.nullable(),
});

const ClaimRecord = z.object({
  /** Older events leave it out: there were no corrections. */
  isCorrection: z.boolean().default(false),
  source: Source,
  confidence: z.number(),
  priority: id,
  seenCount: id,
  provenance: Provenance,
});

export const ConflictDelta = z.object({
  action: z.enum(['open', 'count', 'decide', 'came_true', 'rebase', 'reopen', 'withdraw', 'redo']),
  /** The claim that waits or waited. */
  claim: z.object({
    ...{ concept: z.string(), parent: z.string(), dimension: z.string(), isIsa: z.boolean() },
    /** The claim is that this is so no more. */
    ends: z.literal(true).optional(),
  }),
  before: ConflictRecord.nullable(),
  after: ConflictRecord.nullable(),
  /** How often the claim had been made by then; older events leave it out. */
  seenCount: id.optional(),
  /** Of a claim that was counted, or is no more: who made it, before and now. Older events leave it out. */
  counted: z.object({ before: ClaimRecord, after: ClaimRecord }).optional(),
});
export type ConflictDelta = z.infer<typeof ConflictDelta>;

export const HeadPayload = z.object({
  kind: z.enum(ACTION_KINDS),
  reason: z.string(),
  summary: z.string(),
  parts: id,
  undoes: id.optional(),
});

/** What stands in `resolution` of a decided conflict. */
export const Resolution = z.object({
  decision: z.string(),
  reason: z.string(),
  model: z.string().nullable(),
  runId: id.nullable(),
  /** The action, or the event, that decided it. */
  actionId: id,
});
export type Resolution = z.infer<typeof Resolution>;

/** Its keys, and those of what holds it, stand as they are hashed: in order. */
export function edgeRecord(edge: DatedEdge, tokenOf: (id: number) => string): EdgeRecord {
  const { concept, parent, dim } = edge;
  return {
    concept: tokenOf(concept),
    conceptId: concept,
    confidence: edge.confidence,
    dimension: tokenOf(dim),
    dimensionId: dim,
    doNotUse: edge.doNotUse,
    edgeId: edge.edgeId,
    ...(edge.isGuess ? { isGuess: true as const } : {}),
    isIsa: edge.isIsa,
    lastConfirmed: edge.lastConfirmed,
    parent: tokenOf(parent),
    parentId: parent,
    project: edge.project,
    source: edge.source,
    ...(edge.until === undefined ? {} : { until: edge.until }),
    validFrom: edge.validFrom,
  };
}

export function edgeOfRecord(record: EdgeRecord): EdgeRow {
  const { conceptId, parentId, dimensionId, edgeId, project, isIsa, confidence } = record;
  const { lastConfirmed, source, doNotUse, isGuess, until } = record;
  return {
    ...{ edgeId, project, concept: conceptId, parent: parentId, dim: dimensionId },
    ...{ isIsa, confidence, lastConfirmed, source, doNotUse, isGuess, until },
  };
}

/** A conflict's state as JSON; also the other way round, since it has only values JSON has. */
export function conflictRecord(state: ConflictState): NonNullable<ConflictDelta['after']> {
  return { ...state, existing: state.existing && { ...state.existing } };
}

/** The resolution of a conflict, where it has one that can be read. */
export function parseResolution(json: string | null): Resolution | null {
  if (json === null) return null;
  const parsed = Resolution.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : null;
}
