// Puts a draft into the tables as one action: edges in the order of its steps, conflicts, the head event and a part for
// each change, the periods that ended, the row of `graph_action`. Decides nothing. Called within the transaction of
// run-action.ts, which holds the chain. Source: memory D11, Store.

import type { ActionKind } from '../../../shared/model/decision.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import type { NewEvent } from '../../store/audit/chain.ts';
import { appendEvents, type ChainHead } from '../../store/audit/events.ts';
import type { StoreWriter } from '../../store/store.ts';
import { insertAction, type StoredAction, setUndoneBy } from '../../store/tables/actions.ts';
import { readPlacesOf } from '../../store/tables/contested-places.ts';
import {
  changeEdge,
  type DatedEdge,
  readDatedEdges,
  removeEdge,
  restoreEdge,
} from '../../store/tables/edge-changes.ts';
import { appendHistory, type EndedPeriod } from '../../store/tables/edge-history.ts';
import { readNewestTestimonies, type Testimony } from '../../store/tables/edge-testimonies.ts';
import { appendProvenance, insertEdges, insertRoots, pruneProvenance } from '../../store/tables/edges.ts';
import type { GraphChange } from '../read/graph-cache.ts';
import { ForeignEdge } from '../write/transact.ts';
import { type EdgeDelta, edgeRecord } from './deltas.ts';
import type { Draft, EdgeStep } from './draft.ts';
import { writeConflicts } from './write-conflicts.ts';

export interface ActionHead {
  readonly project: string;
  readonly kind: ActionKind;
  readonly actor: string;
  readonly reason: string;
  readonly summary: string;
  /** The action this one takes back. */
  readonly undoes?: StoredAction | undefined;
  /** For a redo: the action that is in force again. */
  readonly revives?: number | undefined;
}

export interface WrittenAction {
  readonly action: StoredAction;
  readonly change: GraphChange & { readonly edges: readonly EdgeRow[] };
  /** Ids of inserted edges by the provisional ones of the draft. */
  readonly edgeIds: ReadonlyMap<number, number>;
  /** Ids of the conflicts the draft opened or counted, in its order. */
  readonly conflictIds: readonly number[];
}

/** What one step did to the tables. */
interface StepResult {
  readonly edgeId: number;
  readonly part: EdgeDelta;
  readonly after: DatedEdge | null;
  /** The period that ended with it. */
  readonly ended: DatedEdge | null;
}

/**
 * Writes everything of the draft within the caller's transaction.
 * @param chain where the chain ends now
 * @param now epoch milliseconds, not before `chain.at`
 * @throws ConstraintError, ForeignEdge when the database knows better than the graph
 */
export async function writeAction(
  writer: StoreWriter,
  draft: Draft,
  head: ActionHead,
  chain: ChainHead,
  now: number,
): Promise<WrittenAction> {
  const id = chain.id + 1;
  const roots = await insertRoots(writer, draft.roots, now);
  const results: StepResult[] = [];
  const table = await readDatedEdges(writer.reader, heldIds(draft));
  for (const step of draft.edges) {
    const result = await writeStep(writer, draft, step, table, { id, now });
    results.push(result);
    if (result.after) table.set(result.edgeId, result.after);
    else table.delete(result.edgeId);
  }
  const heard = await readNewestTestimonies(
    writer.reader,
    results.map(({ edgeId }) => edgeId),
  );
  const edgeIds = insertedIds(draft, results);
  const conflicts = await writeConflicts(writer, draft, edgeIds);
  const { project, actor, kind, reason, summary } = head;
  const common = { at: now, project, actor };
  const events: NewEvent[] = [
    ...roots.map(({ event }): NewEvent => ({ ...event, actor })),
    ...results.map(
      ({ edgeId, part }): NewEvent => ({
        ...{ ...common, kind: 'edge.changed', edgeId, conflictId: null },
        payload: { ...part, heard: heard.get(edgeId) ?? 0 } as Json,
        // A part of an import may belong to another project than the whole.
        project: (part.after ?? part.before)?.project ?? project,
      }),
    ),
    ...conflicts.map(
      ({ id: conflictId, part, project: its }): NewEvent => ({
        ...{ ...common, kind: 'conflict.changed', edgeId: null, conflictId, payload: part as Json },
        project: its,
      }),
    ),
  ];
  const undoes = head.undoes?.id;
  const payload: Json = {
    ...{ kind, reason, summary, parts: events.length },
    ...(undoes === undefined ? {} : { undoes }),
  };
  const first: NewEvent = { ...common, kind: `action.${kind}`, edgeId: null, conflictId: null, payload };
  const newHead = await appendEvents(writer, [first, ...events]);
  if (newHead.id !== id + events.length) throw new AppError('INTERNAL', 'The event chain moved in between.');
  await appendHistory(writer, endedPeriods(results, id + roots.length, now));
  const action: StoredAction = {
    ...{ id, at: now, project, kind, actor, reason, summary, parts: events.length },
    ...{ undoes: undoes ?? null, undoneBy: null },
  };
  await insertAction(writer, action);
  if (undoes !== undefined) await setUndoneBy(writer, undoes, id);
  if (head.revives !== undefined) await setUndoneBy(writer, head.revives, null);
  const places = await readPlacesOf(
    writer.reader,
    conflicts.map((conflict) => conflict.id),
  );
  const { edges, removed } = finalEdges(results);
  const made = roots.map((root) => root.edge);
  return {
    action,
    change: { concepts: draft.fresh, edges: [...made, ...edges], removed, places, head: newHead },
    edgeIds,
    conflictIds: conflicts.flatMap(({ id: conflictId, opened }) => (opened ? conflictId : [])),
  };
}

