// The live list's rows: what is visible, what gathers unseen, and how a filter applies to rows that arrive.
// Pure data in, data out; the store and the tests call it. New rows never push visible ones while `hold` is set.
import type { TrafficRow } from '../../../../shared/model/traffic.ts';

export const FILTERS = ['all', 'running', 'failed', 'aborted', 'injected', 'untouched'] as const;
export type Filter = (typeof FILTERS)[number];

export interface Criteria {
  readonly search: string;
  readonly filter: Filter;
}

export interface Gathered {
  /** Newest first. */
  readonly rows: readonly TrafficRow[];
  /** Arrived while the list was held still, newest first. */
  readonly waiting: readonly TrafficRow[];
}

/** The filter as the contract's `traffic.list` takes it. */
export function toQuery({ search, filter }: Criteria): {
  search?: string;
  state?: TrafficRow['state'];
  injected?: boolean;
} {
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(filter === 'running' || filter === 'failed' || filter === 'aborted' ? { state: filter } : {}),
    ...(filter === 'injected' ? { injected: true } : {}),
    ...(filter === 'untouched' ? { injected: false } : {}),
  };
}

/** Whether a row that just arrived belongs into the list under this search and filter. */
export function matches(row: TrafficRow, criteria: Criteria): boolean {
  const { search, state, injected } = toQuery(criteria);
  if (state !== undefined && row.state !== state) return false;
  if (injected !== undefined && (row.reason === 'injected') !== injected) return false;
  if (search === undefined) return true;
  const text = search.toLowerCase();
  return [row.id, row.client, row.model, row.path, row.conversation, row.error, row.project].some((field) =>
    field?.toLowerCase().includes(text),
  );
}

/**
 * Takes in rows from the live stream. Known ones are replaced where they stand, so nothing moves; new ones go on top, or
 * to `waiting` while `hold` is set.
 * @param most how many rows the list keeps; the oldest leave first
 */
export function takeRows(
  held: Gathered,
  incoming: readonly TrafficRow[],
  options: { readonly criteria: Criteria; readonly hold: boolean; readonly most: number },
): Gathered {
  const updates = new Map(incoming.map((row) => [row.id, row]));
  const replace = (row: TrafficRow): TrafficRow => {
    const update = updates.get(row.id);
    updates.delete(row.id);
    return update ?? row;
  };
  const rows = held.rows.map(replace);
  const waiting = held.waiting.map(replace);
  const fresh = [...updates.values()].filter((row) => matches(row, options.criteria)).sort(newestFirst);
  return options.hold
    ? { rows, waiting: [...fresh, ...waiting].slice(0, options.most) }
    : { rows: [...fresh, ...rows].slice(0, options.most), waiting };
}

/** Puts what gathered on top. */
export function release(held: Gathered, most: number): Gathered {
  return { rows: [...held.waiting, ...held.rows].slice(0, most), waiting: [] };
}

/** Adds a page of older rows at the end; rows already there stay once. */
export function appendOlder(held: Gathered, older: readonly TrafficRow[]): Gathered {
  const known = new Set([...held.rows, ...held.waiting].map((row) => row.id));
  return { ...held, rows: [...held.rows, ...older.filter((row) => !known.has(row.id))] };
}

const newestFirst = (a: TrafficRow, b: TrafficRow): number => b.at - a.at || (a.id < b.id ? 1 : -1);
