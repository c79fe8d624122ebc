// The nouns of the concept graph as they cross a border: concepts, edges, facts, conflicts, provenance.
// Tokens are canonical (NFKC, lower case, words joined by `_`). Source: memory, Nouns.
import * as z from 'zod';
import { Time } from './time.ts';

/** Who put an edge into the graph, most trusted first (memory D12, D16). */
export const SOURCES = ['operator', 'gutask', 'inferred', 'cloud_llm', 'festinger'] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

export const COLLISION_TYPES = ['isa_isa', 'ispart_ispart', 'misclassification', 'cycle'] as const;
export const CollisionType = z.enum(COLLISION_TYPES);
export type CollisionType = z.infer<typeof CollisionType>;

/** What a correction of a known fact says: that it is so no more, or that something else is so now (memory D21). */
export const CORRECTIONS = ['ends', 'now'] as const;
export const Correction = z.enum(CORRECTIONS);
export type Correction = z.infer<typeof Correction>;

export const CONFLICT_STATUSES = ['pending', 'needs_human', 'resolved', 'dismissed'] as const;
export const ConflictStatus = z.enum(CONFLICT_STATUSES);
export type ConflictStatus = z.infer<typeof ConflictStatus>;

/** The six dimensions every graph starts with; `isIsa` is the flavour a fact gets when it names none. */
export const SEED_DIMENSIONS = [
  { token: 'type', question: 'What kind of thing is this?', isIsa: true },
  { token: 'membership', question: 'What system or project does this belong to?', isIsa: false },
  { token: 'runs-on', question: 'What infrastructure hosts or executes this?', isIsa: false },
  { token: 'tech', question: 'What technology stack is it built with?', isIsa: false },
  { token: 'owned-by', question: 'Who is responsible for this?', isIsa: false },
  { token: 'geography', question: 'Where is this spatially or organisationally located?', isIsa: false },
] as const;

/** What a seed dimension asks; null for a name that is none. */
export function seedQuestion(token: string): string | null {
  return SEED_DIMENSIONS.find((seed) => seed.token === token)?.question ?? null;
}

/** A fact in this dimension says that its concept is another name of its parent (memory D17). Made when it is first used. */
export const ALIAS_DIMENSION = 'alias';

/** The project every fact belongs to unless a client key or `X-Festinger-Project` says otherwise (memory D15). */
export const DEFAULT_PROJECT = 'default';
export const ProjectName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'a project name is 1 to 64 of a-z 0-9 . _ -, starting with a letter or digit',
  );

/** A triple on its way in, in canonical tokens: concept IN parent, within a dimension. */
export const Fact = z.strictObject({
  concept: z.string().min(1),
  parent: z.string().min(1),
  dimension: z.string().min(1),
  isIsa: z.boolean(),
  confidence: z.number().min(0).max(1),
  /** From when on it holds no more, epoch milliseconds; left out of a fact without an end. */
  until: Time.exactOptional(),
});
export type Fact = z.infer<typeof Fact>;

/** Where a fact came from, kept with the edge or the conflict it became (memory D12). */
export const Provenance = z.strictObject({
  source: Source,
  client: z.string().nullable(),
  conversation: z.string().nullable(),
  role: z.string().nullable(),
  segment: z.string().nullable(),
  /** The sentence, redacted, at most 280 characters. */
  sentence: z.string().max(280).nullable(),
  /** Epoch milliseconds. */
  at: z.number().int(),
  /** The end it was said to have, epoch milliseconds; left out where none was said. */
  until: Time.exactOptional(),
});
export type Provenance = z.infer<typeof Provenance>;

export const Edge = z.strictObject({
  edgeId: z.number().int(),
  project: z.string(),
  concept: z.string(),
  parent: z.string(),
  dimension: z.string(),
  isIsa: z.boolean(),
  confidence: z.number(),
  source: Source,
  lastConfirmed: z.number().int(),
  validFrom: z.number().int(),
  doNotUse: z.boolean(),
  /** Only an assistant said it. */
  isGuess: z.boolean(),
  /** From when on it holds no more, epoch milliseconds; null for a fact without an end. */
  until: z.number().int().nullable(),
  contested: z.boolean(),
  provenance: z.array(Provenance),
});
export type Edge = z.infer<typeof Edge>;

/** An edge as a picture shows it; the rest is the inspector's to ask for. */
export const EdgeMark = Edge.omit({ provenance: true, validFrom: true, isGuess: true, until: true });
export type EdgeMark = z.infer<typeof EdgeMark>;

export const ConceptSummary = z.strictObject({
  id: z.number().int(),
  token: z.string(),
  encounterCount: z.number().int(),
  saliency: z.number(),
  novelty: z.number(),
  common: z.boolean(),
  lastSeen: z.number().int().nullable(),
  /** Edges where it is the subject; edges where it is the parent; pending conflicts. */
  edges: z.number().int(),
  children: z.number().int(),
  conflicts: z.number().int(),
  /** How often it stood in an injected recollection since the program started. */
  recalled: z.number().int(),
});
export type ConceptSummary = z.infer<typeof ConceptSummary>;