async function writeStep(
  writer: StoreWriter,
  draft: Draft,
  step: EdgeStep,
  table: ReadonlyMap<number, DatedEdge>,
  { id, now }: { readonly id: number; readonly now: number },
): Promise<StepResult> {
  const record = (edge: DatedEdge) => edgeRecord(edge, (concept) => draft.tokenOf(concept));
  switch (step.action) {
    case 'insert': {
      const { row } = step;
      const [edgeId = 0] = await insertEdges(writer, [{ ...row, validFrom: now }]);
      await tell(writer, edgeId, id, step.testimonies);
      const after = { ...row, edgeId, validFrom: now };
      return { edgeId, after, ended: null, part: { action: 'insert', before: null, after: record(after) } };
    }
    case 'restore': {
      const after = { ...step.row, validFrom: now };
      await restoreEdge(writer, after);
      const { edgeId } = after;
      return { edgeId, after, ended: null, part: { action: 'restore', before: null, after: record(after) } };
    }
    case 'retire': {
      const before = held(table, step.edge);
      await removeEdge(writer, before.edgeId);
      const part: EdgeDelta = { action: 'retire', before: record(before), after: null };
      return { edgeId: before.edgeId, after: null, ended: before, part };
    }
    case 'confirm':
    case 'move':
    case 'mark': {
      const before = held(table, step.edge);
      const changed = step.change(before);
      const moves = !samePlace(before, changed);
      const after = { ...changed, validFrom: moves ? now : before.validFrom };
      await changeEdge(writer, after);
      await tell(writer, after.edgeId, id, step.testimonies);
      const voices = step.assents.length > 0 ? { voices: [...step.assents] } : {};
      const part: EdgeDelta = {
        action: step.action,
        before: record(before),
        after: record(after),
        ...voices,
      };
      return { edgeId: after.edgeId, after, ended: moves ? before : null, part };
    }
  }
}

/** The edge as the table has it. @throws ForeignEdge when it stands elsewhere than the graph says */
function held(table: ReadonlyMap<number, DatedEdge>, edge: EdgeRow): DatedEdge {
  const row = table.get(edge.edgeId);
  if (!row || !samePlace(row, edge))
    throw new ForeignEdge(`edge ${edge.edgeId} is not where the graph has it`);
  return row;
}

function heldIds(draft: Draft): number[] {
  return draft.edges.flatMap((step) => ('edge' in step ? step.edge.edgeId : []));
}

function samePlace(a: EdgeRow, b: EdgeRow): boolean {
  return a.concept === b.concept && a.parent === b.parent && a.dim === b.dim && a.isIsa === b.isIsa;
}

async function tell(
  writer: StoreWriter,
  edgeId: number,
  action: number,
  testimonies: readonly Testimony[],
): Promise<void> {
  if (testimonies.length === 0) return;
  await appendProvenance(
    writer,
    testimonies.map((testimony) => ({ ...testimony, edgeId, action })),
  );
  await pruneProvenance(writer, [edgeId]);
}

/** Ids of inserted edges by the provisional ones of the draft. */
function insertedIds(draft: Draft, results: readonly StepResult[]): Map<number, number> {
  return new Map(
    results.flatMap(({ edgeId }, i) => {
      const step = draft.edges[i];
      return step?.action === 'insert' ? [[step.row.edgeId, edgeId] as const] : [];
    }),
  );
}

/** @param before the id of the event before the first step's */
function endedPeriods(results: readonly StepResult[], before: number, now: number): EndedPeriod[] {
  return results.flatMap(({ ended }, i) =>
    ended ? { edge: ended, validTo: now, eventId: before + 1 + i } : [],
  );
}

/** The edges as they are in the end, and those that are no more. */
function finalEdges(results: readonly StepResult[]): { edges: EdgeRow[]; removed: number[] } {
  const last = new Map(results.map(({ edgeId, after }) => [edgeId, after]));
  const edges: EdgeRow[] = [];
  const removed: number[] = [];
  for (const [edgeId, after] of last) {
    if (!after) removed.push(edgeId);
    else {
      const { validFrom: _, ...edge } = after;
      edges.push(edge);
    }
  }
  return { edges, removed };
}
