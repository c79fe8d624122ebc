// Promise: the newest are known, and what is held is bounded.

import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { RecentSet } from './recent-set.ts';

it('knows the newest `limit` values and nothing it was not given', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.nat(20).map(String)), (limit, values) => {
      const set = new RecentSet(limit);
      for (const value of values) set.add(value);
      for (const value of values.slice(-limit)) expect(set.has(value)).toBe(true);
      const held = Array.from({ length: 21 }, (_, n) => String(n)).filter((value) => set.has(value));
      expect(held.length).toBeLessThanOrEqual(2 * limit);
      for (const value of held) expect(values).toContain(value);
    }),
  );
});
