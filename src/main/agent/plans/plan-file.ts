// Plans a change of a file: the card with what differs, and what writes it; and the way back. A file is written whole or not at all, and only while
// it is what was read. Source: agent, Tools (file_edit), Approvals.
import { createHash } from 'node:crypto';
import type { Plan } from '../../../shared/model/approval.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Resource } from '../../../shared/model/resource.ts';
import type { Planned, Seen } from '../../infra/approvals/planned.ts';
import { type FileChange, planEdit, textOf } from '../../infra/files/plan-edit.ts';
import { shownDifference } from '../../infra/files/shown-difference.ts';
import type { CallContext } from '../tools/tool.ts';
import { MAX_FILE_BYTES, refuseUneditable, riskOfEdit } from './files.ts';
import { type Place, placeOf } from './place.ts';
import { asItWas, planResource } from './plan-action.ts';

interface FileAsked {
  readonly resource: Resource;
  readonly path: string;
  /** The whole call's, parsed. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** @throws AppError POLICY_BLOCKED, INVALID_INPUT, NOT_FOUND, NOT_ALLOWED, PAYLOAD_TOO_LARGE */
export async function planFileEdit(
  asked: FileAsked & { readonly change: FileChange },
  context: CallContext,
): Promise<Planned> {
  const { resource, path, change } = asked;
  const place = await placeOf(resource, context.parts);
  refuseUneditable(path, place, context);
  const current = await place.executor.readFile(path, MAX_FILE_BYTES, context.signal).catch(noneThere);
  const edit = planEdit({ path, current, change });
  const id = editId(resource, edit.path, edit.digest, edit.previous);
  const undo =
    edit.previous === null
      ? `Remove ${path}: it is not there now.`
      : `Take the edit back (file_edit, undo, ${id}), as long as nobody else changes ${path}.`;
  return {
    ...card(
      {
        asked,
        place,
        diff: edit.diff,
        verb: current === null ? 'Write' : 'Edit',
        undo,
        takeBack:
          edit.previous === null
            ? null
            : { tool: 'file_edit', arguments: { action: 'undo', resource: resource.id, edit: id } },
        expected: edit.expected,
      },
      context,
    ),
    async perform({ signal }) {
      context.parts.edits.keep(id, edit);
      await place.executor.writeFile(path, edit.bytes, edit.expected, signal);
      context.parts.known.changed(resource.id);
      return { summary: `${path} is written (edit ${id})`, exitCode: null, output: null };
    },
    verify: (signal) => holds(place, path, edit.digest, signal),
  };
}

/** @throws AppError NOT_FOUND when it is kept no more, INVALID_INPUT for another resource's, STALE_VERSION, NOT_ALLOWED */
export async function planFileUndo(
  asked: Omit<FileAsked, 'path'> & { readonly edit: string },
  context: CallContext,
): Promise<Planned> {
  const { resource, edit } = asked;
  const { edits, known } = context.parts;
  const kept = edits.kept(edit);
  if (!kept)
    throw new AppError('NOT_FOUND', `Nothing is kept of an edit ${edit}; restore the file from a backup.`);
  const { path, digest, previous } = kept;
  if (editId(resource, path, digest, previous) !== edit)
    throw new AppError('INVALID_INPUT', `The edit ${edit} was not made on ${resource.name}.`, {
      field: 'resource',
    });
  const place = await placeOf(resource, context.parts);
  refuseUneditable(path, place, context);
  if (previous === null)
    throw new AppError('NOT_ALLOWED', `${path} was made by that edit: remove it with run_command.`);
  const current = await place.executor.readFile(path, MAX_FILE_BYTES, context.signal);
  if (current.digest !== digest)
    throw new AppError(
      'STALE_VERSION',
      `${path} is another than the edit left it: somebody changed it since.`,
    );
  const { diff } = shownDifference(path, textOf(path, current), new TextDecoder().decode(previous));
  const planned = { asked: { ...asked, path }, place, diff, verb: 'Take back the edit of' } as const;
  return {
    ...card({ ...planned, undo: null, takeBack: null, expected: digest }, context),
    async perform({ signal }) {
      const summary = await edits.takeBack(edit, place.executor, signal);
      known.changed(resource.id);
      return { summary, exitCode: null, output: null };
    },
    verify: (signal) => holds(place, path, sha256(previous), signal),
  };
}

interface Card {
  readonly asked: FileAsked;
  readonly place: Place;
  readonly diff: string;
  readonly verb: string;
  readonly undo: string | null;
  readonly takeBack: Plan['takeBack'];
  /** What the file is now; null: not there. */
  readonly expected: string | null;
}

function card({ asked, place, diff, verb, undo, takeBack, expected }: Card, { parts }: CallContext) {
  const { resource, path } = asked;
  const name = verb === 'Write' ? `Write the new file ${path}` : `${verb} ${path}`;
  const file = path.slice(path.lastIndexOf('/') + 1).slice(-50);
  return {
    arguments: asked.arguments,
    plan: {
      ...{ tool: 'file_edit', verb: `${verb} ${file} on`, action: null },
      resource: planResource(resource, parts),
      ...{ path: place.path, runs: `replace ${path} as a whole`, argv: null, ...riskOfEdit(path) },
      description: `${name} on ${resource.name}`,
      preview: { kind: 'diff', text: diff },
      evidence: 'verified',
      undo,
      takeBack,
      files: [],
      preconditions: [
        asItWas(resource),
        { what: `${path} is as it was read`, digest: expected ?? 'not there' },
      ],
      long: false,
    },
  } satisfies Pick<Planned, 'arguments' | 'plan'>;
}

async function holds(place: Place, path: string, digest: string, signal: AbortSignal): Promise<Seen> {
  const now = await place.executor.readFile(path, MAX_FILE_BYTES, signal);
  const ok = now.digest === digest;
  return {
    ok,
    evidence: `${path} holds ${now.size} bytes, sha256 ${now.digest.slice(0, 16)}${ok ? ', as planned' : ''}`,
  };
}

/**
 * The same for the same change of the same file: a plan is made twice, and its card names it. What is kept of an edit is found by it, and belongs
 * to this resource alone.
 */
function editId(resource: Resource, path: string, digest: string, previous: Uint8Array | null): string {
  const parts = [resource.id, path, digest, previous === null ? null : sha256(previous)];
  return sha256(JSON.stringify(parts)).slice(0, 24);
}

const sha256 = (what: string | Uint8Array): string => createHash('sha256').update(what).digest('hex');

function noneThere(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
}
