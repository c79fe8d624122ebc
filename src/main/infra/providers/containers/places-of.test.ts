// Promise: a value is found wherever it stands, and no text and value are slow together.

import { expect, it } from 'vitest';
import { fc } from '../../../../shared/testing/campaign.ts';
import { masked, placesOf } from './places-of.ts';

const few = fc.string({ unit: fc.constantFrom('a', 'b', 'の'), maxLength: 60 });
const value = fc.string({ unit: fc.constantFrom('a', 'b', 'の'), minLength: 1, maxLength: 12 });

it('finds what looking at every place finds', () => {
  fc.assert(
    fc.property(few, value, (text, wanted) => {
      const all = [...Array(text.length).keys()].filter((at) => text.startsWith(wanted, at));
      expect(placesOf(text, wanted)).toEqual(all.map((start) => ({ start, end: start + wanted.length })));
    }),
  );
});

it('leaves nothing of a value behind, and all that is none', () => {
  fc.assert(
    fc.property(few, fc.array(value, { maxLength: 4 }), (text, values) => {
      const places = values.flatMap((one) => placesOf(text, one));
      const hidden = new Set(
        places.flatMap(({ start, end }) => [...Array(end - start).keys()].map((n) => start + n)),
      );
      const shown = [...text].filter((_, at) => !hidden.has(at)).join('');
      expect(masked(text, places, '|').replaceAll('|', '')).toBe(shown);
    }),
  );
});

it.each([
  [`${'の'.repeat(16_000)}x${'の'.repeat(15_000)}`, 'の'.repeat(32_768)],
  ['の'.repeat(4000), 'の'.repeat(32_768)],
])('is done with a hostile pair in a few milliseconds: %#', (wanted, text) => {
  const began = performance.now();
  for (let n = 0; n < 50; n++) placesOf(text, wanted);
  expect((performance.now() - began) / 50).toBeLessThan(20);
});
