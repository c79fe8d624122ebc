// A run of leaves as columns that hang from stems. Pure; called by tree-layout.ts.

export interface RunLeaf {
  readonly token: string;
  /** The middle, from the run's left edge. */
  readonly x: number;
  /** The upper edge, from the run's own. */
  readonly y: number;
  readonly width: number;
}

/** Leaves in the order given, down one column and then the next. */
export interface Run {
  readonly kind: 'run';
  readonly columns: readonly { readonly stem: number; readonly leaves: readonly RunLeaf[] }[];
  readonly width: number;
  readonly height: number;
}

const ROW = 36;
const STEM_GAP = 16;
const COLUMN_GAP = 20;
const BOX = 28;
/** Columns are chosen so that a run is about so much wider than high. */
const ASPECT = 1.6;
const COLUMNS_TRIED = 48;

function inColumns(leaves: readonly string[], widths: readonly number[], columns: number): Run {
  const rows = Math.ceil(leaves.length / columns);
  let x = 0;
  const out: Run['columns'][number][] = [];
  for (let first = 0; first < leaves.length; first += rows) {
    const here = leaves.slice(first, first + rows);
    const wide = Math.max(...widths.slice(first, first + rows));
    const stem = x + 2;
    out.push({
      stem,
      leaves: here.map((token, row) => {
        const width = widths[first + row] ?? 0;
        return { token, x: stem + STEM_GAP + width / 2, y: row * ROW, width };
      }),
    });
    x = stem + STEM_GAP + wide + COLUMN_GAP;
  }
  return { kind: 'run', columns: out, width: x - COLUMN_GAP, height: (rows - 1) * ROW + BOX };
}

/** Of the ways to put leaves into columns the one nearest to its aspect. */
export function leafRun(leaves: readonly string[], widthOf: (token: string) => number): Run {
  const widths = leaves.map(widthOf);
  let best = inColumns(leaves, widths, 1);
  const size = (run: Run) => Math.max(run.width / ASPECT, run.height);
  for (let columns = 2; columns <= Math.min(leaves.length, COLUMNS_TRIED); columns++) {
    const next = inColumns(leaves, widths, columns);
    if (size(next) < size(best)) best = next;
  }
  return best;
}
