// Whether what is kept of the past agrees with itself: actions with the events that head them, periods of one place one
// after the other, no conflict open whose claim stands. Reads only. Called by memory/history/verify-memory.ts.

import type { StoreReader } from '../../store/store.ts';
import { readHeads, type StoredAction, type StoredHead } from '../../store/tables/actions.ts';
import { readOpenTruths } from '../../store/tables/conflicts.ts';
import { findOverlaps } from '../../store/tables/edge-history.ts';
import { HeadPayload } from '../decide/deltas.ts';

const PAGE = 1000;

/** @returns what is wrong, at most about `limit` lines of each kind */
export async function verifyHistory(reader: StoreReader, limit: number): Promise<string[]> {
  const overlaps = await findOverlaps(reader, limit);
  const truths = await readOpenTruths(reader, limit);
  return [
    ...(await verifyActions(reader)),
    ...overlaps.map(({ edgeId, otherEdgeId }) => `periods of edge ${edgeId} and edge ${otherEdgeId} overlap`),
    ...truths.map((id) => `conflict ${id} is open though its claim stands in the graph`),
  ];
}

async function verifyActions(reader: StoreReader): Promise<string[]> {
  const problems: string[] = [];
  const undoneBy = new Map<number, number>();
  const actions = new Map<number, StoredAction>();
  for (let after = 0; ; ) {
    const page = await readHeads(reader, after, PAGE);
    for (const { id, event, action } of page) {
      if (!action) problems.push(`event ${id} heads an action that is not in the table`);
      else if (!event) problems.push(`action ${id} has no event that heads it`);
      else {
        actions.set(id, action);
        const fault = headFault(action, event);
        if (fault) problems.push(`action ${id}: ${fault}`);
        followUndo(action, actions, undoneBy);
      }
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) break;
    after = last.id;
  }
  for (const { id, undoneBy: held } of actions.values()) {
    const told = undoneBy.get(id) ?? null;
    if (held !== told)
      problems.push(`action ${id}: undone by ${held} in the table, by ${told} in the events`);
  }
  return problems;
}

/** An undo takes its action back; a redo takes the undo back, so that the action is in force again. */
function followUndo(
  action: StoredAction,
  actions: ReadonlyMap<number, StoredAction>,
  undoneBy: Map<number, number>,
): void {
  if (action.undoes === null) return;
  undoneBy.set(action.undoes, action.id);
  const revived = action.kind === 'redo' ? actions.get(action.undoes)?.undoes : null;
  if (revived !== null && revived !== undefined) undoneBy.delete(revived);
}

function headFault(action: StoredAction, event: StoredHead): string | null {
  const head = HeadPayload.safeParse(JSON.parse(event.payload));
  if (!head.success) return 'its event cannot be read';
  const { at, project, actor } = event;
  const { kind, reason, summary, parts, undoes = null } = head.data;
  // A large import is headed before anybody knows what comes of it; its action says that.
  const isHeadedBefore = kind === 'import' && parts === 0;
  const told = { at, project, actor, kind, reason, parts, undoes, ...(isHeadedBefore ? {} : { summary }) };
  const differs = Object.entries(told).find(([name, value]) => action[name as keyof typeof told] !== value);
  return differs ? `${differs[0]} differs from its event` : null;
}
