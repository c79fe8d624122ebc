// What `graph_write` takes. Read by the tool, which parses it, and by what plans it.
import * as z from 'zod';
import { DecisionKind } from '../../../shared/model/decision.ts';
import { DEFAULT_PROJECT, ProjectName } from '../../../shared/model/graph.ts';

const Name = z.string().trim().min(1).max(200);

export const GraphArguments = z.strictObject({
  action: z
    .enum(['add', 'move', 'retire', 'resolve'])
    .describe('add a fact; move an edge to another parent or dimension; retire an edge; resolve a conflict.'),
  project: ProjectName.default(DEFAULT_PROJECT),
  concept: Name.optional().describe('For add, move and retire: what the fact is about.'),
  edge: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('For move and retire: the number of the edge, as graph_query lists it.'),
  parent: Name.optional().describe(
    'For add: what it is or belongs to. For move: the new one, if that changes.',
  ),
  dimension: Name.optional().describe(
    'For add: within what, such as type, membership or runs-on. For move: the new one, if that changes. For resolve with move or split: where the incoming fact goes.',
  ),
  is_isa: z
    .boolean()
    .optional()
    .describe('For add: whether it is a kind of its parent (true) or a part of it (false).'),
  conflict: z.number().int().min(1).optional().describe('For resolve: the number of the conflict.'),
  decision: DecisionKind.optional().describe(
    'For resolve: keep what is known; replace it; split: both, in two dimensions; move the incoming fact; dismiss it.',
  ),
  existing_dimension: Name.optional().describe('For resolve with split: where the known edge goes.'),
  reason: z.string().trim().min(1).max(300).describe('Why, in one sentence; kept with the change.'),
});
export type GraphArguments = z.output<typeof GraphArguments>;
