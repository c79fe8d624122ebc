// What can be done about a conflict, by a person or (proposed) by a model, and what was done: actions, undoable.
// Source: memory, Conflicts, D6, D11.
import * as z from 'zod';
import { ERROR_CODES } from './envelope.ts';

export const DECISIONS = ['keep', 'replace', 'split', 'move', 'dismiss'] as const;
export const DecisionKind = z.enum(DECISIONS);
export type DecisionKind = z.infer<typeof DecisionKind>;

/** A name as a person types it; the core makes it canonical. */
const Name = z.string().trim().min(1).max(200);

/**
 * keep: the known fact is right and counts as confirmed. replace: the incoming fact takes its place.
 * split: both are right; the known edge moves to one dimension, the incoming fact goes to another.
 * move: one of the two belongs in another dimension. dismiss: the incoming fact is noise.
 */
export const Decision = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('keep') }),
  z.strictObject({
    decision: z.literal('replace'),
    /** Only for a cycle: which of its edges gives way. Default: the least trusted one. */
    givesWay: z.number().int().optional(),
  }),
  z.strictObject({ decision: z.literal('split'), existingDimension: Name, newDimension: Name }),
  z.strictObject({
    decision: z.literal('move'),
    dimension: Name,
    which: z.enum(['incoming', 'existing']).default('incoming'),
  }),
  z.strictObject({ decision: z.literal('dismiss') }),
]);
export type Decision = z.infer<typeof Decision>;

/** One line of the diff of the graph that a decision makes. */
export const GraphDiffLine = z.strictObject({
  change: z.enum(['add', 'remove', 'move', 'confirm', 'dimension', 'conflict']),
  concept: z.string(),
  parent: z.string(),
  dimension: z.string(),
  isIsa: z.boolean(),
  /** Where a moved edge goes. */
  toDimension: z.string().nullable(),
});
export type GraphDiffLine = z.infer<typeof GraphDiffLine>;

export const DecisionPreview = z.strictObject({
  allowed: z.boolean(),
  /** Why not, and what to do instead; null when allowed. */
  problem: z.string().nullable(),
  diff: z.array(GraphDiffLine),
  /** What agents see of the concept now, and would see then; null for nothing. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type DecisionPreview = z.infer<typeof DecisionPreview>;

/** What the graph itself can say to help: names in use, a split that follows from how the parents are used elsewhere. */
export const DecisionOptions = z.strictObject({
  dimensions: z.array(
    z.strictObject({
      token: z.string(),
      question: z.string().nullable(),
      edges: z.number().int(),
      /** Whether the concept has an edge there already. */
      taken: z.boolean(),
    }),
  ),
  split: z.strictObject({ existingDimension: z.string(), newDimension: z.string() }).nullable(),
  /** Edges of a cycle: any of them may give way. */
  cycle: z.array(
    z.strictObject({
      edgeId: z.number().int(),
      concept: z.string(),
      parent: z.string(),
      givesWay: z.boolean(),
    }),
  ),
});
export type DecisionOptions = z.infer<typeof DecisionOptions>;

/** What a model would do; shown with its label, applied by nobody but a person or the resolution job. */
export const Suggestion = z.strictObject({
  decision: Decision,
  reasoning: z.string(),
  model: z.string(),
  at: z.number().int(),
});
export type Suggestion = z.infer<typeof Suggestion>;

export const ACTION_KINDS = [
  'decision',
  'tell',
  'do_not_use',
  'retire',
  'correction',
  'refinement',
  // Facts whose end had passed.
  'expired',
  'move',
  'rename',
  'merge',
  // A dimension was made, asks something else, or ended.
  'dimension',
  'split',
  // Several of these together.
  'edit',
  'import',
  'restore',
  'undo',
  'redo',
] as const;
export const ActionKind = z.enum(ACTION_KINDS);
export type ActionKind = z.infer<typeof ActionKind>;

/** One thing a person or a run did, whole. Undoing and redoing are actions too. */
export const Action = z.strictObject({
  id: z.number().int(),
  at: z.number().int(),
  project: z.string(),
  kind: ActionKind,
  actor: z.string(),
  reason: z.string(),
  /** One plain line, such as `gnommoweb: [type] repo split into [artifact-type] and [deployment-type]`. */
  summary: z.string(),
  /** `done`: can be undone; `undone`: can be redone; `final`: neither (an undo itself, or too large to hold). */
  state: z.enum(['done', 'undone', 'final']),
});
export type Action = z.infer<typeof Action>;

/** One answer of a call about many: what was done about this one, or why not. */
export const ManyAnswer = z.strictObject({
  id: z.number().int(),
  action: Action.nullable(),
  problem: z.strictObject({ code: z.enum(ERROR_CODES), message: z.string() }).nullable(),
});
export type ManyAnswer = z.infer<typeof ManyAnswer>;
