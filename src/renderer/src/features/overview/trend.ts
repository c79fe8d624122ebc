// Figures of a series: the total or the middle value, and the trend of its last quarter against the quarter before, where there is
// enough of both to be compared. Pure.

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

/** Requests in each quarter from which on what they measured is more than chance. */
export const ENOUGH_REQUESTS = 20;
/** A count that a rise is told of is at least so large: of two loops to three nobody needs to know that it is half more. */
export const ENOUGH_COUNTED = 10;
/** Of each quarter, so much was measured at least: one burst is no trend. */
const ENOUGH_BUCKETS = 1 / 3;

/**
 * Change of the last quarter against the one before as a ratio (0.5 = half more); null where there is not enough of either.
 * @param requests how many came in each bucket: what all lines are measured on
 */
export function trend(
  values: readonly (number | null)[],
  summary: Summary,
  requests: readonly (number | null)[],
): number | null {
  const quarter = Math.floor(values.length / 4);
  if (quarter === 0) return null;
  const quarters = [
    [-2 * quarter, -quarter],
    [-quarter, values.length],
  ] as const;
  const isEnough = quarters.every(([from, to]) => {
    const buckets = measured(values.slice(from, to)).length;
    return (
      (summarise(requests.slice(from, to), 'sum') ?? 0) >= ENOUGH_REQUESTS &&
      buckets >= quarter * ENOUGH_BUCKETS
    );
  });
  const [before, now] = quarters.map(([from, to]) => summarise(values.slice(from, to), summary));
  if (!isEnough || before === null || before === undefined || now === null || now === undefined) return null;
  if (before === 0 || (summary === 'sum' && before < ENOUGH_COUNTED)) return null;
  return now / before - 1;
}
