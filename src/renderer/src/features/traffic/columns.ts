// Which columns of a table have room: each has a least width and a rank, and the ones that matter least leave first. Pure.

interface Fitted {
  readonly id: string;
  /** Pixels it needs at least. */
  readonly least: number;
  /** 0 stays longest. */
  readonly rank: number;
}

const GAP = 12;
const PADDING = 32;

/** The columns that fit `width` pixels, in their order; at least those of rank 0. */
export function fitting<C extends Fitted>(columns: readonly C[], width: number): C[] {
  const kept = new Set<C>();
  let used = PADDING - GAP;
  for (const column of [...columns].sort((a, b) => a.rank - b.rank)) {
    used += column.least + GAP;
    if (used > width && column.rank > 0) break;
    kept.add(column);
  }
  return columns.filter((column) => kept.has(column));
}
