import { expect, it } from 'vitest';
import { fc } from '../../shared/testing/campaign.ts';
import { TokenBucket } from './token-bucket.ts';

it('lets ten seconds of the rate through at once, and at least one', () => {
  for (const [rate, burst] of [
    [60, 10],
    [6, 1],
    [1, 1],
    [600, 100],
  ] as const) {
    const bucket = new TokenBucket(rate, 0);
    let taken = 0;
    while (bucket.take(0) === 0) taken++;
    expect([rate, taken]).toEqual([rate, burst]);
  }
});

it('gives a token when it said it would, and not before', () => {
  const bucket = new TokenBucket(30, 1000);
  while (bucket.take(1000) === 0);
  expect(bucket.take(1000)).toBeCloseTo(2000, 6);
  expect(bucket.take(2999)).toBeCloseTo(1, 6);
  expect(bucket.take(3000)).toBe(0);
  expect(bucket.take(3000)).toBeCloseTo(2000, 6);
});

it('never lets more through than the burst and the rate together, however requests come', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 600 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 200 }),
      (rate, pauses) => {
        const bucket = new TokenBucket(rate, 0);
        let [now, taken] = [0, 0];
        for (const pause of pauses) {
          now += pause;
          if (bucket.take(now) === 0) taken++;
        }
        expect(taken).toBeLessThanOrEqual(Math.max(1, rate / 6) + (now * rate) / 60_000 + 1e-6);
      },
    ),
  );
});
