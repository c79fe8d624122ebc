// The live list's rows: what is visible, what gathers unseen, and how a filter applies to rows that arrive.
// Pure data in, data out; the store and the tests call it. New rows never push visible ones while `hold` is set.
import type { TrafficRow } from '../../../../shared/model/traffic.ts';

export interface Gathered {
  /** Newest first. */
  readonly rows: readonly TrafficRow[];
  /** Arrived while the list was held still, newest first. */
  readonly waiting: readonly TrafficRow[];
}

/**
 * Takes in rows from the live stream. Known ones are replaced where they stand, so nothing moves; new ones go on top, or
 * to `waiting` while `hold` is set.
 * @param most how many rows the list keeps; the oldest leave first
 */
export function takeRows(
  held: Gathered,
  incoming: readonly TrafficRow[],
  options: { readonly matches: (row: TrafficRow) => boolean; readonly hold: boolean; readonly most: number },
): Gathered {
  const updates = new Map(incoming.map((row) => [row.id, row]));
  const replace = (row: TrafficRow): TrafficRow => {
    const update = updates.get(row.id);
    updates.delete(row.id);
    return update ?? row;
  };
  const rows = held.rows.map(replace);
  const waiting = held.waiting.map(replace);
  const fresh = [...updates.values()].filter(options.matches).sort(newestFirst);
  return options.hold
    ? { rows, waiting: onTop(fresh, waiting).slice(0, options.most) }
    : { rows: onTop(fresh, rows).slice(0, options.most), waiting };
}

/** New rows above the others; one that only now fits the filter, though it began earlier, takes its place among them. */
function onTop(fresh: readonly TrafficRow[], rows: readonly TrafficRow[]): TrafficRow[] {
  const all = [...fresh, ...rows];
  const oldest = fresh.at(-1);
  const newest = rows[0];
  return oldest && newest && oldest.at < newest.at ? all.sort(newestFirst) : all;
}

/** Puts what gathered on top. */
export function release(held: Gathered, most: number): Gathered {
  return { rows: onTop(held.waiting, held.rows).slice(0, most), waiting: [] };
}

/** Adds a page of older rows at the end; rows already there stay once. */
export function appendOlder(held: Gathered, older: readonly TrafficRow[]): Gathered {
  const known = new Set([...held.rows, ...held.waiting].map((row) => row.id));
  return { ...held, rows: [...held.rows, ...older.filter((row) => !known.has(row.id))] };
}

const newestFirst = (a: TrafficRow, b: TrafficRow): number => b.at - a.at || (a.id < b.id ? 1 : -1);
