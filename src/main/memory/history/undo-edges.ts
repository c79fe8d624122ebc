// Takes back what an action did to edges, part by part in reverse. Plans on the draft; refuses where the present is not
// what the action left. Called by plan-undo.ts.
import { setImmediate as turn } from 'node:timers/promises';
import type * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { StoredAction, StoredPart } from '../../store/actions.ts';
import { readLatestChange } from '../../store/event-reads.ts';
import type { Draft } from '../decide/draft.ts';
import { type EdgePart, EdgePart as EdgePartSchema, type EdgeRecord, edgeOfRecord } from '../decide/parts.ts';
import { knowConcepts, type Planning } from '../decide/planning.ts';
import { FactPayload } from './payloads.ts';

const PARTS_PER_TURN = 250;

/** @param parts newest first @throws AppError STALE_VERSION, NOT_ALLOWED */
export async function undoEdges(
  planning: Planning,
  action: StoredAction,
  parts: readonly StoredPart[],
): Promise<void> {
  const { draft } = planning;
  const read: ReadPart[] = [];
  for (const [i, part] of parts.entries()) {
    if (i % PARTS_PER_TURN === 0) await turn();
    read.push(readPart(part));
  }
  await knowConcepts(planning, read.flatMap(conceptsOf));
  for (const [i, part] of read.entries()) {
    if (i % PARTS_PER_TURN === 0) await turn();
    const problem = undoPart(draft, part);
    if (!problem) continue;
    const { edgeId, message, code } = problem;
    const since = await readLatestChange(planning.reader, edgeId, action.id + action.parts);
    const by = since ? ` It was changed since by ${since.actor}${since.summary}.` : '';
    throw new AppError(code, `${message}${by} Nothing was undone.`, {
      ...{ actionId: action.id, edgeId },
      ...(since ? { eventId: since.id } : {}),
    });
  }
}

interface ReadPart {
  readonly kind: string;
  readonly edgeId: number;
  readonly edge?: EdgePart;
  readonly told?: z.infer<typeof FactPayload>;
}

function readPart({ kind, edgeId, payload }: StoredPart): ReadPart {
  const part = { kind, edgeId: edgeId ?? 0 };
  switch (kind) {
    case 'edge.changed':
      return { ...part, edge: EdgePartSchema.parse(JSON.parse(payload)) };
    case 'fact.inserted':
      return { ...part, told: FactPayload.parse(JSON.parse(payload)) };
    default:
      return part;
  }
}

function conceptsOf({ edge }: ReadPart): number[] {
  return [edge?.before, edge?.after].flatMap((record) =>
    record ? [record.conceptId, record.parentId, record.dimensionId] : [],
  );
}

interface Problem {
  readonly code: 'STALE_VERSION' | 'NOT_ALLOWED';
  readonly edgeId: number;
  readonly message: string;
}

function undoPart(draft: Draft, { kind, edgeId, edge, told }: ReadPart): Problem | null {
  if (kind === 'dimension.created') return undoRoot(draft, edgeId);
  if (told) return undoTold(draft, edgeId, told);
  return edge ? undoEdge(draft, edgeId, edge) : null;
}

function undoEdge(draft: Draft, edgeId: number, { before, after }: EdgePart): Problem | null {
  const present = draft.edgeById(edgeId);
  if (before && !after) return restore(draft, edgeId, edgeOfRecord(before));
  if (after && isRoot(edgeOfRecord(after))) return undoRoot(draft, edgeId);
  if (!present) return stale(draft, edgeId, after, 'is not there any more');
  if (!after || !isWhatWasLeft(present, after))
    return stale(draft, edgeId, after, 'is not what it was left as');
  if (!before) {
    draft.retire(present);
    return null;
  }
  const back = (row: EdgeRow) => withFactsOf(row, before, after);
  if (before.parentId === after.parentId && before.dimensionId === after.dimensionId) {
    draft.mark(present, back);
    return null;
  }
  return moveBack(draft, present, before, back);
}

