// Promise: the newest are known, and what is held is bounded.

import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { RecentMap } from './recent-map.ts';

it('knows the newest `limit` values and nothing it was not given', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.nat(20).map(String)), (limit, values) => {
      const map = new RecentMap<string>(limit);
      for (const value of values) map.set(value, true);
      for (const value of values.slice(-limit)) expect(map.get(value)).toBe(true);
      const held = Array.from({ length: 21 }, (_, n) => String(n)).filter((value) => map.get(value));
      expect(held.length).toBeLessThanOrEqual(2 * limit);
      expect([...map.entries.keys()].sort()).toEqual(held.sort());
      for (const value of held) expect(values).toContain(value);
    }),
  );
});
