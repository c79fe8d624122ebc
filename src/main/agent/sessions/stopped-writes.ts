// Writes that were not over when their run ended: what has become of them is put into the record of that run. Called by assistant.ts when an approval
// changes, and when a session is loaded; a run under way follows its own writes. Source: agent, Approvals; structure S4.
import type { Entry, EntryOf } from '../../../shared/model/assistant/transcript.ts';
import { writeRecordOf } from '../../../shared/model/assistant/write-record.ts';
import { proven } from '../loop/fsm.ts';
import type { Cards } from '../loop/parts.ts';
import { newestOf } from '../loop/write.ts';
import type { LiveSession } from './live-session.ts';

type OpenWrite = EntryOf<'tool'> & { readonly approval_id: string };

/** @returns whether any of them is another by now; the session is not written down yet */
export async function refreshStoppedWrites(
  session: LiveSession,
  cards: Pick<Cards, 'get'>,
): Promise<boolean> {
  const runId = session.underWay?.state.id;
  const open = session
    .entries()
    .filter((entry): entry is OpenWrite => isOpenWrite(entry) && entry.run_id !== runId);
  let isChanged = false;
  for (const { id, approval_id, write: before } of open) {
    const approval = await newestOf(cards, approval_id);
    const write = writeRecordOf(approval);
    if (write.outcome === before?.outcome) continue;
    isChanged = true;
    session.tell({ type: 'write_checked', call_id: id, write });
    if (write.outcome === 'verified')
      session.memory.fsm = proven(session.memory.fsm, new Set([approval_id, approval.id]));
  }
  return isChanged;
}

const isOpenWrite = (entry: Entry): boolean =>
  entry.kind === 'tool' && entry.approval_id !== null && entry.write?.outcome === 'running';
