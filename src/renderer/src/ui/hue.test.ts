// Promise: a dimension has the same hue everywhere and for ever, the seeded six differ, and names spread over all hues.

import { expect, it } from 'vitest';
import { SEED_DIMENSIONS } from '../../../shared/model/graph.ts';
import { fc } from '../../../shared/testing/campaign.ts';
import { dimensionHue, HUES } from './hue.ts';

it('gives the six seeded dimensions six hues', () => {
  expect(new Set(SEED_DIMENSIONS.map((d) => dimensionHue(d.token))).size).toBe(6);
});

it('stays within the palette and never changes for a name', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const hue = dimensionHue(name);
      expect(Number.isInteger(hue) && hue >= 0 && hue < HUES).toBe(true);
      expect(dimensionHue(`${name}`)).toBe(hue);
    }),
  );
  expect(dimensionHue('artifact-type')).toBe(dimensionHue('artifact-type'));
});

it('uses every hue for ordinary names', () => {
  const names = Array.from({ length: 240 }, (_, i) => `dimension-${i}`);
  expect(new Set(names.map(dimensionHue)).size).toBe(HUES);
});
