// Promise: whatever lies in localStorage, the console opens with a valid appearance.

import { expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { readAppearance } from './appearance.ts';

const defaults = { theme: 'system', contrast: 'system', density: 'normal', rail: 'narrow', singleKeys: true };

it('keeps what it knows and takes defaults for the rest', () => {
  expect(readAppearance('{"theme":"dark","density":"huge","singleKeys":false}')).toEqual({
    ...defaults,
    theme: 'dark',
    singleKeys: false,
  });
});

it('survives any stored text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(Object.keys(readAppearance(text))).toEqual(Object.keys(defaults));
    }),
  );
  expect(readAppearance(null)).toEqual(defaults);
});
