// What an operator does to the memory by hand: edits, one or many, planned and previewed together and applied as one action.
// Names are as a person types them; the core makes them canonical and follows other names. Source: memory, Writing, D11; console, Concepts.
import * as z from 'zod';
import { GraphDiffLine } from '../decision.ts';
import { ERROR_CODES } from '../envelope.ts';
import { DEFAULT_PROJECT, ProjectName, Source } from '../graph.ts';

const Name = z.string().trim().min(1).max(200);
/** The question a dimension answers, such as "What kind of thing is this?". */
export const Question = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine(
    (text) => text.isWellFormed() && !/\p{Cc}/u.test(text),
    'a question is one line of plain text, at most 200 characters',
  );

const EdgeId = z.number().int().min(1);
/** Edges named one by one; more of them are chosen by a rule. */
const EdgeIds = z.array(EdgeId).min(1).max(10_000);

/** Which facts of a dimension a part takes: those named, or those that fit everything a rule says. */
export const EdgeChoice = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('edges'), edges: EdgeIds }),
  z.strictObject({
    by: z.literal('rule'),
    /** The parent is one of these. */
    parents: z.array(Name).min(1).max(200).optional(),
    /** It stands below this concept, at any depth, in the dimension. */
    under: Name.optional(),
    flavour: z.enum(['isa', 'ispart']).optional(),
    sources: z.array(Source).min(1).max(Source.options.length).optional(),
  }),
]);
export type EdgeChoice = z.infer<typeof EdgeChoice>;

export const GraphEdit = z.discriminatedUnion('edit', [
  z.strictObject({
    edit: z.literal('add'),
    concept: Name,
    parent: Name,
    dimension: Name,
    isIsa: z.boolean(),
  }),
  /** At least one of the two. Each keeps its id. */
  z.strictObject({
    edit: z.literal('move'),
    edges: EdgeIds,
    dimension: Name.optional(),
    parent: Name.optional(),
  }),
  z.strictObject({ edit: z.literal('retire'), edges: EdgeIds }),
  /** A concept or a dimension; the old name stays as another name of it. */
  z.strictObject({ edit: z.literal('rename'), name: Name, to: Name }),
  /** Concepts or dimensions become one; the other names stay as other names of it. */
  z.strictObject({ edit: z.literal('merge'), names: z.array(Name).min(1).max(20), into: Name }),
  /** Makes a dimension, or gives one that is there another question; its flavour is what a fact in it gets that names none. */
  z.strictObject({
    edit: z.literal('dimension'),
    name: Name,
    question: Question.nullable().default(null),
    isIsa: z.boolean().default(true),
  }),
  /** What fits none of the parts stays. The first part that a fact fits takes it. */
  z.strictObject({
    edit: z.literal('split'),
    dimension: Name,
    parts: z
      .array(
        z.strictObject({
          dimension: Name,
          question: Question.nullable().default(null),
          which: EdgeChoice,
        }),
      )
      .min(1)
      .max(12),
  }),
  /** Ends a dimension with everything that is in it. */
  z.strictObject({ edit: z.literal('end_dimension'), dimension: Name }),
]);
export type GraphEdit = z.infer<typeof GraphEdit>;
export type GraphEditKind = GraphEdit['edit'];

/** The most edits that are applied together. */
export const MOST_EDITS = 200;

export const GraphEdits = z.strictObject({
  project: ProjectName.default(DEFAULT_PROJECT),
  edits: z.array(GraphEdit).min(1).max(MOST_EDITS),
});
export type GraphEdits = z.infer<typeof GraphEdits>;

/** Some edits looked at; the changes of facts of what is on the screen are listed. */
export const EditsLook = GraphEdits.extend({
  /** Concepts by their tokens. */
  shown: z.array(z.string().max(500)).max(1500).default([]),
});

/** What a fact says. */
const Said = z.strictObject({
  concept: z.string(),
  parent: z.string(),
  dimension: z.string(),
  isIsa: z.boolean(),
});

/** One edit that cannot be, and the edges that prove it. */
export const EditProblem = z.strictObject({
  /** Which of the edits, counted from 0. */
  at: z.number().int(),
  code: z.enum(ERROR_CODES),
  message: z.string(),
  /** What stands in the way, in order: a way that leads back, the fact at the place, the facts of a name that is taken. */
  path: z.array(Said.extend({ edgeId: z.number().int() })),
});
export type EditProblem = z.infer<typeof EditProblem>;

/** What some edits would do together; those that cannot be are left out of it. */
export const EditsPreview = z.strictObject({
  /** A line for each edit; null for one that cannot be. */
  summaries: z.array(z.string().nullable()),
  problems: z.array(EditProblem),
  /** True totals, whatever of them is listed. */
  totals: z.strictObject({
    added: z.number().int(),
    ended: z.number().int(),
    moved: z.number().int(),
    confirmed: z.number().int(),
    dimensions: z.number().int(),
    /** Conflicts that open, and those that wait no more. */
    opened: z.number().int(),
    settled: z.number().int(),
    /** Concepts of which agents are told something else. */
    retold: z.number().int(),
  }),
  /** The first lines of the difference. */
  diff: z.array(GraphDiffLine),
  /** What becomes of each fact that names something of `shown`, from first to last: null where there was none, or will be none. */
  edges: z.array(
    z.strictObject({
      /** Null for a fact that is only planned. */
      edgeId: EdgeId.nullable(),
      before: Said.nullable(),
      after: Said.nullable(),
    }),
  ),
  /** What agents are told of a concept now and would be told then, the most often met first; the first of them. */
  recollections: z.array(
    z.strictObject({
      concept: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  /** Too many changes to be taken back as one: once applied they stay. */
  isFinal: z.boolean(),
  /** What `apply` has to be given, so that it does this and nothing else; null when there is nothing to do. */
  basis: z.string().nullable(),
});
export type EditsPreview = z.infer<typeof EditsPreview>;
