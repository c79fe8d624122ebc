// `graph_query`: what the memory holds: concepts by name, the edges of one, dimensions, what waits as a conflict, what would be recalled of a name.
// Source: agent, Tools; memory, Recollection.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_PROJECT, ProjectName } from '../../../shared/model/graph.ts';
import type { AskedMemory } from '../hands/parts.ts';
import { hashed, short } from './facts.ts';
import { readTool, type ToolData } from './tool.ts';

const Arguments = z.strictObject({
  action: z
    .enum(['search', 'edges', 'dimensions', 'conflicts', 'recall'])
    .describe(
      'search concepts; edges of one; all dimensions; conflicts that wait; recall: what agents are told of a name.',
    ),
  project: ProjectName.default(DEFAULT_PROJECT),
  text: z.string().trim().min(1).max(200).optional().describe('For search: part of a name.'),
  concept: z.string().trim().min(1).max(200).optional().describe('For edges and recall: a name.'),
  limit: z.number().int().min(1).max(100).default(20),
});
type Arguments = z.output<typeof Arguments>;

/** What waits changes as it is decided: it is looked at each time. */
const keysOf = ({ action, project, text, concept, limit }: Arguments): string[] =>
  action === 'conflicts'
    ? []
    : [`graph:${project}:${action}:${hashed(JSON.stringify([text, concept, limit]))}`];

export const graphQuery = readTool({
  name: 'graph_query',
  description:
    'Asks the shared memory: finds concepts, lists what is known of one (with edge ids), dimensions, open conflicts, or what agents would be told of a name.',
  schema: Arguments,
  kind: 'read',
  permission: 'anyone',
  category: 'discovery',
  target: () => null,
  facts: (args, data) =>
    keysOf(args).map((key) => ({ category: 'discovery', key, value: short(JSON.stringify(data)) })),
  predictKeys: keysOf,
  run: (args, { parts }) => ANSWERS[args.action](args, parts.memory),
});

const ANSWERS: Readonly<
  Record<Arguments['action'], (args: Arguments, memory: AskedMemory) => Promise<ToolData>>
> = {
  search: async (args, memory) => await memory.search(args.project, needed(args, 'text'), args.limit),
  edges: async (args, memory) => await memory.concept(args.project, needed(args, 'concept')),
  dimensions: async ({ project, limit }, memory) => {
    const all = memory.dimensions(project);
    return { total: all.length, dimensions: all.slice(0, limit) };
  },
  conflicts: async ({ project, limit }, memory) => await memory.conflicts(project, limit),
  recall: async (args, memory) => memory.recall(args.project, needed(args, 'concept')),
};

/** @throws AppError INVALID_INPUT */
function needed(args: Arguments, field: 'text' | 'concept'): string {
  const value = args[field];
  if (value !== undefined) return value;
  throw new AppError('INVALID_INPUT', `${args.action} takes a \`${field}\`.`, { field });
}
