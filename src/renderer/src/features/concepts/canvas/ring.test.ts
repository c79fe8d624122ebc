// Promise: chips around the focus never lie over each other, over the focus, or on the way to parents and children.

import { expect, it } from 'vitest';
import { fc } from '../../../../../shared/testing/campaign.ts';
import { RING_MOST, ringPlaces } from './ring.ts';

it('keeps chips apart and the middle free, for any count and focus width', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: RING_MOST }), fc.integer({ min: 30, max: 240 }), (count, width) => {
      const { places } = ringPlaces(count, width);
      expect(places).toHaveLength(count);
      for (const [i, a] of places.entries()) {
        expect(Math.abs(a.x)).toBeGreaterThan(width / 2);
        for (const b of places.slice(i + 1)) {
          if (Math.sign(a.x) === Math.sign(b.x)) expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(28);
        }
      }
    }),
  );
});
