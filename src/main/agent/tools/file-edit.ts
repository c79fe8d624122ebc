// `file_edit`: a text file read, or changed as a whole after the operator has seen what differs; and a change taken back. Source: agent, Tools.
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { ResourceReference } from '../../../shared/model/resource.ts';
import type { FileChange } from '../../infra/files/plan-edit.ts';
import { readText } from '../plans/files.ts';
import { placeOf } from '../plans/place.ts';
import { planFileEdit, planFileUndo } from '../plans/plan-file.ts';
import { about, hashed, idIn, short, under } from './facts.ts';
import { actionTool, requireResource } from './tool.ts';

const Text = z.string().max(1_000_000);

const Arguments = z.strictObject({
  action: z
    .enum(['read', 'write', 'append', 'replace', 'undo'])
    .describe(
      'read it; write it as a whole; append to its end; replace one text in it; undo an edit made here. All but read ask the operator.',
    ),
  resource: ResourceReference.describe('Where: a machine, container or guest as `query` lists it.'),
  path: z.string().min(1).max(4096).optional().describe('The whole path, from /; for all but undo.'),
  text: Text.optional().describe('For write: all it shall hold. For append: what is added.'),
  find: Text.optional().describe(
    'For replace: what stands in it exactly once, with as much around it as that takes.',
  ),
  replacement: Text.optional().describe('For replace: what stands there then.'),
  edit: z
    .string()
    .regex(/^[0-9a-f]{24}$/, 'the id of an edit, as its result names it')
    .optional()
    .describe('For undo: the id of the edit.'),
});
type Arguments = z.output<typeof Arguments>;

const keysOf = ({ action, path }: Arguments, id: string): string[] =>
  action === 'read' ? under(id, `file:${hashed(path ?? '')}`) : [];

export const fileEdit = actionTool({
  name: 'file_edit',
  description:
    'Reads or changes a text file on one machine, container or guest. A change is shown to the operator as a diff first, and is refused if the file is another by then. Files that hold secrets are neither read nor edited.',
  schema: Arguments,
  kind: ({ action }) => (action === 'read' ? 'read' : 'write'),
  permission: 'anyone',
  category: 'exec',
  target: ({ resource }) => resource,
  facts(args, data) {
    const id = idIn(data);
    if (id === null) return [];
    return keysOf(args, id).map((key) => ({ category: 'exec', key, value: short(String(data.text)) }));
  },
  predictKeys: (args) => keysOf(args, args.resource),
  async run(args, context) {
    const path = needed(args, 'path');
    const resource = requireResource(context);
    const place = await placeOf(resource, context.parts);
    const { text, size, digest } = await readText(path, place, context);
    return { resource: about(resource), path, size, digest, text };
  },
  plan(args, context) {
    const asked = { resource: requireResource(context), arguments: args };
    if (args.action === 'undo') return planFileUndo({ ...asked, edit: needed(args, 'edit') }, context);
    return planFileEdit({ ...asked, path: needed(args, 'path'), change: changeOf(args) }, context);
  },
});

function changeOf(args: Arguments): FileChange {
  switch (args.action) {
    case 'write':
    case 'append':
      return { kind: args.action, text: needed(args, 'text') };
    case 'replace':
      return { kind: 'replace', find: needed(args, 'find'), with: needed(args, 'replacement') };
    case 'read':
    case 'undo':
      throw new AppError('INVALID_INPUT', `${args.action} is no change of a file's text.`);
  }
}

/** @throws AppError INVALID_INPUT where the action lacks it */
function needed(args: Arguments, field: 'path' | 'text' | 'find' | 'replacement' | 'edit'): string {
  const value = args[field];
  if (value !== undefined) return value;
  throw new AppError('INVALID_INPUT', `${args.action} takes a \`${field}\`.`, { field });
}
