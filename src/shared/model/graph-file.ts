// The lossless file of a memory, one JSON object a line: what `festinger export` writes and `festinger import` takes.
// A released version is never changed; a new field makes a new version. Explained in docs/transfer.md.
// Names, never database ids: `edge` numbers count within the file. Times are epoch milliseconds.
import * as z from 'zod';
import { CollisionType, ConflictStatus, Correction, ProjectName, Provenance, Source } from './graph.ts';
import { Question } from './memory/graph-edit.ts';
import { Time } from './time.ts';

/** The one that is written. Version 1 had no questions of dimensions, version 2 no guesses and no ends; both are read as well. */
export const GRAPH_FILE_VERSION = 3;
/** All that are read, newest first. */
export const GRAPH_FILE_VERSIONS = [GRAPH_FILE_VERSION, 2, 1] as const;
export type GraphFileVersion = (typeof GRAPH_FILE_VERSIONS)[number];

/** Longest line a file may have, characters; the longest our own exports write is a tenth of it. */
export const MAX_LINE_CHARS = 256 * 1024;

const Token = z
  .string()
  .min(1)
  .max(200)
  .refine(
    (token) => token.isWellFormed() && !/\p{Cc}/u.test(token),
    'a name has no control characters and is valid Unicode',
  );
const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Share = z.number().min(0).max(1);
const EdgeNumber = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const Text = z
  .string()
  .max(20_000)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'is valid Unicode without NUL');

/** Where a fact came from, at a time that can be shown. */
const Origin = Provenance.extend({ at: Time });

const header = z.strictObject({
  kind: z.literal('festinger-memory'),
  version: z.literal(
    [...GRAPH_FILE_VERSIONS],
    `this version reads files of versions 1 to ${GRAPH_FILE_VERSION}`,
  ),
  program: z.string().max(100).optional(),
  exported_at: Time.optional(),
  /** The one project the file is of; null for all. */
  project: ProjectName.nullable().default(null),
});

const concept = z.strictObject({
  kind: z.literal('concept'),
  token: Token,
  encounters: Count.default(0),
  last_seen: Time.default(0),
  novelty: Share.default(0),
  /** A word of the dictionary. */
  common: z.boolean().default(false),
});

const dimension = z.strictObject({
  kind: z.literal('dimension'),
  project: ProjectName,
  dimension: Token,
  is_isa: z.boolean(),
  /** What an operator has it ask; left out where nobody said. Since version 2. */
  question: Question.optional(),
});

const place = { project: ProjectName, concept: Token, dimension: Token };

const edge = z.strictObject({
  kind: z.literal('edge'),
  edge: EdgeNumber,
  ...place,
  parent: Token,
  is_isa: z.boolean(),
  confidence: Share,
  source: Source,
  valid_from: Time,
  last_confirmed: Time,
  do_not_use: z.boolean().default(false),
  /** Only an assistant said it; left out otherwise. Since version 3. */
  is_guess: z.literal(true).optional(),
  /** From when on it holds no more; left out of a fact without an end. Since version 3. */
  until: Time.optional(),
  provenance: z.array(Origin).max(100).default([]),
});

/** A stretch of time in which an edge held that no longer does, or does elsewhere. */
const history = z
  .strictObject({
    kind: z.literal('history'),
    edge: EdgeNumber,
    ...place,
    parent: Token,
    is_isa: z.boolean(),
    confidence: Share,
    source: Source,
    valid_from: Time,
    valid_to: Time,
    last_confirmed: Time,
    /** The end it had; left out where it had none. Since version 3. */
    until: Time.optional(),
  })
  .refine(({ valid_from, valid_to }) => valid_to >= valid_from, {
    path: ['valid_to'],
    error: 'is not before valid_from',
  })
  // A dimension that an undo took back leaves the period of its root, which is all three.
  .refine(({ concept: subject, parent, dimension: of }) => (subject === parent) === (subject === of), {
    path: ['concept'],
    error: 'is neither its own parent nor the dimension, but for a root, which is both',
  });

/** Where an edge came from that is in the history alone. */
const provenance = z.strictObject({
  kind: z.literal('provenance'),
  edge: EdgeNumber,
  entries: z.array(Origin).max(100),
});

const conflict = z
  .strictObject({
    kind: z.literal('conflict'),
    ...place,
    type: CollisionType,
    /** Left out of a claim that corrects nothing. */
    correction: Correction.optional(),
    status: ConflictStatus,
    /** The edge it collided with, as it was then; null for a cycle through an empty place. */
    existing: z
      .strictObject({
        edge: EdgeNumber,
        parent: Token,
        is_isa: z.boolean(),
        confidence: Share,
        source: Source,
      })
      .nullable(),
    incoming: z.strictObject({
      parent: Token,
      is_isa: z.boolean(),
      confidence: Share,
      source: Source,
      provenance: Origin,
    }),
    priority: z.number().int().min(-1000).max(1000),
    seen_count: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    last_seen: Time,
    attempts: z.number().int().min(0).max(1_000_000),
    created_at: Time,
    resolved_at: Time.nullable(),
    decided_by: Text.nullable(),
    /** What was decided, once it was. */
    resolution: z.strictObject({ decision: Text, reason: Text, model: Text.nullable() }).optional(),
    snoozed_until: Time.nullable(),
    note: Text.nullable(),
    last_problem: Text.nullable(),
  })
  .refine(({ type, existing }) => existing !== null || type === 'cycle', {
    path: ['existing'],
    error: 'is there, but for a cycle',
  })
  .refine(({ concept: subject, incoming, dimension: of }) => subject !== incoming.parent && subject !== of, {
    path: ['concept'],
    error: 'is neither its own parent nor the dimension',
  });

/** For reading only: an import leaves it out. */
const event = z.strictObject({
  kind: z.literal('event'),
  id: z.number().int(),
  at: Time,
  project: z.string().max(64),
  event: z.string().max(200),
  actor: z.string().max(2000),
  payload: z.unknown(),
  hash: z.string().max(64),
});

/** The last line: without it the file was cut off on its way. */
const end = z.strictObject({
  kind: z.literal('end'),
  /** All lines of the file, this one included. */
  lines: z.number().int().min(2),
});

export const GRAPH_LINES = { concept, dimension, edge, history, provenance, conflict, event, end } as const;
export const GraphFileHeader = header;
export const GraphLine = z.discriminatedUnion('kind', [
  concept,
  dimension,
  edge,
  history,
  provenance,
  conflict,
  event,
  end,
]);
export type GraphFileHeader = z.output<typeof header>;
export type GraphLine = z.output<typeof GraphLine>;
type LineOf<K extends GraphLine['kind']> = Extract<GraphLine, { kind: K }>;
export type ConceptLine = LineOf<'concept'>;
export type DimensionLine = LineOf<'dimension'>;
export type EdgeLine = LineOf<'edge'>;
export type HistoryLine = LineOf<'history'>;
export type ProvenanceLine = LineOf<'provenance'>;
export type ConflictLine = LineOf<'conflict'>;
