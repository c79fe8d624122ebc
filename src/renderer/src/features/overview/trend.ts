// Figures of a series: the total or the middle value, and the trend of its last quarter against the quarter before. Pure.

/** How a series is summed up: counts add up, latencies take the median. */
export type Summary = 'sum' | 'median';

const measured = (values: readonly (number | null)[]): number[] =>
  values.filter((v): v is number => v !== null);

function median(values: number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle];
  const low = sorted[middle - 1];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2;
}

/** One number for a series, null when nothing was measured. */
export function summarise(values: readonly (number | null)[], summary: Summary): number | null {
  const known = measured(values);
  if (known.length === 0) return null;
  return summary === 'sum' ? known.reduce((a, b) => a + b, 0) : median(known);
}

/** Change of the last quarter against the one before as a ratio (0.5 = half more); null without a base to compare with. */
export function trend(values: readonly (number | null)[], summary: Summary): number | null {
  const quarter = Math.floor(values.length / 4);
  const now = summarise(values.slice(-quarter), summary);
  const before = summarise(values.slice(-2 * quarter, -quarter), summary);
  if (quarter === 0 || now === null || before === null || before === 0) return null;
  return now / before - 1;
}
