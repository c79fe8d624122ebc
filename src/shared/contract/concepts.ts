// The graph explorer: search first, then a neighbourhood; an inspector with provenance.
import * as z from 'zod';
import { Action, DecisionPreview } from '../model/decision.ts';
import {
  ConceptSummary,
  DEFAULT_PROJECT,
  Dimension,
  Edge,
  EdgeMark,
  FactAnswer,
  ProjectName,
} from '../model/graph.ts';
import { DimensionPage, PartNames } from '../model/memory/dimension-page.ts';
import { FactFilter } from '../model/memory/fact-filter.ts';
import { Reason } from '../model/plain-text.ts';
import { read, write } from './base.ts';

const project = ProjectName.default(DEFAULT_PROJECT);

/** A name as a person types it; the core makes it canonical. */
const Name = z.string().trim().min(1).max(200);
/** What the caller saw of an edge. */
const EdgeExpectation = z.strictObject({ parent: z.string(), dimension: z.string(), isIsa: z.boolean() });

/** A node of the canvas. `depth` < 0 above the focus (its ancestors), 0 the focus, > 0 below. */
const TreeNode = z.strictObject({
  concept: ConceptSummary,
  parent: z.string().nullable(),
  depth: z.number().int(),
  /** The edge that places it here; provenance is the inspector's to ask for. */
  edge: EdgeMark.nullable(),
  /** Stands here because of what passes the filter below it, not by a fact of its own that does. */
  isWay: z.boolean(),
  /** Children there are in this dimension, and how many of them are in the answer. */
  childrenTotal: z.number().int(),
  childrenShown: z.number().int(),
});

