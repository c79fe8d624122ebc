// `graph_write`: an edge told, moved or retired, a conflict decided, after the operator's word, by the memory's own way of writing. What it would do
// is planned by the memory itself and shown line by line. Source: agent, Tools; memory, Conflicts.
import * as z from 'zod';
import { DecisionKind } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_PROJECT, ProjectName } from '../../../shared/model/graph.ts';
import { planGraph } from '../plans/plan-graph.ts';
import { requireResource, writeTool } from './tool.ts';

const Name = z.string().trim().min(1).max(200);

const Arguments = z.strictObject({
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
    'For add: within what, such as type, membership or runs-on; graph_query lists the dimensions with what each asks. For move: the new one, if that changes. For resolve with move or split: where the incoming fact goes.',
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
export const graphWrite = writeTool({
  name: 'graph_write',
  description:
    'Changes the shared memory: adds a fact, moves or retires an edge, or resolves a conflict. The operator sees what would change and is asked first. It can be undone in Audit.',
  schema: Arguments,
  kind: 'write',
  permission: 'assistant',
  category: null,
  identifiers: ['edge', 'conflict'],
  target(args) {
    if (args.action === 'resolve') return args.conflict === undefined ? null : `conflict:${args.conflict}`;
    return args.concept === undefined ? null : `concept:${args.project}:${args.concept}`;
  },
  facts: () => [],
  predictKeys: () => [],
  plan(args, context) {
    const { action } = args;
    if (!context.resource) {
      const field = action === 'resolve' ? 'conflict' : 'concept';
      throw new AppError('INVALID_INPUT', `${action} takes a \`${field}\`.`, { field });
    }
    return planGraph(args, requireResource(context), context.parts);
  },
});
