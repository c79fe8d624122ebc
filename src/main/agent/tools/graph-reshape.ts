// `graph_reshape`: names and dimensions of the memory renamed, merged, split, made or ended, facts added, moved or retired many at once, after the
// operator's word and as one change. What it would do is planned by the memory itself. Source: agent, Tools; memory D11; decision 068.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_PROJECT, ProjectName } from '../../../shared/model/graph.ts';
import { GraphEdit } from '../../../shared/model/memory/graph-edit.ts';
import { planReshape } from '../plans/plan-reshape.ts';
import { requireResource, writeTool } from './tool.ts';

/** What one card can be read through for; the console takes more at once. */
const MOST_EDITS = 20;

const Arguments = z.strictObject({
  project: ProjectName.default(DEFAULT_PROJECT),
  edits: z
    .array(GraphEdit)
    .min(1)
    .max(MOST_EDITS)
    .describe(
      'In order; each builds on those before it. `edit` is one of rename, merge, split, dimension (makes one, or gives one another question), end_dimension, add, move, retire. Facts are named by their numbers, as graph_query lists them.',
    ),
  about: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('For edits that name nothing but numbers: the concept or dimension they are about.'),
  reason: z.string().trim().min(1).max(300).describe('Why, in one sentence; kept with the change.'),
});

export const graphReshape = writeTool({
  name: 'graph_reshape',
  description:
    'Reshapes the shared memory in one step: renames or merges names and dimensions, splits, makes or ends a dimension, adds, moves or retires several facts. All or nothing. The operator sees what agents would be told and is asked first. For a single fact or a conflict use graph_write. It can be undone in Audit.',
  schema: Arguments,
  kind: 'write',
  permission: 'assistant',
  category: null,
  target({ project, edits, about }) {
    // What an edit names stands before what the caller says of it.
    const [name = about] = edits.flatMap((edit) => nameIn(edit) ?? []);
    return name === undefined ? null : `concept:${project}:${name}`;
  },
  facts: () => [],
  predictKeys: () => [],
  plan(args, context) {
    if (!context.resource)
      throw new AppError(
        'INVALID_INPUT',
        'These edits name nothing but numbers: say in `about` which concept or dimension they are about.',
        { field: 'about' },
      );
    const { project, edits, reason } = args;
    return planReshape({ project, edits, reason }, requireResource(context), context.parts);
  },
});

/** What an edit is about. */
function nameIn(edit: GraphEdit): string | undefined {
  switch (edit.edit) {
    case 'rename':
    case 'dimension':
      return edit.name;
    case 'merge':
      return edit.into;
    case 'split':
    case 'end_dimension':
      return edit.dimension;
    case 'add':
      return edit.concept;
    case 'move':
      return edit.parent ?? edit.dimension;
    case 'retire':
      return undefined;
  }
}
