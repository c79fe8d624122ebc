// How far a ratio of percentiles may be off: blocks of measurements are drawn anew, with replacement, from those that were made.
import { seededRandom } from '../../src/shared/seeded-random.ts';
import { percentile } from './report.ts';

const DRAWS = 400;

const pooled = (blocks: readonly (readonly number[])[]): number[] => blocks.flat().sort((a, b) => a - b);

export interface Ratio {
  readonly ratio: number;
  /** Nine of ten draws lie between. */
  readonly from: number;
  readonly to: number;
}

/** Of all measurements of some blocks to all those of others, at a share of each. */
export function ratioOf(
  share: number,
  blocks: readonly (readonly number[])[],
  base: readonly (readonly number[])[],
): Ratio {
  const random = seededRandom(1);
  const drawn = (from: readonly (readonly number[])[]) =>
    from.map(() => from[Math.floor(random() * from.length)] ?? []);
  const of = (some: typeof blocks, others: typeof blocks) =>
    percentile(pooled(some), share) / percentile(pooled(others), share);
  const draws = Array.from({ length: DRAWS }, () => of(drawn(blocks), drawn(base))).sort((a, b) => a - b);
  return { ratio: of(blocks, base), from: percentile(draws, 0.05), to: percentile(draws, 0.95) };
}
