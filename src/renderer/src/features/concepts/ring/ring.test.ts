// Promise: chips around the focus never lie over each other, over the focus, or on the way to parents and children.

import { expect, it } from 'vitest';
import { fc } from '../../../../../shared/testing/campaign.ts';
import { chipWidth, RING_MOST, ringFits, ringPlaces, rowFits } from './ring.ts';

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

it('fits where each chip is in sight as a whole, and not where one is cut off', () => {
  const chips = ['type', 'glitch_university', 'runs-on'].map((token) => ({ token, edges: 12 }));
  const ring = ringPlaces(chips.length, 80);
  const widths = chips.map(chipWidth);
  const seen = { zoom: 1, x: 400, y: 200, width: 800, height: 400 };
  expect(ringFits(ring, widths, seen)).toBe(true);
  expect(ringFits(ring, widths, { ...seen, x: 200, width: 440 })).toBe(false);
  expect(ringFits(ring, widths, { ...seen, x: 700 })).toBe(false);
  expect(ringFits(ring, widths, { ...seen, y: 10 })).toBe(false);
  expect(ringFits(ring, widths, { ...seen, zoom: 0.4, x: 200, width: 440 })).toBe(true);
});

it('lets as many chips into a row as have room beside the word of more, and one at least', () => {
  expect(rowFits([100, 100, 100], 400)).toBe(3);
  expect(rowFits([100, 100, 100], 310)).toBe(2);
  expect(rowFits([500, 100], 310)).toBe(1);
});
