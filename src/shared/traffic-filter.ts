// What a row of the request log must be to be shown: one answer for the core, which lists and exports, and for the
// console, which sorts arriving rows into an open list. Pure; imports types only, since schemas must not reach the renderer.
import type { TrafficRow } from './model/traffic.ts';

/** What is left out does not matter. The contract's `traffic` calls take the same. */
export interface TrafficFilter {
  /** Words that must all stand somewhere in the row. */
  readonly search?: string | undefined;
  readonly state?: TrafficRow['state'] | undefined;
  readonly injected?: boolean | undefined;
  readonly loop?: boolean | undefined;
  readonly pinned?: boolean | undefined;
  readonly route?: TrafficRow['route'] | undefined;
  readonly client?: string | undefined;
  readonly model?: string | undefined;
  readonly upstream?: string | undefined;
  readonly conversation?: string | undefined;
  /** Milliseconds in all, at least; a request that still runs has not been slow yet. */
  readonly slowerThanMs?: number | undefined;
  /** Epoch milliseconds, both included: when it began. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const SAME = ['state', 'route', 'client', 'model', 'upstream', 'conversation', 'pinned'] as const;

/** Whether a row is what the filter asks for, as a function to be asked of many. */
export function rowFilter(filter: TrafficFilter): (row: TrafficRow) => boolean {
  const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const same = SAME.filter((name) => filter[name] !== undefined);
  const { injected, loop, slowerThanMs, from = 0, to = Number.POSITIVE_INFINITY } = filter;
  return (row) => {
    if (!same.every((name) => row[name] === filter[name])) return false;
    if (row.at < from || row.at > to) return false;
    if (injected !== undefined && (row.reason === 'injected') !== injected) return false;
    if (loop !== undefined && (row.loop !== null) !== loop) return false;
    if (slowerThanMs !== undefined && (row.timings.totalMs ?? 0) < slowerThanMs) return false;
    if (words.length === 0) return true;
    const text = wordsOf(row);
    return words.every((word) => text.includes(word));
  };
}

/** What a search looks through, in lower case. */
function wordsOf(row: TrafficRow): string {
  const { id, path, client, project, model, conversation, upstream, error, reason, status, loop } = row;
  return [id, path, client, project, model, conversation, upstream, error, reason, status, loop?.subject]
    .join('\n')
    .toLowerCase();
}
