// A ratio of percentiles says how far it may be off.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/shared/seeded-random.ts';
import { ratioOf } from './scatter.ts';

const random = seededRandom(7);
const blocks = (scale: number) =>
  Array.from({ length: 20 }, () => Array.from({ length: 300 }, () => scale * (1 + random())));

describe('the ratio of two percentiles', () => {
  it('is near one for the same thing measured twice, and says so', () => {
    const { ratio, from, to } = ratioOf(0.99, blocks(1), blocks(1));
    expect(ratio).toBeCloseTo(1, 1);
    expect(from).toBeLessThanOrEqual(ratio);
    expect(to).toBeGreaterThanOrEqual(ratio);
  });

  it('leaves one out where the difference is real', () => {
    const { ratio, from } = ratioOf(0.5, blocks(1.3), blocks(1));
    expect(ratio).toBeCloseTo(1.3, 1);
    expect(from).toBeGreaterThan(1.2);
  });
});
