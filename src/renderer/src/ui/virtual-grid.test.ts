// Promise: arrow keys never leave the list, from any row, and other keys do not move.

import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { moved } from './virtual-grid.tsx';

it('stays within the rows for every key and start, also with nothing selected', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp');
  fc.assert(
    fc.property(
      keys,
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 60 }),
      fc.nat(),
      (key, count, page, at) => {
        const next = moved(key, (at % (count + 1)) - 1, count, page);
        expect(next).not.toBeNull();
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(count);
      },
    ),
  );
});

it('starts at the first row, and ignores letters and empty lists', () => {
  expect(moved('ArrowDown', -1, 5, 3)).toBe(0);
  expect(moved('a', 2, 5, 3)).toBeNull();
  expect(moved('ArrowDown', -1, 0, 3)).toBeNull();
});
