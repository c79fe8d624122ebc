// `graph_explain`: why the memory holds something: who told an edge, where and when; what stands against what in a conflict. Source: agent, Tools.
import * as z from 'zod';
import { short } from './facts.ts';
import { readTool, type ToolData } from './tool.ts';

const Arguments = z.strictObject({
  about: z.enum(['edge', 'conflict']).describe('What is explained.'),
  id: z.number().int().min(1).describe('Its number, as graph_query lists it.'),
});
type Arguments = z.output<typeof Arguments>;

const keyOf = ({ about, id }: Arguments): string => `graph:${about}:${id}`;

export const graphExplain = readTool({
  name: 'graph_explain',
  description:
    'Explains one edge of the shared memory (who told it, in which words, when) or one conflict (both claims, what each would be recalled as, what has been decided).',
  schema: Arguments,
  kind: 'read',
  permission: 'anyone',
  category: 'discovery',
  target: () => null,
  facts: (args, data) => [{ category: 'discovery', key: keyOf(args), value: short(JSON.stringify(data)) }],
  predictKeys: (args) => [keyOf(args)],
  async run({ about, id }, { parts }): Promise<ToolData> {
    return about === 'edge'
      ? { edge: await parts.memory.edge(id) }
      : { conflict: await parts.memory.conflict(id) };
  },
});
