// `graph_write`: an edge told, moved or retired, a conflict decided, after the operator's word, by the memory's own way of writing. What it would do
// is planned by the memory itself and shown line by line. Source: agent, Tools; memory, Conflicts.
import { AppError } from '../../../shared/model/envelope.ts';
import { GraphArguments } from '../plans/graph-arguments.ts';
import { planGraph } from '../plans/plan-graph.ts';
import { requireResource, writeTool } from './tool.ts';

export const graphWrite = writeTool({
  name: 'graph_write',
  description:
    'Changes the shared memory: adds a fact, moves or retires an edge, or resolves a conflict. The operator sees what would change and is asked first. It can be undone in Audit.',
  schema: GraphArguments,
  kind: 'write',
  permission: 'assistant',
  category: null,
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