function moveBack(
  draft: Draft,
  present: EdgeRow,
  before: EdgeRecord,
  facts: (row: EdgeRow) => EdgeRow,
): Problem | null {
  const { parentId: parent, dimensionId: dim } = before;
  const inTheWay = draft.edgeAt(present.project, present.concept, dim);
  if (inTheWay && inTheWay.edgeId !== present.edgeId) return taken(draft, inTheWay);
  if (draft.wouldCycle(present.project, present.concept, parent, dim))
    return ring(draft, edgeOfRecord(before));
  draft.moveBy(present, (row) => ({ ...facts(row), parent, dim }));
  return null;
}

function restore(draft: Draft, edgeId: number, row: EdgeRow): Problem | null {
  const { project, concept, parent, dim } = row;
  const inTheWay = draft.edgeAt(project, concept, dim);
  if (isRoot(row)) {
    if (!inTheWay && !draft.roots.some((root) => root.project === project && root.dim === dim))
      draft.restore(row);
    return null;
  }
  if (inTheWay) return taken(draft, inTheWay);
  if (draft.edgeById(edgeId)) {
    return { code: 'STALE_VERSION', edgeId, message: `Edge ${edgeId} is in the graph again.` };
  }
  if (draft.wouldCycle(project, concept, parent, dim)) return ring(draft, row);
  draft.restore(row);
  return null;
}

/** A dimension goes with the action that made it, unless others use it by now. */
function undoRoot(draft: Draft, edgeId: number): null {
  const root = draft.edgeById(edgeId);
  if (root && draft.factsIn(root.project, root.dim) === 0) draft.retire(root);
  return null;
}

/** A fact that was told within the action, as an import does. */
function undoTold(draft: Draft, edgeId: number, told: z.infer<typeof FactPayload>): Problem | null {
  const present = draft.edgeById(edgeId);
  const isTold =
    present &&
    draft.tokenOf(present.parent) === told.parent &&
    draft.tokenOf(present.dim) === told.dimension &&
    present.isIsa === told.isIsa;
  if (!isTold) return stale(draft, edgeId, told, 'is not what it was told as');
  draft.retire(present);
  return null;
}

/** Later voices for the same edge change how sure it is, not what it says. */
function isWhatWasLeft(present: EdgeRow, left: EdgeRecord): boolean {
  return (
    present.parent === left.parentId &&
    present.dim === left.dimensionId &&
    present.isIsa === left.isIsa &&
    present.doNotUse === left.doNotUse
  );
}

/** What the action changed and nobody since goes back; what later voices changed stays. */
function withFactsOf(row: EdgeRow, before: EdgeRecord, after: EdgeRecord): EdgeRow {
  const { confidence, lastConfirmed, source, doNotUse } = row;
  return {
    ...row,
    confidence: confidence === after.confidence ? before.confidence : confidence,
    lastConfirmed: lastConfirmed === after.lastConfirmed ? before.lastConfirmed : lastConfirmed,
    source: source === after.source ? before.source : source,
    doNotUse: doNotUse === after.doNotUse ? before.doNotUse : doNotUse,
    isIsa: before.isIsa,
  };
}

function isRoot(row: EdgeRow): boolean {
  return row.concept === row.dim;
}

type Named = { readonly concept: string; readonly parent: string; readonly dimension: string };

function stale(_draft: Draft, edgeId: number, was: Named | null, how: string): Problem {
  const name = was ? `${was.concept}: [${was.dimension}] ${was.parent}` : `Edge ${edgeId}`;
  return { code: 'STALE_VERSION', edgeId, message: `${name} ${how}.` };
}

function taken(draft: Draft, inTheWay: EdgeRow): Problem {
  const message = `${nameOf(draft, inTheWay)} stands in the way (edge ${inTheWay.edgeId}).`;
  return { code: 'NOT_ALLOWED', edgeId: inTheWay.edgeId, message };
}

function ring(draft: Draft, row: EdgeRow): Problem {
  const [first] = draft.ring(row, row.parent);
  const by = first ? ` by ${nameOf(draft, first)} (edge ${first.edgeId})` : '';
  const message = `${nameOf(draft, row)} would lead back to itself${by}.`;
  return { code: 'NOT_ALLOWED', edgeId: first?.edgeId ?? row.edgeId, message };
}

function nameOf(draft: Draft, edge: EdgeRow): string {
  return `${draft.tokenOf(edge.concept)}: [${draft.tokenOf(edge.dim)}] ${draft.tokenOf(edge.parent)}`;
}