export const Dimension = z.strictObject({
  id: z.number().int(),
  token: z.string(),
  question: z.string().nullable(),
  edges: z.number().int(),
  conflicts: z.number().int(),
});
export type Dimension = z.infer<typeof Dimension>;

/** One side of a conflict: what it says and who said it when. */
export const Claim = z.strictObject({
  parent: z.string().nullable(),
  isIsa: z.boolean().nullable(),
  confidence: z.number().nullable(),
  source: Source.nullable(),
  provenance: Provenance.nullable(),
  /** The line agents see while this claim holds. */
  line: z.string().nullable(),
});
export type Claim = z.infer<typeof Claim>;

export const Conflict = z.strictObject({
  id: z.number().int(),
  project: z.string(),
  concept: z.string(),
  dimension: z.string(),
  collisionType: CollisionType,
  /** Whether somebody corrects what is known, and how; null for a claim that merely contradicts it. */
  correction: Correction.nullable(),
  status: ConflictStatus,
  priority: z.number().int(),
  version: z.number().int(),
  existing: Claim,
  incoming: Claim,
  createdAt: z.number().int(),
  resolvedAt: z.number().int().nullable(),
  decidedBy: z.string().nullable(),
  /** How often the incoming claim was made while it waited. */
  seenCount: z.number().int(),
  /** Answers of models that could not be used, in a row; three make it `needs_human`. */
  attempts: z.number().int(),
  lastProblem: z.string().nullable(),
  snoozedUntil: z.number().int().nullable(),
  note: z.string().nullable(),
  /** What was decided: the decision, the reason, and by which model where one proposed it. */
  resolution: z
    .strictObject({
      decision: z.string(),
      reason: z.string(),
      model: z.string().nullable(),
      runId: z.number().int().nullable(),
      actionId: z.number().int(),
      /** False once it was undone, or cannot be. */
      undoable: z.boolean(),
    })
    .nullable(),
  /** Earlier conflicts about the same claim that were decided, newest first. */
  earlier: z.array(z.number().int()),
});
export type Conflict = z.infer<typeof Conflict>;

/** How people see a conflict; see conflict-kind.ts. */
export const CONFLICT_KINDS = [...COLLISION_TYPES, 'correction'] as const;
export const ConflictKind = z.enum(CONFLICT_KINDS);
export type ConflictKind = z.infer<typeof ConflictKind>;

/**
 * What became of a fact. `retracted`: it was known, or waited, and does no more. `absent`: there was nothing to retract.
 * `corrected`: it took the place of what was known. `refined`: it made what was known more specific.
 */
export const FACT_STATUSES = [
  'inserted',
  'confirmed',
  'conflict',
  'refused',
  'retracted',
  'absent',
  'corrected',
  'refined',
] as const;
export type FactStatus = (typeof FACT_STATUSES)[number];

/** What the write path says of one fact, in tokens. */
export interface FactOutcome {
  readonly status: FactStatus;
  readonly concept: string;
  readonly parent: string;
  readonly dimension: string;
  readonly isIsa: boolean;
  readonly edgeId?: number | undefined;
  readonly conflictId?: number | undefined;
  /** The collision type of a conflict; of a refusal SELF_FACT, ROOT_FACT, SECRET_NAME, NAME_REFUSED or DISMISSED (a claim decided against before). */
  readonly reason?: string | undefined;
  /** The end that the fact has now, epoch milliseconds. */
  readonly until?: number | undefined;
}

/** A fact's outcome as HTTP and the typed calls show it: names, not ids, in snake case. */
export const FactAnswer = z.strictObject({
  status: z.enum(FACT_STATUSES),
  concept: z.string(),
  parent: z.string(),
  dimension: z.string(),
  is_isa: z.boolean(),
  edge_id: z.number().int().optional(),
  conflict_id: z.number().int().optional(),
  reason: z.string().optional(),
  /** When the fact ends, as ISO 8601; left out where it has no end. */
  until: z.string().optional(),
});
export type FactAnswer = z.infer<typeof FactAnswer>;

export function factAnswer(outcome: FactOutcome): FactAnswer {
  return {
    status: outcome.status,
    concept: outcome.concept,
    parent: outcome.parent,
    dimension: outcome.dimension,
    is_isa: outcome.isIsa,
    ...(outcome.edgeId === undefined ? {} : { edge_id: outcome.edgeId }),
    ...(outcome.conflictId === undefined ? {} : { conflict_id: outcome.conflictId }),
    ...(outcome.reason === undefined ? {} : { reason: outcome.reason }),
    ...(outcome.until === undefined ? {} : { until: new Date(outcome.until).toISOString() }),
  };
}
