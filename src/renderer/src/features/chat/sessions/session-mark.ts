// The one mark of a session in the list: what waits for the operator first, then what works, then what is not proven. Pure. Source: console, Chat.
import type { Session } from '../../../../../shared/model/assistant/transcript.ts';

export type SessionMark = 'approval' | 'answer' | 'works' | 'unverified' | 'elsewhere';

/** What began it, where that was not a person. */
export const startedBy = ({ started_by: by }: Session): string | null => (/^operator\b/.test(by) ? null : by);

export function markOf({ here, run_id, waits, unverified }: Session): SessionMark | null {
  if (waits === 'approval' || waits === 'answer') return waits;
  if (run_id !== null) return 'works';
  if (unverified.length > 0) return 'unverified';
  return here ? null : 'elsewhere';
}
