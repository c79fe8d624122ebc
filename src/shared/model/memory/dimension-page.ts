// All that is known of one dimension, as its page shows it. Source: console, Concepts.
import * as z from 'zod';
import { Source } from '../graph.ts';

const count = z.number().int();

export const DimensionPage = z.strictObject({
  project: z.string(),
  id: count,
  token: z.string(),
  question: z.string().nullable(),
  /** What a fact in it gets that names no flavour. */
  isIsa: z.boolean(),
  /** By whom and when; null for one that has no root yet. */
  made: z.strictObject({ by: z.string(), at: count }).nullable(),
  usage: z.strictObject({
    facts: count,
    isa: count,
    ispart: count,
    /** Facts that somebody said within the last 30 days. */
    confirmedLately: count,
    sources: z.partialRecord(Source, count),
    /** How often lines with one of its facts went into prompts since the program started. */
    recalled: count,
  }),
  /** Other names it goes by. */
  aliases: z.array(z.string()),
  /** What its facts say most often; the first of them, and how many there are. */
  parents: z.array(z.strictObject({ token: z.string(), facts: count })),
  parentsTotal: count,
  /** Places where something waits, the first of them; `known` null for an empty one. */
  contested: z.array(
    z.strictObject({
      conflictId: count,
      concept: z.string(),
      known: z.string().nullable(),
      claimed: z.string(),
    }),
  ),
  contestedTotal: count,
  /** What taking it apart could look like, computed from what contradicted each other; null where nothing did, or nothing would come of it. */
  suggestion: z
    .strictObject({
      parts: z.array(
        z.strictObject({
          /** The dimension most of the parents are used in elsewhere; null where none is. */
          dimension: z.string().nullable(),
          parents: z.array(z.string()),
          facts: count,
        }),
      ),
      /** Concepts whose two answers would have a place each, of how many that were given two. */
      settles: count,
      contested: count,
    })
    .nullable(),
});
export type DimensionPage = z.infer<typeof DimensionPage>;

/** What a model would call the parts of a suggested split; words of a model, applied by nobody but the operator. */
export const PartNames = z.strictObject({
  /** The model's label, and when it answered. */
  model: z.string(),
  at: count,
  /** A part each, in the order of the suggestion; without a name where the model's was none, and why. */
  parts: z.array(
    z.strictObject({
      parents: z.array(z.string()),
      name: z.string().nullable(),
      question: z.string().nullable(),
      problem: z.string().nullable(),
    }),
  ),
});
export type PartNames = z.infer<typeof PartNames>;
