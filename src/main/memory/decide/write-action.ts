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
import { writeQuestion } from '../../store/tables/concepts.ts';
import { readPlacesOf } from '../../store/tables/contested-places.ts';
import { insertRoots } from '../../store/tables/edges.ts';
import type { GraphChange } from '../read/graph-cache.ts';
import type { QuestionDelta } from './deltas.ts';
import { type Draft, partsOf, type QuestionStep } from './draft.ts';
import { writeConflicts } from './write-conflicts.ts';
import { writeEdges } from './write-edges.ts';

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
  const { project, actor, kind, reason, summary } = head;
  const common = { at: now, project, actor };
  const roots = await insertRoots(writer, draft.roots, now);
  const parts = partsOf(draft);
  const undoes = head.undoes?.id;
  const payload: Json = {
    ...{ kind, reason, summary, parts },
    ...(undoes === undefined ? {} : { undoes }),
  };
  const first: NewEvent = { ...common, kind: `action.${kind}`, edgeId: null, conflictId: null, payload };
  await appendEvents(writer, [first, ...roots.map(({ event }): NewEvent => ({ ...event, actor }))]);
  await writeQuestions(writer, draft, { now, actor });
  const { last, edgeIds } = await writeEdges(writer, draft, { id, now, project, actor });
  const conflicts = await writeConflicts(writer, draft, edgeIds);
  const newHead = await appendEvents(
    writer,
    conflicts.map(
      ({ id: conflictId, part, project: its }): NewEvent => ({
        ...{ ...common, kind: 'conflict.changed', edgeId: null, conflictId, payload: part as Json },
        project: its,
      }),
    ),
  );
  if (newHead.id !== id + parts) throw new AppError('INTERNAL', 'The event chain moved in between.');
  const action: StoredAction = {
    ...{ id, at: now, project, kind, actor, reason, summary, parts },
    ...{ undoes: undoes ?? null, undoneBy: null },
  };
  await insertAction(writer, action);
  if (undoes !== undefined) await setUndoneBy(writer, undoes, id);
  if (head.revives !== undefined) await setUndoneBy(writer, head.revives, null);
  const places = await readPlacesOf(
    writer.reader,
    conflicts.map((conflict) => conflict.id),
  );
  const edges = roots.map((root) => root.edge);
  const removed: number[] = [];
  for (const [edgeId, edge] of last) {
    if (edge) edges.push(edge);
    else removed.push(edgeId);
  }
  return {
    action,
    change: {
      concepts: draft.fresh,
      edges,
      removed,
      places,
      questions: draft.questions.map(asked),
      head: newHead,
    },
    edgeIds,
    conflictIds: conflicts.flatMap(({ id: conflictId, opened }) => (opened ? conflictId : [])),
  };
}

const asked = ({ project, dim, after }: QuestionStep) => ({ project, dim, question: after });

async function writeQuestions(
  writer: StoreWriter,
  draft: Draft,
  { now, actor }: { readonly now: number; readonly actor: string },
): Promise<void> {
  const events: NewEvent[] = [];
  for (const { project, dim, before, after } of draft.questions) {
    await writeQuestion(writer, project, dim, after);
    const payload: QuestionDelta = { dimension: draft.tokenOf(dim), dimensionId: dim, before, after };
    const kind = 'dimension.changed';
    events.push({ at: now, project, kind, actor, edgeId: null, conflictId: null, payload });
  }
  await appendEvents(writer, events);
}
