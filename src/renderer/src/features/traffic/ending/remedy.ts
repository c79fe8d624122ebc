// What an operator can do about a request that failed, by how it ended: a number alone, such as 502, helps nobody. Pure.
import type { TrafficRow } from '../../../../../shared/model/traffic.ts';
import type { traffic } from '../catalogue.ts';

export type Remedy = keyof typeof traffic.detail.remedy;

/** As the core says it of an answer that came from the upstream (traffic-row.ts) and of one that never will (traffic-file.ts). */
const ANSWERED = 'the upstream answered ';
const RESTARTED = 'Festinger ended';

const BY_STATUS: Readonly<Record<number, Remedy>> = {
  401: 'key',
  403: 'key',
  404: 'notFound',
  429: 'tooMany',
};

/** Null where nothing went wrong, or nobody can say what helps. */
export function remedyOf({
  state,
  status,
  error,
}: Pick<TrafficRow, 'state' | 'status' | 'error'>): Remedy | null {
  if (state !== 'failed') return null;
  if (error?.startsWith(RESTARTED)) return 'restarted';
  if (error?.startsWith(ANSWERED)) {
    if (status === null) return null;
    return BY_STATUS[status] ?? (status >= 500 ? 'broken' : 'refused');
  }
  // Ours: nothing was reached, or there was no place to wait.
  return status === 502 ? 'unreachable' : status === 503 ? 'full' : null;
}
