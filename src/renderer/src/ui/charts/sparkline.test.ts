// Promise: a line never bridges a stretch without measurements and never leaves its box.

import { expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { sparkPath } from './sparkline.tsx';

it('starts anew after each gap', () => {
  expect(sparkPath([1, 2, null, 2, 1], 100, 20).match(/M/g)).toHaveLength(2);
  expect(sparkPath([null, null], 100, 20)).toBe('');
});

it('marks a lone measurement', () => expect(sparkPath([null, 5, null], 100, 20)).toMatch(/^M50.0 3.0h/));

it('stays inside the box for any values', () => {
  const values = fc.array(fc.option(fc.float({ min: 0, max: 1e6, noNaN: true })), {
    minLength: 1,
    maxLength: 80,
  });
  fc.assert(
    fc.property(values, (series) => {
      for (const [, x, y] of sparkPath(series, 100, 20).matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
        expect(Number(x)).toBeLessThanOrEqual(100);
        expect(Number(y)).toBeGreaterThanOrEqual(3);
        expect(Number(y)).toBeLessThanOrEqual(17);
      }
    }),
  );
});
