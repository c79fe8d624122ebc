// A told fact fills a place where conflicts wait (memory D7): a claim that says the same came true, the others wait against it.
// Called by write-plan.ts within its transaction, after the edges are there. Source: memory D7.
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import type { EdgeRow } from '../../graph/types.ts';
import type { Json } from '../../store/audit/canonical-json.ts';
import type { NewEvent } from '../../store/audit/chain.ts';
import { readChainHead } from '../../store/audit/events.ts';
import type { StoreWriter } from '../../store/store.ts';
import { updateConflict } from '../../store/tables/conflict-updates.ts';
import { readOpenAt } from '../../store/tables/conflicts.ts';
import { conflictDelta } from '../decide/conflict-delta.ts';
import { placeKey } from '../decide/draft.ts';
import { cameTrue, isSo, placeOf, rebased } from '../decide/settle-others.ts';

interface Filled {
  readonly row: EdgeRow;
  readonly actor: string;
}

/**
 * @param filled edges that were just inserted, with who told them
 * @param eventsBefore how many events are written between the chain's end and these
 * @param now epoch milliseconds
 * @returns an event for each conflict that changed
 */
export async function settleFilled(
  writer: StoreWriter,
  graph: ConceptGraph,
  filled: readonly Filled[],
  eventsBefore: number,
  now: number,
): Promise<NewEvent[]> {
  const contested = filled.filter(({ row }) => graph.isPending(row.project, row.concept, row.dim));
  if (contested.length === 0) return [];
  const first = (await readChainHead(writer.reader)).id + eventsBefore + 1;
  const byPlace = new Map(contested.map((one) => [placeKey(one.row), one]));
  const open = await readOpenAt(
    writer.reader,
    contested.map(({ row }) => row),
  );
  const events: NewEvent[] = [];
  for (const conflict of open) {
    const by = byPlace.get(placeKey(placeOf(conflict)));
    if (!by) continue;
    const { row, actor } = by;
    const isTrue = isSo(conflict, row);
    const state = isTrue
      ? cameTrue(conflict, actor, now, first + events.length)
      : rebased(conflict, row, graph);
    await updateConflict(writer, conflict.id, state);
    const payload = conflictDelta(isTrue ? 'came_true' : 'rebase', conflict, state) as Json;
    events.push({
      ...{ at: now, project: conflict.project, kind: 'conflict.changed', actor, edgeId: null },
      ...{ conflictId: conflict.id, payload },
    });
  }
  return events;
}