export const concepts = {
  /**
   * Prefix matches first, then contained; without a query: `recent` and `mostRecalled`. `known`: only concepts that facts are about
   * or conflicts wait for, no words that were merely met; `total` is of those.
   */
  search: read('/concepts')
    .input(
      z.strictObject({
        project,
        query: z.string().max(200).default(''),
        known: z.boolean().default(false),
        limit: z.number().int().min(1).max(200).default(25),
      }),
    )
    .output(
      z.strictObject({
        matches: z.array(ConceptSummary),
        total: z.number().int(),
        recent: z.array(ConceptSummary),
        mostRecalled: z.array(ConceptSummary),
      }),
    ),
  get: read('/concepts/{token}')
    .input(z.strictObject({ project, token: z.string().min(1).max(500) }))
    .output(
      z.strictObject({
        concept: ConceptSummary,
        edges: z.array(Edge),
        /** Up to 50 edges that name it as parent. */
        children: z.array(Edge),
        childrenTotal: z.number().int(),
        /** Exactly what agents would see for it now; null when nothing would be shown. */
        recollection: z.string().nullable(),
        conflictIds: z.array(z.number().int()),
        /** What it is as a dimension; null when it is none. */
        dimension: Dimension.nullable(),
      }),
    ),
  /**
   * One dimension's tree around a concept, cut to `limit` nodes; every count is of the whole graph. A dimension looked at in itself
   * is all of it: below it the concepts at its top, those with most children first.
   */
  neighbourhood: read('/concepts/{token}/neighbourhood')
    .input(
      z.strictObject({
        project,
        token: z.string().min(1).max(500),
        /** Default: the dimension in which it has most edges. */
        dimension: z.string().max(500).optional(),
        depth: z.number().int().min(1).max(6).default(2),
        limit: z.number().int().min(5).max(1500).default(300),
        filter: FactFilter.optional(),
        /** The dimension as it was at this moment, epoch milliseconds; now where it is left out. */
        at: z.number().int().min(0).optional(),
        /** A second dimension whose facts lie over the tree of the first; of now. */
        over: z.string().min(1).max(500).optional(),
      }),
    )
    .output(
      z.strictObject({
        focus: z.string(),
        dimension: z.string(),
        isDimension: z.boolean(),
        /** Dimensions in which the concept has edges, as chips around it. */
        dimensions: z.array(
          z.strictObject({
            token: z.string(),
            id: z.number().int(),
            edges: z.number().int(),
            contested: z.boolean(),
          }),
        ),
        nodes: z.array(TreeNode),
        shown: z.number().int(),
        /** Of what the filter lets through, and what it hides. */
        total: z.number().int(),
        hidden: z.number().int(),
        over: z
          .strictObject({
            dimension: z.string(),
            /** Between what is shown. */
            edges: z.array(EdgeMark),
            /** Facts about what is shown that lead elsewhere. */
            elsewhere: z.number().int(),
          })
          .nullable(),
      }),
    ),
  /** What is around a concept in all dimensions, up to so many facts away, and the facts between what is shown. */
  around: read('/concepts/{token}/around')
    .input(
      z.strictObject({
        project,
        token: z.string().min(1).max(500),
        hops: z.number().int().min(1).max(3).default(2),
        limit: z.number().int().min(5).max(600).default(150),
        filter: FactFilter.optional(),
      }),
    )
    .output(
      z.strictObject({
        focus: z.string(),
        nodes: z.array(
          z.strictObject({
            token: z.string(),
            hops: z.number().int(),
            /** Facts it is in, beyond what is shown too. */
            facts: z.number().int(),
            contested: z.boolean(),
          }),
        ),
        edges: z.array(EdgeMark),
        shown: z.number().int(),
        /** Null where there are more than are counted. */
        total: z.number().int().nullable(),
        /** Facts come by that the filter hides. */
        hidden: z.number().int(),
      }),
    ),
  /** One fact, with every sentence it came from. */
  edge: read('/edges/{edgeId}')
    .input(z.strictObject({ edgeId: z.number().int() }))
    .output(Edge),
  /** The shortest way from one concept to another over facts of all dimensions, whichever way they point. */
  path: read('/concepts/{token}/path')
    .input(
      z.strictObject({
        project,
        token: z.string().min(1).max(500),
        to: z.string().min(1).max(500),
        /** Facts that the way may have. */
        most: z.number().int().min(1).max(12).default(8),
      }),
    )
    .output(
      z.strictObject({
        from: z.string(),
        to: z.string(),
        most: z.number().int(),
        /** In order; null where there is no way. */
        facts: z.array(EdgeMark).nullable(),
        /** False where so much lies between that not all of it was looked at. */
        isWhole: z.boolean(),
      }),
    ),
  /** What two dimensions say of the same concepts: at most 2,000 of them, those of which they say something else first. */
  between: read('/dimensions/{dimension}/between/{other}')
    .input(
      z.strictObject({ project, dimension: z.string().min(1).max(500), other: z.string().min(1).max(500) }),
    )
    .output(
      z.strictObject({
        one: z.string(),
        other: z.string(),
        /** Of all there are. */
        counts: z.strictObject({
          otherwise: z.number().int(),
          same: z.number().int(),
          only_one: z.number().int(),
          only_other: z.number().int(),
        }),
        rows: z.array(
          z.strictObject({
            said: z.enum(['otherwise', 'same', 'only_one', 'only_other']),
            concept: z.string(),
            /** What it belongs to in each; null where one says nothing. */
            one: z.string().nullable(),
            other: z.string().nullable(),
          }),
        ),
      }),
    ),
  /** When a dimension changed: facts that began or ended, in stretches of the same length from its first one to now. */
  timeline: read('/dimensions/{dimension}/timeline')
    .input(z.strictObject({ project, dimension: z.string().min(1).max(500) }))
    .output(
      z.strictObject({
        /** Null for a dimension that never had a fact. */
        from: z.number().int().nullable(),
        to: z.number().int(),
        changes: z.array(z.number().int()),
      }),
    ),
  /** What a dimension says otherwise than at an earlier moment, by concept: at most 5,000 of them, and how many there are. */
  difference: read('/dimensions/{dimension}/difference')
    .input(
      z.strictObject({
        project,
        dimension: z.string().min(1).max(500),
        /** Epoch milliseconds. */
        from: z.number().int().min(0),
        /** Default: now. */
        to: z.number().int().min(0).optional(),
      }),
    )
    .output(
      z.strictObject({
        dimension: z.string(),
        from: z.number().int(),
        to: z.number().int(),
        changes: z.array(
          z.strictObject({
            kind: z.enum(['added', 'gone', 'moved']),
            concept: z.string(),
            before: z.string().nullable(),
            after: z.string().nullable(),
            /** The same parent in the other flavour. */
            isFlavour: z.boolean(),
          }),
        ),
        /** Of all there are. */
        counts: z.strictObject({ added: z.number().int(), gone: z.number().int(), moved: z.number().int() }),
      }),
    ),
  dimensions: read('/dimensions').input(z.strictObject({ project })).output(z.array(Dimension)),
  /** One of them, with what is contested in it and what taking it apart could look like. */
  dimension: read('/dimensions/{token}')
    .input(z.strictObject({ project, token: z.string().min(1).max(500) }))
    .output(DimensionPage),
  /** Asks the resolve model what the parts of the suggested split could be called, and what they ask; applies nothing. */
  nameParts: write('/dimensions/{token}/name-parts', 'process', 'token')
    .input(z.strictObject({ project, token: z.string().min(1).max(500) }))
    .output(PartNames),
  /** Keeps an edge out of recollections (or lets it back in). An event, so it can be undone. */
  setDoNotUse: write('/edges/{edgeId}/do-not-use', 'memory')
    .input(
      z.strictObject({
        edgeId: z.number().int(),
        doNotUse: z.boolean(),
        reason: Reason,
      }),
    )
    .output(
      z.strictObject({
        edge: Edge,
        /** Null when the edge was marked so already. */
        action: Action.nullable(),
      }),
    ),
  /** What retiring or moving an edge would do, without doing it. */
  previewEdit: read('/edges/{edgeId}/preview')
    .input(
      z.strictObject({
        edgeId: z.number().int(),
        edit: z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('retire') }),
          z.strictObject({ kind: z.literal('move'), dimension: Name.optional(), parent: Name.optional() }),
        ]),
      }),
    )
    .output(DecisionPreview),
  /** Takes an edge out of the present; it stays in the history. STALE_VERSION when it says something else by now. */
  retireEdge: write('/edges/{edgeId}/retire', 'memory')
    .input(z.strictObject({ edgeId: z.number().int(), expected: EdgeExpectation, reason: Reason }))
    .output(z.strictObject({ action: Action })),
  /** Moves an edge to another dimension, under another parent, or both; it keeps its id. */
  moveEdge: write('/edges/{edgeId}/move', 'memory')
    .input(
      z.strictObject({
        edgeId: z.number().int(),
        dimension: Name.optional(),
        parent: Name.optional(),
        expected: EdgeExpectation,
        reason: Reason,
      }),
    )
    .output(z.strictObject({ action: Action, edge: Edge })),
  /** An operator's fact, by the grammar of `iknowthat`. An action, so it can be undone. */
  tell: write('/facts', 'memory')
    .input(
      z.strictObject({
        project,
        fact: z.string().min(1).max(4096),
        /** When it ends, as POST /iknowthat takes it; left out for a fact without an end. */
        until: z.string().max(100).optional(),
        ttl: z.union([z.string().max(100), z.number()]).optional(),
      }),
    )
    .output(
      z.strictObject({
        ...FactAnswer.shape,
        /** Null for a refused fact. */
        action_id: z.number().int().nullable(),
      }),
    ),
};
