// Promise: what time it is at the core is taken from what it says, whatever this machine's clock says and however late a status comes.
import { expect, it } from 'vitest';
import { Skew } from './server-clock.ts';

it('believes the status that took least to arrive', () => {
  const skew = new Skew();
  expect(skew.ms).toBe(0);
  skew.heard(100_000, 40_200);
  skew.heard(102_000, 42_010);
  skew.heard(104_000, 45_000);
  expect(skew.ms).toBe(59_990);
});

it('follows a clock that was set anew within a few statuses', () => {
  const skew = new Skew();
  for (let at = 0; at < 5; at++) skew.heard(at * 1000, at * 1000);
  for (let at = 5; at < 10; at++) skew.heard(at * 1000, at * 1000 + 3_600_000);
  expect(skew.ms).toBe(-3_600_000);
});
